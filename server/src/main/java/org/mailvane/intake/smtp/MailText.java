package org.mailvane.intake.smtp;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/**
 * The text of a mail as DATA sends it, up to the line with a dot alone, and without the dot that
 * was put before lines that begin with one (RFC 5321, section 4.5.2).
 *
 * <p>A line ends by CR LF and by nothing else: who takes a lone LF or CR for an end too can be made
 * to see two mails where another server sees one. It reads blocks; what follows the text stays in
 * the stream.
 */
final class MailText extends InputStream {

    private static final int BLOCK = 8 << 10;

    /** What was seen of the current line's begin, or of the end of the line before. */
    private enum Place {
        LINE_BEGIN,
        DOT,
        DOT_CR,
        IN_LINE,
        CR
    }

    private final InputStream in;
    private final byte[] block = new byte[BLOCK];
    private final byte[] text = new byte[2 * BLOCK];
    private int from;
    private int until;
    private Place place = Place.LINE_BEGIN;
    private boolean ended;

    /**
     * A text that is going to be read.
     *
     * @param in supports {@link InputStream#mark}
     */
    MailText(InputStream in) {
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        return fill() ? text[from++] & 0xff : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int count = Math.min(length, until - from);
        System.arraycopy(text, from, bytes, offset, count);
        from += count;
        return count;
    }

    /** Makes sure that there is something to hand over; answers false at the end. */
    private boolean fill() throws IOException {
        while (from == until) {
            if (ended) {
                return false;
            }
            from = 0;
            until = 0;
            in.mark(BLOCK);
            int count = in.read(block, 0, BLOCK);
            if (count < 0) {
                throw new EOFException("The connection ended within a mail");
            }
            int used = take(count);
            if (used < count) {
                in.reset();
                in.skipNBytes(used);
            }
        }
        return true;
    }

    /** Goes through a block; answers how many of its bytes belong to the text. */
    private int take(int count) {
        for (int i = 0; i < count; i++) {
            byte b = block[i];
            switch (place) {
                case LINE_BEGIN -> {
                    if (b == '.') {
                        place = Place.DOT;
                    } else {
                        put(b);
                    }
                }
                case DOT -> {
                    if (b == '\r') {
                        place = Place.DOT_CR;
                    } else {
                        put(b);
                    }
                }
                case DOT_CR -> {
                    if (b == '\n') {
                        ended = true;
                        return i + 1;
                    }
                    // It was a separate line that begins with a CR.
                    text[until++] = '\r';
                    put(b);
                }
                case CR -> {
                    text[until++] = b;
                    place = b == '\n' ? Place.LINE_BEGIN : b == '\r' ? Place.CR : Place.IN_LINE;
                }
                case IN_LINE -> put(b);
            }
        }
        return count;
    }

    private void put(byte b) {
        text[until++] = b;
        place = b == '\r' ? Place.CR : Place.IN_LINE;
    }
}
