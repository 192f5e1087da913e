package org.mailvane.traffic.store;

import java.sql.Date;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Messages;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.reporters.Trust;
import org.mailvane.traffic.Days;
import org.mailvane.traffic.store.ReportTable.NewReport;
import org.springframework.stereotype.Repository;

/**
 * SQL of {@code report}: what strangers have reported, and what others have. Strangers' are reports
 * that count, that no person handed over, and whose reporter no person has accepted; known
 * reporters are strangers as long as their mails are not verified.
 */
@Repository
public class UnacceptedVolumeTable {

    /** Whether a report {@code r} of a reporter {@code p} is a stranger's; see report_trust. */
    private static final String IS_STRANGE =
            """
            r.mechanism <> 'person' and not (p.trust = 'accepted'
                and (p.decided_by = 'person'
                    or (p.decided_by in ('known', 'before') and r.authentication = 'verified')))\
            """;

    private static final long[] ADVICE = {Trust.ACCEPTED.number(), Trust.VERIFIED.number()};
    private static final long[] COUNTED = {
        Trust.ACCEPTED.number(), Trust.VERIFIED.number(), Trust.TOTALS.number()
    };

    private final Db db;

    UnacceptedVolumeTable(Db db) {
        this.db = db;
    }

    /** Returns those of these reporters that a person has accepted. */
    Set<Long> accepted(Scope scope, Collection<Long> reporters) {
        return numbers(scope, reporters, List.of("person"));
    }

    /**
     * Returns those of these reporters whose verified mails count as an accepted reporter's: well
     * known ones, and those from before mails were authenticated.
     */
    Set<Long> known(Scope scope, Collection<Long> reporters) {
        return numbers(scope, reporters, List.of("known", "before"));
    }

    private Set<Long> numbers(Scope scope, Collection<Long> reporters, List<String> decidedBy) {
        return new HashSet<>(
                db.as(scope)
                        .sql(
                                """
                                select id from published.reporter where account_id = :account
                                    and id = any(:ids) and trust = 'accepted' and decided_by = any(:by)
                                """)
                        .param("ids", reporters.stream().mapToLong(Long::longValue).toArray())
                        .param("by", decidedBy.toArray(String[]::new))
                        .list(row -> row.number("id")));
    }

    /**
     * Adds up by day what strangers have reported about domains and what is below them.
     *
     * @param days the days that are asked for of each domain; none of them twice
     */
    public Map<DomainId, Map<LocalDate, Long>> sums(Scope scope, Map<DomainId, List<Days>> days) {
        return sums(scope, days, COUNTED, IS_STRANGE, Instant.EPOCH);
    }

    /** As {@link #sums}: what strangers have reported that drives advice, before some time. */
    Map<DomainId, Map<LocalDate, Long>> adviceBefore(
            Scope scope, Collection<DomainId> domains, Days days, Instant received) {
        return sums(
                scope,
                each(domains, days),
                ADVICE,
                "r.received < :received and " + IS_STRANGE,
                received);
    }

    /** As {@link #sums}: what all others than strangers have reported that drives advice. */
    Map<DomainId, Map<LocalDate, Long>> adviceOfOthers(
            Scope scope, Collection<DomainId> domains, Days days) {
        return sums(scope, each(domains, days), ADVICE, "not (" + IS_STRANGE + ")", Instant.EPOCH);
    }

    private static Map<DomainId, List<Days>> each(Collection<DomainId> domains, Days days) {
        Map<DomainId, List<Days>> asked = new HashMap<>();
        domains.forEach(domain -> asked.put(domain, List.of(days)));
        return asked;
    }

    /**
     * @param which of the reports {@code r} with their reporters {@code p}
     * @param received a time that this condition may use
     */
    private Map<DomainId, Map<LocalDate, Long>> sums(
            Scope scope,
            Map<DomainId, List<Days>> asked,
            long[] trusts,
            String which,
            Instant received) {
        List<Long> domains = new ArrayList<>();
        List<Days> spans = new ArrayList<>();
        asked.forEach((domain, ofDomain) -> {
            for (Days days : ofDomain) {
                domains.add(domain.value());
                spans.add(days);
            }
        });
        Map<DomainId, Map<LocalDate, Long>> sums = new HashMap<>();
        // Periods of one pair of days count alike, so that the rows do not grow with the reports.
        db.as(scope)
                .sql(
                        """
                        with roots as (
                            select * from unnest(:domains, :firsts, :lasts) w(id, first, last)),
                        rows as (
                            select w.id as root, w.id, w.first, w.last from roots w
                            union all
                            select w.id, d.id, w.first, w.last from roots w
                            join published.domain d on d.account_id = :account and d.parent_id = w.id),
                        periods as (
                            select w.root, w.first, w.last, cast(r.begin_at at time zone 'UTC' as date) as begins,
                                cast((r.end_at - interval '1 microsecond') at time zone 'UTC' as date) as ends,
                                r.end_at - r.begin_at <= :oneDay or r.end_at - r.begin_at > :spread
                                    as is_day,
                                r.messages
                            from rows w
                            join report r on r.account_id = :account and r.domain_id = w.id
                                and r.begin_at >=
                                    (w.first - :spread) at time zone 'UTC'
                                and r.begin_at <
                                    (w.last + interval '1 day') at time zone 'UTC'
                            join published.reporter p on p.account_id = :account
                                and p.id = r.reporter_number
                            where r.trust = any(:trusts) and %s)
                        select root, first, last, begins, case when is_day then begins else ends end as ends,
                            saturated(sum(messages)) as messages
                        from periods group by 1, 2, 3, 4, 5
                        """
                                .formatted(which)
                                .replace(":oneDay", interval(ReportDays.ONE_DAY_LIMIT.toSeconds()))
                                .replace(":spread", interval(ReportDays.SPREAD_LIMIT.toSeconds())))
                .param("domains", domains.toArray(Long[]::new))
                .param("firsts", dates(spans, Days::first))
                .param("lasts", dates(spans, Days::last))
                .param("trusts", trusts)
                .param("received", received)
                .forEach(row -> {
                    Map<LocalDate, Long> byDay =
                            sums.computeIfAbsent(
                                    new DomainId(row.number("root")), root -> new HashMap<>());
                    Days span = new Days(row.day("first"), row.day("last"));
                    LocalDate begins = row.day("begins");
                    LocalDate ends = row.day("ends").isBefore(begins) ? begins : row.day("ends");
                    long each =
                            row.number("messages") / (ChronoUnit.DAYS.between(begins, ends) + 1);
                    begins.datesUntil(ends.plusDays(1))
                            .filter(span::contains)
                            .forEach(day -> byDay.merge(day, each, Messages::sum));
                });
        return sums;
    }

    private static Date[] dates(List<Days> spans, Function<Days, LocalDate> day) {
        return spans.stream().map(day).map(Date::valueOf).toArray(Date[]::new);
    }

    private static String interval(long seconds) {
        return "interval '" + seconds + " seconds'";
    }

    /**
     * Returns what strangers of the same domains have reported under the keys of these reports, by
     * their place in the list: it does not count beside them.
     */
    Map<Integer, Long> underSameKeys(Scope scope, List<NewReport> reports) {
        Map<Integer, Long> messages = new HashMap<>();
        db.as(scope)
                .sql(
                        """
                        select g.place, saturated(sum(r.messages)) as messages
                        from unnest(:domains, :reporters, :reportIds, :begins, :ends, :vouchers)
                            with ordinality g(domain_id, reporter, report_id, begin_at, end_at,
                                voucher, place)
                        join report r on r.account_id = :account and r.domain_id = g.domain_id
                            and r.begin_at = to_timestamp(g.begin_at)
                            and r.end_at = to_timestamp(g.end_at)
                            and r.reporter = g.reporter and r.report_id = g.report_id
                            and r.voucher in ('', g.voucher)
                        join published.reporter p on p.account_id = :account and p.id = r.reporter_number
                        where r.trust = any(:trusts) and %s
                        group by g.place
                        """
                                .formatted(IS_STRANGE))
                .param("trusts", COUNTED)
                .param("vouchers", reports.stream().map(NewReport::voucher).toArray(String[]::new))
                .param("domains", reports.stream().mapToLong(r -> r.domain().value()).toArray())
                .param(
                        "reporters",
                        reports.stream()
                                .map(r -> r.incoming().report().orgName())
                                .toArray(String[]::new))
                .param(
                        "reportIds",
                        reports.stream()
                                .map(r -> r.incoming().report().reportId())
                                .toArray(String[]::new))
                .param("begins", seconds(reports, false))
                .param("ends", seconds(reports, true))
                .list(row -> messages.put((int) row.number("place") - 1, row.number("messages")));
        return messages;
    }

    private static long[] seconds(List<NewReport> reports, boolean ends) {
        return reports.stream()
                .map(r -> r.incoming().report())
                .map(report -> ends ? report.end() : report.begin())
                .mapToLong(Instant::getEpochSecond)
                .toArray();
    }
}
