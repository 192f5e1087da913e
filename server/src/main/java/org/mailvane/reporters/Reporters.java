package org.mailvane.reporters;

import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.mailvane.api.binding.Ordering;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.StatementLimit;
import org.mailvane.reporters.ReporterTable.Seen;
import org.springframework.stereotype.Service;

/** The reporters of an account. */
@Service
public class Reporters {

    /**
     * Reporters that mails may add to an account on one day. Anyone can make up names; further ones
     * count as {@link ReporterKey#OTHERS}. Known reporters, and those of reports that persons hand
     * over, are always added.
     */
    public static final int MAX_NEW_BY_MAIL = 1_000;

    /** Reporters that one step of {@link #forgetSome} goes through. */
    static final int STEP = 5_000;

    /**
     * Days for which a reporter stays of which no report is left: reports are stored afterwards.
     */
    static final int UNUSED_DAYS = 2;

    private final Db db;
    private final ReporterTable table;
    private final UnusedReporterTable unused;
    private final ReporterListTable lists;
    private final KnownReporters known;
    private final PublicSuffixes suffixes;
    private final List<ReporterDecided> listeners;
    private final Clock clock;

    Reporters(
            Db db,
            ReporterTable table,
            UnusedReporterTable unused,
            ReporterListTable lists,
            KnownReporters known,
            PublicSuffixes suffixes,
            List<ReporterDecided> listeners,
            Clock clock) {
        this.db = db;
        this.table = table;
        this.unused = unused;
        this.lists = lists;
        this.known = known;
        this.suffixes = suffixes;
        this.listeners = listeners;
        this.clock = clock;
    }

    /** A reporter, and how a report of it came. */
    public record Sighting(ReporterKey key, ReportAuthentication authentication) {}

    /**
     * Returns the numbers of reporters, and adds those that are new. It commits: another server may
     * add the same, and would wait for a longer transaction.
     */
    public Map<ReporterKey, Long> numbers(Scope scope, Collection<Sighting> sightings) {
        if (sightings.isEmpty()) {
            return Map.of();
        }
        // Sorted: other servers may add the same.
        Map<ReporterKey, Seen> seen = new TreeMap<>();
        for (Sighting one : sightings) {
            seen.merge(one.key(), seen(one), Seen::and);
        }
        return db.inTransaction(() -> numbers(scope, seen, today()));
    }

    private Seen seen(Sighting one) {
        ReportAuthentication authentication = one.authentication();
        String vouching = authentication.domain();
        boolean isKnown =
                authentication.isVerified() && vouching != null && known.contains(vouching);
        return new Seen(one.key(), organization(one.key()), isKnown, !authentication.isByPerson());
    }

    /** The owner of a domain can sign as any domain below it, and with any name. */
    private String organization(ReporterKey key) {
        return DomainName.parse(key.domain())
                .map(name -> suffixes.organizationalDomain(name).value())
                .orElse("");
    }

    /** Returns whether a domain, or one above it, is on the list of well-known receivers. */
    public boolean isKnown(String domain) {
        return known.contains(domain);
    }

    /**
     * Returns those of these organizational domains of which a person has accepted a reporter.
     *
     * @param organizations none of them empty
     */
    public Set<String> acceptedByPerson(Scope scope, Collection<String> organizations) {
        return organizations.isEmpty() ? Set.of() : table.acceptedByPerson(scope, organizations);
    }

    private Map<ReporterKey, Long> numbers(
            Scope scope, Map<ReporterKey, Seen> seen, LocalDate today) {
        List<ReporterKey> beyond = beyondLimit(scope, seen.values(), today);
        beyond.forEach(seen::remove);
        if (!beyond.isEmpty()) {
            seen.put(ReporterKey.OTHERS, new Seen(ReporterKey.OTHERS, "", false, false));
        }
        Map<ReporterKey, Long> numbers = table.numbers(scope, seen.values(), today);
        Long others = numbers.get(ReporterKey.OTHERS);
        if (others != null) {
            beyond.forEach(key -> numbers.put(key, others));
        }
        return numbers;
    }

    /** New reporters that are not added any more today. */
    private List<ReporterKey> beyondLimit(Scope scope, Collection<Seen> seen, LocalDate today) {
        List<ReporterKey> mailed =
                seen.stream().filter(one -> one.mailed() && !one.known()).map(Seen::key).toList();
        List<ReporterKey> fresh = mailed.isEmpty() ? List.of() : table.missing(scope, mailed);
        if (fresh.isEmpty()) {
            return List.of();
        }
        int room = Math.max(0, MAX_NEW_BY_MAIL - table.countMailed(scope, today));
        return fresh.subList(Math.min(room, fresh.size()), fresh.size());
    }

    private LocalDate today() {
        return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    }

    /**
     * Goes through some reporters of whatever account, and forgets those of which no report is left
     * and on which no person has decided.
     *
     * @param after the number after which to look
     * @return the last that was gone through; empty at the end
     */
    public Optional<Long> forgetSome(long after) {
        return unused.delete(after, STEP, today().minusDays(UNUSED_DAYS));
    }

    /**
     * Changes how far a reporter is trusted. What its reports count for follows in the background.
     *
     * @return whether there is such a reporter
     */
    public boolean decide(Scope scope, long id, ReporterTrust trust) {
        AtomicBoolean found = new AtomicBoolean();
        // A reporter may have very many reports.
        StatementLimit.lifted(() ->
                db.inTransaction(() -> {
                    listeners.forEach(listener -> listener.deciding(scope, id));
                    found.set(table.decide(scope, id, trust));
                    if (found.get()) {
                        listeners.forEach(listener -> listener.decided(scope, id));
                    }
                }));
        return found.get();
    }

    /** Returns how many reporters a list has. */
    public long count(Scope scope, ReporterFilter filter) {
        return lists.count(scope, filter);
    }

    /** Reporters with reports that the caller may see, those with the most messages first. */
    public List<Reporter> list(
            Scope scope, ReporterFilter filter, Ordering<ReporterOrder> ordering, Window window) {
        return lists.list(scope, filter, ordering, window);
    }

    /** One of them. */
    public Optional<Reporter> find(Scope scope, long id) {
        return lists.find(scope, id);
    }
}
