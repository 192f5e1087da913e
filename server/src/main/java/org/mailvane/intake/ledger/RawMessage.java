package org.mailvane.intake.ledger;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;
import org.mailvane.reports.ByteSource;
import org.mailvane.text.Message;

/**
 * A message or file as it came in, kept in memory and stored deflated. A report of hundreds of
 * megabytes of XML becomes a few megabytes that way.
 */
public final class RawMessage implements ByteSource {

    /** Bytes of one message or file at most. */
    public static final long MAX_SIZE = 1L << 30;

    /** Deflated bytes of one message or file at most: they are in memory while it is read. */
    public static final int MAX_DEFLATED = 32 << 20;

    /** Up to this size the bytes themselves are kept too, which saves inflating them again. */
    private static final int HELD_PLAIN = 1 << 20;

    private static final int BUFFER = 64 << 10;

    private final byte[] contentHash;
    private final long size;
    private final byte[] deflated;
    private final byte @Nullable [] plain;

    private RawMessage(byte[] contentHash, long size, byte[] deflated, byte @Nullable [] plain) {
        this.contentHash = contentHash;
        this.size = size;
        this.deflated = deflated;
        this.plain = plain;
    }

    /** A message that is larger than {@link #MAX_SIZE} or {@link #MAX_DEFLATED}. */
    public static final class TooLarge extends IOException {

        private static final long serialVersionUID = 1;

        private final long limit;
        private final boolean isCompressed;

        public TooLarge(long limit, boolean isCompressed) {
            super("larger than " + limit + " bytes" + (isCompressed ? ", compressed" : ""));
            this.limit = limit;
            this.isCompressed = isCompressed;
        }

        /** Returns what people see. */
        public Message reason() {
            return Message.of(
                            isCompressed
                                    ? "imports.file.too_large_compressed"
                                    : "imports.file.too_large")
                    .with("megabytes", limit >> 20);
        }
    }

    /** A message of the queue that is not read. */
    public static final class Gone extends IOException {

        private static final long serialVersionUID = 1;

        private final transient Message reason;

        public Gone(Message reason) {
            super(reason.code());
            this.reason = reason;
        }

        /** Returns what people see. */
        public Message reason() {
            return reason;
        }
    }

    /**
     * Takes in a message.
     *
     * @throws TooLarge when it is too large to be kept
     */
    public static RawMessage read(InputStream input) throws IOException {
        MessageDigest digest = sha256();
        byte[] head = input.readNBytes(HELD_PLAIN);
        digest.update(head);
        long size = head.length;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(head.length / 2 + BUFFER);
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        try (DeflaterOutputStream out = new DeflaterOutputStream(bytes, deflater, BUFFER)) {
            out.write(head);
            byte[] buffer = new byte[BUFFER];
            for (int n = input.read(buffer); n >= 0; n = input.read(buffer)) {
                size += n;
                if (size > MAX_SIZE) {
                    throw new TooLarge(MAX_SIZE, false);
                }
                if (bytes.size() > MAX_DEFLATED) {
                    throw new TooLarge(MAX_DEFLATED, true);
                }
                digest.update(buffer, 0, n);
                out.write(buffer, 0, n);
            }
        } finally {
            deflater.end();
        }
        boolean small = size == head.length && size < HELD_PLAIN;
        return new RawMessage(digest.digest(), size, bytes.toByteArray(), small ? head : null);
    }

    /** Returns what is kept instead of this message: it keeps the hash of what came. */
    public RawMessage replacedBy(byte[] bytes) {
        try {
            RawMessage copy = read(new ByteArrayInputStream(bytes));
            return new RawMessage(contentHash, copy.size, copy.deflated, copy.plain);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** Returns a message that was stored. */
    static RawMessage stored(byte[] contentHash, long size, byte[] deflated) {
        return new RawMessage(contentHash, size, deflated, null);
    }

    /** SHA-256 of the bytes as they came, also where something else is kept. */
    public byte[] contentHash() {
        return contentHash;
    }

    /** Bytes that are kept, inflated. */
    public long size() {
        return size;
    }

    /** Returns the bytes as they are stored: zlib, RFC 1950. */
    public byte[] deflated() {
        return deflated;
    }

    /** Bytes that it has in memory. */
    public int held() {
        return deflated.length + (plain == null ? 0 : plain.length);
    }

    @Override
    public InputStream open() {
        return plain != null
                ? new ByteArrayInputStream(plain)
                : new InflaterInputStream(new ByteArrayInputStream(deflated));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
