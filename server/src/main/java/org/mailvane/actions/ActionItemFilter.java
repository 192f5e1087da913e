package org.mailvane.actions;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.Field;
import org.mailvane.domains.DomainChoice;
import org.mailvane.domains.DomainState;
import org.mailvane.platform.store.Conditions;

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
        @Field(description = "Whether the domain is in a group other than DEFAULT.")
                @Nullable Boolean assignedToGroup,
        @Field(description = "Created on or after this day (UTC).")
                @Nullable LocalDate createdAfter,
        @Field(description = "Created on or before this day (UTC).")
                @Nullable LocalDate createdBefore,
        @Field(description = "Part of the domain name. Internationalised labels must be complete.")
                @Nullable String domain,
        @Field(description = "Use of the domain, as set by users.")
                @Nullable DomainState domainState,
        @Field(description = "Domains in this group.") @Nullable Long groupId,
        @Field(description = "Whether it is ignored.") @Nullable Boolean ignored,
        @Field(description = "Whether it is solved.") @Nullable Boolean solved,
        @Field(description = "Whether the domain is top level.") @Nullable Boolean topLevel) {

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
