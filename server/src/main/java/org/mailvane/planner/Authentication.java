package org.mailvane.planner;

import java.util.List;

/**
 * What DNS says of how receivers tell a domain's own mail from others', as it was when that was
 * known last.
 *
 * @param spf its SPF record
 * @param lostSelectors the DKIM selectors that reports have shown, where no key that receivers can
 *     use stands at any current one; else empty: with other keys, one that is gone was retired
 * @param brokenKey whether a key stands at a current selector that receivers can't use
 */
record Authentication(Spf spf, List<String> lostSelectors, boolean brokenKey) {

    /** Nothing is known, and nothing said against it. */
    static final Authentication UNKNOWN = new Authentication(Spf.UNKNOWN, List.of(), false);

    Authentication {
        lostSelectors = List.copyOf(lostSelectors);
    }

    /** How an SPF record is. */
    enum Spf {
        /** It was never read. */
        UNKNOWN,
        /** Receivers can use it. */
        USABLE,
        /** There is none. */
        MISSING,
        /** Receivers can't use it. */
        BROKEN,
        /** Every host of the internet passes by it (RFC 7208, section 5.1). */
        ANYONE,
        /** Nobody passes by it. */
        NOBODY
    }
}
