package org.mailvane.reports.aggregate;

import java.io.Serial;

/**
 * A record can't be handed over before the policy domain is known, and the policy stands behind it:
 * the document has to be surveyed first.
 */
final class NeedsPolicyException extends Exception {

    @Serial private static final long serialVersionUID = 1L;

    NeedsPolicyException() {
        super(null, null, false, false);
    }
}
