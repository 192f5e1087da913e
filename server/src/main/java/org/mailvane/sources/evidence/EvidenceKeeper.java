package org.mailvane.sources.evidence;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.platform.store.Db;
import org.mailvane.sources.SourceNumbers;
import org.mailvane.sources.SourcesChanged;
import org.mailvane.sources.evidence.AddressEvidenceTable.Change;
import org.mailvane.sources.evidence.AddressEvidenceTable.Open;
import org.springframework.stereotype.Service;

/**
 * Keeps the results of lookups: evidence that differs from earlier evidence is valid from its day,
 * and the first result is valid for all earlier days.
 */
@Service
class EvidenceKeeper {

    private final AddressEvidenceTable table;
    private final KnownVersionTable versions;
    private final Organizations organizations;
    private final Allocations allocations;
    private final List<SourcesChanged> listeners;
    private final Db db;
    private final Clock clock;

    EvidenceKeeper(
            AddressEvidenceTable table,
            KnownVersionTable versions,
            Organizations organizations,
            Allocations allocations,
            List<SourcesChanged> listeners,
            Db db,
            Clock clock) {
        this.table = table;
        this.versions = versions;
        this.organizations = organizations;
        this.allocations = allocations;
        this.listeners = listeners;
        this.db = db;
        this.clock = clock;
    }

    /** Keeps lookups of different addresses, all in one transaction. */
    void keep(Collection<LookupResult> lookedUp) {
        List<IpAddress> addresses = lookedUp.stream().map(LookupResult::address).toList();
        // Made before, since others may wait for a new one.
        Map<String, Integer> numbers =
                organizations.numbers(
                        lookedUp.stream()
                                .map(this::organization)
                                .filter(name -> !name.isEmpty())
                                .toList());
        db.inTransaction(() -> {
            Map<IpAddress, Open> open = table.lockOpen(addresses);
            List<Change> changes = new ArrayList<>();
            for (LookupResult one : lookedUp) {
                int number = numbers.getOrDefault(organization(one), SourceNumbers.NAMELESS);
                changes.add(change(one, number, open.get(one.address())));
            }
            table.write(changes);
            // Rows of these days may have been classified by what was known before.
            NavigableMap<LocalDate, List<IpAddress>> others = new TreeMap<>();
            for (Change change : changes) {
                if (changes(open.get(change.address()), change.row())) {
                    others.computeIfAbsent(change.row().from(), from -> new ArrayList<>())
                            .add(change.address());
                }
            }
            if (!others.isEmpty()) {
                versions.raiseAddresses();
                others.forEach((from, changed) ->
                        listeners.forEach(listener -> listener.addressesChanged(changed, from)));
            }
        });
    }

    private static boolean changes(@Nullable Open before, Open after) {
        return before != null
                && before.known()
                && (before.differs(after) || before.organization() != after.organization());
    }

    private LocalDate today() {
        return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    }

    private String organization(LookupResult one) {
        return one.name().confirmed() ? organizations.of(one.name().name()) : "";
    }

    private Change change(LookupResult one, int organization, @Nullable Open open) {
        Instant now = clock.instant();
        LocalDate today = today();
        Open found =
                new Open(
                        open == null ? LocalDate.MIN : open.from(),
                        one.name().known(),
                        one.name().name(),
                        one.name().confirmed(),
                        organization,
                        allocations.of(one.address()),
                        now,
                        0);
        Instant due = now.plus(LookupPauses.KNOWN);
        if (!found.known()) {
            int failures = open == null ? 1 : open.failures() + 1;
            // What was known stays.
            found = (open != null && open.known() ? open : found).failed(failures);
            due = now.plus(LookupPauses.afterFailures(failures));
        } else if (open != null
                && open.known()
                && open.differs(found)
                && open.from().isBefore(today)) {
            return new Change(one.address(), found.since(today), due, true);
        }
        return new Change(one.address(), found, due, false);
    }
}
