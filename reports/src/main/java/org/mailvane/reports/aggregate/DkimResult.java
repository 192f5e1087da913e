package org.mailvane.reports.aggregate;

import org.jspecify.annotations.Nullable;

/**
 * Result of one DKIM signature.
 *
 * @param domain the signing domain ({@code d=}), lower case; empty if the report names none
 * @param selector the selector ({@code s=}); empty if the report names none
 * @param result the outcome
 * @param humanResult the reporter's own words
 */
public record DkimResult(
        String domain, String selector, AuthResult result, @Nullable String humanResult) {}
