package org.mailvane.planner;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.DomainRows;
import org.mailvane.domains.Messages;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.planner.LapsedMail.Missed;
import org.mailvane.planner.PlannedDomain.Remembered;
import org.mailvane.planner.PlannedDomainTable.Governed;
import org.mailvane.planner.PolicyAdvice.SenderEvidence;
import org.mailvane.planner.PolicyAdviceTable.Taken;
import org.mailvane.planner.ReportedMail.LeftOut;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.traffic.sums.AdviceBasis;
import org.mailvane.traffic.sums.WindowSums;
import org.mailvane.traffic.sums.WindowSums.LastDay;
import org.springframework.stereotype.Component;

/**
 * Judges domains of one account together, so that what they are judged by is read at once; each
 * alone whose mail is read besides.
 */
@Component
class AdviceWork {

    /**
     * The domains are judged each day within this time after midnight (UTC), when the judged days
     * move. They are spread over it, so that no domain has to wait for all others.
     */
    static final Duration SPREAD = Duration.ofHours(6);

    /**
     * Days, including the last judged one, whose sending hosts and signatures of failed mail are
     * shown: these show what has to be fixed now, and there are many facts.
     */
    static final int FAILED_DAYS = 7;

    /** Hosts that are shown. */
    static final int MAX_HOSTS = 3;

    /** Keys of signatures that are shown. */
    static final int MAX_KEYS = 3;

    /** How long a domain waits at most until it is looked at again whose rows are classified. */
    private static final Duration LONGEST_RETRY = Duration.ofHours(1);

    /** Spreads rows whose numbers follow one another; a prime. */
    private static final long STRIDE = 7919;

    private final Db db;
    private final PolicyAdviceTable advices;
    private final PlannedDomainTable domains;
    private final EvidenceReader evidence;
    private final WindowSums sums;
    private final DomainRows rows;
    private final PublicSuffixes suffixes;
    private final LapsedMail lapsed;
    private final DomainTasks tasks;
    private final SingleStranger singleStranger;
    private final Clock clock;

    AdviceWork(
            Db db,
            PolicyAdviceTable advices,
            PlannedDomainTable domains,
            EvidenceReader evidence,
            WindowSums sums,
            DomainRows rows,
            PublicSuffixes suffixes,
            LapsedMail lapsed,
            DomainTasks tasks,
            SingleStranger singleStranger,
            Clock clock) {
        this.db = db;
        this.advices = advices;
        this.domains = domains;
        this.evidence = evidence;
        this.sums = sums;
        this.rows = rows;
        this.suffixes = suffixes;
        this.lapsed = lapsed;
        this.tasks = tasks;
        this.singleStranger = singleStranger;
        this.clock = clock;
    }

    /**
     * Judges domains, which are all of one account, and gives their rows back.
     *
     * @return those that are left, because their mail is to be read for it: that may take long, so
     *     that each is to be judged alone
     */
    List<Taken> judge(List<Taken> taken) {
        return judge(taken, false);
    }

    /** Judges a domain, whatever is to be read for it, and gives its row back. */
    void judgeAlone(Taken taken) {
        judge(List.of(taken), true);
    }

    /** The same by rows as they are, though some may still be classified otherwise. */
    void judgeAsIs(Taken taken) {
        judge(List.of(taken), true, true);
    }

    private List<Taken> judge(List<Taken> taken, boolean withMail) {
        return judge(taken, withMail, false);
    }

    private List<Taken> judge(List<Taken> taken, boolean withMail, boolean asIs) {
        Scope scope = taken.getFirst().scope();
        Instant now = clock.instant();
        // Whatever comes in meanwhile: what is weighed by each other is of one moment.
        Known known = db.inSnapshot(() -> read(scope, taken, withMail, asIs, now));
        List<Taken> left = new ArrayList<>();
        for (Taken one : taken) {
            PlannedDomain domain = known.domains().get(one.domain());
            Evidence by = known.evidence().get(one.domain());
            if (known.left().contains(one.domain())) {
                left.add(one);
            } else if (domain != null && by != null && domain.shown()) {
                judge(one, domain, by, now);
            } else if (domain != null) {
                forget(one);
            }
        }
        return left;
    }

    /**
     * Domains as they are to be judged, and by what.
     *
     * @param left those whose mail would have to be read
     */
    private record Known(
            Map<DomainId, PlannedDomain> domains,
            Set<DomainId> left,
            Map<DomainId, Evidence> evidence) {}

    private Known read(
            Scope scope, List<Taken> taken, boolean withMail, boolean asIs, Instant now) {
        List<PlannedDomain> planned =
                domains.list(scope, taken.stream().map(Taken::domain).toList(), now);
        Map<DomainId, Evidence> all = evidence.read(scope, planned, asIs, now);
        Map<DomainId, PlannedDomain> known = new HashMap<>();
        Set<DomainId> left = new HashSet<>();
        for (PlannedDomain domain : planned) {
            Evidence own = Objects.requireNonNull(all.get(domain.id()));
            if (!domain.shown()) {
                known.put(domain.id(), domain);
            } else if (withMail || !lapsed.readsMail(missed(domain, own))) {
                known.put(domain.id(), known(scope, domain, own));
            } else {
                left.add(domain.id());
            }
        }
        return new Known(known, left, all);
    }

    private PlannedDomain known(Scope scope, PlannedDomain domain, Evidence evidence) {
        // In the name of a parked domain, reports stop when nobody forges it any more.
        @Nullable LocalDate silent = domain.parked() ? null : evidence.silent(domain.id());
        // The monitor's silence is that of all reporters: strangers can begin it by stopping.
        boolean isKnown = evidence.basis() == AdviceBasis.VERIFIED && domain.silentSince() != null;
        PlannedDomain known = isKnown ? domain : domain.silentSince(silent);
        return known.without(lapsed.of(scope, missed(domain, evidence)));
    }

    private static Missed missed(PlannedDomain domain, Evidence evidence) {
        List<Governed> rows = evidence.rows().getOrDefault(domain.id(), List.of());
        return new Missed(
                domain,
                evidence.basis(),
                rows,
                rows.stream()
                        .map(row -> evidence.gone().get(row.id()))
                        .filter(Objects::nonNull)
                        .toList(),
                evidence.sums().getOrDefault(domain.id(), List.of()),
                evidence.days(),
                Optional.ofNullable(evidence.last().get(domain.id()))
                        .map(LastDay::day)
                        .orElse(null));
    }

    private void judge(Taken taken, PlannedDomain domain, Evidence evidence, Instant now) {
        Remembered remembered =
                remembered(
                        domain,
                        evidence.first().get(domain.id()),
                        LocalDate.ofInstant(now, ZoneOffset.UTC));
        Scope scope = taken.scope();
        DomainSituation situation = situation(scope, domain, remembered, evidence, now);
        boolean restsOnStrangers =
                evidence.basis() == AdviceBasis.VERIFIED && evidence.strangeOf(domain) > 0;
        Judgement judgement =
                (restsOnStrangers
                                ? singleStranger.judge(
                                        scope,
                                        situation,
                                        evidence.rows().getOrDefault(domain.id(), List.of()),
                                        evidence.knowledge())
                                : PolicyPlan.of(situation))
                        .judgedAt(now);
        PolicyAdvice advice = judgement.advice();
        FailedMail failed = failed(scope, domain, advice, evidence);
        db.inTransaction(() -> {
            rows.lock(scope, domain.id());
            Instant next = advice.settled() ? next(domain.id(), now) : retry(domain, evidence, now);
            boolean isLatest = advices.finish(taken, advice, remembered, now, next);
            // By rows that are being classified, steps would come and go.
            if (isLatest && advice.settled()) {
                tasks.settle(scope, domain, judgement, evidence.mailbox(), failed);
            }
        });
    }

    /**
     * Returns when a domain is looked at again whose rows are being classified: later the longer it
     * takes.
     */
    private static Instant retry(PlannedDomain domain, Evidence evidence, Instant now) {
        Instant since = evidence.unsettled().getOrDefault(domain.id(), now);
        Duration pause = Duration.between(since, now).dividedBy(2);
        return now.plus(
                pause.compareTo(AdviceMarks.SETTLING) < 0
                        ? AdviceMarks.SETTLING
                        : pause.compareTo(LONGEST_RETRY) < 0 ? pause : LONGEST_RETRY);
    }

    /** Returns what failed of the mail of those sources that have to be fixed. */
    private FailedMail failed(
            Scope scope, PlannedDomain domain, PolicyAdvice advice, Evidence evidence) {
        List<Integer> failing =
                advice.sources().stream()
                        .filter(source -> source.blocks() && !source.undecided())
                        .map(SenderEvidence::number)
                        .toList();
        if (failing.isEmpty()) {
            return FailedMail.NONE;
        }
        List<DomainId> ids =
                evidence.rows().getOrDefault(domain.id(), List.of()).stream()
                        .map(Governed::id)
                        .toList();
        LocalDate last = evidence.days().last();
        LocalDate first = last.minusDays(FAILED_DAYS - 1);
        return new FailedMail(
                sums.failingAddresses(
                        scope, evidence.basis(), ids, failing, first, last, MAX_HOSTS),
                sums.failedSignatures(
                        scope,
                        evidence.basis(),
                        ids,
                        failing,
                        domain.organization(suffixes),
                        first,
                        last,
                        MAX_KEYS));
    }

    /** Nobody's policy depends on it any more. */
    private void forget(Taken taken) {
        db.inTransaction(() -> {
            rows.lock(taken.scope(), taken.domain());
            if (advices.delete(taken)) {
                tasks.end(taken.scope(), taken.domain());
            }
        });
    }

    private DomainSituation situation(
            Scope scope,
            PlannedDomain domain,
            Remembered remembered,
            Evidence evidence,
            Instant now) {
        LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
        LocalDate since = remembered.observedSince();
        return new DomainSituation(
                domain.name(),
                domain.nxdomain(),
                isOrganizational(domain),
                domain.parked(),
                domain.published(),
                domain.authentication(),
                evidence.days(),
                since == null ? 0 : evidence.days().observed(since),
                domain.silentSince(),
                days(remembered.levelsSince(), today),
                days(remembered.subdomainsSince(), today),
                new ReportedMail(
                        evidence.sums().getOrDefault(domain.id(), List.of()),
                        evidence.longer().getOrDefault(domain.id(), List.of()),
                        null,
                        evidence.unverified().getOrDefault(domain.id(), 0L),
                        !evidence.unsettled().containsKey(domain.id()),
                        leftOut(scope, domain, evidence)),
                evidence.mailbox());
    }

    /** Returns what strangers report, where the advice does not rest on it. */
    private LeftOut leftOut(Scope scope, PlannedDomain domain, Evidence evidence) {
        long strange = evidence.strangeOf(domain);
        long counted =
                evidence.sums().getOrDefault(domain.id(), List.of()).stream()
                        .map(sum -> sum.sums().messages())
                        .reduce(0L, Messages::sum);
        if (evidence.basis() == AdviceBasis.VERIFIED
                || !Percent.isMoreThan(
                        strange, PolicyPlan.UNVERIFIED_PERCENT, Messages.sum(strange, counted))) {
            return LeftOut.NOTHING;
        }
        List<DomainId> ids =
                evidence.rows().getOrDefault(domain.id(), List.of()).stream()
                        .map(Governed::id)
                        .toList();
        return new LeftOut(
                true, sums.strangers(scope, ids, evidence.days().first(), evidence.days().last()));
    }

    /** As receivers find out today; what was not read yet is as older ones see it. */
    private boolean isOrganizational(PlannedDomain domain) {
        String organization = domain.published().organization();
        return organization.isEmpty()
                ? suffixes.organizationalDomain(domain.name()).equals(domain.name())
                : organization.equals(domain.name().value());
    }

    private static @Nullable Integer days(@Nullable LocalDate since, LocalDate today) {
        return since == null
                ? null
                : Math.toIntExact(Math.max(0, ChronoUnit.DAYS.between(since, today)));
    }

    /** Returns what is to be known when the domain is judged again. */
    private static Remembered remembered(
            PlannedDomain domain, @Nullable LocalDate firstDay, LocalDate today) {
        Remembered before = domain.remembered();
        LocalDate since = earliest(before.observedSince(), firstDay, domain.reportsHereSince());
        if (!domain.published().isKnown()) {
            return new Remembered(
                    since, before.levels(), before.levelsSince(), before.subdomainsSince());
        }
        return before.seen(since, domain.published().reached(), today);
    }

    private static @Nullable LocalDate earliest(@Nullable LocalDate... days) {
        LocalDate earliest = null;
        for (LocalDate day : days) {
            if (day != null) {
                earliest = earliest == null ? day : earlier(earliest, day);
            }
        }
        return earliest;
    }

    private static LocalDate earlier(LocalDate a, LocalDate b) {
        return a.isBefore(b) ? a : b;
    }

    /** On the next day, when the judged days are others. */
    static Instant next(DomainId domain, Instant now) {
        return now.truncatedTo(ChronoUnit.DAYS)
                .plus(1, ChronoUnit.DAYS)
                .plusSeconds(Math.floorMod(domain.value() * STRIDE, SPREAD.toSeconds()));
    }
}
