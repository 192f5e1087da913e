package org.mailvane.planner;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.mailvane.accounts.Accounts;
import org.mailvane.accounts.ReportAddresses;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Messages;
import org.mailvane.monitor.ReporterSilence;
import org.mailvane.planner.PlannedDomainTable.Gone;
import org.mailvane.planner.PlannedDomainTable.Governed;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.SourceNames;
import org.mailvane.sources.custom.SourceDecisions;
import org.mailvane.traffic.sums.AdviceBases;
import org.mailvane.traffic.sums.AdviceBasis;
import org.mailvane.traffic.sums.WindowSums;
import org.mailvane.traffic.sums.WindowSums.LastDay;
import org.mailvane.traffic.sums.WindowSums.OfRow;
import org.springframework.stereotype.Component;

/** Reads what domains of one account are judged by, of many together. */
@Component
class EvidenceReader {

    private final PlannedDomainTable domains;
    private final AdviceBases bases;
    private final WindowSums sums;
    private final SourceDecisions decisions;
    private final SourceNames names;
    private final Accounts accounts;
    private final ReportAddresses addresses;

    EvidenceReader(
            PlannedDomainTable domains,
            AdviceBases bases,
            WindowSums sums,
            SourceDecisions decisions,
            SourceNames names,
            Accounts accounts,
            ReportAddresses addresses) {
        this.domains = domains;
        this.bases = bases;
        this.sums = sums;
        this.decisions = decisions;
        this.names = names;
        this.accounts = accounts;
        this.addresses = addresses;
    }

    /**
     * Returns the evidence about each of these domains, by the reports on which advice about it
     * rests.
     *
     * @param asIs whether rows that are to be classified count as they are
     */
    Map<DomainId, Evidence> read(
            Scope scope, List<PlannedDomain> planned, boolean asIs, Instant now) {
        Map<DomainId, AdviceBasis> basis =
                bases.of(scope, planned.stream().map(PlannedDomain::id).toList());
        Map<DomainId, Evidence> all = new HashMap<>();
        planned.stream()
                .collect(
                        Collectors.groupingBy(
                                domain -> basis.getOrDefault(domain.id(), AdviceBasis.VERIFIED)))
                .forEach((one, judged) -> {
                    Evidence evidence = read(scope, one, judged, asIs, now);
                    judged.forEach(domain -> all.put(domain.id(), evidence));
                });
        return all;
    }

    private Evidence read(
            Scope scope,
            AdviceBasis basis,
            List<PlannedDomain> planned,
            boolean asIs,
            Instant now) {
        JudgedDays days = JudgedDays.at(now);
        JudgedDays longer = days.longer();
        List<DomainId> judged = planned.stream().map(PlannedDomain::id).toList();
        // A row that is judged itself may count for the one above it too.
        List<Governed> all = new ArrayList<>();
        planned.forEach(one ->
                all.add(
                        new Governed(
                                one.id(),
                                one.id(),
                                one.name().value(),
                                one.name().value(),
                                Target.DOMAIN)));
        all.addAll(domains.governed(scope, judged));
        Set<DomainId> ids = new HashSet<>();
        all.forEach(row -> ids.add(row.id()));
        Map<DomainId, List<OfRow>> sent =
                byDomain(sums.between(scope, basis, ids, days.first(), days.last()));
        Map<DomainId, List<OfRow>> sentLonger =
                byDomain(sums.between(scope, basis, ids, longer.first(), longer.last()));
        Set<Integer> numbers = new HashSet<>();
        sentLonger.values().forEach(rows -> rows.forEach(row -> numbers.add(row.source())));
        KnownSenders knowledge =
                new KnownSenders(
                        names.of(scope, numbers),
                        decisions.of(scope, ids),
                        KnownSenders.passed(
                                sentLonger,
                                (those, senders) ->
                                        sums.passedAtOtherTimes(
                                                scope,
                                                basis,
                                                those,
                                                senders,
                                                longer.first(),
                                                longer.last())));
        Map<DomainId, Long> unverifiedRows = sums.unverified(scope, ids, days.first(), days.last());
        Map<DomainId, Long> strangeRows = sums.ofStrangers(scope, ids, days.first(), days.last());
        Map<DomainId, Instant> unsettledRows =
                asIs ? Map.of() : sums.unsettled(scope, longer.first(), longer.last());
        Map<DomainId, LocalDate> firstDays = sums.firstDays(scope, basis, ids, AdviceBases.LATE);
        Map<DomainId, List<Governed>> byJudged = new HashMap<>();
        all.forEach(
                row -> byJudged.computeIfAbsent(row.judged(), id -> new ArrayList<>()).add(row));
        Map<DomainId, List<SenderSum>> senders = new HashMap<>();
        Map<DomainId, List<SenderSum>> longerSenders = new HashMap<>();
        Map<DomainId, LocalDate> first = new HashMap<>();
        Map<DomainId, Long> unverified = new HashMap<>();
        Map<DomainId, Long> strange = new HashMap<>();
        Map<DomainId, Instant> unsettled = new HashMap<>();
        byJudged.forEach((domain, counted) -> {
            senders.put(domain, knowledge.senders(counted, sent));
            longerSenders.put(domain, knowledge.senders(counted, sentLonger));
            for (Governed row : counted) {
                unverified.merge(domain, unverifiedRows.getOrDefault(row.id(), 0L), Messages::sum);
                strange.merge(domain, strangeRows.getOrDefault(row.id(), 0L), Messages::sum);
                Instant since = unsettledRows.get(row.id());
                if (since != null) {
                    unsettled.merge(domain, since, EvidenceReader::earlier);
                }
                LocalDate day = firstDays.get(row.id());
                if (day != null) {
                    first.merge(domain, day, EvidenceReader::earlier);
                }
            }
        });
        String mailbox =
                accounts.find(scope.accountId()).stream()
                        .flatMap(account -> addresses.publishable(account).stream())
                        .findFirst()
                        .orElse("");
        return new Evidence(
                basis,
                mailbox,
                days,
                byJudged,
                knowledge,
                senders,
                longerSenders,
                unverified,
                strange,
                unsettled,
                first,
                lastDays(scope, basis, ids, byJudged),
                domains.gone(scope, ids).stream()
                        .collect(Collectors.toMap(Gone::id, Function.identity())));
    }

    private static Map<DomainId, List<OfRow>> byDomain(List<OfRow> rows) {
        return rows.stream().collect(Collectors.groupingBy(OfRow::domain));
    }

    private Map<DomainId, LastDay> lastDays(
            Scope scope,
            AdviceBasis basis,
            Set<DomainId> ids,
            Map<DomainId, List<Governed>> byJudged) {
        Map<DomainId, LastDay> lastDays = sums.lastDays(scope, basis, ids, ReporterSilence.DAYS);
        Map<DomainId, LastDay> last = new HashMap<>();
        byJudged.forEach((domain, rows) ->
                rows.stream()
                        .map(row -> lastDays.get(row.id()))
                        .filter(Objects::nonNull)
                        .max(Comparator.comparing(LastDay::day))
                        .ifPresent(day -> last.put(domain, day)));
        return last;
    }

    private static <T extends Comparable<? super T>> T earlier(T a, T b) {
        return a.compareTo(b) <= 0 ? a : b;
    }
}
