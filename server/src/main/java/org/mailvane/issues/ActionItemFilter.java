package org.mailvane.issues;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.Field;
import org.mailvane.domains.DomainChoice;
import org.mailvane.domains.DomainState;
import org.mailvane.store.Conditions;

/**
 * Which issues, or tasks, a list shows; null for what is not asked.
 *
 * @param assignedToGroup whether their domains are in a group other than DEFAULT
 * @param createdAfter the first day on which they were created
 * @param createdBefore the last
 * @param domain part of their domains' names
 * @param domainState what people say of their domains' use
 * @param groupId the group that holds their domains
 * @param ignored whether they are ignored
 * @param solved whether they are solved
 * @param topLevel whether their domains count for themselves
 */
public record ActionItemFilter(
        @Field(description = "Of domains in a group other than DEFAULT, or in none.")
                @Nullable Boolean assignedToGroup,
        @Field(description = "Created on this day (UTC) or later.")
                @Nullable LocalDate createdAfter,
        @Field(description = "Created on this day (UTC) or earlier.")
                @Nullable LocalDate createdBefore,
        @Field(
                        description =
                                "Part of the domain's name; a label with other letters than a to z must"
                                        + " be whole.")
                @Nullable String domain,
        @Field(description = "What people say of the domain's use.")
                @Nullable DomainState domainState,
        @Field(description = "Of domains in this group.") @Nullable Long groupId,
        @Field(description = "Ignored, or not.") @Nullable Boolean ignored,
        @Field(description = "Solved, or open.") @Nullable Boolean solved,
        @Field(description = "Of domains that are top level, or of those that count with another.")
                @Nullable Boolean topLevel) {

    /** All open items. */
    static final ActionItemFilter OPEN =
            new ActionItemFilter(null, null, null, null, null, null, null, false, null);

    /** Returns what is requested of their domains. */
    DomainChoice domains() {
        return new DomainChoice(assignedToGroup, domain, domainState, groupId, topLevel);
    }

    /** Adds what is requested of the items {@code i} themselves. */
    void addTo(Conditions where) {
        where.add(
                "i.created >= :after", "after", createdAfter == null ? null : begin(createdAfter));
        where.add(
                "i.created < :before",
                "before",
                createdBefore == null ? null : begin(createdBefore.plusDays(1)));
        where.add("i.ignored = :ignored", "ignored", ignored);
        if (solved != null) {
            where.add("i.solved_at is %snull".formatted(solved ? "not " : ""));
        }
    }

    private static Instant begin(LocalDate day) {
        return day.atStartOfDay().toInstant(ZoneOffset.UTC);
    }
}
