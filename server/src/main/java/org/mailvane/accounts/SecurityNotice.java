package org.mailvane.accounts;

import java.util.Locale;

/** Changes that users are notified of by mail, so that they notice any that they did not make. */
enum SecurityNotice {
    /** Another password. */
    PASSWORD,
    SECOND_FACTOR_ON,
    SECOND_FACTOR_OFF,
    /** New recovery codes in place of those before. */
    RECOVERY_CODES,
    /** A recovery code in place of one of the app; with it comes how many are left. */
    RECOVERY_CODE_USED,
    /** A new API token. */
    API_TOKEN,
    /** Converted to single sign-on. */
    SINGLE_SIGN_ON,
    /** A password in place of single sign-on. */
    SINGLE_SIGN_ON_OVER,
    /**
     * Told to the owner: somebody else has changed what a user may do. With it come who, whose, and
     * what became of each right.
     */
    RIGHTS;

    /** What the names of its texts begin with. */
    String key() {
        return "notice." + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
