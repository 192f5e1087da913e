package org.mailvane.reports.mail;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Splits a mailbox file in one of the mbox formats (RFC 4155 and its relatives) into its mails,
 * keeping one mail in memory at a time.
 *
 * <p>A mail begins at a line that starts with {@code From }, is the first line of the file or
 * follows an empty line, and contains a time of day, which distinguishes it from a sentence in a
 * mail that was not quoted. One {@code >} is removed from lines that begin with {@code >From },
 * {@code >>From } and so on.
 */
public final class MailboxSplitter {

    /** Receives the mails of a mailbox, in their order. */
    public interface MessageHandler {

        /** Receives a mail, without its {@code From } line and without the empty line after it. */
        void message(byte[] message) throws IOException;

        /**
         * A mail that was left out, since it is larger than allowed.
         *
         * @param size its bytes
         */
        void tooLarge(long size) throws IOException;
    }

    private static final int BUFFER_BYTES = 64 << 10;
    private static final int FIRST_MESSAGE_BYTES = 16 << 10;

    private final InputStream mbox;
    private final long messageBytes;
    private final MessageHandler handler;

    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int end;

    private final ByteArrayOutputStream message = new ByteArrayOutputStream(FIRST_MESSAGE_BYTES);
    private long size;
    private boolean inMessage;
    private boolean afterEmptyLine = true;
    private int pendingEmptyLine;

    private MailboxSplitter(InputStream mbox, long messageBytes, MessageHandler handler) {
        this.mbox = mbox;
        this.messageBytes = messageBytes;
        this.handler = handler;
    }

    /** Whether a file that begins like this is a mailbox. */
    public static boolean isMailbox(byte[] head) {
        int at = 0;
        while (at < head.length && (head[at] == '\n' || head[at] == '\r')) {
            at++;
        }
        return startsWithFrom(head, at, head.length);
    }

    /**
     * Splits a mailbox.
     *
     * @param mbox the file; not closed
     * @param messageBytes size of the largest mail that is passed on
     * @param handler receives the mails; what it throws ends the splitting
     */
    public static void split(InputStream mbox, long messageBytes, MessageHandler handler)
            throws IOException {
        new MailboxSplitter(mbox, messageBytes, handler).run();
    }

    private void run() throws IOException {
        boolean lineStart = true;
        boolean more = true;
        while (more) {
            int n = mbox.read(buffer, end, buffer.length - end);
            more = n >= 0;
            end += Math.max(n, 0);
            int from = 0;
            int lineEnd = indexOfNewline(from);
            while (lineEnd >= 0) {
                piece(from, lineEnd + 1, lineStart);
                lineStart = true;
                from = lineEnd + 1;
                lineEnd = indexOfNewline(from);
            }
            boolean endless = from == 0 && end == buffer.length;
            if (from < end && (endless || !more)) {
                piece(from, end, lineStart);
                lineStart = false;
                from = end;
            }
            System.arraycopy(buffer, from, buffer, 0, end - from);
            end -= from;
        }
        finishMessage();
    }

    private int indexOfNewline(int from) {
        for (int i = from; i < end; i++) {
            if (buffer[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    /** A line, or a piece of one that is longer than the buffer. */
    private void piece(int from, int to, boolean lineStart) throws IOException {
        if (lineStart && afterEmptyLine && isSeparator(from, to)) {
            finishMessage();
            inMessage = true;
            afterEmptyLine = false;
            return;
        }
        if (!inMessage) {
            return;
        }
        boolean empty = lineStart && isEmptyLine(from, to);
        afterEmptyLine = empty;
        writePendingEmptyLine();
        if (empty) {
            pendingEmptyLine = to - from;
        } else {
            int start = lineStart && isQuotedFrom(from, to) ? from + 1 : from;
            write(buffer, start, to - start);
        }
    }

    private boolean isSeparator(int from, int to) {
        return startsWithFrom(buffer, from, to) && (!inMessage || hasTimeOfDay(from, to));
    }

    private boolean hasTimeOfDay(int from, int to) {
        for (int i = from + 1; i + 2 < to; i++) {
            if (buffer[i] == ':' && isDigit(buffer[i - 1]) && isDigit(buffer[i + 1])) {
                return true;
            }
        }
        return false;
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    private boolean isEmptyLine(int from, int to) {
        return buffer[from] == '\n' || (to - from == 2 && buffer[from] == '\r');
    }

    private boolean isQuotedFrom(int from, int to) {
        int at = from;
        while (at < to && buffer[at] == '>') {
            at++;
        }
        return at > from && startsWithFrom(buffer, at, to);
    }

    private static boolean startsWithFrom(byte[] bytes, int at, int end) {
        return at + 5 <= end
                && bytes[at] == 'F'
                && bytes[at + 1] == 'r'
                && bytes[at + 2] == 'o'
                && bytes[at + 3] == 'm'
                && bytes[at + 4] == ' ';
    }

    /** The line before a separator belongs to the mailbox, any other to the mail. */
    private void writePendingEmptyLine() {
        if (pendingEmptyLine > 0) {
            byte[] newline = pendingEmptyLine == 1 ? new byte[] {'\n'} : new byte[] {'\r', '\n'};
            pendingEmptyLine = 0;
            write(newline, 0, newline.length);
        }
    }

    private void write(byte[] bytes, int offset, int length) {
        size += length;
        if (size <= messageBytes) {
            message.write(bytes, offset, length);
        } else {
            message.reset();
        }
    }

    private void finishMessage() throws IOException {
        if (inMessage) {
            if (size <= messageBytes) {
                handler.message(message.toByteArray());
            } else {
                handler.tooLarge(size);
            }
        }
        message.reset();
        size = 0;
        pendingEmptyLine = 0;
        inMessage = false;
    }
}
