package org.mailvane.reports.aggregate;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Remembers what short byte sequences mean: the domains, selectors, words and addresses of reports
 * repeat all the time. Direct-mapped and of fixed size: a new value takes the place of another one.
 *
 * @param <T> what a sequence means
 */
final class TokenCache<T> {

    /** Longer sequences are not remembered: they hardly ever repeat. */
    static final int MAX_LENGTH = 64;

    /** Number of bytes after a sequence that are read, whatever they are. */
    static final int READ_AHEAD = 8;

    private static final long FACTOR = 0x9e3779b97f4a7c15L;

    /** Turns a sequence that is not remembered into what it means. */
    @FunctionalInterface
    interface Meaning<T> {
        T of(byte[] bytes, int from, int to) throws NotPlainException;
    }

    private static final class Token<T> {

        private final byte[] key;
        private final T value;

        Token(byte[] key, T value) {
            this.key = key;
            this.value = value;
        }
    }

    private final @Nullable Token<T>[] tokens;
    private final int shift;
    private final Meaning<T> meaning;

    /** A cache of two to the power of {@code bits} values. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    TokenCache(int bits, Meaning<T> meaning) {
        tokens = new Token[1 << bits];
        shift = Long.SIZE - bits;
        this.meaning = meaning;
    }

    T get(byte[] bytes, int from, int to) throws NotPlainException {
        int length = to - from;
        if (length > MAX_LENGTH) {
            return meaning.of(bytes, from, to);
        }
        int slot = slot(bytes, from, length);
        Token<T> token = tokens[slot];
        if (token != null && Arrays.equals(token.key, 0, token.key.length, bytes, from, to)) {
            return token.value;
        }
        T value = meaning.of(bytes, from, to);
        tokens[slot] = new Token<>(Arrays.copyOfRange(bytes, from, to), value);
        return value;
    }

    private int slot(byte[] bytes, int from, int length) {
        long hash = length;
        int at = from;
        int left = length;
        for (; left >= 8; left -= 8, at += 8) {
            hash = (hash ^ Tag.longAt(bytes, at)) * FACTOR;
            hash ^= hash >>> 32;
        }
        if (left > 0) {
            long rest = Tag.longAt(bytes, at) & ((1L << (8 * left)) - 1);
            hash = (hash ^ rest) * FACTOR;
            hash ^= hash >>> 32;
        }
        return (int) ((hash * FACTOR) >>> shift);
    }
}
