package org.mailvane.reports.archive;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;
import org.mailvane.reports.Budget;

/**
 * Unpacks one compressed document: gzip (RFC 1952), zlib (RFC 1950) or raw deflate data (RFC 1951).
 *
 * <p>It takes what receivers really send: several gzip members, garbage after the last one, a
 * cut-off tail. Checksums are not compared: a document that is readable in spite of a wrong one is
 * read.
 */
public final class CompressedStream extends UnpackedStream {

    /** The format around the deflate data. */
    public enum Wrapper {
        GZIP(Damage.GZIP, 8),
        ZLIB(Damage.ZLIB, 4),
        NONE(Damage.DEFLATE, 0);

        private final String what;

        /** Number of bytes of checksums and sizes after the data. */
        private final int trailer;

        Wrapper(String what, int trailer) {
            this.what = what;
            this.trailer = trailer;
        }

        /** Returns the word for such a file, one of those of {@link Damage}. */
        public String what() {
            return what;
        }
    }

    private static final int GZIP_MAGIC = 0x8b1f;
    private static final int GZIP_FIXED_AFTER_FLAGS = 6;
    private static final int FLAG_HEADER_CHECKSUM = 2;
    private static final int FLAG_EXTRA = 4;
    private static final int FLAG_NAME = 8;
    private static final int FLAG_COMMENT = 16;
    private static final int ZLIB_HEADER = 2;
    private static final int ZLIB_DEFLATE = 0x78;
    private static final int ZLIB_HEADER_FACTOR = 31;
    private static final int PROBE_BYTES = 32;

    private final PackedInput in;
    private final Inflaters inflaters;
    private final Wrapper wrapper;
    private final Damage damage;
    private @Nullable Inflater inflater;
    private boolean started;
    private OptionalLong end = OptionalLong.empty();

    /**
     * @param packed the compressed bytes; closed with this stream
     * @param budget is spent by what comes out
     * @param damage notified if it ends too early
     */
    public CompressedStream(
            InputStream packed,
            Wrapper wrapper,
            Inflaters inflaters,
            Budget budget,
            Damage damage) {
        super(budget, damage);
        this.damage = damage;
        this.in = new PackedInput(packed);
        this.wrapper = wrapper;
        this.inflaters = inflaters;
        this.inflater = inflaters.borrow();
    }

    /**
     * Whether bytes are zlib data: they begin with one of its few headers, and what follows can be
     * unpacked.
     */
    public static boolean looksLikeZlib(byte[] head, int length, Inflaters inflaters) {
        return length > ZLIB_HEADER
                && head[0] == ZLIB_DEFLATE
                && ((head[0] << 8) + (head[1] & 0xff)) % ZLIB_HEADER_FACTOR == 0
                && !unpackedStart(head, ZLIB_HEADER, length, inflaters).isEmpty();
    }

    /**
     * Whether bytes without any header are deflate data in which a document begins. Much can be
     * unpacked by chance, so the result must start as XML or JSON does.
     */
    public static boolean looksDeflated(byte[] head, int length, Inflaters inflaters) {
        String start = unpackedStart(head, 0, length, inflaters).strip();
        return start.startsWith("<?xml")
                || start.startsWith("<feedback")
                || start.startsWith("{\"");
    }

    private static String unpackedStart(byte[] head, int from, int to, Inflaters inflaters) {
        Inflater inflater = inflaters.borrow();
        try {
            byte[] text = new byte[PROBE_BYTES];
            inflater.setInput(head, from, to - from);
            return new String(text, 0, inflater.inflate(text), StandardCharsets.ISO_8859_1);
        } catch (DataFormatException e) {
            return "";
        } finally {
            inflaters.giveBack(inflater);
        }
    }

    @Override
    int unpack(byte[] into, int offset, int length) throws IOException, DataFormatException {
        Inflater open = inflater;
        if (open == null) {
            return -1;
        }
        if (!started) {
            started = true;
            skipHeader();
        }
        while (true) {
            int n = in.inflate(open, into, offset, length);
            if (n > 0) {
                damage.atNextPiece(false);
                return n;
            }
            if (!skipToNextMember()) {
                return -1;
            }
            open.reset();
        }
    }

    @Override
    long packed() {
        return in.position();
    }

    @Override
    long position() {
        return in.position();
    }

    private void skipHeader() throws IOException, CutOffException {
        switch (wrapper) {
            case GZIP -> {
                in.readShort();
                skipGzipHeaderAfterMagic();
            }
            case ZLIB -> in.skip(ZLIB_HEADER);
            case NONE -> {}
        }
    }

    /** Whether one more member follows the trailer; what else is there is not part of the file. */
    private boolean skipToNextMember() throws IOException, CutOffException {
        if (!in.skip(wrapper.trailer) || in.peek() < 0) {
            return false;
        }
        long position = in.position();
        if (wrapper == Wrapper.GZIP && in.readShort() == GZIP_MAGIC) {
            damage.atNextPiece(true);
            skipGzipHeaderAfterMagic();
            return true;
        }
        end = OptionalLong.of(position);
        return false;
    }

    /**
     * Returns where its packed bytes end and others follow; empty if it was not read to its end.
     */
    public OptionalLong end() {
        return end;
    }

    private void skipGzipHeaderAfterMagic() throws IOException, CutOffException {
        int method = in.read();
        int flags = in.read();
        boolean whole = method >= 0 && flags >= 0 && in.skip(GZIP_FIXED_AFTER_FLAGS);
        if (whole && (flags & FLAG_EXTRA) != 0) {
            int size = in.readShort();
            whole = size >= 0 && in.skip(size);
        }
        if (whole && (flags & FLAG_NAME) != 0) {
            skipText();
        }
        if (whole && (flags & FLAG_COMMENT) != 0) {
            skipText();
        }
        if (whole && (flags & FLAG_HEADER_CHECKSUM) != 0) {
            whole = in.skip(2);
        }
        if (!whole) {
            throw new CutOffException();
        }
    }

    private void skipText() throws IOException {
        int c = in.read();
        while (c > 0) {
            c = in.read();
        }
    }

    @Override
    public void close() throws IOException {
        if (inflater != null) {
            inflaters.giveBack(inflater);
            inflater = null;
        }
        in.close();
    }
}
