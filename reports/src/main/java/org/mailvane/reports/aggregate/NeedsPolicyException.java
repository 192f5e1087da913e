package org.mailvane.reports.aggregate;

import java.io.Serial;

/**
 * Thrown if a record can't be passed on before the policy domain is known, and the policy comes
 * after it: the document has to be surveyed first.
 */
final class NeedsPolicyException extends Exception {

    @Serial private static final long serialVersionUID = 1L;

    NeedsPolicyException() {
        super(null, null, false, false);
    }
}
