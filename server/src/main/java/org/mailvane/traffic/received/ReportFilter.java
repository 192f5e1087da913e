package org.mailvane.traffic.received;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.Field;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.domains.DomainFilter;
import org.mailvane.platform.store.Conditions;
import org.mailvane.reporters.ReportAuthentication;
import org.mailvane.reporters.Trust;

/**
 * Which reports a list shows; null for what is not asked.
 *
 * @param domain part of their domains' names
 * @param domainExact the name of their domain
 * @param reporterId number of their reporter
 * @param importId number of the import that brought them
 * @param begin the first day of which they report
 * @param end the last
 * @param authentication what the authentication of their mails showed
 * @param ignored whether people ignore them
 * @param held whether they are stored and not counted
 */
public record ReportFilter(
        @Field(description = "Part of the domain name.") @Nullable String domain,
        @Field(description = "Complete domain name.") @Nullable String domainExact,
        @Field(description = "Only this reporter.") @Nullable Long reporterId,
        @Field(description = "Only this import.") @Nullable Long importId,
        @Field(description = "With a period that ends on this day (UTC) or later.")
                @Nullable LocalDate begin,
        @Field(description = "With a period that begins on this day (UTC) or earlier.")
                @Nullable LocalDate end,
        @Field(description = "Authentication of the emails.")
                ReportAuthentication.@Nullable Result authentication,
        @Field(description = "Whether a user ignored it.") @Nullable Boolean ignored,
        @Field(description = "Whether it is held.") @Nullable Boolean held) {

    /** All reports. */
    public static final ReportFilter ALL =
            new ReportFilter(null, null, null, null, null, null, null, null, null);

    /** The reports that are held. */
    public static final ReportFilter HELD =
            new ReportFilter(null, null, null, null, null, null, null, null, true);

    /** Returns the reports that an import brought. */
    public static ReportFilter ofImport(long id) {
        return new ReportFilter(null, null, null, id, null, null, null, null, null);
    }

    /**
     * Makes sure that the days are in order.
     *
     * @throws ApiProblem 400 when they end before they begin
     */
    void check() {
        if (begin != null && end != null && end.isBefore(begin)) {
            throw ApiProblem.invalid(
                    "end",
                    "%s is not valid: it must not be before the begin %s.".formatted(end, begin));
        }
    }

    /** Returns the conditions of a statement that has {@code report} as {@code r}. */
    Conditions conditions() {
        Conditions where = new Conditions();
        where.add(
                domains("strpos(d.name, :domain) > 0"),
                "domain",
                domain == null ? null : DomainFilter.stored(domain));
        where.add(
                domains("d.name = :domainExact"),
                "domainExact",
                domainExact == null ? null : DomainFilter.stored(domainExact));
        where.add("r.reporter_number = :reporter", "reporter", reporterId);
        where.add(
                """
                r.raw_id = any(array(
                    select e.raw_id from published.ledger_entry e
                    where e.account_id = :account and e.import_id = :import
                        and e.raw_id is not null and not exists (
                            select from published.ledger_entry o
                            where o.account_id = :account and o.raw_id = e.raw_id
                                and (o.imported = 0, o.id) < (e.imported = 0, e.id))))\
                """,
                "import",
                importId);
        // A period that ends at midnight has no part in the day that begins.
        where.add("r.end_at > :begin", "begin", begin == null ? null : startOf(begin));
        where.add("r.begin_at < :end", "end", end == null ? null : startOf(end.plusDays(1)));
        where.add(
                "r.authentication = :authentication",
                "authentication",
                authentication == null ? null : authentication.code());
        where.add("r.ignored = :ignored", "ignored", ignored);
        if (held != null) {
            where.add("r.trust %s %d".formatted(held ? "=" : "<>", Trust.HELD.number()));
        }
        return where;
    }

    private static String domains(String condition) {
        return """
        r.domain_id = any(array(
            select d.id from published.domain d where d.account_id = :account and %s))\
        """
                .formatted(condition);
    }

    private static Instant startOf(LocalDate day) {
        return day.atStartOfDay().toInstant(ZoneOffset.UTC);
    }
}
