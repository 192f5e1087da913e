package org.mailvane.traffic;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.mailvane.domains.Discovery;
import org.mailvane.domains.Discovery.Sighting;
import org.mailvane.domains.DomainFigures;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.reports.aggregate.AggregateReport;
import org.mailvane.sources.Classification;
import org.mailvane.sources.Classifier;
import org.mailvane.store.Partitions;
import org.mailvane.store.Scope;
import org.mailvane.traffic.Incoming.Records;
import org.springframework.stereotype.Service;

/** Stores what aggregate reports say, and answers sums of it. */
@Service
public class Traffic implements DomainFigures {

    /** Days that a domain's counts cover. */
    static final int FIGURE_DAYS = 7;

    /** Remark of a report whose period is too long to say anything about days. */
    static final String PERIOD_TOO_LONG = "period.too_long";

    /** Remark of a report with records of other organisations' From domains. */
    static final String FOREIGN_HEADER_FROM = "header_from.outside_policy_domain";

    private final Domains domains;
    private final Classifier classifier;
    private final Partitions partitions;
    private final ReportTable reports;
    private final FactTable facts;
    private final DailyTable daily;
    private final KeptDays keptDays;
    private final Clock clock;

    Traffic(
            Domains domains,
            Classifier classifier,
            Partitions partitions,
            ReportTable reports,
            FactTable facts,
            DailyTable daily,
            KeptDays keptDays,
            Clock clock) {
        this.domains = domains;
        this.classifier = classifier;
        this.partitions = partitions;
        this.reports = reports;
        this.facts = facts;
        this.daily = daily;
        this.keptDays = keptDays;
        this.clock = clock;
    }

    /** Where a batch of reports is going to be stored; see {@link #prepare}. */
    public static final class Prepared {

        private final Discovery discovery;

        private Prepared(Discovery discovery) {
            this.discovery = discovery;
        }
    }

    /**
     * Makes everything that storing needs and that must not be made in its transaction: rows of new
     * domains, partitions of new months.
     *
     * @param addForeign whether policy domains of organisations that the account does not have are
     *     added
     */
    public Prepared prepare(Scope scope, Collection<Incoming> incoming, boolean addForeign) {
        Set<LocalDate> days = new TreeSet<>();
        List<Sighting> sightings = new ArrayList<>();
        for (Incoming one : incoming) {
            sightings.add(new Sighting(one.policyDomain(), one.headerFroms()));
            for (LocalDate day : days(one.report()).days()) {
                if (keptDays.contains(day)) {
                    days.add(day);
                }
            }
        }
        partitions.ensure(days);
        return new Prepared(domains.discover(scope, sightings, addForeign));
    }

    /**
     * Stores reports within the transaction that runs on this thread: each with its rows and sums,
     * or, where it is there already, not at all.
     *
     * @return what became of each, in the order given
     * @throws DomainsChanged when they must be prepared again
     */
    public List<StoreOutcome> store(Scope scope, Prepared prepared, List<Incoming> incoming) {
        lockDomains(scope, prepared, incoming);
        StoreOutcome[] outcomes = new StoreOutcome[incoming.size()];
        FactWriter writer = new FactWriter(scope, facts, daily);
        Detail.Maker details = new Detail.Maker();
        Set<DomainId> touched = new TreeSet<>();
        for (int i = 0; i < outcomes.length; i++) {
            Incoming one = incoming.get(i);
            Optional<DomainId> domain = prepared.discovery.rowOf(one.policyDomain());
            outcomes[i] =
                    domain.isEmpty()
                            ? new StoreOutcome.UnknownDomain()
                            : store(scope, domain.get(), one, prepared.discovery, writer, details);
            if (outcomes[i] instanceof StoreOutcome.Stored) {
                touched.add(domain.orElseThrow());
            }
        }
        writer.finish();
        domains.reportsTakenIn(scope, touched, clock.instant());
        return List.of(outcomes);
    }

    @Override
    public Map<DomainId, Counts> lastSevenDays(Scope scope, Collection<DomainId> ids) {
        LocalDate today = LocalDate.now(clock.withZone(ZoneOffset.UTC));
        return daily.counts(scope, ids, today.minusDays(FIGURE_DAYS));
    }

    private void lockDomains(Scope scope, Prepared prepared, List<Incoming> incoming) {
        Set<DomainId> ids = new TreeSet<>();
        for (Incoming one : incoming) {
            prepared.discovery.rowOf(one.policyDomain()).ifPresent(ids::add);
            for (DomainName from : one.headerFroms()) {
                prepared.discovery.rowOf(from).ifPresent(ids::add);
            }
        }
        if (domains.lock(scope, ids).size() != ids.size()) {
            throw new DomainsChanged();
        }
    }

    private StoreOutcome store(
            Scope scope,
            DomainId domain,
            Incoming incoming,
            Discovery discovery,
            FactWriter writer,
            Detail.Maker details) {
        AggregateReport report = incoming.report();
        ReportDays days = days(report);
        boolean[] kept = new boolean[days.days().size()];
        boolean allKept = true;
        for (int i = 0; i < kept.length; i++) {
            kept[i] = keptDays.contains(days.days().get(i));
            allKept &= kept[i];
        }
        // A record counts as not stored when any of its days is not kept.
        long notStored = allKept ? 0 : report.recordCount();
        Instant received = clock.instant();
        Optional<Long> reportId =
                reports.insert(
                        scope, domain, incoming, notStored, remarks(incoming, days), received);
        if (reportId.isEmpty()) {
            return reports.hasSameContent(scope, domain, report)
                    ? new StoreOutcome.Duplicate()
                    : new StoreOutcome.Different();
        }
        ReportFacts reportFacts =
                new ReportFacts(reportId.get(), domain, incoming, days, kept, discovery);
        write(incoming.records(), reportFacts, writer, details);
        return new StoreOutcome.Stored(report.recordCount(), notStored);
    }

    private void write(
            Records records, ReportFacts reportFacts, FactWriter writer, Detail.Maker details) {
        records.forEach(record -> {
            Classification classification = classifier.classify(record);
            reportFacts.write(record, classification, classifier.version(), writer, details);
        });
    }

    private static ReportDays days(AggregateReport report) {
        return ReportDays.of(report.begin(), report.end());
    }

    /** Codes of what is odd about a report: what reading it showed, and what storing it shows. */
    private static List<String> remarks(Incoming incoming, ReportDays days) {
        List<String> codes = new ArrayList<>();
        incoming.report().remarks().forEach(remark -> codes.add(remark.code()));
        if (days.tooLong()) {
            codes.add(PERIOD_TOO_LONG);
        }
        DomainName policyDomain = incoming.policyDomain();
        boolean foreign =
                incoming.headerFroms().stream()
                        .anyMatch(
                                from -> !from.equals(policyDomain) && !from.isBelow(policyDomain));
        if (foreign) {
            codes.add(FOREIGN_HEADER_FROM);
        }
        return codes;
    }
}
