package org.mailvane.mailauth.dkim;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.mailvane.mailauth.message.BodyListener;

/**
 * The hash of a body while it passes by (RFC 6376, sections 3.4.3, 3.4.4 and 3.7). It keeps nothing
 * of the body: empty lines, which do not count at the end, are a number.
 */
final class BodyHash implements BodyListener {

    /** The length of a signature without {@code l}. */
    static final long WHOLE = Long.MAX_VALUE;

    private static final int BUFFER = 8 * 1024;

    private final boolean isRelaxed;
    private final long length;
    private final MessageDigest digest = sha256();
    private final byte[] buffer = new byte[BUFFER];
    private int buffered;
    private long total;
    private long lineEnds;
    private boolean isBlank;
    private byte[] hash = {};

    /**
     * Starts before the body.
     *
     * @param length how many octets are hashed, after canonicalization
     */
    BodyHash(boolean isRelaxed, long length) {
        this.isRelaxed = isRelaxed;
        this.length = length;
    }

    @Override
    public void octets(byte[] octets, int from, int to) {
        for (int i = from; i < to; i++) {
            byte octet = octets[i];
            if (isRelaxed && (octet == ' ' || octet == '\t')) {
                isBlank = true;
                continue;
            }
            if (lineEnds > 0) {
                putLineEnds();
            }
            if (isBlank) {
                put((byte) ' ');
                isBlank = false;
            }
            put(octet);
        }
    }

    @Override
    public void endOfLine() {
        isBlank = false;
        lineEnds++;
    }

    /** Ends the body; must be called once. */
    void finish() {
        if (total > 0 || !isRelaxed) {
            lineEnds = 1;
            putLineEnds();
        }
        digest.update(buffer, 0, buffered);
        hash = digest.digest();
    }

    /** Returns the hash of the body that has ended. */
    byte[] hash() {
        return hash.clone();
    }

    /** Returns how many octets the whole body has after canonicalization. */
    long total() {
        return total;
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }

    private void putLineEnds() {
        for (; lineEnds > 0; lineEnds--) {
            put((byte) '\r');
            put((byte) '\n');
        }
    }

    private void put(byte octet) {
        if (total++ < length) {
            buffer[buffered++] = octet;
            if (buffered == BUFFER) {
                digest.update(buffer, 0, BUFFER);
                buffered = 0;
            }
        }
    }
}
