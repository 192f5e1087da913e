package org.mailvane.domains;

import static java.util.stream.Collectors.groupingBy;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.mailvane.domains.Discovery.Known;
import org.mailvane.domains.Discovery.Sighting;
import org.mailvane.domains.Domain.Origin;
import org.mailvane.domains.DomainTreeTable.Discovered;
import org.mailvane.domains.FoundNameTable.Waiting;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Service;

/**
 * Adds domains that reports show for the first time, and finds the domains that reports count with.
 */
@Service
public class DomainDiscovery {

    /**
     * Subdomains below one domain that reports may add in all; later ones count with the parent.
     */
    public static final int MAX_DISCOVERED = 1_000;

    /** Subdomains below one domain that reports may add on one day (UTC). */
    public static final int MAX_DISCOVERED_A_DAY = 50;

    private final Db db;
    private final DomainLock lock;
    private final DomainTable domains;
    private final DomainTreeTable table;
    private final FoundNames found;
    private final DomainPlacement placement;
    private final PublicSuffixes suffixes;
    private final Clock clock;

    DomainDiscovery(
            Db db,
            DomainLock lock,
            DomainTable domains,
            DomainTreeTable table,
            FoundNames found,
            DomainPlacement placement,
            PublicSuffixes suffixes,
            Clock clock) {
        this.db = db;
        this.lock = lock;
        this.domains = domains;
        this.table = table;
        this.found = found;
        this.placement = placement;
        this.suffixes = suffixes;
        this.clock = clock;
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
            names.addAll(placement.withAbove(sighting.headerFroms()));
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
                    Set<DomainName> names = placement.withAbove(existing);
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
        if (domains.lock(scope, ids).size() != ids.size() || !isCurrent(scope, discovery)) {
            throw new DomainsChanged();
        }
    }

    /** Whether what the account knows of the names of a discovery is still the same. */
    private boolean isCurrent(Scope scope, Discovery discovery) {
        return table.known(scope, discovery.names()).equals(discovery.known());
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
            DomainId parent = placement.parent(name, rows);
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
            DomainId parent = placement.parent(name, rows);
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
        placement.adopt(scope, created, rows);
        // What waits for them may have come by a way that adds no foreign domains.
        placement.announce(scope, created.keySet(), created, rows, Origin.REPORT);
    }
}
