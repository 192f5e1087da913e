package org.mailvane.planner;

import java.util.List;
import org.mailvane.text.Passage;

/**
 * What DNS says about how receivers distinguish a domain's own mail from others', as it was last
 * known.
 *
 * @param spf its SPF record
 * @param lostSelectors the DKIM selectors that reports have shown, where no current selector has a
 *     key that receivers can use; else empty, since mail that passed by a lost key is then a lapse
 * @param hasKey whether a current selector has a key that receivers can use
 * @param brokenKey whether a current selector has a key that receivers can't use
 * @param broad what is wrong with an SPF record that lets too many hosts send; empty otherwise
 * @param lapses mail that passed by what is gone
 */
record Authentication(
        Spf spf,
        List<String> lostSelectors,
        boolean hasKey,
        boolean brokenKey,
        Passage broad,
        LostAuthentication lapses) {

    /** Nothing is known, and nothing said against it. */
    static final Authentication UNKNOWN =
            new Authentication(
                    Spf.UNKNOWN, List.of(), false, false, Passage.EMPTY, LostAuthentication.NONE);

    Authentication {
        lostSelectors = List.copyOf(lostSelectors);
    }

    /** Returns the same, with mail that passed by what is gone. */
    Authentication without(LostAuthentication mail) {
        return new Authentication(spf, lostSelectors, hasKey, brokenKey, broad, mail);
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
        /**
         * Receivers can use it, and more hosts pass by it than an organisation and its senders
         * have.
         */
        BROAD,
        /** Every host of the internet passes by it (RFC 7208, section 5.1). */
        ANYONE,
        /** Nobody passes by it. */
        NOBODY
    }
}
