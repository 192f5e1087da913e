package org.mailvane.intake.ledger;

import org.jspecify.annotations.Nullable;

/**
 * Reports that wait until their domain is added.
 *
 * @param reports how many
 * @param domain one of the domains; null where none waits
 */
public record WaitingReports(long reports, @Nullable String domain) {}
