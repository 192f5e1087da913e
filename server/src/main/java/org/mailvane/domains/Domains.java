package org.mailvane.domains;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.PageRequest.Window;
import org.mailvane.domains.Discovery.Sighting;
import org.mailvane.domains.Domain.Origin;
import org.mailvane.domains.DomainTable.Discovered;
import org.mailvane.domains.DomainTable.Known;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.store.Db;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Service;

/** An account's domains: asked, and discovered in reports. */
@Service
public class Domains {

    /**
     * Subdomains below one domain that reports may add in all; later ones count with the parent.
     */
    public static final int MAX_DISCOVERED = 1_000;

    /** Subdomains below one domain that reports may add on one day (UTC). */
    public static final int MAX_DISCOVERED_A_DAY = 50;

    private final Db db;
    private final DomainTable table;
    private final PublicSuffixes suffixes;
    private final Clock clock;

    Domains(Db db, DomainTable table, PublicSuffixes suffixes, Clock clock) {
        this.db = db;
        this.table = table;
        this.suffixes = suffixes;
        this.clock = clock;
    }

    /** How many domains there are. */
    public long count(Scope scope) {
        return table.count(scope);
    }

    /** A page of the domains, by name. */
    public List<Domain> list(Scope scope, Window window) {
        return table.list(scope, window);
    }

    /** The domain of this row. */
    public Optional<Domain> find(Scope scope, DomainId id) {
        return table.find(scope, id);
    }

    /**
     * Finds the rows that reports count with, and adds domains that they show for the first time.
     *
     * <p>A policy domain is added with its organisational domain above it; From domains below an
     * organisational domain of the account are added as its subdomains, up to the limits. From
     * domains of other organisations are never added: anybody can write anything into a From
     * header.
     *
     * @param addForeign whether policy domains of organisations that the account does not have are
     *     added too
     */
    public Discovery discover(Scope scope, Collection<Sighting> sightings, boolean addForeign) {
        Set<DomainName> names = new HashSet<>();
        for (Sighting sighting : sightings) {
            names.addAll(Discovery.upToOrganization(sighting.policyDomain(), suffixes));
            for (DomainName from : sighting.headerFroms()) {
                names.addAll(Discovery.upToOrganization(from, suffixes));
            }
        }
        Map<DomainName, DomainId> rows = known(scope, names);
        SortedSet<DomainName> wanted = wanted(sightings, names, rows, addForeign);
        if (!wanted.isEmpty()) {
            db.inTransaction(() -> {
                table.lockDiscovery(scope);
                rows.putAll(known(scope, names));
                wanted.removeAll(rows.keySet());
                add(scope, wanted, rows);
            });
        }
        return new Discovery(names, rows, suffixes);
    }

    /** Whether the account's rows for the names of a discovery are still the same. */
    public boolean isCurrent(Scope scope, Discovery discovery) {
        return known(scope, discovery.names()).equals(discovery.rows());
    }

    /**
     * Locks the rows that a transaction is about to write about, in ascending order, until it ends.
     *
     * @return those that still exist
     */
    public Set<DomainId> lock(Scope scope, Collection<DomainId> ids) {
        return new HashSet<>(table.lock(scope, new TreeSet<>(ids)));
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
            Map<DomainName, DomainId> rows,
            boolean addForeign) {
        SortedSet<DomainName> wanted =
                new TreeSet<>((a, b) -> {
                    int byLength = Integer.compare(a.value().length(), b.value().length());
                    return byLength != 0 ? byLength : a.compareTo(b);
                });
        Discovery before = new Discovery(names, rows, suffixes);
        for (Sighting sighting : sightings) {
            DomainName policyDomain = sighting.policyDomain();
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
                if (from.isBelow(organization) && !suffixes.isPublicSuffix(organization)) {
                    wanted.add(from);
                }
            }
        }
        wanted.removeAll(rows.keySet());
        return wanted;
    }

    private void add(Scope scope, SortedSet<DomainName> wanted, Map<DomainName, DomainId> rows) {
        Instant now = clock.instant();
        Instant today = now.truncatedTo(ChronoUnit.DAYS);
        Map<DomainId, Discovered> discovered = new HashMap<>();
        for (DomainName name : wanted) {
            DomainId parent = parent(name, rows);
            if (parent != null) {
                Discovered before =
                        discovered.computeIfAbsent(
                                parent, id -> table.discovered(scope, id, today));
                if (before.total() >= MAX_DISCOVERED || before.recent() >= MAX_DISCOVERED_A_DAY) {
                    continue;
                }
                discovered.put(parent, new Discovered(before.total() + 1, before.recent() + 1));
            }
            // Found below an organisation, it counts with that until somebody promotes it.
            boolean topLevel = parent == null;
            table.insert(scope, name, parent, topLevel, Origin.REPORT, now)
                    .ifPresent(id -> rows.put(name, id));
        }
    }

    /**
     * The row that a name stands below: its organisational domain's, or, where the account does not
     * have that, the nearest above it.
     */
    private @Nullable DomainId parent(DomainName name, Map<DomainName, DomainId> rows) {
        List<DomainName> above = Discovery.upToOrganization(name, suffixes);
        if (above.size() == 1) {
            return null;
        }
        DomainId row = rows.get(above.getLast());
        for (int i = 1; i < above.size() && row == null; i++) {
            row = rows.get(above.get(i));
        }
        return row;
    }

    private Map<DomainName, DomainId> known(Scope scope, Set<DomainName> names) {
        Map<DomainName, DomainId> rows = new HashMap<>();
        for (Known known : table.known(scope, names)) {
            rows.put(known.name(), known.id());
        }
        return rows;
    }
}
