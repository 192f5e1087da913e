package org.mailvane.traffic.store;

import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainDay;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.DomainMail;
import org.mailvane.domains.DomainRows;
import org.mailvane.domains.Messages;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.traffic.blocks.DomainMonth;
import org.mailvane.traffic.blocks.PackedRows;
import org.mailvane.traffic.store.ReportTable.Stored;
import org.mailvane.traffic.sums.DailyTable;
import org.springframework.stereotype.Component;

/**
 * Stored reports in whose place a better one comes. It works within the transaction that runs on
 * this thread.
 */
@Component
public class ReplacedReports {

    /** Facts of a stored report that are compared with another one. One with more is kept. */
    public static final int MAX_COMPARED = 50_000;

    private final Db db;
    private final ReportTable reports;
    private final DailyTable daily;
    private final DomainRows domains;
    private final PackedRows packed;

    ReplacedReports(
            Db db, ReportTable reports, DailyTable daily, DomainRows domains, PackedRows packed) {
        this.db = db;
        this.reports = reports;
        this.daily = daily;
        this.domains = domains;
        this.packed = packed;
    }

    /** What distinguishes the facts of a report, whatever row they count with. */
    private record Key(
            LocalDate day,
            String headerFrom,
            IpAddress address,
            int disposition,
            boolean dkimAligned,
            boolean spfAligned,
            UUID detail) {

        static Key of(Outcome outcome) {
            return new Key(
                    outcome.day(),
                    outcome.row().headerFrom(),
                    outcome.row().address(),
                    FactTable.number(outcome.disposition()),
                    outcome.row().dkimAligned(),
                    outcome.row().spfAligned(),
                    outcome.detail());
        }
    }

    /** Compares a stored report with the records of another one, which it receives. */
    static final class Comparison implements OutcomeConsumer {

        private final Map<Key, Long> missing;

        private Comparison(Map<Key, Long> missing) {
            this.missing = missing;
        }

        @Override
        public void accept(List<Outcome> outcomes, Detail detail) {
            for (Outcome outcome : outcomes) {
                missing.computeIfPresent(
                        Key.of(outcome), (key, messages) -> messages - outcome.messages());
            }
        }

        /** Whether everything that is stored was in the other one, with as many messages. */
        boolean isContained() {
            return missing.values().stream().allMatch(messages -> messages == 0);
        }
    }

    /** Begins to compare a stored report; null where it has too many facts for that. */
    @Nullable Comparison compare(Scope scope, Stored report) {
        Map<Key, Long> facts = new HashMap<>();
        int[] rows = {0};
        db.as(scope)
                .sql(
                        """
                        select f.day, f.header_from, f.address, f.disposition, f.dkim_aligned,
                            f.spf_aligned, f.detail, f.messages
                        from fact f where %s limit :limit
                        """
                                .formatted(ReportTable.FACTS))
                .param("domain", report.domain().value())
                .param("id", report.id())
                .param("limit", MAX_COMPARED + 1)
                .forEach(row -> {
                    rows[0]++;
                    facts.merge(
                            new Key(
                                    row.day("day"),
                                    row.text("header_from"),
                                    IpAddress.parse(row.text("address")).orElseThrow(),
                                    Math.toIntExact(row.number("disposition")),
                                    row.flag("dkim_aligned"),
                                    row.flag("spf_aligned"),
                                    row.uuid("detail")),
                            row.number("messages"),
                            Messages::sum);
                });
        return rows[0] > MAX_COMPARED ? null : new Comparison(facts);
    }

    /** Removes stored reports with all that they count. */
    void remove(Scope scope, Collection<Stored> stored) {
        SortedMap<DomainId, SortedSet<LocalDate>> days = new TreeMap<>();
        for (Stored report : stored) {
            db.as(scope)
                    .sql(
                            """
                            with gone as (
                                delete from fact f where %s returning f.domain_id, f.day)
                            select distinct domain_id, day from gone
                            """
                                    .formatted(ReportTable.FACTS))
                    .param("domain", report.domain().value())
                    .param("id", report.id())
                    .list(row ->
                            days.computeIfAbsent(
                                            new DomainId(row.number("domain_id")),
                                            domain -> new TreeSet<>())
                                    .add(row.day("day")));
            reports.delete(scope, report);
        }
        SortedSet<DomainMonth> months = new TreeSet<>();
        days.forEach((domain, some) -> {
            domains.lock(scope, domain);
            daily.sumUp(scope, domain, some);
            SortedMap<DomainDay, DomainMail> counts = daily.counts(scope, domain, some);
            domains.replaceCounts(scope, counts);
            for (LocalDate day : some) {
                months.add(DomainMonth.of(domain, day));
                if (!counts.containsKey(new DomainDay(domain, day))) {
                    domains.forgetCounts(scope, domain, day);
                }
            }
        });
        packed.changed(scope, months);
    }
}
