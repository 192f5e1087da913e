package org.mailvane.monitor;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.mailvane.accounts.Accounts;
import org.mailvane.accounts.ReportAddresses;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.DomainMonitor;
import org.mailvane.mailauth.https.Https;
import org.mailvane.monitor.RecordKeeper.Checked;
import org.mailvane.monitor.RecordReader.Question;
import org.mailvane.monitor.WatchedRecordTable.Outline;
import org.mailvane.net.FreshDns;
import org.mailvane.platform.jobs.Signal;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.traffic.Days;
import org.mailvane.traffic.sums.SeenSelectors;
import org.mailvane.traffic.sums.SeenSelectors.Seen;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Service;

/** Looks domains' records up: when a person asks for it, and for those who do when they are due. */
@Service
public class Monitor implements DomainMonitor {

    /** How long a domain is this server's: longer than all of its records take at most. */
    static final Duration LEASE = Duration.ofMinutes(30);

    /** How long somebody waits who has asked for a domain's records. */
    static final Duration REFRESH_TIME = Duration.ofSeconds(25);

    /** For so long a selector is current after reports have shown it. */
    static final int SELECTOR_DAYS = 30;

    /** Selectors that are not current any more whose keys are watched until they are removed. */
    static final int MAX_OLD_SELECTORS = 50;

    /** Domains that are looked up for people at once; the others' places in DNS are kept free. */
    static final int MAX_REFRESHES = 30;

    /**
     * How many checks at a time work with the database. Many more wait for DNS; if all of these
     * wanted a connection at once, nobody else would get one.
     */
    static final int AT_DATABASE = 3;

    private final Db db;
    private final WatchedDomainTable queue;
    private final DueDomains due;
    private final WatchedRecordTable records;
    private final RecordKeeper keeper;
    private final SeenSelectors selectors;
    private final Accounts accounts;
    private final ReportAddresses addresses;
    private final FreshDns dns;
    private final RecordReader reader;
    private final Clock clock;
    private final Signal news = new Signal();
    private final Semaphore refreshes = new Semaphore(MAX_REFRESHES);
    private final Semaphore database = new Semaphore(AT_DATABASE);

    /**
     * What checks need to know of an account.
     *
     * @param mailboxes which ones are the account's
     * @param verificationToken what shows that a domain is the account's
     */
    private record AccountFacts(Predicate<String> mailboxes, String verificationToken) {}

    /**
     * A look at a domain that was taken, with what the database knows for it.
     *
     * @param full whether at everything
     * @param known what is known of its records
     */
    record Look(WatchedDomain domain, boolean full, Outline known, AccountFacts account) {}

    Monitor(
            Db db,
            WatchedDomainTable queue,
            WatchedRecordTable records,
            RecordKeeper keeper,
            SeenSelectors selectors,
            Accounts accounts,
            ReportAddresses addresses,
            FreshDns dns,
            Https https,
            Clock clock) {
        this.db = db;
        this.queue = queue;
        this.due = new DueDomains(queue, System::nanoTime);
        this.records = records;
        this.keeper = keeper;
        this.selectors = selectors;
        this.accounts = accounts;
        this.addresses = addresses;
        this.dns = dns;
        this.reader = new RecordReader(https, clock, System::nanoTime);
        this.clock = clock;
    }

    @Override
    public void refresh(Scope scope, DomainId id) {
        if (!refreshes.tryAcquire()) {
            throw ApiProblem.of(
                    HttpStatus.SERVICE_UNAVAILABLE,
                    "busy",
                    "%d domains are being looked up for users, the maximum of this server. Try again in a few seconds."
                            .formatted(MAX_REFRESHES));
        }
        try {
            // Once more where somebody else has begun meanwhile: what is answered is new.
            if (!look(scope, id)) {
                look(scope, id);
            }
        } finally {
            refreshes.release();
        }
    }

    /**
     * Looks everything up at once; returns false where the result was not passed on, as another
     * check has begun.
     */
    private boolean look(Scope scope, DomainId id) {
        Instant now = clock.instant();
        Optional<WatchedDomain> taken = queue.take(scope.wholeAccount(), id, now.plus(LEASE));
        if (taken.isEmpty()) {
            return true;
        }
        WatchedDomain domain = taken.get();
        try {
            Look look = looks(List.of(domain), one -> true).getFirst();
            Seen seen = seenSelectors(domain, now);
            DomainCheck check = check(look, seen.selectors(), true);
            List<DnsObservation> readings = check.readWithin(REFRESH_TIME);
            return keeper.keep(
                    domain, new Checked(readings, true, seen, isVerified(look, check), true));
        } catch (RuntimeException | Error defect) {
            // The caller gets the error; the domain's turn should not wait for the end of the
            // lease.
            release(domain);
            throw defect;
        }
    }

    @Override
    public void changed(Scope scope, DomainId domain) {
        queue.hastenAll(scope.wholeAccount(), domain, clock.instant());
        db.afterCommit(news::give);
    }

    @Override
    public void verify(Scope scope, DomainId domain) {
        queue.hasten(scope.wholeAccount(), domain, clock.instant());
        db.afterCommit(news::give);
    }

    /** Given when a domain is due that was not before. */
    Signal news() {
        return news;
    }

    /** Takes some domains that are due; none when none is. */
    List<WatchedDomain> claim(int limit) {
        Instant now = clock.instant();
        return due.claim(limit, now, now.plus(LEASE));
    }

    /** Takes some domains that people have asked for; none when there are none. */
    List<WatchedDomain> claimRequested(int limit) {
        Instant now = clock.instant();
        return queue.claimRequested(limit, now, now.plus(LEASE));
    }

    /** Returns what is to be looked up of domains of one account that were taken. */
    List<Look> looks(List<WatchedDomain> domains) {
        Instant now = clock.instant();
        return looks(domains, domain -> domain.isFullDue(now));
    }

    private List<Look> looks(List<WatchedDomain> domains, Predicate<WatchedDomain> isFull) {
        Scope scope = domains.getFirst().scope();
        AccountFacts account =
                new AccountFacts(addresses.mailboxesOf(scope), accounts.verificationToken(scope));
        Map<DomainId, Outline> known =
                records.outlines(scope, domains.stream().map(WatchedDomain::id).toList());
        return domains.stream()
                .map(domain ->
                        new Look(
                                domain,
                                isFull.test(domain),
                                known.getOrDefault(domain.id(), Outline.NOTHING),
                                account))
                .toList();
    }

    /**
     * Looks up what is due of a domain.
     *
     * @param asked whether a person has asked for it and nothing follows by itself, so that what is
     *     read once counts
     * @throws InterruptedException when the thread was told to stop; nothing is kept then
     */
    void check(Look look, boolean asked) throws InterruptedException {
        WatchedDomain domain = look.domain();
        Seen seen =
                look.full()
                        ? atDatabase(() -> seenSelectors(domain, clock.instant()))
                        : domain.seen();
        DomainCheck check = check(look, seen.selectors(), asked);
        Checked checked =
                new Checked(check.read(), look.full(), seen, isVerified(look, check), asked);
        atDatabase(() -> {
            keeper.keep(domain, checked);
            return true;
        });
    }

    private <T> T atDatabase(Supplier<T> work) throws InterruptedException {
        database.acquire();
        try {
            return work.get();
        } finally {
            database.release();
        }
    }

    private DomainCheck check(Look look, Collection<String> seen, boolean asked) {
        WatchedDomain domain = look.domain();
        List<RecordKind> kinds =
                look.full() ? Arrays.asList(RecordKind.values()) : List.of(RecordKind.DMARC);
        // The current ones, and those whose keys are still there.
        Set<String> selectors = new LinkedHashSet<>(domain.selectors());
        selectors.addAll(seen);
        List<String> old =
                look.known().selectors().stream()
                        .filter(selector -> !selectors.contains(selector))
                        .limit(MAX_OLD_SELECTORS)
                        .toList();
        selectors.addAll(old);
        // What is kept of an answer can't confirm that answer.
        boolean anew = asked || look.known().confirms();
        return new DomainCheck(
                reader,
                new Question(domain.name(), kinds, selectors, look.account().mailboxes()::test),
                dns.fresh(name -> anew || RecordReader.isOwn(domain.name(), name)),
                System::nanoTime);
    }

    private static boolean isVerified(Look look, DomainCheck check) {
        return !look.domain().verified() && check.isVerified(look.account().verificationToken());
    }

    private Seen seenSelectors(WatchedDomain domain, Instant now) {
        LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
        return selectors.of(
                domain.scope(),
                domain.id(),
                domain.name(),
                new Days(today.minusDays(SELECTOR_DAYS - 1L), today));
    }

    /** Gives a domain back that was taken and not looked up. */
    void release(WatchedDomain domain) {
        queue.release(domain);
    }

    /** Ends what a run that died has taken. */
    void endLeases() {
        queue.endLeases();
    }
}
