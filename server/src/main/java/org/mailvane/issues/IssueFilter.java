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
public record IssueFilter(
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

    /** The domains whose they are. */
    DomainChoice domains() {
        return new DomainChoice(assignedToGroup, domain, domainState, groupId, topLevel);
    }

    /**
     * Adds what is asked of the rows themselves.
     *
     * @param row alias under which the statement has the table
     * @param solvedColumn its column that has no value while they are open
     */
    void addTo(Conditions where, String row, String solvedColumn) {
        where.add(
                row + ".created >= :after",
                "after",
                createdAfter == null ? null : begin(createdAfter));
        where.add(
                row + ".created < :before",
                "before",
                createdBefore == null ? null : begin(createdBefore.plusDays(1)));
        where.add(row + ".ignored = :ignored", "ignored", ignored);
        if (solved != null) {
            where.add("%s.%s is %snull".formatted(row, solvedColumn, solved ? "not " : ""));
        }
    }

    private static Instant begin(LocalDate day) {
        return day.atStartOfDay().toInstant(ZoneOffset.UTC);
    }
}
