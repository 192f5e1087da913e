package org.mailvane.reports;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Formats that files are packed or written in and that are not read. Whoever sends one sends more
 * than is told, so that it is named instead of being passed over.
 */
final class Unread {

    /** A format, known by bytes at a place from its start. */
    private record Format(String name, int at, byte[] magic) {

        boolean isAt(byte[] head, int from, int length) {
            if (from + at + magic.length > length) {
                return false;
            }
            for (int i = 0; i < magic.length; i++) {
                if (head[from + at + i] != magic[i]) {
                    return false;
                }
            }
            return true;
        }
    }

    private static final List<Format> BINARY =
            List.of(
                    format("bzip2", 4, "1AY&SY"),
                    format("xz", 0, "\u00fd7zXZ\0"),
                    format("7-Zip", 0, "7z\u00bc\u00af'\u001c"),
                    format("RAR", 0, "Rar!\u001a\u0007"),
                    format("Zstandard", 0, "(\u00b5/\u00fd"),
                    format("LZ4", 0, "\u0004\"M\u0018"),
                    format("compress (.Z)", 0, "\u001f\u009d"),
                    format("lzip", 0, "LZIP\1"),
                    format("lzop", 0, "\u0089LZO\0\r\n\u001a"),
                    format("LZMA", 0, "\u005d\0\0"),
                    format("Snappy", 0, "\u00ff\u0006\0\0sNaPpY"),
                    format("Microsoft cabinet", 0, "MSCF\0\0\0\0"),
                    format("ARJ", 0, "\u0060\u00ea"),
                    format("LHA", 2, "-lh"),
                    format("xar", 0, "xar!\0"),
                    format("StuffIt", 0, "SIT!\0"),
                    format("ACE", 7, "**ACE**"),
                    format("AppleSingle", 0, "\0\u0005\u0016\0"),
                    format("Outlook data file (.pst)", 0, "!BDN"));

    private static final List<Format> TEXT =
            List.of(
                    format("yEnc", 0, "=ybegin "),
                    format("BinHex", 0, "(This file must be converted with BinHex"),
                    format("PEM", 0, "-----BEGIN PKCS7-----"),
                    format("PEM", 0, "-----BEGIN CMS-----"),
                    format("ar", 0, "!<arch>\n"),
                    format("cpio", 0, "07070100"),
                    format("cpio", 0, "07070200"));

    private static final Format OPEN_PGP = format("OpenPGP", 0, "-----BEGIN PGP MESSAGE-----");

    private Unread() {}

    private static Format format(String name, int at, String magic) {
        return new Format(name, at, magic.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** What begins at a place of a text; null where it is none of these formats. */
    static @Nullable Problem ofText(byte[] head, int from, int length, String path) {
        if (OPEN_PGP.isAt(head, from, length)) {
            return new Problem(
                    path,
                    Problem.Reason.ENCRYPTED,
                    "it is encrypted with OpenPGP: only its recipient can read it");
        }
        return problem(TEXT, head, from, length, path);
    }

    /** What begins at a place of a file that is no text; null where it is none of these formats. */
    static @Nullable Problem ofBinary(byte[] head, int from, int length, String path) {
        return problem(BINARY, head, from, length, path);
    }

    private static @Nullable Problem problem(
            List<Format> formats, byte[] head, int from, int length, String path) {
        for (Format format : formats) {
            if (format.isAt(head, from, length)) {
                return problem(path, format.name());
            }
        }
        return null;
    }

    /** Something that is not read, by the name of its format. */
    static Problem problem(String path, String format) {
        return new Problem(
                path,
                Problem.Reason.UNSUPPORTED,
                "it is in the format " + format + ", which is not read");
    }
}
