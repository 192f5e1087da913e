package org.mailvane.reports;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mailvane.reports.archive.CompressedStream;
import org.mailvane.reports.archive.Inflaters;
import org.mailvane.reports.mail.MailStart;
import org.mailvane.reports.mail.MailboxSplitter;

/** What some bytes are, as their beginning shows; names and declared types are never asked. */
enum Content {
    /** Nothing but white space, or the word that some receivers send in place of a report. */
    EMPTY("an empty file"),
    XML("XML"),
    HTML("an HTML page"),
    JSON("JSON"),
    GZIP("a gzip file"),
    ZLIB("zlib data"),
    DEFLATE("deflate data"),
    ZIP("a zip archive"),
    /** Outlook's .msg, and the Office documents of its time. */
    OLE("an OLE file"),
    MAILBOX("a mailbox"),
    MAIL("a mail"),
    /** A report in base64 whose header forgot to say so. */
    BASE64("base64 text"),
    TEXT("a text"),
    IMAGE("an image"),
    PDF("a PDF document"),
    BINARY("a file of an unknown kind");

    private static final String UNUSED = "unused";
    private static final int GZIP_METHOD_DEFLATE = 8;

    /** How the base64 form of zip, gzip and {@code <?xml} begins. */
    private static final List<String> BASE64_STARTS = List.of("UEsDB", "H4sI", "PD94bWw");

    /** The start of a report behind text that doesn't belong to it. */
    private static final Pattern REPORT_START =
            Pattern.compile("<\\?xml\\s|<(?:[\\w.-]{1,64}:)?feedback[\\s>]");

    private final String description;

    Content(String description) {
        this.description = description;
    }

    /** For a person, with its article. */
    String description() {
        return description;
    }

    /** What a stream holds, by its head. */
    static Content of(HeadStream in, Inflaters inflaters) {
        byte[] head = in.head();
        int length = in.headLength();
        Content byMagic = byMagic(head, length);
        if (byMagic != BINARY) {
            return byMagic;
        }
        int start = firstVisible(head, length);
        if (start == length) {
            return length < HeadStream.HEAD_BYTES ? EMPTY : XML; // XML may stand behind many blanks
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
        if (REPORT_START.matcher(text).find()) {
            return XML;
        }
        return isText(text) ? TEXT : packedWithoutMagic(head, length, inflaters);
    }

    private static Content byMagic(byte[] head, int length) {
        if (startsWith(head, length, 0x1f, 0x8b, GZIP_METHOD_DEFLATE)) {
            return GZIP;
        }
        if (startsWith(head, length, 'P', 'K', 3, 4) || startsWith(head, length, 'P', 'K', 5, 6)) {
            return ZIP;
        }
        if (startsWith(head, length, 0xd0, 0xcf, 0x11, 0xe0)) {
            return OLE;
        }
        if (startsWith(head, length, '%', 'P', 'D', 'F')) {
            return PDF;
        }
        boolean image =
                startsWith(head, length, 0x89, 'P', 'N', 'G')
                        || startsWith(head, length, 'G', 'I', 'F', '8')
                        || startsWith(head, length, 0xff, 0xd8, 0xff);
        return image ? IMAGE : BINARY;
    }

    private static boolean startsWith(byte[] head, int length, int... magic) {
        if (length < magic.length) {
            return false;
        }
        for (int i = 0; i < magic.length; i++) {
            if ((head[i] & 0xff) != magic[i]) {
                return false;
            }
        }
        return true;
    }

    /** Bytes before the first visible one. */
    static int blanksBefore(HeadStream in) {
        return firstVisible(in.head(), in.headLength());
    }

    /** Skips byte order marks, white space and the zero bytes that UTF-16 puts around them. */
    private static int firstVisible(byte[] head, int length) {
        int at = 0;
        if (startsWith(head, length, 0xef, 0xbb, 0xbf)) {
            at = 3;
        } else if (startsWith(head, length, 0xfe, 0xff) || startsWith(head, length, 0xff, 0xfe)) {
            at = 2;
        }
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

    /** Whether a text shows the begin of a report, not just any angle bracket. */
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

    private static String headText(HeadStream in) {
        return new String(in.head(), 0, in.headLength(), StandardCharsets.ISO_8859_1);
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
