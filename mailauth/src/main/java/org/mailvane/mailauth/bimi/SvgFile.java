package org.mailvane.mailauth.bimi;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.mailvane.mailauth.finding.BimiFindings;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingList;
import org.mailvane.mailauth.finding.FindingPhrase;

/** A file that should be a picture: its octets without compression, and its text. */
final class SvgFile {

    /** Octets of a file as it is fetched. */
    static final int MAX_FILE = 524_288;

    /** Octets of a file when it is unpacked; compression makes it easy to send very many. */
    static final int MAX_UNPACKED = 1_048_576;

    /** The maximum that the profile recommends (draft-svg-tiny-ps-abrotman, section 2.4). */
    static final int RECOMMENDED = 32_768;

    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private final byte[] content;
    private final String text;
    private final boolean isCompressed;
    private final FindingList findings;

    private SvgFile(byte[] content, String text, boolean isCompressed, FindingList findings) {
        this.content = content;
        this.text = text;
        this.isCompressed = isCompressed;
        this.findings = findings;
    }

    /** Unpacks and decodes a file. What is wrong with it is a finding. */
    static SvgFile open(byte[] file) {
        FindingList findings = new FindingList();
        boolean isCompressed = file.length > 1 && file[0] == 0x1F && file[1] == (byte) 0x8B;
        byte[] content = isCompressed ? unpacked(file, findings) : file;
        if (content.length > MAX_UNPACKED) {
            findings.add(BimiFindings.SVG_UNPACKED, MAX_UNPACKED);
            content = new byte[0];
        } else if (content.length > RECOMMENDED) {
            findings.add(BimiFindings.SVG_LARGE, content.length, RECOMMENDED);
        }
        String text = "";
        try {
            text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
        } catch (CharacterCodingException notUtf8) {
            findings.add(BimiFindings.SVG_ENCODING);
        }
        if (text.startsWith(BYTE_ORDER_MARK)) {
            text = text.substring(1);
        }
        if (text.isBlank() && !findings.hasErrors()) {
            findings.add(BimiFindings.SVG_EMPTY);
        }
        return new SvgFile(content, text, isCompressed, findings);
    }

    private static byte[] unpacked(byte[] file, FindingList findings) {
        try (GZIPInputStream unpacking = new GZIPInputStream(new ByteArrayInputStream(file))) {
            return unpacking.readNBytes(MAX_UNPACKED + 1);
        } catch (EOFException cut) {
            findings.add(BimiFindings.SVG_GZIP, FindingPhrase.GZIP_CUT);
        } catch (ZipException broken) {
            findings.add(BimiFindings.SVG_GZIP, FindingPhrase.GZIP_DAMAGED);
        } catch (IOException other) {
            findings.add(BimiFindings.SVG_GZIP, FindingPhrase.GZIP_UNREADABLE);
        }
        return new byte[0];
    }

    /** Its text; empty if it can't be read. */
    String text() {
        return text;
    }

    /** Its octets without compression; empty if it can't be unpacked. */
    byte[] content() {
        return content.clone();
    }

    /** Whether it came compressed. */
    boolean isCompressed() {
        return isCompressed;
    }

    /** Whether there is a text at all. */
    boolean isReadable() {
        return !text.isBlank();
    }

    /** Returns the findings about the file itself. */
    List<Finding> findings() {
        return findings.toList();
    }

    /** Whether both are the same picture to the last octet, whether compressed or not. */
    boolean isSame(SvgFile other) {
        return isReadable() && Arrays.equals(content, other.content);
    }

    /** Whether both are the same but for their line ends and the blanks at start and end. */
    boolean isAlmostSame(SvgFile other) {
        return isReadable() && lines(text).equals(lines(other.text));
    }

    private static String lines(String text) {
        return text.replace("\r\n", "\n").replace('\r', '\n').strip();
    }
}
