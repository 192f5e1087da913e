package org.mailvane.domains;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.Ordering;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.domains.ChosenDomains.GroupFilter;
import org.mailvane.domains.Domain.Origin;
import org.mailvane.domains.DomainTreeTable.NewDomain;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Service;

/** Lists, adds, changes and locks an account's domains. */
@Service
public class Domains {

    /** Names that one call may add or delete. */
    public static final int MAX_NAMES = 5_000;

    private final Db db;
    private final DomainLock lock;
    private final DomainTable table;
    private final DomainTreeTable tree;
    private final DomainDayTable days;
    private final ChosenDomains chosen;
    private final FoundNames found;
    private final DomainPlacement placement;
    private final DomainListeners listeners;
    private final ObjectProvider<OpenItemCounter> matters;
    private final PublicSuffixes suffixes;
    private final Clock clock;
    private final SumCache<AllMail, Map<LocalDate, DomainMail>> allMail;

    /** All mail of an account on some days. */
    private record AllMail(long account, LocalDate first, LocalDate last) {}

    Domains(
            Db db,
            DomainLock lock,
            DomainTable table,
            DomainTreeTable tree,
            DomainDayTable days,
            ChosenDomains chosen,
            FoundNames found,
            DomainPlacement placement,
            DomainListeners listeners,
            // Whoever listens needs this too.
            ObjectProvider<OpenItemCounter> matters,
            PublicSuffixes suffixes,
            Clock clock) {
        this.db = db;
        this.lock = lock;
        this.table = table;
        this.tree = tree;
        this.days = days;
        this.chosen = chosen;
        this.found = found;
        this.placement = placement;
        this.listeners = listeners;
        this.matters = matters;
        this.suffixes = suffixes;
        this.clock = clock;
        this.allMail =
                new SumCache<>(
                        clock,
                        mail ->
                                days.perDay(
                                        Scope.ofAccount(mail.account()),
                                        Optional.empty(),
                                        mail.first(),
                                        mail.last()));
    }

    /** How many of these domains the caller may see. */
    public long count(Scope scope, DomainFilter filter) {
        return chosen(scope, filter).count();
    }

    /** A page of the domains that the caller may see, by name where no order is asked for. */
    public List<Domain> list(
            Scope scope, DomainFilter filter, Ordering<DomainOrder> ordering, Window window) {
        return chosen(scope, filter).list(ordering, window);
    }

    /** The domains that a filter lets through, for who reads them in several parts. */
    public Chosen chosen(Scope scope, DomainFilter filter) {
        return new Chosen(
                scope, filter, chosen.group(scope, filter.choice()), withHealth(scope, filter));
    }

    /**
     * Domains that the caller may see, whose groups and health were looked up once: all parts of a
     * list are of the same domains.
     */
    public final class Chosen {

        private final Scope scope;
        private final DomainFilter filter;
        private final GroupFilter group;
        private final Optional<List<DomainId>> only;

        private Chosen(
                Scope scope,
                DomainFilter filter,
                GroupFilter group,
                Optional<List<DomainId>> only) {
            this.scope = scope;
            this.filter = filter;
            this.group = group;
            this.only = only;
        }

        /** How many they are. */
        public long count() {
            return table.count(scope, filter, group, only);
        }

        /** Some of them, by name where no order is asked for. */
        public List<Domain> list(Ordering<DomainOrder> ordering, Window window) {
            return table.list(scope, filter, group, only, ordering, window, CountedDays.now(clock));
        }
    }

    /**
     * Returns the domains with the health that a filter selects; empty for all, if it does not
     * select any.
     */
    private Optional<List<DomainId>> withHealth(Scope scope, DomainFilter filter) {
        return Optional.ofNullable(filter.standing())
                .map(health ->
                        matters.stream()
                                .flatMap(each -> each.withHealth(scope, health).stream())
                                .toList());
    }

    /** Those of these domains that the caller may see, by name. */
    public List<Domain> rows(Scope scope, Collection<DomainId> ids) {
        return table.list(
                scope,
                DomainFilter.ALL,
                new GroupFilter.Any(),
                Optional.of(List.copyOf(ids)),
                Ordering.none(),
                new Window(1, 1, ids.size(), 0),
                CountedDays.now(clock));
    }

    /** The domains that the caller may see whose names hold this, by name, so many at most. */
    public List<Domain> named(Scope scope, String part, int limit) {
        return list(scope, DomainFilter.named(part), Ordering.none(), new Window(1, 1, limit, 0));
    }

    /** The domain of this row, if the caller may see it. */
    public Optional<Domain> find(Scope scope, DomainId id) {
        return table.find(scope, id);
    }

    /**
     * How many subdomains count with a domain that the caller may see: their messages are among its
     * own, wherever it is shown.
     */
    public long countedBelow(Scope scope, DomainId id) {
        return table.countedBelow(scope, id);
    }

    /** The rows of those of these names that the caller may see. */
    public Map<DomainName, DomainId> readable(Scope scope, Collection<DomainName> names) {
        return names.isEmpty() ? Map.of() : table.readable(scope, names);
    }

    /** The rows of those of these names that the caller may change. */
    public Map<DomainName, DomainId> writable(Scope scope, Collection<DomainName> names) {
        return names.isEmpty() ? Map.of() : table.writable(scope, names);
    }

    /** The rows of those of these domains that the caller may see, in ascending order. */
    public List<DomainId> ids(Scope scope, DomainFilter filter) {
        return table.ids(
                scope, filter, chosen.group(scope, filter.choice()), withHealth(scope, filter));
    }

    /**
     * The domains whose mail a caller sees who chooses some: these, as far as the caller may read
     * them, and the subdomains that count with one of them. In ascending order.
     *
     * @param only the chosen domains; empty for all
     */
    public List<DomainId> shown(Scope scope, Optional<List<DomainId>> only) {
        return table.shown(scope, only);
    }

    /**
     * Changes what is given of a domain. One without a parent stays top level.
     *
     * @return the domain; empty when there is none that the caller may write
     */
    public Optional<Domain> update(Scope scope, DomainId id, DomainChange change) {
        return db.inTransaction(() -> {
            Optional<Domain> before = table.find(scope, id);
            if (before.isEmpty() || !table.update(scope, id, change)) {
                return Optional.empty();
            }
            Optional<Domain> after = table.find(scope, id);
            after.ifPresent(domain -> listeners.changed(scope, before.get(), domain));
            return after;
        });
    }

    /**
     * Messages of today (UTC) and the six days before, for those of the domains that have any: a
     * domain's own, and those of subdomains that count with it. Whoever asks has seen them.
     */
    public Map<DomainId, DomainMail> mail(Scope scope, Collection<DomainId> ids) {
        return mail(scope, ids, CountedDays.now(clock));
    }

    /** The same of other days. */
    public Map<DomainId, DomainMail> mail(
            Scope scope, Collection<DomainId> ids, CountedDays counted) {
        return days.counts(scope.wholeAccount(), ids, counted);
    }

    /**
     * Messages by day of all domains whose mail the caller sees, each once; days without any are
     * left out. Days before those that domains' counts cover are remembered where they hold very
     * much ({@link SumCache}).
     *
     * @param only of these domains; empty for all
     * @param first the first day (UTC)
     * @param last the last
     */
    public Map<LocalDate, DomainMail> perDay(
            Scope scope, Optional<List<DomainId>> only, LocalDate first, LocalDate last) {
        LocalDate counted = CountedDays.now(clock).first();
        if (only.isPresent()
                || !scope.reads().allDomains()
                || !first.isBefore(counted)
                || last.isBefore(counted)) {
            return days.perDay(scope, only, first, last).value();
        }
        Map<LocalDate, DomainMail> perDay =
                new HashMap<>(
                        allMail.of(new AllMail(scope.accountId(), first, counted.minusDays(1))));
        perDay.putAll(days.perDay(scope, Optional.empty(), counted, last).value());
        return perDay;
    }

    /** As {@link #perDay}, of one domain and of what counts with it. */
    public Map<LocalDate, DomainMail> perDay(
            Scope scope, DomainId domain, LocalDate first, LocalDate last) {
        return days.perDay(scope, Optional.of(List.of(domain)), first, last).value();
    }

    /**
     * Domains that the caller may see, and when the newest report about them was taken in.
     *
     * @param policies how many there are by their DMARC policy, in the codes of {@code
     *     last_seen_dmarc_policy}; those of which DNS did not tell it last have the empty one
     * @param lastReport null: none was
     */
    public record Overall(Map<String, Long> policies, @Nullable Instant lastReport) {

        /** How many there are. */
        public long domains() {
            return policies.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    /**
     * What is known of all domains that the caller may see.
     *
     * @param only of these alone; empty for all
     */
    public Overall overall(Scope scope, Optional<List<DomainId>> only) {
        return table.overall(scope, only);
    }

    /**
     * Adds messages to the domains' counts within the transaction that runs on this thread, in
     * which their rows are locked.
     */
    public void addCounts(Scope scope, SortedMap<DomainDay, DomainMail> counts) {
        days.add(scope, counts);
    }

    /**
     * Which of the names that a person wanted were added.
     *
     * @param created rows of those that were added
     * @param existing rows of those that were there
     */
    public record Added(Map<DomainName, DomainId> created, Map<DomainName, DomainId> existing) {}

    /**
     * Adds the domains that a person names: each top level at once, below its organisation where
     * the account has that. Rows that lie below a new one are put below it; those of them that were
     * top level stay so. Names that were deleted before come back, and reports that waited for them
     * are read again.
     *
     * <p>Within a running transaction, it must come before any lock on a domain.
     *
     * @param names at most {@link #MAX_NAMES}
     * @throws IllegalArgumentException when there are more
     */
    public Added add(Scope scope, Collection<DomainName> names) {
        Set<DomainName> wanted = new LinkedHashSet<>(names);
        requireFew(wanted);
        Scope whole = scope.wholeAccount();
        return db.inTransaction(() -> {
            lock.take(whole);
            Map<DomainName, DomainId> rows = tree.known(whole, placement.withAbove(wanted)).rows();
            List<DomainName> missing = new ArrayList<>(wanted);
            missing.removeAll(rows.keySet());
            Map<DomainName, DomainId> created = new HashMap<>();
            if (!missing.isEmpty()) {
                created = insert(whole, missing, rows);
                tree.forgetDeleted(whole, missing);
                found.forget(whole, missing);
                placement.announce(whole, missing, created, rows, Origin.PERSON);
            }
            return added(wanted, created, rows);
        });
    }

    /**
     * Those of these names that the caller may not add: of domains that the account has and the
     * caller may not write, and new ones above or below such, whose messages they would take over.
     */
    Set<DomainName> notToBeAdded(Scope scope, Collection<DomainName> names) {
        if (scope.writes().allDomains()) {
            return Set.of();
        }
        Set<DomainName> withAbove = placement.withAbove(names);
        Set<DomainName> there = tree.known(scope.wholeAccount(), withAbove).rows().keySet();
        Set<DomainName> forbidden = new HashSet<>(there);
        forbidden.removeAll(table.writable(scope, withAbove).keySet());
        Set<DomainName> refused = tree.takingOver(scope, names);
        for (DomainName name : names) {
            List<DomainName> asked =
                    there.contains(name)
                            ? List.of(name)
                            : Discovery.upToOrganization(name, suffixes);
            if (asked.stream().anyMatch(forbidden::contains)) {
                refused.add(name);
            }
        }
        return refused;
    }

    /** What became of the names, in the order given. */
    private static Added added(
            Collection<DomainName> wanted,
            Map<DomainName, DomainId> created,
            Map<DomainName, DomainId> rows) {
        Added added = new Added(new LinkedHashMap<>(), new LinkedHashMap<>());
        for (DomainName name : wanted) {
            DomainId id = created.get(name);
            if (id != null) {
                added.created.put(name, id);
            } else {
                DomainId there = rows.get(name);
                if (there == null) {
                    throw new IllegalStateException(name + " was neither added nor there");
                }
                added.existing.put(name, there);
            }
        }
        return added;
    }

    /** Adds names of which none is there; their rows are added to those known. */
    private Map<DomainName, DomainId> insert(
            Scope scope, List<DomainName> missing, Map<DomainName, DomainId> rows) {
        Map<DomainName, DomainId> created = new HashMap<>();
        Instant now = clock.instant();
        for (List<DomainName> level : levels(missing)) {
            List<NewDomain> domains = new ArrayList<>();
            for (DomainName name : level) {
                domains.add(new NewDomain(name, placement.parent(name, rows)));
            }
            Map<DomainName, DomainId> inserted = tree.insert(scope, domains, now);
            created.putAll(inserted);
            rows.putAll(inserted);
        }
        placement.adopt(scope, created, rows);
        tree.analyzeAfter(created.size());
        return created;
    }

    /**
     * Names without another above them, then the rest: all parents are among the first or known.
     */
    private List<List<DomainName>> levels(List<DomainName> names) {
        Set<DomainName> all = new HashSet<>(names);
        List<DomainName> first = new ArrayList<>();
        List<DomainName> rest = new ArrayList<>();
        for (DomainName name : names) {
            List<DomainName> above = Discovery.upToOrganization(name, suffixes);
            boolean below = above.subList(1, above.size()).stream().anyMatch(all::contains);
            (below ? rest : first).add(name);
        }
        return List.of(first, rest);
    }

    /**
     * Locks the rows that a transaction is about to write about, in ascending order, until it ends.
     *
     * @return those that still exist
     */
    public Set<DomainId> lock(Scope scope, Collection<DomainId> ids) {
        return new HashSet<>(table.lock(scope, new TreeSet<>(ids)));
    }

    /**
     * Keeps domains from being deleted until the transaction ends that runs on this thread, and
     * nobody from writing about them. It comes before its other locks, as whoever deletes domains
     * begins with them too.
     *
     * @return those that still exist
     */
    public Set<DomainId> hold(Scope scope, Collection<DomainId> ids) {
        return new HashSet<>(table.hold(scope, ids));
    }

    /**
     * Keeps others from adding, deleting and moving domains until the transaction ends that runs on
     * this thread, so that whoever changes what is said of all of them, or of those below one, has
     * missed none. It comes before any other lock of the transaction.
     */
    public void holdTree(Scope scope) {
        lock.share(scope);
    }

    /** When the account's newest report was taken in. */
    public Optional<Instant> lastUpload(Scope scope) {
        return table.lastUpload(scope);
    }

    /** Notes that reports about these domains were taken in. Their rows are locked already. */
    public void reportsTakenIn(Scope scope, Collection<DomainId> ids, Instant time) {
        table.setLastUpload(scope, new TreeSet<>(ids), time);
    }

    static void requireFew(Collection<DomainName> names) {
        if (names.size() > MAX_NAMES) {
            throw new IllegalArgumentException(
                    names.size() + " names; " + MAX_NAMES + " are allowed");
        }
    }
}
