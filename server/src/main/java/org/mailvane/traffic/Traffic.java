package org.mailvane.traffic;

import java.time.Clock;
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
import org.mailvane.traffic.ReportTable.NewReport;
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
        List<Integer> places = new ArrayList<>();
        List<NewReport> given = new ArrayList<>();
        for (int i = 0; i < outcomes.length; i++) {
            Incoming one = incoming.get(i);
            Optional<DomainId> domain = prepared.discovery.rowOf(one.policyDomain());
            if (domain.isEmpty()) {
                outcomes[i] = new StoreOutcome.UnknownDomain();
            } else {
                places.add(i);
                given.add(newReport(domain.get(), one));
            }
        }
        Map<Integer, Long> added = reports.insert(scope, given, clock.instant());
        List<NewReport> there = new ArrayList<>();
        List<Integer> therePlaces = new ArrayList<>();
        FactWriter writer = new FactWriter(scope, facts, daily);
        Detail.Maker details = new Detail.Maker();
        Set<DomainId> touched = new TreeSet<>();
        for (int i = 0; i < given.size(); i++) {
            NewReport report = given.get(i);
            Long id = added.get(i);
            if (id == null) {
                there.add(report);
                therePlaces.add(places.get(i));
            } else {
                touched.add(report.domain());
                writeFacts(id, report, prepared.discovery, writer, details);
                outcomes[places.get(i)] =
                        new StoreOutcome.Stored(
                                report.incoming().report().recordCount(), report.notStored());
            }
        }
        Set<Integer> same = reports.sameContent(scope, there);
        for (int i = 0; i < there.size(); i++) {
            outcomes[therePlaces.get(i)] =
                    same.contains(i) ? new StoreOutcome.Duplicate() : new StoreOutcome.Different();
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

    private NewReport newReport(DomainId domain, Incoming incoming) {
        ReportDays days = days(incoming.report());
        // A record counts as not stored when any of its days is not kept.
        boolean allKept = days.days().stream().allMatch(keptDays::contains);
        long notStored = allKept ? 0 : incoming.report().recordCount();
        return new NewReport(domain, incoming, notStored, remarks(incoming, days));
    }

    private void writeFacts(
            long id,
            NewReport report,
            Discovery discovery,
            FactWriter writer,
            Detail.Maker details) {
        Incoming incoming = report.incoming();
        ReportDays days = days(incoming.report());
        boolean[] kept = new boolean[days.days().size()];
        for (int i = 0; i < kept.length; i++) {
            kept[i] = keptDays.contains(days.days().get(i));
        }
        ReportFacts reportFacts =
                new ReportFacts(id, report.domain(), incoming, days, kept, discovery);
        write(incoming.records(), reportFacts, writer, details);
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
