package org.mailvane.accounts;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.mailvane.platform.store.Scope;
import org.mailvane.text.Language;

/**
 * A person who signs in.
 *
 * @param id the user's number
 * @param accountId the account
 * @param email address, unique in the installation whatever its case
 * @param dateJoined when the user was made
 * @param active whether they may sign in
 * @param owner whether the account is theirs
 * @param admin whether they may do everything in the account; always true of the owner
 * @param tokenEnd last characters of the API token; null when there is none
 * @param ssoReady whether they sign in through the identity provider, and so without a password
 * @param forensicAccess whether they may see forensic data
 * @param billingAccess whether they may see and change what the account pays
 * @param lastLogin when they last signed in; null for never
 * @param lastLoginSso whether that was through the identity provider
 * @param secondFactor whether they sign in with a second factor
 * @param settings what their client keeps for them, as JSON
 * @param language in which they are written to
 */
public record User(
        long id,
        long accountId,
        String email,
        Instant dateJoined,
        boolean active,
        boolean owner,
        boolean admin,
        @Nullable String tokenEnd,
        boolean ssoReady,
        boolean forensicAccess,
        boolean billingAccess,
        @Nullable Instant lastLogin,
        boolean lastLoginSso,
        boolean secondFactor,
        String settings,
        Language language) {

    /** Characters of an email address at most (RFC 5321, section 4.5.3.1.3, less the brackets). */
    public static final int MAX_EMAIL_LENGTH = 254;

    /** The API token as it may be shown; empty when there is none. */
    public String maskedToken() {
        return tokenEnd == null ? "" : masked(tokenEnd);
    }

    static String masked(String end) {
        return Accounts.TOKEN_PREFIX + "..." + end;
    }

    /** The account as statements about this user see it. */
    Scope scope() {
        return Scope.ofAccount(accountId);
    }
}
