package org.mailvane.reporters;

import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.Field;

/**
 * Which reporters a list shows; null for what is not asked.
 *
 * @param trust how far people trust them
 * @param domain part of their domains
 */
public record ReporterFilter(
        @Field(description = "Trust of the reporter.") @Nullable ReporterTrust trust,
        @Field(description = "Part of its domain.") @Nullable String domain) {}
