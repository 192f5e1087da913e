package org.mailvane.traffic.reclassify;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.platform.jobs.Signal;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.reporters.Trust;
import org.mailvane.sources.SourcesChanged;
import org.mailvane.sources.classify.ClassificationContext;
import org.mailvane.traffic.Days;
import org.mailvane.traffic.reclassify.ReclassificationQueueTable.Patience;
import org.mailvane.traffic.sums.AdviceBases;
import org.mailvane.traffic.sums.AdviceBasis;
import org.springframework.stereotype.Service;

/**
 * Queues domains whose rows must be reclassified. A component that writes rows, or changes the data
 * that classifies them, queues their domains in the same transaction; {@link
 * ReclassificationWorker} processes the queue.
 */
@Service
public class Reclassification implements SourcesChanged {

    /** How long a new mark waits for more of the same domain: reports come in batches. */
    static final Duration SOON = Duration.ofSeconds(2);

    /** How long a mark waits at most, though more and more comes. */
    public static final Duration LONGEST = Duration.ofSeconds(30);

    /**
     * Days, including today, for whose addresses and selectors an account can request new lookups.
     */
    static final int REQUESTED_DAYS = 30;

    /** What DNS said no longer ago is not asked again on request: some ask in a loop. */
    public static final Duration REQUEST_AGE = Duration.ofMinutes(1);

    private final Db db;
    private final ReclassificationQueueTable unsettled;
    private final AdviceBases bases;
    private final Clock clock;
    private final Signal news = new Signal();

    Reclassification(Db db, ReclassificationQueueTable unsettled, AdviceBases bases, Clock clock) {
        this.db = db;
        this.unsettled = unsettled;
        this.bases = bases;
        this.clock = clock;
    }

    /** Says that there is something to do. */
    Signal news() {
        return news;
    }

    /**
     * Marks domains that got new rows, within the transaction that writes them.
     *
     * @param version of what they were classified by
     */
    public void mark(
            Scope scope,
            SortedMap<DomainId, NewRows> domains,
            ClassificationContext.Version version) {
        Set<DomainId> strange =
                domains.entrySet().stream()
                        .filter(entry -> entry.getValue().trust() == Trust.VERIFIED)
                        .map(Map.Entry::getKey)
                        .collect(Collectors.toSet());
        Set<DomainId> forAdvice =
                domains.entrySet().stream()
                        .filter(entry -> entry.getValue().trust() == Trust.ACCEPTED)
                        .map(Map.Entry::getKey)
                        .collect(Collectors.toSet());
        forAdvice.addAll(restingOnStrangers(scope, strange));
        unsettled.mark(scope, domains, forAdvice, version, patience(clock.instant(), SOON));
    }

    /** Anybody can be a stranger, and send reports all the time: most domains wait for none. */
    private Set<DomainId> restingOnStrangers(Scope scope, Collection<DomainId> domains) {
        return domains.isEmpty()
                ? Set.of()
                : bases.ofOrganizations(scope, domains).entrySet().stream()
                        .filter(entry -> entry.getValue() == AdviceBasis.VERIFIED)
                        .map(Map.Entry::getKey)
                        .collect(Collectors.toSet());
    }

    /**
     * Has facts of reports follow what the reports count for.
     *
     * @param trust the highest that they had or have
     */
    public void reportsChanged(
            Scope scope, Collection<DomainId> domains, LocalDate from, Trust trust) {
        Collection<DomainId> forAdvice =
                switch (trust) {
                    case ACCEPTED -> domains;
                    case VERIFIED -> restingOnStrangers(scope, domains);
                    case TOTALS, HELD -> Set.of();
                };
        unsettled.markStale(scope.wholeAccount(), domains, forAdvice, Days.from(from), patience());
        db.afterCommit(news::give);
    }

    @Override
    public void changed(Scope scope) {
        unsettled.markStale(scope.wholeAccount(), Optional.empty(), Days.ALL, patience());
        db.afterCommit(news::give);
    }

    @Override
    public void changed(Scope scope, Collection<DomainId> domains, LocalDate from) {
        if (!domains.isEmpty()) {
            unsettled.markStale(
                    scope.wholeAccount(), Optional.of(domains), Days.from(from), patience());
            db.afterCommit(news::give);
        }
    }

    @Override
    public void rulesChanged(int version) {
        unsettled.markAllStale(patience());
        db.afterCommit(news::give);
    }

    @Override
    public void addressesChanged(Collection<IpAddress> addresses, LocalDate from) {
        if (!addresses.isEmpty()) {
            unsettled.markSenders(addresses, from, patience());
            db.afterCommit(news::give);
        }
    }

    /**
     * Has everything of an account looked at again: what DNS says of its domains and of the
     * addresses that have sent in their names lately, unless it said so just now, and who uses
     * which selector. Nothing more happens while that is on its way.
     */
    public void request(Scope scope) {
        Scope account = scope.wholeAccount();
        Instant now = clock.instant();
        if (unsettled.isAnyAsked(account)) {
            return;
        }
        LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
        Days days = new Days(today.minusDays(REQUESTED_DAYS - 1L), today);
        if (unsettled.markFresh(account, days, now.minus(REQUEST_AGE), now)) {
            db.afterCommit(news::give);
        } else {
            // There is nothing to look at, so that is done.
            unsettled.settled(account, now);
        }
    }

    /**
     * Returns when all rows of an account were last classified by all that was known; when the
     * account was made, if they never were.
     */
    public Instant refreshed(Scope scope) {
        return unsettled.settled(scope.wholeAccount()).orElse(Instant.EPOCH);
    }

    private Patience patience() {
        return patience(clock.instant(), Duration.ZERO);
    }

    static Patience patience(Instant now, Duration pause) {
        return new Patience(now, now.plus(pause), LONGEST.toSeconds());
    }
}
