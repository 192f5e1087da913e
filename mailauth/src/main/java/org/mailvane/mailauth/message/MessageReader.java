package org.mailvane.mailauth.message;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.mailvane.mailauth.message.MessageHeader.Problem;

/**
 * Reads a mail once, from its first octet to its last: the header as a whole, the body in pieces
 * that are not kept.
 *
 * <p>Lines end with CR LF, or with LF alone as in files and mailboxes; both mean the same. A first
 * line that separates the mails of an mbox file is skipped.
 */
public final class MessageReader {

    /** Octets of a header, line ends included. */
    public static final int MAX_HEADER_LENGTH = 512 * 1024;

    /** Fields of a header. */
    public static final int MAX_FIELDS = 1_000;

    private static final int BUFFER = 16 * 1024;
    private static final int END = -1;
    private static final byte[] LONE_CR = {'\r'};

    private final InputStream mail;
    private final byte[] buffer = new byte[BUFFER];
    private int at;
    private int limit;
    private int headerLength;

    /**
     * Starts before the first octet.
     *
     * @param mail is not closed
     */
    public MessageReader(InputStream mail) {
        this.mail = mail;
    }

    /** Reads the header; must be called first. Where it has a problem, reading stopped there. */
    public MessageHeader readHeader() throws IOException {
        List<HeaderField> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean isFirst = true;
        while (true) {
            StringBuilder line = new StringBuilder();
            readLine(line);
            if (headerLength > MAX_HEADER_LENGTH) {
                return new MessageHeader(fields, Problem.TOO_LONG);
            }
            if (isFirst && isSeparator(line)) {
                isFirst = false;
                continue;
            }
            boolean isContinued = !line.isEmpty() && isBlank(line.charAt(0));
            if (!isContinued && !field.isEmpty()) {
                if (fields.size() == MAX_FIELDS) {
                    return new MessageHeader(fields, Problem.TOO_MANY_FIELDS);
                }
                fields.add(new HeaderField(name(field), field.toString()));
                field.setLength(0);
            }
            if (line.isEmpty()) {
                return new MessageHeader(fields, Problem.NONE);
            }
            boolean isProper = isContinued ? !field.isEmpty() : !name(line).isEmpty();
            if (!isProper || line.indexOf("\r") >= 0) {
                return new MessageHeader(fields, Problem.MALFORMED);
            }
            field.append(isContinued ? "\r\n" : "").append(line);
            isFirst = false;
        }
    }

    /** Reads the rest of the mail. */
    public void readBody(BodyListener listener) throws IOException {
        boolean isCrHeld = false;
        while (at < limit || fill()) {
            if (isCrHeld && buffer[at] != '\n') {
                listener.octets(LONE_CR, 0, 1);
            }
            isCrHeld = false;
            int start = at;
            while (at < limit && buffer[at] != '\n') {
                at++;
            }
            boolean isLineEnd = at < limit;
            int end = at;
            if (end > start && buffer[end - 1] == '\r') {
                end--;
                isCrHeld = !isLineEnd;
            }
            if (end > start) {
                listener.octets(buffer, start, end);
            }
            if (isLineEnd) {
                listener.endOfLine();
                at++;
            }
        }
        if (isCrHeld) {
            listener.octets(LONE_CR, 0, 1);
        }
    }

    /** Reads a line without its end. After the last octet all lines are empty. */
    private void readLine(StringBuilder line) throws IOException {
        for (int octet = next();
                octet != END && headerLength++ < MAX_HEADER_LENGTH;
                octet = next()) {
            if (octet == '\n') {
                int length = line.length();
                if (length > 0 && line.charAt(length - 1) == '\r') {
                    line.setLength(length - 1);
                }
                return;
            }
            line.append((char) octet);
        }
    }

    private int next() throws IOException {
        return at < limit || fill() ? buffer[at++] & 0xFF : END;
    }

    private boolean fill() throws IOException {
        at = 0;
        limit = 0;
        int read = mail.read(buffer);
        while (read == 0) {
            read = mail.read(buffer);
        }
        limit = Math.max(0, read);
        return read > 0;
    }

    /** Whether it is the line before a mail in an mbox file, which some programs quote. */
    private static boolean isSeparator(StringBuilder line) {
        return line.indexOf("From ") == 0 || line.indexOf(">From ") == 0;
    }

    /** Returns the name in lower case; empty if the line has none (RFC 5322, 2.2 and 4.5). */
    private static String name(StringBuilder line) {
        int end = 0;
        while (end < line.length()
                && line.charAt(end) > ' '
                && line.charAt(end) < 0x7F
                && line.charAt(end) != ':') {
            end++;
        }
        int colon = end;
        while (colon < line.length() && isBlank(line.charAt(colon))) {
            colon++;
        }
        boolean isName = colon < line.length() && line.charAt(colon) == ':';
        return isName ? line.substring(0, end).toLowerCase(Locale.ROOT) : "";
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }
}
