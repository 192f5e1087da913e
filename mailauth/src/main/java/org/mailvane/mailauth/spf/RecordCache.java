package org.mailvane.mailauth.spf;

import org.jspecify.annotations.Nullable;

/**
 * Remembers records that were read: the same ones are met all the time. Direct-mapped and of fixed
 * size: a new record takes the place of another one.
 *
 * <p>Threads share it without locks. Records never change, so that all that can happen is that one
 * is read twice.
 */
final class RecordCache {

    private static final int BITS = 10;
    private static final int FACTOR = 0x9e3779b9;

    /** Longer records are not remembered, nor those of more terms: memory is bounded by these. */
    static final int MAX_LENGTH = 1_000;

    static final int MAX_TERMS = 64;

    private final @Nullable SpfRecord[] records = new SpfRecord[1 << BITS];

    /** The record of a text. */
    SpfRecord get(String text) {
        int slot = (text.hashCode() * FACTOR) >>> (Integer.SIZE - BITS);
        SpfRecord known = records[slot];
        if (known != null && known.text().equals(text)) {
            return known;
        }
        SpfRecord record = SpfParser.parse(text);
        if (text.length() <= MAX_LENGTH && record.terms().size() <= MAX_TERMS) {
            records[slot] = record;
        }
        return record;
    }
}
