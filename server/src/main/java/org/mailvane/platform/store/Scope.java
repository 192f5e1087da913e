package org.mailvane.platform.store;

/**
 * What a statement may see: one account's rows, and of its domains those that a user has access to.
 *
 * <p>It is made from the signed-in caller, or by a command for the account that it works for.
 *
 * @param accountId the account
 * @param userId the user, or {@link #NOBODY} where the program works by itself
 * @param reads the domains that may be read
 * @param writes the domains that may be changed
 */
public record Scope(long accountId, long userId, Reach reads, Reach writes) {

    /** Stands for the program itself. */
    public static final long NOBODY = 0;

    /** How much of an account's domains somebody has access to; each holds the ones before it. */
    public enum Reach {
        /** The domains of the groups that the user was given access to. */
        GROUPS,
        /** All domains, by access to the DEFAULT group. */
        DOMAINS,
        /** Everything, as the owner and admins have it. */
        ACCOUNT;

        /** Whether every domain of the account is among them. */
        public boolean allDomains() {
            return this != GROUPS;
        }
    }

    /** The whole account, for commands and for what works in the background. */
    public static Scope ofAccount(long accountId) {
        return new Scope(accountId, NOBODY, Reach.ACCOUNT, Reach.ACCOUNT);
    }

    /**
     * The whole account, for work on behalf of a user of whom is known already that they may do it,
     * or that has nothing to do with domains.
     */
    public Scope wholeAccount() {
        return new Scope(accountId, userId, Reach.ACCOUNT, Reach.ACCOUNT);
    }
}
