package org.mailvane.domains;

import static java.util.stream.Collectors.groupingBy;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
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
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.Ordering;
import org.mailvane.api.PageRequest.Window;
import org.mailvane.domains.ChosenDomains.GroupFilter;
import org.mailvane.domains.Discovery.Known;
import org.mailvane.domains.Discovery.Sighting;
import org.mailvane.domains.Domain.Origin;
import org.mailvane.domains.DomainTable.Discovered;
import org.mailvane.domains.DomainTable.NewDomain;
import org.mailvane.domains.DomainTable.Placed;
import org.mailvane.domains.FoundNameTable.Waiting;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.store.Db;
import org.mailvane.store.Scope;
import org.mailvane.store.StatementLimit;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Service;

/** An account's domains: asked, added, discovered in reports, and deleted. */
@Service
public class Domains {

    /** Names that one call may add or delete. */
    public static final int MAX_NAMES = 5_000;

    /**
     * Subdomains below one domain that reports may add in all; later ones count with the parent.
     */
    public static final int MAX_DISCOVERED = 1_000;

    /** Subdomains below one domain that reports may add on one day (UTC). */
    public static final int MAX_DISCOVERED_A_DAY = 50;

    /** Domains that are added or deleted together from which the database looks at them again. */
    static final int MANY = 500;

    private final Db db;
    private final DomainLock lock;
    private final DomainTable table;
    private final DomainDayTable days;
    private final DomainGroupTable groups;
    private final ChosenDomains chosen;
    private final FoundNames found;
    private final List<DomainContent> contents;
    private final List<DomainsAdded> listeners;
    private final ObjectProvider<DomainsMoved> moves;
    private final ObjectProvider<DomainsDescribed> descriptions;
    private final ObjectProvider<DomainMonitor> monitors;
    private final ObjectProvider<OpenItemCounter> matters;
    private final PublicSuffixes suffixes;
    private final DomainTree tree;
    private final Clock clock;
    private final SumCache<AllMail, Map<LocalDate, DomainMail>> allMail;

    /** All mail of an account on some days. */
    private record AllMail(long account, LocalDate first, LocalDate last) {}

    Domains(
            Db db,
            DomainLock lock,
            DomainTable table,
            DomainDayTable days,
            DomainGroupTable groups,
            ChosenDomains chosen,
            FoundNames found,
            List<DomainContent> contents,
            List<DomainsAdded> listeners,
            // Whoever listens needs this too.
            ObjectProvider<DomainsMoved> moves,
            ObjectProvider<DomainsDescribed> descriptions,
            ObjectProvider<DomainMonitor> monitors,
            ObjectProvider<OpenItemCounter> matters,
            PublicSuffixes suffixes,
            Clock clock) {
        this.db = db;
        this.lock = lock;
        this.table = table;
        this.days = days;
        this.groups = groups;
        this.chosen = chosen;
        this.found = found;
        this.contents = contents;
        this.listeners = listeners;
        this.moves = moves;
        this.descriptions = descriptions;
        this.monitors = monitors;
        this.matters = matters;
        this.suffixes = suffixes;
        this.tree = new DomainTree(suffixes);
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
                scope, filter, chosen.group(scope, filter.choice()), standing(scope, filter));
    }

    /**
     * Domains that the caller may see, of whose groups and standing it was asked once: all parts of
     * a list are of the same domains.
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
    private Optional<List<DomainId>> standing(Scope scope, DomainFilter filter) {
        return Optional.ofNullable(filter.standing())
                .map(standing ->
                        matters.stream()
                                .flatMap(each -> each.standing(scope, standing).stream())
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
                scope, filter, chosen.group(scope, filter.choice()), standing(scope, filter));
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
            after.ifPresent(domain -> told(scope, before.get(), domain));
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
            Map<DomainName, DomainId> rows = table.known(whole, withAbove(wanted)).rows();
            List<DomainName> missing = new ArrayList<>(wanted);
            missing.removeAll(rows.keySet());
            Map<DomainName, DomainId> created = new HashMap<>();
            if (!missing.isEmpty()) {
                created = insert(whole, missing, rows);
                table.forgetDeleted(whole, missing);
                found.forget(whole, missing);
                announce(whole, missing, created, rows, Origin.PERSON);
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
        Set<DomainName> withAbove = withAbove(names);
        Set<DomainName> there = table.known(scope.wholeAccount(), withAbove).rows().keySet();
        Set<DomainName> forbidden = new HashSet<>(there);
        forbidden.removeAll(table.writable(scope, withAbove).keySet());
        Set<DomainName> refused = table.takingOver(scope, names);
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
                domains.add(new NewDomain(name, tree.parent(name, rows)));
            }
            Map<DomainName, DomainId> inserted = table.insert(scope, domains, now);
            created.putAll(inserted);
            rows.putAll(inserted);
        }
        adopt(scope, created, rows);
        analyzeAfter(created.size());
        return created;
    }

    /** Plans that were made for few domains take minutes with many. */
    private void analyzeAfter(int changed) {
        if (changed >= MANY) {
            db.analyze("domain");
        }
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
     * Puts what lies below new rows that have nothing above them below these. What has followed a
     * row that is in groups stays in these, by itself: whoever saw it goes on seeing it.
     */
    private void adopt(
            Scope scope, Map<DomainName, DomainId> created, Map<DomainName, DomainId> rows) {
        Map<DomainName, DomainId> highest = new HashMap<>(created);
        highest.keySet().removeIf(name -> tree.parent(name, rows) != null);
        Map<DomainId, DomainId> parents = new HashMap<>();
        for (Placed row : table.below(scope, highest.keySet())) {
            DomainId parent = tree.parent(row.name(), highest);
            if (parent != null && !parent.equals(row.parent())) {
                parents.put(row.id(), parent);
            }
        }
        if (!parents.isEmpty()) {
            lock(scope, parents.keySet());
            groups.inherit(scope, parents.keySet());
            table.setParents(scope, parents);
            moved(scope, parents.keySet());
        }
    }

    /** Notifies the listeners that the row above these domains has changed. */
    private void moved(Scope scope, Collection<DomainId> ids) {
        if (!ids.isEmpty()) {
            moves.forEach(listener -> listener.moved(scope, ids));
        }
    }

    /** Tells whoever depends on what people say of these domains that it is something else. */
    private void described(Scope scope, Collection<DomainId> ids) {
        if (!ids.isEmpty()) {
            descriptions.forEach(listener -> listener.described(scope, ids));
        }
    }

    /** Tells those whom it concerns what people have changed of a domain. */
    private void told(Scope scope, Domain before, Domain after) {
        boolean resigned = !after.selectors().equals(before.selectors());
        if (resigned) {
            monitors.forEach(monitor -> monitor.changed(scope, after.id()));
        }
        if (resigned || after.state() != before.state() || after.topLevel() != before.topLevel()) {
            described(scope, Set.of(after.id()));
        }
    }

    /**
     * Lets some rows follow nobody any more, and sets the state of some.
     *
     * @param promoted whether those that have followed count for themselves from now on
     */
    void assign(
            Scope scope,
            Collection<DomainId> own,
            boolean promoted,
            Collection<DomainId> stated,
            DomainState state) {
        DomainTable.Assigned assigned = table.assign(scope, own, promoted, stated, state);
        moved(scope, assigned.followed());
        described(scope, assigned.stated());
    }

    /**
     * Finds the rows that reports count with, and adds domains that they show for the first time.
     *
     * <p>A policy domain is added with its organisational domain above it; From domains below an
     * organisational domain of the account are added as its subdomains, up to the limits. From
     * domains of other organisations are never added: anybody can write anything into a From
     * header. Neither are names that people have deleted, nor what lies below these.
     *
     * <p>Below organisational domains only names are added that exist in DNS, which is asked here:
     * so this must not be called in a transaction ({@link FoundNames}).
     *
     * @param addForeign whether policy domains of organisations that the account does not have are
     *     added too
     */
    public Discovery discover(Scope scope, Collection<Sighting> sightings, boolean addForeign) {
        Set<DomainName> names = new HashSet<>();
        for (Sighting sighting : sightings) {
            names.addAll(Discovery.upToOrganization(sighting.policyDomain(), suffixes));
            names.addAll(withAbove(sighting.headerFroms()));
        }
        Known known = table.known(scope, names);
        SortedSet<DomainName> wanted = wanted(sightings, names, known, addForeign);
        if (anyFits(scope, wanted, known.rows())) {
            Set<DomainName> existing = found.existing(scope, belowOrganizations(wanted));
            wanted.removeIf(name -> isBelowOrganization(name) && !existing.contains(name));
            if (!wanted.isEmpty()) {
                known = add(scope, sightings, names, addForeign, existing);
            }
        }
        return new Discovery(names, known, suffixes);
    }

    /** Adds what reports have shown; answers what the account knows then. */
    private Known add(
            Scope scope,
            Collection<Sighting> sightings,
            Set<DomainName> names,
            boolean addForeign,
            Set<DomainName> existing) {
        return db.inTransaction(() -> {
            lock.take(scope);
            Known locked = table.known(scope, names);
            SortedSet<DomainName> wanted = wanted(sightings, names, locked, addForeign);
            wanted.removeIf(name -> isBelowOrganization(name) && !existing.contains(name));
            addDiscovered(scope, wanted, locked.rows());
            return locked;
        });
    }

    private boolean isBelowOrganization(DomainName name) {
        return !name.equals(suffixes.organizationalDomain(name));
    }

    private List<DomainName> belowOrganizations(Collection<DomainName> names) {
        return names.stream().filter(this::isBelowOrganization).toList();
    }

    /**
     * Asks DNS again for some names that reports have shown and of which it has not said anything
     * yet, and adds those that exist. What is stored about them stays where it is.
     *
     * @return whether there may be more
     */
    public boolean discoverWaiting() {
        found.forgetOld();
        List<Waiting> due = found.due();
        Map<Scope, List<Waiting>> byAccount = due.stream().collect(groupingBy(Waiting::scope));
        byAccount.forEach((scope, waiting) -> {
            Set<DomainName> existing = found.askAgain(scope, waiting);
            if (!existing.isEmpty()) {
                db.inTransaction(() -> {
                    lock.take(scope);
                    Set<DomainName> names = withAbove(existing);
                    Known known = table.known(scope, names);
                    Discovery before = new Discovery(names, known, suffixes);
                    SortedSet<DomainName> wanted = shortestFirst();
                    wanted.addAll(existing);
                    wanted.removeIf(name -> known.rows().containsKey(name) || before.waits(name));
                    addDiscovered(scope, wanted, known.rows());
                });
            }
        });
        return due.size() == FoundNames.ASKED_AT_ONCE;
    }

    /** Whether what the account knows of the names of a discovery is still the same. */
    private boolean isCurrent(Scope scope, Discovery discovery) {
        return table.known(scope, discovery.names()).equals(discovery.known());
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
     * Locks every domain to which reports are about to be written, and those that could contain
     * them already, and makes sure that none was added or deleted since the lookup. It comes before
     * any other lock of the transaction, because deleting domains begins with these locks too.
     *
     * <p>While a report waits for a domain, none is added or deleted until the transaction ends, so
     * that whoever adds it sees the report waiting.
     *
     * @throws DomainsChanged when the domains must be looked for again
     */
    public void lock(Scope scope, Discovery discovery, Collection<Sighting> sightings) {
        if (sightings.stream().anyMatch(one -> discovery.waits(one.policyDomain()))) {
            lock.share(scope);
        }
        Set<DomainId> ids = new TreeSet<>();
        for (Sighting one : sightings) {
            ids.addAll(discovery.rowsOf(one.policyDomain()));
            for (DomainName from : one.headerFroms()) {
                discovery.rowOf(from).ifPresent(ids::add);
            }
        }
        if (lock(scope, ids).size() != ids.size() || !isCurrent(scope, discovery)) {
            throw new DomainsChanged();
        }
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

    /** The names that should have a row and have none; shorter ones before those below them. */
    private SortedSet<DomainName> wanted(
            Collection<Sighting> sightings,
            Set<DomainName> names,
            Known known,
            boolean addForeign) {
        SortedSet<DomainName> wanted = shortestFirst();
        Discovery before = new Discovery(names, known, suffixes);
        for (Sighting sighting : sightings) {
            DomainName policyDomain = sighting.policyDomain();
            if (before.isDeleted(policyDomain)) {
                continue;
            }
            boolean own = before.rowOf(policyDomain).isPresent();
            // Below a public suffix are other people's domains: only a person can add one.
            if (!own && (!addForeign || suffixes.isPublicSuffix(policyDomain))) {
                continue;
            }
            DomainName organization = suffixes.organizationalDomain(policyDomain);
            if (!own) {
                wanted.add(organization);
            }
            wanted.add(policyDomain);
            for (DomainName from : sighting.headerFroms()) {
                if (from.isBelow(organization)
                        && !suffixes.isPublicSuffix(organization)
                        && !before.isDeleted(from)) {
                    wanted.add(from);
                }
            }
        }
        wanted.removeAll(known.rows().keySet());
        return wanted;
    }

    private static SortedSet<DomainName> shortestFirst() {
        return new TreeSet<>((a, b) -> {
            int byLength = Integer.compare(a.value().length(), b.value().length());
            return byLength != 0 ? byLength : a.compareTo(b);
        });
    }

    /**
     * Whether any of these names may be added. Asked before the lock is taken, so that reports
     * about ever more forged subdomains do not take it each time.
     */
    private boolean anyFits(Scope scope, Set<DomainName> wanted, Map<DomainName, DomainId> rows) {
        Instant today = clock.instant().truncatedTo(ChronoUnit.DAYS);
        Set<DomainId> parents = new HashSet<>();
        for (DomainName name : wanted) {
            DomainId parent = tree.parent(name, rows);
            if (parent == null) {
                return true;
            }
            parents.add(parent);
        }
        return parents.stream()
                .anyMatch(parent -> table.discovered(scope, parent, today).leavesRoom());
    }

    private void addDiscovered(
            Scope scope, SortedSet<DomainName> wanted, Map<DomainName, DomainId> rows) {
        Instant now = clock.instant();
        Instant today = now.truncatedTo(ChronoUnit.DAYS);
        Map<DomainId, Discovered> discovered = new HashMap<>();
        Map<DomainName, DomainId> created = new LinkedHashMap<>();
        for (DomainName name : wanted) {
            DomainId parent = tree.parent(name, rows);
            if (parent != null) {
                Discovered before =
                        discovered.computeIfAbsent(
                                parent, id -> table.discovered(scope, id, today));
                if (!before.leavesRoom()) {
                    continue;
                }
                discovered.put(parent, new Discovered(before.total() + 1, before.recent() + 1));
            }
            // Found below an organisation, it counts with that until somebody promotes it.
            boolean topLevel = parent == null;
            table.insert(scope, name, parent, topLevel, Origin.REPORT, now)
                    .ifPresent(id -> {
                        created.put(name, id);
                        rows.put(name, id);
                    });
        }
        found.forget(scope, created.keySet());
        adopt(scope, created, rows);
        // What waits for them may have come by a way that adds no foreign domains.
        announce(scope, created.keySet(), created, rows, Origin.REPORT);
    }

    private void announce(
            Scope scope,
            Collection<DomainName> names,
            Map<DomainName, DomainId> created,
            Map<DomainName, DomainId> rows,
            Origin origin) {
        List<AddedDomain> added = new ArrayList<>();
        for (DomainName name : names) {
            DomainId id = created.get(name);
            if (id != null) {
                added.add(new AddedDomain(id, name, tree.parent(name, rows), origin));
            }
        }
        if (!added.isEmpty()) {
            listeners.forEach(listener -> listener.added(scope, added));
        }
    }

    /** What goes with a domain that is deleted. */
    enum Below {
        /** The subdomains that count with it. */
        COUNTED,
        /** All its subdomains. */
        ALL,
        /** None: each becomes top level in its own right. */
        NONE
    }

    /**
     * Deletes a domain that the caller may write, and with it the subdomains that count with it, as
     * far as the caller may write these; others lose their parent and become top level. Everything
     * that is stored about what is deleted goes too, and its names do not come back by themselves.
     *
     * @return how many domains were deleted; 0 when it is gone already, or the caller may not write
     *     it any more
     */
    int delete(Scope scope, DomainId id) {
        return lock.holding(scope, () -> delete(scope, Set.of(id), Below.COUNTED));
    }

    /**
     * What became of names that were to be deleted together.
     *
     * @param refused those that the account does not have or the caller may not write; nothing was
     *     deleted when there is any
     * @param deleted how many domains were deleted
     */
    public record Deletion(Set<DomainName> refused, int deleted) {}

    /**
     * Deletes domains, all of them or none, with everything that is stored about them. Their names
     * do not come back by themselves.
     *
     * @param names at most {@link #MAX_NAMES}
     * @param subdomains whether everything below them that the caller may write is deleted too;
     *     else all their subdomains stay, also those that have counted with them, each top level in
     *     its own right
     * @throws IllegalArgumentException when there are more names
     */
    public Deletion delete(Scope scope, Collection<DomainName> names, boolean subdomains) {
        Set<DomainName> wanted = new HashSet<>(names);
        requireFew(wanted);
        return lock.holding(
                scope,
                () -> {
                    Map<DomainName, DomainId> writable = table.writable(scope, wanted);
                    wanted.removeAll(writable.keySet());
                    if (!wanted.isEmpty()) {
                        return new Deletion(Set.copyOf(wanted), 0);
                    }
                    Below below = subdomains ? Below.ALL : Below.NONE;
                    return new Deletion(Set.of(), delete(scope, writable.values(), below));
                });
    }

    private int delete(Scope scope, Collection<DomainId> chosen, Below below) {
        Map<DomainId, DomainName> doomed = new HashMap<>();
        table.placed(scope, chosen).stream()
                .filter(Placed::writable)
                .forEach(row -> doomed.put(row.id(), row.name()));
        List<Placed> lower = table.below(scope, doomed.values());
        Set<DomainName> names = new HashSet<>(doomed.values());
        for (Placed row : lower) {
            boolean goes =
                    switch (below) {
                        case COUNTED -> !row.topLevel() && chosen.contains(row.parent());
                        case ALL -> tree.isBelowAny(row.name(), names);
                        case NONE -> false;
                    };
            if (goes && row.writable()) {
                doomed.put(row.id(), row.name());
            }
        }
        if (doomed.isEmpty()) {
            return 0;
        }
        List<Placed> staying =
                lower.stream()
                        .filter(row -> !doomed.containsKey(row.id()))
                        .filter(row -> row.parent() != null && doomed.containsKey(row.parent()))
                        .toList();
        // That the caller may do it is known by now; what goes with it is the program's affair. It
        // may be very much, and half of it is of no use to anybody.
        StatementLimit.lifted(() -> remove(scope.wholeAccount(), doomed, staying));
        analyzeAfter(doomed.size());
        return doomed.size();
    }

    private void remove(Scope scope, Map<DomainId, DomainName> doomed, List<Placed> staying) {
        Set<DomainId> touched = new TreeSet<>(doomed.keySet());
        staying.forEach(row -> touched.add(row.id()));
        table.lockToDelete(scope, touched);
        leave(scope, staying, doomed.keySet());
        Set<DomainId> ids = new TreeSet<>(doomed.keySet());
        contents.forEach(content -> content.delete(scope, ids));
        days.delete(scope, ids);
        table.delete(scope, ids);
        table.rememberDeleted(scope, doomed.values(), clock.instant());
    }

    /** What stays when its parent goes is top level, and keeps the groups that it was seen in. */
    private void leave(Scope scope, List<Placed> staying, Set<DomainId> doomed) {
        if (staying.isEmpty()) {
            return;
        }
        Set<DomainId> ids = new TreeSet<>();
        staying.forEach(row -> ids.add(row.id()));
        groups.inherit(scope, ids);
        table.release(scope, ids);
        Set<DomainName> names = new HashSet<>();
        staying.forEach(row -> names.add(row.name()));
        Map<DomainName, DomainId> rows = table.known(scope, withAbove(names)).rows();
        rows.values().removeAll(doomed);
        Map<DomainId, DomainId> parents = new HashMap<>();
        for (Placed row : staying) {
            DomainId parent = tree.parent(row.name(), rows);
            if (parent != null) {
                parents.put(row.id(), parent);
            }
        }
        if (!parents.isEmpty()) {
            table.setParents(scope, parents);
        }
        moved(scope, ids);
    }

    private Set<DomainName> withAbove(Collection<DomainName> names) {
        Set<DomainName> all = new HashSet<>();
        for (DomainName name : names) {
            all.addAll(Discovery.upToOrganization(name, suffixes));
        }
        return all;
    }

    private static void requireFew(Collection<DomainName> names) {
        if (names.size() > MAX_NAMES) {
            throw new IllegalArgumentException(
                    names.size() + " names; " + MAX_NAMES + " are allowed");
        }
    }
}
