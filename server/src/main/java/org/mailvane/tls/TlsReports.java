package org.mailvane.tls;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.Ordering;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.domains.Discovery;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Domains;
import org.mailvane.domains.StoreOutcome;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.KeptDays;
import org.mailvane.platform.store.Scope;
import org.mailvane.reports.tls.TlsReport;
import org.mailvane.reports.tls.TlsReport.Policy;
import org.mailvane.tls.TlsReportTable.Copied;
import org.mailvane.tls.TlsReportTable.Rivals;
import org.mailvane.tls.TlsReportTable.Stored;
import org.springframework.stereotype.Service;

/** Stores TLS reports and answers what they say. */
@Service
public class TlsReports {

    private final Domains domains;
    private final TlsReportTable reports;
    private final TlsPolicyTable policies;
    private final TlsFailureTable failures;
    private final PartWriter writer;
    private final ImplausibleSessions implausible;
    private final KeptDays keptDays;
    private final Clock clock;

    TlsReports(
            Domains domains,
            TlsReportTable reports,
            TlsPolicyTable policies,
            TlsFailureTable failures,
            PartWriter writer,
            ImplausibleSessions implausible,
            KeptDays keptDays,
            Clock clock) {
        this.domains = domains;
        this.reports = reports;
        this.policies = policies;
        this.failures = failures;
        this.writer = writer;
        this.implausible = implausible;
        this.keptDays = keptDays;
        this.clock = clock;
    }

    /**
     * Sessions to a domain's mail servers that failed, by reports that began since then: those of
     * senders that kept to MTA-STS or to no policy, not to TLSA records. Only reports count for
     * which somebody vouches, and those of From domains that have a reporter which a person
     * accepted: names in TLS reports differ from those in aggregate reports of the same sender.
     */
    public long failedSince(Scope scope, DomainId domain, Instant since) {
        return reports.failedSince(scope, domain, since);
    }

    /**
     * Stores reports within the transaction that runs on this thread, in which their domains are
     * locked. A report is stored in parts, one for each domain that it is about; one that is there
     * already is not stored again.
     *
     * @param discovery which rows the reports' domains count with
     * @return what became of each, in the order given
     */
    public List<StoreOutcome> store(Scope scope, Discovery discovery, List<IncomingTls> incoming) {
        KeptDays.Range kept = keptDays.now();
        Instant now = clock.instant();
        List<Fate> fates = new ArrayList<>();
        List<NewPart> parts = new ArrayList<>();
        List<Fate> fateOfPart = new ArrayList<>();
        for (IncomingTls one : incoming) {
            Fate fate = new Fate();
            fates.add(fate);
            boolean isKept = kept.contains(NewPart.dayOf(one.report()));
            for (DomainName name : one.domains()) {
                if (discovery.waits(name)) {
                    fate.waitsFor(name);
                } else {
                    parts.add(part(discovery, one, name, isKept));
                    fateOfPart.add(fate);
                }
            }
        }
        List<NewPart> marked = implausible.marked(scope, parts);
        List<Placed> left = new ArrayList<>();
        for (int i = 0; i < marked.size(); i++) {
            left.add(new Placed(marked.get(i), fateOfPart.get(i)));
        }
        Set<DomainId> touched = new TreeSet<>();
        while (!left.isEmpty()) {
            List<Placed> later = store(scope, left, now, touched);
            if (later.size() == left.size()) {
                throw new IllegalStateException("none of these parts is stored: " + left);
            }
            left = later;
        }
        domains.reportsTakenIn(scope, touched, now);
        return fates.stream().map(Fate::outcome).toList();
    }

    /** A part, and what becomes of its report. */
    private record Placed(NewPart part, Fate fate) {}

    /** What a part calls itself. Parts of different domains may have the same key. */
    private record Key(
            DomainId domain,
            DomainName name,
            String reporter,
            String id,
            Instant begin,
            Instant end) {

        static Key of(NewPart part) {
            TlsReport report = part.report();
            return new Key(
                    part.domain(),
                    part.name(),
                    report.organizationName(),
                    report.reportId(),
                    report.begin(),
                    report.end());
        }
    }

    /** Stores parts; answers those whose key another of them has, which is stored first. */
    private List<Placed> store(
            Scope scope, List<Placed> placed, Instant now, Set<DomainId> touched) {
        List<NewPart> given = placed.stream().map(Placed::part).toList();
        Map<Integer, Rivals> rivals = reports.rivals(scope, given);
        Set<Key> changed = new HashSet<>();
        List<Stored> replaced = new ArrayList<>();
        List<Copied> copies = new ArrayList<>();
        List<Placed> fresh = new ArrayList<>();
        List<Placed> later = new ArrayList<>();
        for (int i = 0; i < given.size(); i++) {
            NewPart part = given.get(i);
            Fate fate = placed.get(i).fate();
            Key key = Key.of(part);
            Rivals own = rivals.get(i);
            if (changed.contains(key)) {
                later.add(placed.get(i));
                continue;
            }
            List<Stored> contested = own == null ? List.of() : own.contested();
            Optional<Stored> same = contested.stream().filter(Stored::same).findFirst();
            if (own != null && same.isPresent()) {
                fate.wasStored(true);
                List<Stored> others =
                        contested.stream().filter(c -> !c.equals(same.get())).toList();
                if (own.showsMoreOf(same.get()) && others.stream().allMatch(own::outranks)) {
                    changed.add(key);
                    replaced.addAll(others);
                    copies.add(new Copied(same.get(), part));
                }
            } else if (own == null || contested.stream().allMatch(own::outranks)) {
                changed.add(key);
                replaced.addAll(contested);
                fresh.add(placed.get(i));
            } else {
                fate.wasStored(false);
            }
        }
        reports.remove(scope, replaced);
        reports.authenticate(scope, copies);
        Map<Integer, Long> added =
                reports.insert(scope, fresh.stream().map(Placed::part).toList(), now);
        List<PartWriter.Added> stored = new ArrayList<>();
        for (int i = 0; i < fresh.size(); i++) {
            Long id = added.get(i);
            NewPart part = fresh.get(i).part();
            if (id == null) {
                later.add(fresh.get(i));
            } else {
                stored.add(new PartWriter.Added(id, part));
                touched.add(part.domain());
                fresh.get(i).fate().isStored(part);
            }
        }
        writer.write(scope, stored, now);
        return later;
    }

    private static NewPart part(
            Discovery discovery, IncomingTls incoming, DomainName name, boolean isKept) {
        List<DomainId> rows = discovery.rowsOf(name);
        List<Policy> own =
                incoming.report().policies().stream()
                        .filter(p -> DomainName.parse(p.policyDomain()).equals(Optional.of(name)))
                        .toList();
        return new NewPart(
                incoming, name, rows.getFirst(), rows.subList(1, rows.size()), own, isKept, false);
    }

    /** What becomes of one report, part by part. */
    private static final class Fate {

        private boolean stored;
        private boolean different;
        private boolean known;
        private long notStored;
        private long facts;
        private @Nullable DomainName missing;

        void waitsFor(DomainName name) {
            missing = missing == null ? name : missing;
        }

        void wasStored(boolean same) {
            known = true;
            different |= !same;
        }

        void isStored(NewPart part) {
            stored = true;
            notStored += part.notStored();
            if (part.isKept()) {
                facts += part.policies().stream().mapToLong(p -> 1 + p.failures().size()).sum();
            }
        }

        StoreOutcome outcome() {
            if (missing != null) {
                return stored || known
                        ? new StoreOutcome.StoredInPart(notStored, missing)
                        : new StoreOutcome.UnknownDomain();
            }
            if (stored) {
                return new StoreOutcome.Stored(0, notStored, facts);
            }
            return different ? new StoreOutcome.Different() : new StoreOutcome.Duplicate();
        }
    }

    /** Today (UTC). */
    public LocalDate today() {
        return LocalDate.now(clock.withZone(ZoneOffset.UTC));
    }

    /** Returns how many failure details there are of reports of these days. */
    public long countFailures(Scope scope, DayRange days) {
        return failures.count(scope, days);
    }

    /** Returns the same of one policy, by its number. */
    public long countFailures(Scope scope, long policy, DayRange days) {
        return failures.count(scope, policy, days);
    }

    /** Pages of them, one after the other, those of the newest reports first. */
    public FailurePages failures(Scope scope, DayRange days) {
        return new FailurePages(failures, scope, days);
    }

    /**
     * What failed, by the reporters' own words for its kind.
     *
     * @param type the kind, of RFC 8460, section 4.3, or another
     * @param details how many details say so
     * @param sessions how many sessions failed this way, up to {@link PolicySum#MAX}
     */
    public record FailureType(String type, long details, long sessions) {}

    /**
     * Returns the kinds of the failures of these days, those of the most sessions first: the sums
     * of {@link #failures}.
     *
     * @param limit how many at most
     */
    public List<FailureType> failureTypes(Scope scope, DayRange days, int limit) {
        return failures.types(scope, days, limit);
    }

    /** Returns the same of one policy, by its number. */
    public List<FailureType> failureTypes(Scope scope, long policy, DayRange days, int limit) {
        return failures.types(scope, policy, days, limit);
    }

    /**
     * A reporter of failures.
     *
     * @param name what they call themselves; may be empty
     * @param details how many details they report
     * @param sessions how many sessions failed by them, up to {@link PolicySum#MAX}
     * @param begin of the first report that shows any
     * @param end of the last one
     */
    public record FailureReporter(
            String name, long details, long sessions, Instant begin, Instant end) {}

    /**
     * Returns who reports the failures of a policy in these days, those of the most sessions first.
     *
     * @param limit how many at most
     */
    public List<FailureReporter> failureReporters(
            Scope scope, long policy, DayRange days, int limit) {
        return failures.reporters(scope, policy, days, limit);
    }

    /**
     * Returns how many domains with policies there are.
     *
     * @param only of these domains alone
     */
    public long countPolicies(Scope scope, TlsPolicyFilter filter, Optional<List<DomainId>> only) {
        return policies.count(scope, filter, only);
    }

    /** Returns a page of them, by name where no order is asked for. */
    public List<TlsPolicy> policies(
            Scope scope,
            TlsPolicyFilter filter,
            Optional<List<DomainId>> only,
            Ordering<TlsPolicyOrder> ordering,
            Window window) {
        return policies.list(scope, filter, only, ordering, window);
    }

    /** Returns the policy of the domain of this number, if the caller may see it. */
    public Optional<TlsPolicy> findPolicy(Scope scope, long id) {
        return policies.find(scope, id);
    }
}
