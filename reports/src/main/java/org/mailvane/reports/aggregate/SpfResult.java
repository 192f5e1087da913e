package org.mailvane.reports.aggregate;

import org.jspecify.annotations.Nullable;

/**
 * Result of one SPF check.
 *
 * @param domain the checked domain, lower case; empty if the report names none
 * @param scope {@code mfrom} or {@code helo}; {@code mfrom} where the report names none
 * @param result the outcome
 * @param humanResult the reporter's own words
 */
public record SpfResult(
        String domain, String scope, AuthResult result, @Nullable String humanResult) {}
