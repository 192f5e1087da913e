package org.mailvane.reports;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mailvane.reports.archive.CompressedStream;
import org.mailvane.reports.archive.Inflaters;
import org.mailvane.reports.archive.TarStream;
import org.mailvane.reports.archive.UuencodedFile;
import org.mailvane.reports.mail.MailStart;
import org.mailvane.reports.mail.MailboxSplitter;

/** The type of some bytes, according to their start; names and declared types are never used. */
enum Content {
    /** Nothing but white space, or the word that some receivers send in place of a report. */
    EMPTY(DiagnosticCode.EMPTY),
    XML(DiagnosticCode.CONTENT_XML),
    HTML(DiagnosticCode.CONTENT_HTML),
    JSON(DiagnosticCode.CONTENT_JSON),
    GZIP(DiagnosticCode.CONTENT_GZIP),
    ZLIB(DiagnosticCode.CONTENT_ZLIB),
    DEFLATE(DiagnosticCode.CONTENT_DEFLATE),
    ZIP(DiagnosticCode.CONTENT_ZIP),
    TAR(DiagnosticCode.CONTENT_TAR),
    /** Outlook's winmail.dat: MS-OXTNEF. */
    TNEF(DiagnosticCode.CONTENT_TNEF),
    /** A signed, compressed or encrypted mail: RFC 5652. */
    CMS(DiagnosticCode.CONTENT_CMS),
    /** A file with its names and icons around it, as Macintoshes sent it: 128 bytes before it. */
    MAC_BINARY(DiagnosticCode.CONTENT_MAC_BINARY),
    /** Outlook's .msg, and the Office documents of its time. */
    OLE(DiagnosticCode.CONTENT_OLE),
    MAILBOX(DiagnosticCode.CONTENT_MAILBOX),
    MAIL(DiagnosticCode.CONTENT_MAIL),
    /** A report in base64 whose header forgot to say so. */
    BASE64(DiagnosticCode.CONTENT_BASE64),
    /** A file written as text: POSIX, uuencode. */
    UUENCODED(DiagnosticCode.CONTENT_UUENCODED),
    TEXT(DiagnosticCode.CONTENT_TEXT),
    IMAGE(DiagnosticCode.CONTENT_IMAGE),
    PDF(DiagnosticCode.CONTENT_PDF),
    BINARY(DiagnosticCode.CONTENT_BINARY);

    private static final String UNUSED = "unused";
    private static final int GZIP_METHOD_DEFLATE = 8;

    /** The start of zip, gzip and {@code <?xml} in base64. */
    private static final List<String> BASE64_STARTS =
            List.of("UEsDB", "H4sI", "PD94bWw", "PGZlZWRiYWNr", "77u/PD94", "eyJ");

    /** The start of a report after text that does not belong to it. */
    private static final Pattern REPORT_START =
            Pattern.compile("<\\?xml\\s|<(?:[\\w.-]{1,64}:)?feedback[\\s>]");

    /** Matches a piece of a report whose start is missing. */
    private static final Pattern REPORT_PIECE =
            Pattern.compile(
                    "</?(?:report_metadata|policy_published|policy_evaluated|auth_results)>");

    /** Object identifiers of CMS: RFC 5652, section 4 and following, RFC 3274, RFC 5083. */
    private static final byte[][] CMS_TYPES = {
        {0x06, 0x09, 0x2a, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xf7, 0x0d, 0x01, 0x07},
        {0x06, 0x0b, 0x2a, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xf7, 0x0d, 0x01, 0x09, 0x10}
    };

    private static final int LONGEST_DER_HEADER = 6;

    /** Bytes of a MacBinary header. */
    static final int MAC_BINARY_HEADER = 128;

    private static final int LONGEST_MAC_NAME = 63;

    private final DiagnosticCode code;

    Content(DiagnosticCode code) {
        this.code = code;
    }

    /** Returns what to call it where it is not a report. */
    DiagnosticCode code() {
        return code;
    }

    /** Returns the type of a stream, according to its head. */
    static Content of(HeadStream in, Inflaters inflaters) {
        byte[] head = in.head();
        int length = in.headLength();
        Content byMagic = byMagic(head, magicStart(in), length);
        if (byMagic != BINARY) {
            return byMagic;
        }
        if (TarStream.isTar(head, length)) {
            return TAR;
        }
        int start = firstVisible(head, length);
        if (start == length) {
            return length < HeadStream.HEAD_BYTES ? EMPTY : XML; // XML may follow many blanks
        }
        if (head[start] == '<') {
            return looksLikeHtml(head, length) ? HTML : XML;
        }
        if (head[start] == '{' || head[start] == '[') {
            return JSON;
        }
        String text = new String(head, start, length - start, StandardCharsets.ISO_8859_1);
        if (MailboxSplitter.isMailbox(
                Arrays.copyOfRange(head, start, Math.min(length, start + 5)))) {
            return MAILBOX;
        }
        return byText(text, head, length, inflaters);
    }

    private static Content byText(String text, byte[] head, int length, Inflaters inflaters) {
        if (text.length() < HeadStream.HEAD_BYTES && text.strip().equalsIgnoreCase(UNUSED)) {
            return EMPTY;
        }
        if (BASE64_STARTS.stream().anyMatch(text::startsWith)) {
            return BASE64;
        }
        if (MailStart.isMail(text)) {
            return MAIL;
        }
        if (UuencodedFile.begins(text)) {
            return UUENCODED;
        }
        boolean readable = isText(text);
        Content packed = readable ? TEXT : packedWithoutMagic(head, length, inflaters);
        boolean report = REPORT_START.matcher(text).find() || REPORT_PIECE.matcher(text).find();
        if (report && (readable || packed == BINARY)) {
            return XML; // packed content without a magic number may be followed by a report
        }
        return packed == BINARY && isMacBinary(head, length) ? MAC_BINARY : packed;
    }

    private static Content byMagic(byte[] head, int at, int length) {
        if (startsWith(head, at, length, 0x1f, 0x8b, GZIP_METHOD_DEFLATE)) {
            return GZIP;
        }
        if (startsWith(head, at, length, 'P', 'K', 3, 4)
                || startsWith(head, at, length, 'P', 'K', 5, 6)) {
            return ZIP;
        }
        if (startsWith(head, at, length, 0xd0, 0xcf, 0x11, 0xe0)) {
            return OLE;
        }
        if (startsWith(head, at, length, 0x78, 0x9f, 0x3e, 0x22)) {
            return TNEF;
        }
        if (startsWith(head, at, length, '%', 'P', 'D', 'F')) {
            return PDF;
        }
        if (startsWith(head, at, length, 0x30) && isCms(head, at, length)) {
            return CMS;
        }
        boolean image =
                startsWith(head, at, length, 0x89, 'P', 'N', 'G')
                        || startsWith(head, at, length, 'G', 'I', 'F', '8')
                        || startsWith(head, at, length, 0xff, 0xd8, 0xff);
        return image ? IMAGE : BINARY;
    }

    private static boolean isCms(byte[] head, int from, int length) {
        for (byte[] type : CMS_TYPES) {
            for (int at = from + 2; at <= from + LONGEST_DER_HEADER; at++) {
                if (at + type.length <= length
                        && Arrays.equals(head, at, at + type.length, type, 0, type.length)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** It has no magic: zeros where a name can't have ended yet, and a name of a likely length. */
    private static boolean isMacBinary(byte[] head, int length) {
        return length > MAC_BINARY_HEADER
                && head[0] == 0
                && head[1] > 0
                && head[1] <= LONGEST_MAC_NAME
                && head[2] > ' '
                && head[74] == 0
                && head[82] == 0;
    }

    private static boolean startsWith(byte[] head, int from, int length, int... magic) {
        if (length - from < magic.length) {
            return false;
        }
        for (int i = 0; i < magic.length; i++) {
            if ((head[from + i] & 0xff) != magic[i]) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns where a binary file begins: after line ends, blanks, a byte order mark, or the zeros
     * that fill up blocks.
     */
    static int magicStart(HeadStream in) {
        byte[] head = in.head();
        int at = byteOrderMark(head, in.headLength());
        while (at < in.headLength() && head[at] == 0) {
            at++;
        }
        while (at < in.headLength()
                && (head[at] == ' ' || head[at] == '\t' || head[at] == '\r' || head[at] == '\n')) {
            at++;
        }
        return at;
    }

    private static int byteOrderMark(byte[] head, int length) {
        if (startsWith(head, 0, length, 0xef, 0xbb, 0xbf)) {
            return 3;
        }
        if (startsWith(head, 0, length, 0, 0, 0xfe, 0xff)) {
            return 4;
        }
        return startsWith(head, 0, length, 0xfe, 0xff) || startsWith(head, 0, length, 0xff, 0xfe)
                ? 2
                : 0;
    }

    /** Bytes before the first visible one. */
    static int blanksBefore(HeadStream in) {
        return firstVisible(in.head(), in.headLength());
    }

    /** Skips byte order marks, white space and the zero bytes that wide characters have. */
    private static int firstVisible(byte[] head, int length) {
        int at = byteOrderMark(head, length);
        while (at < length && (head[at] == 0 || Character.isWhitespace(head[at]))) {
            at++;
        }
        return at;
    }

    private static boolean looksLikeHtml(byte[] head, int length) {
        String start = new String(head, 0, length, StandardCharsets.ISO_8859_1);
        if (start.contains("feedback")) {
            return false;
        }
        String lower = start.toLowerCase(Locale.ROOT);
        return lower.contains("<html")
                || lower.contains("<!doctype html")
                || lower.contains("<body");
    }

    /** Returns whether a text shows the start of a report, not just any angle bracket. */
    static boolean showsReport(HeadStream in) {
        return REPORT_START.matcher(headText(in)).find();
    }

    /** Bytes before a report that are neither part of it nor white space nor a byte order mark. */
    static int junkBeforeXml(HeadStream in) {
        int start = blanksBefore(in);
        if (start == in.headLength() || in.head()[start] == '<') {
            return 0;
        }
        Matcher report = REPORT_START.matcher(headText(in));
        return report.find() ? report.start() : 0;
    }

    /**
     * Bytes before the header of a mail: blanks, and what a mailbox that it was in has made of the
     * line before it.
     */
    static int beforeMail(HeadStream in) {
        int blanks = blanksBefore(in);
        return blanks + MailStart.quotedFrom(headText(in).substring(blanks));
    }

    /** Whether lines end with carriage returns alone. */
    static boolean hasReturnsOnly(HeadStream in) {
        return MailStart.hasReturnsOnly(headText(in));
    }

    /** The first characters, one for each byte, without what is before the first visible one. */
    static String start(HeadStream in) {
        return headText(in).substring(blanksBefore(in));
    }

    private static String headText(HeadStream in) {
        return new String(in.head(), 0, in.headLength(), StandardCharsets.ISO_8859_1);
    }

    /** Whether what is neither XML nor a mail is made of characters, at least at its start. */
    static boolean isText(HeadStream in) {
        return isText(headText(in));
    }

    private static boolean isText(String text) {
        return text.chars().noneMatch(c -> c < ' ' && !Character.isWhitespace(c) && c != 0x1b);
    }

    private static Content packedWithoutMagic(byte[] head, int length, Inflaters inflaters) {
        if (CompressedStream.looksLikeZlib(head, length, inflaters)) {
            return ZLIB;
        }
        return CompressedStream.looksDeflated(head, length, inflaters) ? DEFLATE : BINARY;
    }
}
