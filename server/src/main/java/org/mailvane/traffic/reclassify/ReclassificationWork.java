package org.mailvane.traffic.reclassify;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainRows;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.platform.jobs.StopSign;
import org.mailvane.platform.store.Db;
import org.mailvane.sources.classify.ClassificationContext;
import org.mailvane.sources.classify.ClassificationContextLoader;
import org.mailvane.sources.evidence.AddressResolver;
import org.mailvane.sources.evidence.DomainLookups;
import org.mailvane.sources.evidence.SelectorUse;
import org.mailvane.sources.evidence.SelectorUses;
import org.mailvane.traffic.Days;
import org.mailvane.traffic.reclassify.ReclassificationQueueTable.Stale;
import org.mailvane.traffic.reclassify.RowReclassification.Settled;
import org.mailvane.traffic.reclassify.StoredRowTable.Sender;
import org.mailvane.traffic.sums.AdviceBases;
import org.mailvane.traffic.sums.AdviceBasis;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/**
 * What settling a domain is: what is missing is looked up, selectors are counted, rows are
 * classified again. Each step can be ended anywhere, and done again.
 */
@Component
@Profile("service")
class ReclassificationWork {

    /** Addresses that are looked up together, of one domain or of several. */
    static final int ADDRESSES_AT_ONCE = 5_000;

    /**
     * Addresses that one turn looks up at most, in equal parts for its domains: a reporter can name
     * millions of them, and those of other domains must not wait for all of these.
     */
    static final int MAX_LOOK_UPS = 80_000;

    /**
     * While addresses of a domain are still being looked up, its rows are classified again when
     * only one in so many of those is left that were unknown the last time. All its rows are read
     * for that: doing it each turn would take time by the square of their number.
     */
    static final int LEFT = 4;

    /** How long a mark is its worker's, unless that asks for more. */
    static final Duration LEASE = Duration.ofMinutes(10);

    /**
     * How long a turn looks addresses up: where no server of DNS answers, a hundred of them take
     * seconds, and what waits for none of them must not wait for them all. It is longer than any
     * address takes (the resolver's own limit, and a last question of eight seconds), so that each
     * turn gets on.
     */
    private static final Duration LOOK_UP_TIME = Duration.ofSeconds(15);

    /** When something is tried again of which nobody says when it is due. */
    private static final Duration LATER = Duration.ofHours(1);

    /**
     * A domain that waits for DNS rests so many times as long as its turn took, {@link #LATER} at
     * most: thousands of addresses that never answer are due at as many times, and each turn reads
     * all addresses of the days that wait.
     */
    static final int REST = 20;

    private final Db db;
    private final ReclassificationQueueTable unsettled;
    private final StoredRowTable rows;
    private final DomainRows domains;
    private final RowReclassification rowSettling;
    private final SelectorCount selectorCount;
    private final SelectorUses selectorUses;
    private final AdviceBases bases;
    private final ClassificationContextLoader sources;
    private final DomainLookups domainLookups;
    private final AddressResolver resolver;
    private final List<RowsReclassified> listeners;
    private final Clock clock;

    /** A test may have less. */
    volatile Duration lookUpTime = LOOK_UP_TIME;

    /** A test may have fewer. */
    volatile int lookUps = MAX_LOOK_UPS;

    ReclassificationWork(
            Db db,
            ReclassificationQueueTable unsettled,
            StoredRowTable rows,
            DomainRows domains,
            RowReclassification rowSettling,
            SelectorCount selectorCount,
            SelectorUses selectorUses,
            AdviceBases bases,
            ClassificationContextLoader sources,
            DomainLookups domainLookups,
            AddressResolver resolver,
            List<RowsReclassified> listeners,
            Clock clock) {
        this.db = db;
        this.unsettled = unsettled;
        this.rows = rows;
        this.domains = domains;
        this.rowSettling = rowSettling;
        this.selectorCount = selectorCount;
        this.selectorUses = selectorUses;
        this.bases = bases;
        this.sources = sources;
        this.domainLookups = domainLookups;
        this.resolver = resolver;
        this.listeners = listeners;
        this.clock = clock;
    }

    /**
     * Looks up what is missing for some marks, for all of them together.
     *
     * @param keep keeps the marks for longer; called now and then
     * @return those for which everything was looked up; for the others the next turn goes on
     */
    Set<ReclassificationClaim> lookUp(
            List<ReclassificationClaim> marks, StopSign stop, Runnable keep) {
        Map<Long, List<ReclassificationClaim>> byAccount = new TreeMap<>();
        marks.forEach(mark ->
                byAccount
                        .computeIfAbsent(mark.scope().accountId(), id -> new ArrayList<>())
                        .add(mark));
        byAccount
                .values()
                .forEach(own -> {
                    keep.run();
                    stop.throwIfStopped();
                    domainLookups.lookUp(
                            own.getFirst().scope(),
                            own.stream().map(ReclassificationClaim::domain).toList(),
                            askedBefore(own),
                            stop);
                });
        List<DueAddresses> due =
                marks.stream()
                        .map(mark -> due(mark, lookUps / marks.size(), stop, keep))
                        .sorted(Comparator.comparingInt(one -> one.addresses().size()))
                        .toList();
        // Reading them may take long too, and each turn is to look some up.
        long end = System.nanoTime() + lookUpTime.toNanos();
        StopSign enough = new StopSign(() -> stop.isUp() || System.nanoTime() - end >= 0);
        Set<ReclassificationClaim> lookedUp = resolve(due, enough, keep);
        stop.throwIfStopped();
        return lookedUp;
    }

    /**
     * Addresses of a domain that are to be looked up.
     *
     * @param addresses in the order in which they are
     * @param all whether they are all of them
     */
    private record DueAddresses(
            ReclassificationClaim mark, Set<IpAddress> addresses, boolean all) {}

    private DueAddresses due(ReclassificationClaim mark, int most, StopSign stop, Runnable keep) {
        keep.run();
        Set<IpAddress> addresses = new LinkedHashSet<>();
        boolean all =
                forSenders(
                        mark,
                        mark.asked(),
                        page -> {
                            stop.throwIfStopped();
                            List<IpAddress> read = page.stream().map(Sender::address).toList();
                            Set<IpAddress> due = resolver.due(read, askedBefore(List.of(mark)));
                            for (IpAddress one : read) {
                                if (due.contains(one) && addresses.size() == most) {
                                    return false;
                                }
                                if (due.contains(one)) {
                                    addresses.add(one);
                                }
                            }
                            return true;
                        });
        return new DueAddresses(mark, addresses, all);
    }

    /** Looks up what is due; domains with few addresses come first, and wait for nobody. */
    private Set<ReclassificationClaim> resolve(
            List<DueAddresses> due, StopSign enough, Runnable keep) {
        Set<ReclassificationClaim> lookedUp = new HashSet<>();
        List<ReclassificationClaim> open = new ArrayList<>();
        Set<IpAddress> addresses = new LinkedHashSet<>();
        for (DueAddresses one : due) {
            if (one.all() && one.addresses().isEmpty()) {
                lookedUp.add(one.mark());
                continue;
            }
            if (addresses.size() + one.addresses().size() > ADDRESSES_AT_ONCE
                    && resolve(addresses, enough, keep)) {
                lookedUp.addAll(open);
                open.clear();
            }
            for (IpAddress address : one.addresses()) {
                addresses.add(address);
                if (addresses.size() == ADDRESSES_AT_ONCE) {
                    resolve(addresses, enough, keep);
                }
            }
            if (one.all()) {
                open.add(one.mark());
            }
        }
        if (resolve(addresses, enough, keep)) {
            lookedUp.addAll(open);
        }
        return lookedUp;
    }

    private boolean resolve(Set<IpAddress> addresses, StopSign enough, Runnable keep) {
        if (!addresses.isEmpty() && !enough.isUp()) {
            keep.run();
            resolver.lookUp(addresses, enough);
        }
        addresses.clear();
        return !enough.isUp();
    }

    private static Instant askedBefore(List<ReclassificationClaim> marks) {
        return marks.stream()
                .flatMap(mark -> Optional.ofNullable(mark.askedBefore()).stream())
                .max(Instant::compareTo)
                .orElse(Instant.EPOCH);
    }

    /**
     * Settles a domain by what is known. Where the mark becomes another worker's meanwhile, it is
     * that one who finishes it.
     *
     * @param lookedUp whether everything was looked up that could be; else the next turn goes on
     * @param keep keeps the mark for longer; called now and then
     */
    void settle(ReclassificationClaim mark, boolean lookedUp, StopSign stop, Runnable keep) {
        long begin = System.nanoTime();
        DetailCache details = new DetailCache(rows, mark.scope(), mark.domain());
        Unknown before = mark.waiting().map(some -> unknown(mark, some)).orElse(Unknown.NOTHING);
        boolean news =
                mark.waiting().isPresent() && isNews(mark.unknown(), before.count(), lookedUp);
        // Whose hosts a selector is used by was not known of those that have waited.
        NavigableSet<YearMonth> counted = new TreeSet<>();
        mark.fresh().map(Days::months).ifPresent(counted::addAll);
        mark.waiting().filter(waiting -> news).map(Days::months).ifPresent(counted::addAll);
        for (YearMonth month : counted) {
            stop.throwIfStopped();
            keep.run();
            countSelectors(mark, month, details);
        }
        List<Days> days = new ArrayList<>();
        Stale stale = unsettled.takeStale(mark);
        stale.days().ifPresent(days::add);
        mark.fresh().filter(fresh -> mark.lacking()).ifPresent(days::add);
        mark.waiting().filter(waiting -> news).ifPresent(days::add);
        if (stale.forAdvice()) {
            days.forEach(some ->
                    listeners.forEach(each -> each.settling(mark.scope(), mark.domain(), some)));
        }
        // Where no more is known than at the last try, the rows that wait stay as they are.
        @Nullable Days waiting = news ? null : mark.waiting().orElse(null);
        @Nullable Days changed = null;
        @Nullable Days trusted = null;
        try {
            for (Days month : rowSettling.months(mark, days)) {
                for (RowChunk chunk : rowSettling.chunks(mark, month)) {
                    stop.throwIfStopped();
                    keep.run();
                    Settled settled = rowSettling.settle(mark, chunk, details);
                    waiting = with(waiting, settled.lacking());
                    changed = with(changed, settled.changed());
                    trusted = with(trusted, settled.trusted());
                    chunk.dividedBefore().ifPresent(day -> rowSettling.sumUpDivided(mark, day));
                }
            }
        } finally {
            // Also where a later chunk fails: at the next try, these rows are as they are to be.
            tell(mark, changed);
        }
        if (trusted != null) {
            // Who is believed about selectors has changed, too.
            for (YearMonth month : trusted.months()) {
                countSelectors(mark, month, details);
            }
        }
        Unknown unknown =
                waiting == null
                        ? Unknown.NOTHING
                        : days.isEmpty() ? before : unknown(mark, waiting);
        // Of rows that were not classified again, it stays what it was when they were.
        UnknownAddresses left =
                lookedUp || news ? unknown.count() : unknown.count().atLeast(mark.unknown());
        finish(mark, waiting, unknown, left, lookedUp, begin);
    }

    /**
     * Whether enough has become known for rows that wait to be classified again: while addresses
     * are still being looked up, most of them, or one of a row on which advice rests.
     */
    static boolean isNews(UnknownAddresses before, UnknownAddresses now, boolean lookedUp) {
        return lookedUp
                ? !now.equals(before)
                : now.forAdvice() < before.forAdvice()
                        || (now.all() < before.all() && now.all() <= before.all() / LEFT);
    }

    private static @Nullable Days with(@Nullable Days some, Optional<Days> more) {
        return some == null ? more.orElse(null) : more.map(some::with).orElse(some);
    }

    /** Before the mark is given back: a worker that dies between both has another turn. */
    private void tell(ReclassificationClaim mark, @Nullable Days changed) {
        if (changed != null) {
            listeners.forEach(each -> each.settled(mark.scope(), mark.domain(), changed));
        }
    }

    /** Returns how long a domain that waits rests after a turn that took so long. */
    static Duration rest(Duration turn) {
        Duration rest = turn.multipliedBy(REST);
        return rest.compareTo(LATER) < 0 ? rest : LATER;
    }

    private void countSelectors(ReclassificationClaim mark, YearMonth month, DetailCache details) {
        List<SelectorUse> uses = selectorCount.of(mark.scope(), mark.domain(), month, details);
        db.inTransaction(() -> {
            domains.lock(mark.scope(), mark.domain());
            // What another worker has counted since is newer.
            if (unsettled.extend(mark, clock.instant().plus(LEASE))
                    && selectorUses.replace(mark.scope(), mark.domain(), month.atDay(1), uses)) {
                unsettled.markStale(
                        mark.scope(),
                        Optional.of(List.of(mark.domain())),
                        new Days(month.atDay(1), month.plusMonths(1).atEndOfMonth()),
                        Reclassification.patience(clock.instant(), Duration.ZERO));
            }
        });
    }

    private void finish(
            ReclassificationClaim mark,
            @Nullable Days waiting,
            Unknown unknown,
            UnknownAddresses counted,
            boolean lookedUp,
            long begin) {
        Instant now = clock.instant();
        Instant rested = now.plus(rest(Duration.ofNanos(System.nanoTime() - begin)));
        @Nullable Instant askedBefore = lookedUp ? null : mark.askedBefore();
        @Nullable Days left =
                lookedUp
                        ? unknown.count().all() == 0 ? null : waiting
                        : mark.asked().stream().reduce(Days::with).orElse(waiting);
        @Nullable Instant nextTry =
                !lookedUp
                        ? now
                        : Stream.of(
                                        Optional.ofNullable(unknown.nextTry()),
                                        domainLookups.nextTry(mark.scope(), List.of(mark.domain())))
                                .flatMap(Optional::stream)
                                .min(Instant::compareTo)
                                .map(next -> next.isBefore(rested) ? rested : next)
                                .orElse(null);
        db.inTransaction(() -> {
            unsettled.finish(mark, left, counted, askedBefore, nextTry, now);
            unsettled.settled(mark.scope(), clock.instant());
        });
        listeners.forEach(each -> each.finished(mark.scope(), mark.domain()));
    }

    /**
     * Addresses of which nothing is known.
     *
     * @param nextTry when the first of them is looked up again
     */
    private record Unknown(UnknownAddresses count, @Nullable Instant nextTry) {

        static final Unknown NOTHING = new Unknown(UnknownAddresses.NONE, null);

        Unknown with(Unknown other) {
            @Nullable Instant first =
                    nextTry == null || (other.nextTry != null && other.nextTry.isBefore(nextTry))
                            ? other.nextTry
                            : nextTry;
            return new Unknown(count.plus(other.count), first);
        }
    }

    private Unknown unknown(ReclassificationClaim mark, Days days) {
        Unknown[] sum = {Unknown.NOTHING};
        forSenders(
                mark,
                List.of(days),
                page -> {
                    sum[0] = sum[0].with(unknown(mark, page, days.first()));
                    return true;
                });
        return sum[0];
    }

    /** The first successful lookup counts for all days before it, so that any day will do. */
    private Unknown unknown(ReclassificationClaim mark, List<Sender> page, LocalDate day) {
        List<Sender> unknown =
                db.inTransaction(() -> {
                    ClassificationContext knowledge =
                            sources.of(mark.scope(), List.of(mark.domain()));
                    knowledge.learn(page.stream().map(Sender::address).toList());
                    return page.stream()
                            .filter(sender -> !knowledge.knows(sender.address(), day))
                            .toList();
                });
        if (unknown.isEmpty()) {
            return Unknown.NOTHING;
        }
        return new Unknown(
                new UnknownAddresses(
                        unknown.size(), unknown.stream().filter(Sender::forAdvice).count()),
                resolver.nextTry(unknown.stream().map(Sender::address).toList())
                        .orElse(clock.instant().plus(LATER)));
    }

    /**
     * Hands over the senders of some days, page by page, in one transaction.
     *
     * @param consumer takes a page; answers whether there is to be another one
     * @return whether it took all
     */
    private boolean forSenders(
            ReclassificationClaim mark, List<Days> some, Predicate<List<Sender>> consumer) {
        if (some.isEmpty()) {
            return true;
        }
        AdviceBasis basis = bases.ofOrganization(mark.scope(), mark.domain());
        return some.stream()
                .allMatch(days ->
                        db.inSnapshot(() ->
                                rows.senders(
                                        mark.scope(),
                                        mark.domain(),
                                        days,
                                        basis,
                                        ADDRESSES_AT_ONCE,
                                        consumer)));
    }
}
