package org.mailvane.mailauth.finding;

/**
 * One thing that can be found, an entry of the catalogue. Its enums are the files of this package
 * that end with {@code Findings}, one for each record; {@link Catalogue} has all of them.
 *
 * <p>In text and solution, {@code {0}}, {@code {1}}... stand for the values of one case.
 */
public interface FindingKind {

    /** What is said of it. */
    Entry entry();

    /**
     * What the catalogue says of a finding.
     *
     * @param code {@code record.object.problem}; never changes once it was released
     * @param level how bad it is
     * @param text what was found, in one or two sentences that anybody who has the domain
     *     understands
     * @param solution what to do about it; empty where there is nothing to do
     * @param reference where it is laid down, such as {@code RFC 7208, section 4.6.4}; empty where
     *     it is experience
     */
    record Entry(String code, Level level, String text, String solution, String reference) {}

    /** This finding in one case. */
    default Finding with(Object... values) {
        return Finding.of(entry(), values);
    }
}
