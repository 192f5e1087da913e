package org.mailvane.planner;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.mailvane.accounts.Accounts;
import org.mailvane.accounts.ReportAddresses;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.DomainRows;
import org.mailvane.domains.Messages;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.monitor.ReporterSilence;
import org.mailvane.planner.LapsedMail.Missed;
import org.mailvane.planner.PlannedDomain.Remembered;
import org.mailvane.planner.PlannedDomainTable.Gone;
import org.mailvane.planner.PlannedDomainTable.Governed;
import org.mailvane.planner.PolicyAdvice.SenderEvidence;
import org.mailvane.planner.PolicyAdviceTable.Taken;
import org.mailvane.planner.ReportedMail.LeftOut;
import org.mailvane.reporters.Trust;
import org.mailvane.sources.SourceDecisions;
import org.mailvane.sources.SourceNames;
import org.mailvane.store.Db;
import org.mailvane.store.Scope;
import org.mailvane.traffic.AdviceBases;
import org.mailvane.traffic.AdviceBasis;
import org.mailvane.traffic.WindowSums;
import org.mailvane.traffic.WindowSums.LastDay;
import org.mailvane.traffic.WindowSums.OfRow;
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
    private final WindowSums sums;
    private final SourceDecisions decisions;
    private final SourceNames names;
    private final Accounts accounts;
    private final ReportAddresses addresses;
    private final DomainRows rows;
    private final PublicSuffixes suffixes;
    private final LapsedMail lapsed;
    private final DomainTasks tasks;
    private final AdviceBases bases;
    private final SingleStranger singleStranger;
    private final Clock clock;

    AdviceWork(
            Db db,
            PolicyAdviceTable advices,
            PlannedDomainTable domains,
            WindowSums sums,
            SourceDecisions decisions,
            SourceNames names,
            Accounts accounts,
            ReportAddresses addresses,
            DomainRows rows,
            PublicSuffixes suffixes,
            LapsedMail lapsed,
            DomainTasks tasks,
            AdviceBases bases,
            SingleStranger singleStranger,
            Clock clock) {
        this.db = db;
        this.advices = advices;
        this.domains = domains;
        this.sums = sums;
        this.decisions = decisions;
        this.names = names;
        this.accounts = accounts;
        this.addresses = addresses;
        this.rows = rows;
        this.suffixes = suffixes;
        this.lapsed = lapsed;
        this.tasks = tasks;
        this.bases = bases;
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
            Evidence evidence = known.evidence().get(one.domain());
            if (known.left().contains(one.domain())) {
                left.add(one);
            } else if (domain != null && evidence != null && domain.shown()) {
                judge(one, domain, evidence, now);
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
        Map<DomainId, AdviceBasis> basis =
                bases.of(scope, planned.stream().map(PlannedDomain::id).toList());
        Map<DomainId, Evidence> all = new HashMap<>();
        planned.stream()
                .collect(
                        Collectors.groupingBy(
                                domain -> basis.getOrDefault(domain.id(), AdviceBasis.VERIFIED)))
                .forEach((one, judged) -> {
                    Evidence evidence = evidence(scope, one, judged, asIs, now);
                    judged.forEach(domain -> all.put(domain.id(), evidence));
                });
        Map<DomainId, PlannedDomain> known = new HashMap<>();
        Set<DomainId> left = new HashSet<>();
        for (PlannedDomain domain : planned) {
            Evidence evidence = Objects.requireNonNull(all.get(domain.id()));
            if (!domain.shown()) {
                known.put(domain.id(), domain);
            } else if (withMail || !lapsed.readsMail(missed(domain, evidence))) {
                known.put(domain.id(), known(scope, domain, evidence));
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

    /**
     * What several domains are judged by.
     *
     * @param basis whose reports they are
     * @param mailbox where others can mail the account's reports; empty: nowhere
     * @param days the judged days
     * @param rows the rows that count for each judged domain
     * @param knowledge of who sent
     * @param sums who sent, by judged domain
     * @param longer the same of the longer time over which senders are looked for
     * @param unverified messages that count in totals only, by judged domain
     * @param strange messages in verified reports of strangers, by judged domain
     * @param unsettled since when rows of a judged domain are to be classified, where some are
     * @param first the first day of which anything is known, by judged domain
     * @param last the last day of which anything was reported, by judged domain
     * @param gone what is not as it should be in DNS, by row
     */
    private record Evidence(
            AdviceBasis basis,
            String mailbox,
            JudgedDays days,
            Map<DomainId, List<Governed>> rows,
            KnownSenders knowledge,
            Map<DomainId, List<SenderSum>> sums,
            Map<DomainId, List<SenderSum>> longer,
            Map<DomainId, Long> unverified,
            Map<DomainId, Long> strange,
            Map<DomainId, Instant> unsettled,
            Map<DomainId, LocalDate> first,
            Map<DomainId, LastDay> last,
            Map<DomainId, Gone> gone) {

        long strangeOf(PlannedDomain domain) {
            return strange.getOrDefault(domain.id(), 0L);
        }

        /**
         * Returns the last day that was reported, where reports came regularly and had stopped
         * before the last judged day. Reports that had stopped before the domain was watched, such
         * as those of an old archive, are not an event; they say as little about today's mail as
         * those that stop now.
         */
        @Nullable LocalDate silent(DomainId domain) {
            LastDay day = last.get(domain);
            return day != null
                            && day.days() >= ReporterSilence.REGULAR
                            && !day.day().isAfter(days.last().minusDays(ReporterSilence.SILENT))
                    ? day.day()
                    : null;
        }
    }

    private Evidence evidence(
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
        Map<DomainId, Long> unverifiedRows =
                sums.messages(scope, Trust.TOTALS, ids, days.first(), days.last());
        Map<DomainId, Long> strangeRows =
                sums.messages(scope, Trust.VERIFIED, ids, days.first(), days.last());
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
                    unsettled.merge(domain, since, (a, b) -> earlier(a, b));
                }
                LocalDate day = firstDays.get(row.id());
                if (day != null) {
                    first.merge(domain, day, (a, b) -> earlier(a, b));
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

    private static Instant earlier(Instant a, Instant b) {
        return a.isBefore(b) ? a : b;
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
