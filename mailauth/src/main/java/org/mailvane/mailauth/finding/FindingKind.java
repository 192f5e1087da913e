package org.mailvane.mailauth.finding;

import java.util.List;

/**
 * One thing that can be found, an entry of the catalogue. Its enums are the files of this package
 * that end with {@code Findings}, one for each record; {@link Catalogue} has all of them.
 *
 * <p>The library has codes and values, and no sentences: what people read is written by who shows
 * it, in their language. The texts are in docs/findings.md.
 */
public interface FindingKind {

    /** Returns the entry of the catalogue. */
    Entry entry();

    /**
     * The catalogue's entry for a finding.
     *
     * @param code {@code record.object.problem}; never changes once it was released
     * @param level how bad it is
     * @param reference where it is specified, such as {@code RFC 7208, section 4.6.4}; empty where
     *     it is experience
     * @param arguments the names of its values, in the order in which {@link #with} takes them
     */
    record Entry(String code, Level level, String reference, List<String> arguments) {}

    /**
     * Returns this finding in one case.
     *
     * @param values one for each argument; {@link FindingValue#of} says which are possible
     */
    default Finding with(Object... values) {
        return Finding.of(entry(), values);
    }
}
