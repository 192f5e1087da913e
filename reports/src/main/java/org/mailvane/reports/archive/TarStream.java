package org.mailvane.reports.archive;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.mailvane.reports.Budget;
import org.mailvane.reports.Diagnostic;
import org.mailvane.reports.DiagnosticCode;
import org.mailvane.reports.Problem;

/**
 * Reads a tar archive from its first byte to its last: POSIX (ustar and pax, IEEE Std 1003.1, pax)
 * and GNU. Several archives one after the other are read as one.
 */
public final class TarStream implements Closeable {

    /**
     * A file of the archive.
     *
     * @param name as written in the archive, possibly empty
     * @param offset the offset of its bytes in the archive
     * @param size the number of its bytes
     * @param unread the reason why this kind of file is not read; null for all others
     */
    public record Entry(String name, long offset, long size, @Nullable Diagnostic unread) {}

    /** Bytes of a header; content is filled up to as many. */
    private static final int BLOCK = 512;

    /** Bytes of a long name, or of extended headers, that are read; more are skipped. */
    private static final int EXTENSION_BYTES = 64 << 10;

    private static final int NAME_BYTES = 100;
    private static final int SIZE_AT = 124;
    private static final int SIZE_BYTES = 12;
    private static final int CHECKSUM_AT = 148;
    private static final int CHECKSUM_BYTES = 8;
    private static final int TYPE_AT = 156;
    private static final int MAGIC_AT = 257;
    private static final int PREFIX_AT = 345;
    private static final int PREFIX_BYTES = 155;
    private static final String WHAT = Damage.TAR;

    private final PackedInput in;
    private final Budget budget;
    private final byte[] block = new byte[BLOCK];
    private Damage damage = new Damage(WHAT);
    private @Nullable Entry current;

    /** Name in the extended headers for the file that follows them. */
    private String longName = "";

    private long longSize = -1;
    private boolean sparse;

    /**
     * @param tar the archive's bytes; closed with this stream
     * @param budget is spent by what comes out
     */
    public TarStream(InputStream tar, Budget budget) {
        this.in = new PackedInput(tar);
        this.budget = budget;
    }

    /** Returns whether bytes begin with the header of a file, which its checksum identifies. */
    public static boolean isTar(byte[] head, int length) {
        if (length < BLOCK || head[0] == 0) {
            return false;
        }
        for (int i = CHECKSUM_AT; i < CHECKSUM_AT + CHECKSUM_BYTES; i++) {
            if (!(head[i] >= '0' && head[i] <= '7') && head[i] != ' ' && head[i] != 0) {
                return false;
            }
        }
        return number(head, CHECKSUM_AT, CHECKSUM_BYTES) == sum(head);
    }

    /** All bytes, where those of the sum itself are blanks. */
    private static long sum(byte[] header) {
        long sum = 0;
        for (int i = 0; i < BLOCK; i++) {
            boolean own = i >= CHECKSUM_AT && i < CHECKSUM_AT + CHECKSUM_BYTES;
            sum += own ? ' ' : header[i] & 0xff;
        }
        return sum;
    }

    /**
     * Goes on to the next file; links, directories and devices have no content.
     *
     * @return the file, or null at the end
     * @throws DamagedArchive where the archive can't be followed
     */
    public @Nullable Entry next() throws IOException {
        skipContent();
        damage = new Damage(WHAT);
        while (readBlock()) {
            long size = number(block, SIZE_AT, SIZE_BYTES);
            if (size < 0 || !isTar(block, BLOCK)) {
                damage.broken(in.position() - BLOCK);
                throw damaged();
            }
            switch (block[TYPE_AT]) {
                case 'x', 'X' -> extended(content(size));
                case 'L' -> longName = text(content(size));
                case 'g', 'K', 'N', 'D' -> content(size);
                case '1', '2', '3', '4', '5', '6', 'V' -> forgetExtended();
                default -> {
                    Entry entry = entry(longSize < 0 ? size : longSize);
                    forgetExtended();
                    if (!entry.name.endsWith("/")) {
                        current = entry;
                        return entry;
                    }
                }
            }
        }
        return null;
    }

    private Entry entry(long size) {
        Diagnostic unread = null;
        if (sparse || block[TYPE_AT] == 'S') {
            unread = Diagnostic.of(DiagnosticCode.UNSUPPORTED_SPARSE_TAR);
        } else if (block[TYPE_AT] == 'M') {
            unread = Diagnostic.of(DiagnosticCode.UNSUPPORTED_TAR_VOLUMES);
        }
        return new Entry(longName.isEmpty() ? name() : longName, in.position(), size, unread);
    }

    private void forgetExtended() {
        longName = "";
        longSize = -1;
        sparse = false;
    }

    private String name() {
        String name = text(block, 0, NAME_BYTES);
        boolean posix = text(block, MAGIC_AT, 6).equals("ustar");
        String prefix = posix ? text(block, PREFIX_AT, PREFIX_BYTES) : "";
        return prefix.isEmpty() ? name : prefix + "/" + name;
    }

    /** The content of the file that {@link #next} gave, valid until the next call of it. */
    public InputStream content() {
        return new Content(in, Objects.requireNonNull(current), budget, damage);
    }

    /** Returns the damage of that content. */
    public Damage damage() {
        return damage;
    }

    /**
     * Opens a file a second time.
     *
     * @param tar the same archive's bytes from their start; closed with the stream that is answered
     * @param entry the file as {@link #next} gave it
     * @param damage its {@link #damage}
     */
    public static InputStream open(InputStream tar, Entry entry, Budget budget, Damage damage)
            throws IOException {
        PackedInput in = new PackedInput(tar);
        in.skip(entry.offset);
        return new Content(in, entry, budget, damage) {
            @Override
            public void close() throws IOException {
                in.close();
            }
        };
    }

    private void skipContent() throws IOException {
        Entry entry = current;
        current = null;
        if (entry != null) {
            in.skip(entry.offset + padded(entry.size) - in.position());
        }
    }

    private static long padded(long size) {
        return size > Long.MAX_VALUE - BLOCK ? size : (size + BLOCK - 1) / BLOCK * BLOCK;
    }

    /** Reads the next block that is not empty; false at the end. */
    private boolean readBlock() throws IOException {
        while (true) {
            int n = read(block);
            if (n == 0) {
                return false;
            }
            if (!isEmpty(n)) {
                if (n < BLOCK) {
                    damage.cutOff(in.position());
                    throw damaged();
                }
                return true;
            }
        }
    }

    private boolean isEmpty(int length) {
        for (int i = 0; i < length; i++) {
            if (block[i] != 0) {
                return false;
            }
        }
        return true;
    }

    private int read(byte[] into) throws IOException {
        int filled = 0;
        while (filled < into.length) {
            int n = in.read(into, filled, into.length - filled);
            if (n < 0) {
                break;
            }
            filled += n;
        }
        return filled;
    }

    /** Returns the start of the content that follows a header. */
    private byte[] content(long size) throws IOException {
        byte[] content = new byte[(int) Math.min(size, EXTENSION_BYTES)];
        int n = read(content);
        if (n < content.length || !in.skip(padded(size) - n)) {
            damage.cutOff(in.position());
            throw damaged();
        }
        return content;
    }

    /** Records of the form {@code LENGTH KEY=VALUE} and a line end. */
    private void extended(byte[] records) {
        int at = 0;
        while (at < records.length) {
            int blank = at;
            long length = 0;
            while (blank < records.length && records[blank] >= '0' && records[blank] <= '9') {
                length = Math.min(length * 10 + records[blank] - '0', EXTENSION_BYTES);
                blank++;
            }
            int end = at + (int) length;
            if (blank >= end || end > records.length) {
                return;
            }
            String record = new String(records, blank, end - blank, StandardCharsets.UTF_8);
            int equals = record.indexOf('=');
            if (equals > 0) {
                keyword(record.substring(0, equals).strip(), record.substring(equals + 1).strip());
            }
            at = end;
        }
    }

    private void keyword(String key, String value) {
        switch (key) {
            case "path" -> longName = value;
            case "size" -> {
                if (value.length() < 19 && value.chars().allMatch(c -> c >= '0' && c <= '9')) {
                    longSize = value.isEmpty() ? -1 : Long.parseLong(value);
                }
            }
            default -> sparse |= key.startsWith("GNU.sparse");
        }
    }

    private static String text(byte[] bytes) {
        return text(bytes, 0, bytes.length);
    }

    private static String text(byte[] bytes, int from, int most) {
        int end = from;
        while (end < from + most && bytes[end] != 0) {
            end++;
        }
        return new String(bytes, from, end - from, StandardCharsets.UTF_8);
    }

    /** Octal digits, or GNU's form of large numbers; negative where it is neither. */
    private static long number(byte[] bytes, int from, int length) {
        if ((bytes[from] & 0x80) != 0) {
            long value = bytes[from] & 0x7f;
            for (int i = from + 1; i < from + length; i++) {
                if (value >= 1L << 54) {
                    return -1;
                }
                value = (value << 8) | (bytes[i] & 0xff);
            }
            return value;
        }
        long value = 0;
        boolean ended = false;
        for (int i = from; i < from + length; i++) {
            if (bytes[i] >= '0' && bytes[i] <= '7' && !ended) {
                value = value * 8 + bytes[i] - '0';
            } else if (bytes[i] != ' ' && bytes[i] != 0) {
                return -1;
            } else {
                ended |= value > 0;
            }
        }
        return value;
    }

    private DamagedArchive damaged() {
        return new DamagedArchive(
                Problem.Reason.BAD_ARCHIVE, Objects.requireNonNull(damage.diagnostic()));
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    /** The content of one file. Closing it leaves the archive open. */
    private static class Content extends UnpackedStream {

        private final PackedInput in;
        private final Entry entry;

        Content(PackedInput in, Entry entry, Budget budget, Damage damage) {
            super(budget, damage);
            this.in = in;
            this.entry = entry;
        }

        @Override
        int unpack(byte[] into, int offset, int length) throws IOException, CutOffException {
            long left = entry.size - unpacked();
            if (left <= 0) {
                return -1;
            }
            int n = in.read(into, offset, (int) Math.min(length, left));
            if (n < 0) {
                throw new CutOffException();
            }
            return n;
        }

        @Override
        long packed() {
            return in.position() - entry.offset;
        }

        @Override
        long position() {
            return in.position();
        }
    }
}
