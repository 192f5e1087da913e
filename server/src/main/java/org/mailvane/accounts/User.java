package org.mailvane.accounts;

/**
 * A person who signs in.
 *
 * @param id the user's number
 * @param accountId the account
 * @param email address, unique in the installation whatever its case
 * @param owner whether the account is theirs
 * @param admin whether they may do everything in the account; always true of the owner
 * @param active whether they may sign in
 */
public record User(
        long id, long accountId, String email, boolean owner, boolean admin, boolean active) {

    /** Characters of an email address at most (RFC 5321, section 4.5.3.1.3, less the brackets). */
    public static final int MAX_EMAIL_LENGTH = 254;
}
