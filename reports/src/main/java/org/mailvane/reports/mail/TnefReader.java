package org.mailvane.reports.mail;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.mailvane.reports.Budget;
import org.mailvane.reports.ByteSource;
import org.mailvane.reports.mail.MailReader.PartHandler;

/**
 * Reads the format in which Outlook and Exchange pack the attachments of a mail, usually called
 * {@code winmail.dat} (MS-OXTNEF), and passes them on as the parts of a mail. A mail among them is
 * passed on in the same form.
 */
public final class TnefReader {

    /** Signature and key in front of the attributes: section 2.1.3.1. */
    private static final int HEADER_BYTES = 6;

    private static final int LEVEL_ATTACHMENT = 2;

    /** Attributes: section 2.1.3.2. */
    private static final int ATTACHMENT_BEGINS = 0x9002;

    private static final int ATTACHMENT_DATA = 0x800f;
    private static final int ATTACHMENT_TITLE = 0x8010;
    private static final int ATTACHMENT_PROPERTIES = 0x9005;
    private static final int BODY = 0x800c;

    /** Properties and types of their values: MS-OXPROPS, MS-OXCDATA. */
    private static final int LONG_NAME = 0x3707;

    private static final int CONTENT = 0x3701;
    private static final int OBJECT = 0x0d;
    private static final int TEXT_8_BIT = 0x1e;
    private static final int UNICODE = 0x1f;
    private static final int BINARY = 0x102;
    private static final int SEVERAL = 0x1000;
    private static final int FIRST_NAMED = 0x8000;
    private static final int GUID_BYTES = 16;

    /** Bytes of a name, or of the mail's text, that are read. */
    private static final int NAME_BYTES = 1 << 10;

    private static final int TEXT_BYTES = 1 << 20;

    private static final Charset CODE_PAGE = Charset.forName("windows-1252");

    private final InputStream in;
    private final Budget budget;
    private long position;
    private final List<Attachment> attachments = new ArrayList<>();
    private byte[] text = new byte[0];

    /** An attachment, and where in the file its bytes are. */
    private static final class Attachment {
        private String name = "";
        private long offset;
        private long length = -1;
    }

    private TnefReader(InputStream in, Budget budget) {
        this.in = in;
        this.budget = budget;
    }

    /**
     * Reads a file.
     *
     * @param budget is spent by each part
     * @return false if the file is cut off or damaged; what is whole before is passed on
     */
    public static boolean read(ByteSource file, Budget budget, PartHandler handler)
            throws IOException {
        boolean whole = true;
        TnefReader reader;
        try (InputStream in = file.open()) {
            reader = new TnefReader(in, budget);
            try {
                reader.attributes();
            } catch (EOFException cutOff) {
                whole = false;
            }
        }
        if (reader.text.length > 0) {
            handler.part(
                    new PartHeader("text/plain", null, "8bit", null, null),
                    new ByteArrayInputStream(reader.text));
        }
        for (Attachment each : reader.attachments) {
            if (each.length >= 0) {
                try (InputStream in = file.open()) {
                    in.skipNBytes(each.offset);
                    handler.part(header(each), new FirstBytes(in, each.length));
                }
            }
        }
        return whole;
    }

    private static PartHeader header(Attachment attachment) {
        return new PartHeader(
                "application/octet-stream",
                null,
                "binary",
                attachment.name.isEmpty() ? null : attachment.name,
                null);
    }

    private void attributes() throws IOException {
        skip(HEADER_BYTES);
        int level = in.read();
        while (level >= 0) {
            position++;
            int id = number(2);
            number(2);
            long length = number(4) & 0xffff_ffffL;
            long end = position + length;
            if (level == LEVEL_ATTACHMENT) {
                attachment(id, length, end);
            } else if (id == BODY) {
                text = bytes((int) Math.min(length, TEXT_BYTES));
            }
            skip(end - position);
            number(2);
            level = in.read();
        }
    }

    private void attachment(int id, long length, long end) throws IOException {
        if (id == ATTACHMENT_BEGINS || attachments.isEmpty()) {
            budget.part();
            attachments.add(new Attachment());
        }
        Attachment open = attachments.getLast();
        switch (id) {
            case ATTACHMENT_TITLE -> {
                String title = text(bytes((int) Math.min(length, NAME_BYTES)), CODE_PAGE);
                open.name = open.name.isEmpty() ? title : open.name;
            }
            case ATTACHMENT_DATA -> {
                long offset = position;
                skip(length);
                open.offset = offset;
                open.length = length;
            }
            case ATTACHMENT_PROPERTIES -> properties(open, end);
            default -> {}
        }
    }

    /** Properties of an attachment: section 2.1.3.4. What can't be followed is left out. */
    private void properties(Attachment open, long end) throws IOException {
        long count = number(4) & 0xffff_ffffL;
        for (long i = 0; i < count && position < end; i++) {
            int type = number(2);
            int id = number(2);
            if (id >= FIRST_NAMED) {
                skip(GUID_BYTES);
                boolean byText = number(4) == 1;
                long length = number(4) & 0xffff_ffffL;
                skip(byText ? padded(length) : 0);
            }
            int plain = type & ~SEVERAL;
            boolean variable =
                    plain == TEXT_8_BIT || plain == UNICODE || plain == BINARY || plain == OBJECT;
            long values = variable || plain != type ? number(4) & 0xffff_ffffL : 1;
            for (long j = 0; j < values && position < end; j++) {
                if (variable) {
                    value(open, id, plain);
                } else {
                    skip(fixedLength(plain));
                }
            }
        }
    }

    private void value(Attachment open, int id, int type) throws IOException {
        long length = number(4) & 0xffff_ffffL;
        long end = position + padded(length);
        if (id == LONG_NAME && (type == TEXT_8_BIT || type == UNICODE)) {
            byte[] name = bytes((int) Math.min(length, NAME_BYTES));
            open.name = text(name, type == UNICODE ? StandardCharsets.UTF_16LE : CODE_PAGE);
        } else if (id == CONTENT && length > GUID_BYTES && open.length < 0) {
            // after the identifier of the interface that opens it
            long offset = position + (type == OBJECT ? GUID_BYTES : 0);
            skip(end - position);
            open.offset = offset;
            open.length = length - (type == OBJECT ? GUID_BYTES : 0);
        }
        skip(end - position);
    }

    private static long padded(long length) {
        return (length + 3) / 4 * 4;
    }

    private static int fixedLength(int type) {
        return switch (type) {
            case 0x05, 0x06, 0x07, 0x14, 0x40 -> 8;
            case 0x48 -> 16;
            default -> 4;
        };
    }

    private static String text(byte[] bytes, Charset charset) {
        String text = new String(bytes, charset);
        int end = text.indexOf('\0');
        return (end < 0 ? text : text.substring(0, end)).strip();
    }

    private byte[] bytes(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        position += bytes.length;
        if (bytes.length < length) {
            throw new EOFException();
        }
        return bytes;
    }

    /** A number, least significant byte first. */
    private int number(int bytes) throws IOException {
        int value = 0;
        for (int i = 0; i < bytes; i++) {
            int b = in.read();
            if (b < 0) {
                throw new EOFException();
            }
            value |= b << (8 * i);
        }
        position += bytes;
        return value;
    }

    private void skip(long bytes) throws IOException {
        if (bytes < 0) {
            throw new EOFException();
        }
        in.skipNBytes(bytes);
        position += bytes;
    }

    /** The first bytes of a stream. */
    private static final class FirstBytes extends InputStream {

        private final InputStream in;
        private long left;

        FirstBytes(InputStream in, long length) {
            this.in = in;
            this.left = length;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            if (left == 0) {
                return -1;
            }
            int n = in.read(into, offset, (int) Math.min(length, left));
            left -= Math.max(n, 0);
            return n;
        }
    }
}
