package org.mailvane.reports.archive;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.mailvane.reports.Budget;
import org.mailvane.reports.Problem;

/**
 * Finds the content of a CMS file in BER or DER (RFC 5652; S/MIME, RFC 8551): the mail that is
 * signed, or the data that are compressed (RFC 3274). Signatures are not looked at.
 */
public final class CmsFile {

    /** The content type of such a file. */
    public enum Kind {
        /** Something that is signed or compressed; see {@link #content}. */
        READABLE,
        /** A detached signature. */
        SIGNATURE,
        /** Something that only its recipient can read. */
        ENCRYPTED,
        /** Anything else, such as certificates. */
        OTHER
    }

    private static final int INTEGER = 0x02;
    private static final int OCTETS = 0x04;
    private static final int OBJECT_IDENTIFIER = 0x06;
    private static final int SEQUENCE = 0x30;
    private static final int SET = 0x31;
    private static final int CONSTRUCTED_OCTETS = 0x24;
    private static final int EXPLICIT_0 = 0xa0;
    private static final int END = 0;

    /** Marks a length that an end marker gives in place of a number: X.690, section 8.1.3.6. */
    private static final long INDEFINITE = -1;

    /** Values inside values that are skipped; names and algorithms need six. */
    private static final int DEPTH = 16;

    private static final int LONGEST_IDENTIFIER = 16;
    private static final int LENGTH_BYTES = 7;
    private static final byte[] PKCS_7 = {
        0x2a, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xf7, 0x0d, 0x01, 0x07
    };
    private static final byte[] COMPRESSED = {
        0x2a, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xf7, 0x0d, 0x01, 0x09, 0x10, 0x01, 0x09
    };
    private static final byte[] AUTHENTICATED_ENVELOPED = {
        0x2a, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xf7, 0x0d, 0x01, 0x09, 0x10, 0x01, 0x17
    };
    private static final int SIGNED = 2;
    private static final int ENVELOPED = 3;
    private static final int SIGNED_AND_ENVELOPED = 4;
    private static final int ENCRYPTED_DATA = 6;

    private final PackedInput in;
    private final Budget budget;
    private final Damage damage;
    private @Nullable InputStream content;

    private CmsFile(InputStream file, Budget budget, Damage damage) {
        this.in = new PackedInput(file);
        this.budget = budget;
        this.damage = damage;
    }

    /**
     * A file and its content.
     *
     * @param kind what it is
     * @param content what it holds, where that is readable; null otherwise
     */
    public record Opened(Kind kind, @Nullable InputStream content) {}

    /**
     * Opens a file.
     *
     * @param file its bytes
     * @param budget is spent by the content
     * @param damage notified if that ends too early
     * @throws DamagedArchive where it ends before its content
     */
    public static Opened open(InputStream file, Budget budget, Damage damage) throws IOException {
        CmsFile cms = new CmsFile(file, budget, damage);
        try {
            Kind kind = cms.kind();
            return new Opened(kind, cms.content);
        } catch (CutOffException e) {
            damage.cutOff(cms.in.position());
            throw new DamagedArchive(
                    Problem.Reason.BAD_ARCHIVE, Objects.requireNonNull(damage.diagnostic()));
        }
    }

    private Kind kind() throws IOException, CutOffException {
        if (tag() != SEQUENCE) {
            return Kind.OTHER;
        }
        length();
        byte[] type = identifier();
        boolean compressed = Arrays.equals(type, COMPRESSED);
        if (Arrays.equals(type, AUTHENTICATED_ENVELOPED)) {
            return Kind.ENCRYPTED;
        }
        boolean pkcs7 =
                type.length == PKCS_7.length + 1
                        && Arrays.equals(type, 0, PKCS_7.length, PKCS_7, 0, PKCS_7.length);
        int number = pkcs7 ? type[PKCS_7.length] : 0;
        if (number == ENVELOPED || number == SIGNED_AND_ENVELOPED || number == ENCRYPTED_DATA) {
            return Kind.ENCRYPTED;
        }
        if ((number != SIGNED && !compressed) || !enters(EXPLICIT_0) || !enters(SEQUENCE)) {
            return Kind.OTHER;
        }
        if (!skips(INTEGER) || !skips(compressed ? SEQUENCE : SET)) {
            return Kind.OTHER;
        }
        return encapsulated();
    }

    /** The content and its type: RFC 5652, section 5.2. */
    private Kind encapsulated() throws IOException, CutOffException {
        if (tag() != SEQUENCE) {
            return Kind.OTHER;
        }
        long length = length();
        long start = in.position();
        identifier();
        boolean ends = length != INDEFINITE && in.position() - start >= length;
        if (ends || in.peek() == END) {
            return Kind.SIGNATURE;
        }
        if (!enters(EXPLICIT_0)) {
            return Kind.OTHER;
        }
        int tag = tag();
        if (tag != OCTETS && tag != CONSTRUCTED_OCTETS) {
            return Kind.OTHER;
        }
        content = new Octets(tag == OCTETS, length());
        return Kind.READABLE;
    }

    private boolean enters(int wanted) throws IOException, CutOffException {
        if (tag() != wanted) {
            return false;
        }
        length();
        return true;
    }

    private boolean skips(int wanted) throws IOException, CutOffException {
        if (tag() != wanted) {
            return false;
        }
        skip(length(), DEPTH);
        return true;
    }

    private void skip(long length, int depth) throws IOException, CutOffException {
        if (length != INDEFINITE) {
            if (!in.skip(length)) {
                throw new CutOffException();
            }
            return;
        }
        if (depth == 0) {
            throw new CutOffException();
        }
        while (tag() != END) {
            skip(length(), depth - 1);
        }
        length();
    }

    private byte[] identifier() throws IOException, CutOffException {
        if (tag() != OBJECT_IDENTIFIER) {
            return new byte[0];
        }
        long length = length();
        if (length < 0 || length > LONGEST_IDENTIFIER) {
            return new byte[0];
        }
        byte[] identifier = new byte[(int) length];
        for (int i = 0; i < identifier.length; i++) {
            identifier[i] = (byte) tag();
        }
        return identifier;
    }

    /** The next byte; all tags that matter have one. */
    private int tag() throws IOException, CutOffException {
        int tag = in.read();
        if (tag < 0) {
            throw new CutOffException();
        }
        return tag;
    }

    private long length() throws IOException, CutOffException {
        int first = tag();
        if (first < 0x80) {
            return first;
        }
        int bytes = first & 0x7f;
        if (bytes == 0) {
            return INDEFINITE;
        }
        if (bytes > LENGTH_BYTES) {
            throw new CutOffException();
        }
        long length = 0;
        for (int i = 0; i < bytes; i++) {
            length = length << 8 | tag();
        }
        return length;
    }

    /** The bytes of an octet string, which may come in pieces: X.690, section 8.7. */
    private final class Octets extends UnpackedStream {

        private final boolean inPieces;
        private final long end;
        private long left;

        Octets(boolean primitive, long length) {
            super(CmsFile.this.budget, CmsFile.this.damage);
            inPieces = !primitive;
            left = primitive ? length : 0;
            end = length == INDEFINITE ? Long.MAX_VALUE : in.position() + length;
        }

        @Override
        int unpack(byte[] into, int offset, int length) throws IOException, CutOffException {
            while (left == 0) {
                if (!inPieces || in.position() >= end || tag() != OCTETS) {
                    return -1;
                }
                left = length();
                if (left < 0) {
                    throw new CutOffException();
                }
            }
            int n = in.read(into, offset, (int) Math.min(length, left));
            if (n < 0) {
                throw new CutOffException();
            }
            left -= n;
            return n;
        }

        @Override
        long packed() {
            return in.position();
        }

        @Override
        long position() {
            return in.position();
        }
    }
}
