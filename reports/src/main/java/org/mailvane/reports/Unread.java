package org.mailvane.reports;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Formats of packed or written files that are not supported. A sender of one sends real content, so
 * it is named in a problem instead of being ignored.
 */
final class Unread {

    /** A format, known by bytes (ISO 8859-1) at a place from its start. */
    private record Format(String name, int at, String magic) {

        boolean isAt(byte[] head, int from, int length) {
            if (from + at + magic.length() > length) {
                return false;
            }
            for (int i = 0; i < magic.length(); i++) {
                if (head[from + at + i] != (byte) magic.charAt(i)) {
                    return false;
                }
            }
            return true;
        }
    }

    /** "<?xm" and "<feed": most characters of XML are the same in all EBCDIC code pages. */
    private static final List<Format> EBCDIC =
            List.of(
                    new Format("EBCDIC", 0, "Lo\u00a7\u0094"),
                    new Format("EBCDIC", 0, "L\u0086\u0085\u0085\u0084"));

    private static final List<Format> BINARY =
            List.of(
                    new Format("bzip2", 4, "1AY&SY"),
                    new Format("xz", 0, "\u00fd7zXZ\0"),
                    new Format("7-Zip", 0, "7z\u00bc\u00af'\u001c"),
                    new Format("RAR", 0, "Rar!\u001a\u0007"),
                    new Format("Zstandard", 0, "(\u00b5/\u00fd"),
                    new Format("LZ4", 0, "\u0004\"M\u0018"),
                    new Format("compress (.Z)", 0, "\u001f\u009d"),
                    new Format("lzip", 0, "LZIP\1"),
                    new Format("lzop", 0, "\u0089LZO\0\r\n\u001a"),
                    new Format("LZMA", 0, "]\0\0"),
                    new Format("Snappy", 0, "\u00ff\u0006\0\0sNaPpY"),
                    new Format("Microsoft cabinet", 0, "MSCF\0\0\0\0"),
                    new Format("ARJ", 0, "`\u00ea"),
                    new Format("LHA", 2, "-lh"),
                    new Format("xar", 0, "xar!\0"),
                    new Format("StuffIt", 0, "SIT!\0"),
                    new Format("ACE", 7, "**ACE**"),
                    new Format("AppleSingle", 0, "\0\u0005\u0016\0"),
                    new Format("Outlook data file (.pst)", 0, "!BDN"));

    private static final List<Format> TEXT =
            List.of(
                    new Format("yEnc", 0, "=ybegin "),
                    new Format("BinHex", 0, "(This file must be converted with BinHex"),
                    new Format("PEM", 0, "-----BEGIN PKCS7-----"),
                    new Format("PEM", 0, "-----BEGIN CMS-----"),
                    new Format("ar", 0, "!<arch>\n"),
                    new Format("cpio", 0, "07070100"),
                    new Format("cpio", 0, "07070200"),
                    new Format("XML in UTF-7", 0, "+ADw-?xml"),
                    new Format("XML in UTF-7", 0, "+ADw-feedback"));

    private static final Format OPEN_PGP = new Format("OpenPGP", 0, "-----BEGIN PGP MESSAGE-----");

    private Unread() {}

    /**
     * Returns the problem for the format that begins at an offset of a text; null if it is none of
     * these formats.
     */
    static @Nullable Problem ofText(byte[] head, int from, int length, String path) {
        if (OPEN_PGP.isAt(head, from, length)) {
            return new Problem(
                    path,
                    Problem.Reason.ENCRYPTED,
                    Diagnostic.of(DiagnosticCode.ENCRYPTED_OPENPGP));
        }
        return problem(TEXT, head, from, length, path);
    }

    /**
     * Returns the problem for the format that begins at an offset of a binary file; null if it is
     * none of these formats.
     */
    static @Nullable Problem ofBinary(byte[] head, int from, int length, String path) {
        return problem(BINARY, head, from, length, path);
    }

    /** XML in an encoding of mainframes; null if it is not one. */
    static @Nullable Problem ofEbcdic(byte[] head, int from, int length, String path) {
        return isAny(EBCDIC, head, from, length)
                ? problem(path, Diagnostic.of(DiagnosticCode.UNSUPPORTED_EBCDIC))
                : null;
    }

    private static @Nullable Problem problem(
            List<Format> formats, byte[] head, int from, int length, String path) {
        for (Format format : formats) {
            if (format.isAt(head, from, length)) {
                return problem(path, Diagnostic.of(DiagnosticCode.UNSUPPORTED).with(format.name()));
            }
        }
        return null;
    }

    private static boolean isAny(List<Format> formats, byte[] head, int from, int length) {
        return formats.stream().anyMatch(format -> format.isAt(head, from, length));
    }

    /** Something whose format is not read. */
    static Problem problem(String path, Diagnostic diagnostic) {
        return new Problem(path, Problem.Reason.UNSUPPORTED, diagnostic);
    }
}
