package org.mailvane.sources.custom;

import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.Field;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.sources.custom.SourceDecision.Decision;

/**
 * Which decisions a list shows; null for what is not asked.
 *
 * @param domain about mail of this domain
 * @param sourceNumber about this sender
 * @param decision saying this
 */
public record SourceDecisionFilter(
        @Field(description = "Only this domain.") @Nullable DomainName domain,
        @Field(description = "Only this sender.") @Nullable Integer sourceNumber,
        @Field(description = "Only this decision.") @Nullable Decision decision) {}
