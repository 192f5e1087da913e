package org.mailvane.store;

/**
 * What a statement may see: one account's rows.
 *
 * <p>It is made from the signed-in caller, or by a command for the account that it works for.
 *
 * @param accountId the account
 */
public record Scope(long accountId) {}
