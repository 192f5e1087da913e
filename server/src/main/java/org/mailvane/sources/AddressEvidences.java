package org.mailvane.sources;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.sources.AddressEvidenceTable.Stored;
import org.mailvane.sources.AddressHistory.Span;
import org.springframework.stereotype.Service;

/**
 * What is known of addresses. It is the same for all accounts, since it is what DNS says to
 * anybody; only addresses of private networks are known to an only account alone.
 *
 * <p>What was looked up is remembered for some minutes: imports meet the same addresses again and
 * again. What this process stores is never hidden by that; what another one stores, for so long.
 */
@Service
class AddressEvidences {

    /** Spans that are remembered: at about 400 bytes each, some 20 MB. */
    static final int MAX_REMEMBERED = 50_000;

    static final Duration REMEMBERED = Duration.ofMinutes(5);

    private final AddressEvidenceTable table;
    private final Catalogue catalogue;
    private final Cache<IpAddress, AddressHistory> remembered =
            Caffeine.newBuilder()
                    .maximumWeight(MAX_REMEMBERED)
                    .weigher((IpAddress address, AddressHistory known) -> known.spans().size())
                    .expireAfterWrite(REMEMBERED)
                    .build();

    /** How often something was stored: what was read before that is not remembered. */
    private long stores;

    AddressEvidences(AddressEvidenceTable table, Catalogue catalogue) {
        this.table = table;
        this.catalogue = catalogue;
    }

    /** What is known of each of these addresses now, by one statement for all of them. */
    Map<IpAddress, AddressHistory> of(Collection<IpAddress> addresses) {
        Map<IpAddress, AddressHistory> found = HashMap.newHashMap(addresses.size());
        Set<IpAddress> open = new HashSet<>();
        for (IpAddress address : addresses) {
            AddressHistory known = remembered.getIfPresent(address);
            if (known == null) {
                open.add(address);
                found.put(address, AddressHistory.NEVER_ASKED);
            } else {
                found.put(address, known);
            }
        }
        Set<IpAddress> asked = asked(open);
        if (!asked.isEmpty()) {
            found.putAll(read(asked));
        }
        return found;
    }

    /** Those of these addresses that DNS is asked about. */
    Set<IpAddress> asked(Collection<IpAddress> addresses) {
        Set<IpAddress> asked = new HashSet<>();
        Set<IpAddress> ofOnlyAccount = new HashSet<>();
        for (IpAddress address : addresses) {
            switch (AskedAddresses.of(address)) {
                case ALWAYS -> asked.add(address);
                case BY_ONLY_ACCOUNT -> ofOnlyAccount.add(address);
                case NEVER -> {}
            }
        }
        if (!ofOnlyAccount.isEmpty() && !table.hasSeveralAccounts()) {
            asked.addAll(ofOnlyAccount);
        }
        return asked;
    }

    private Map<IpAddress, AddressHistory> read(Set<IpAddress> addresses) {
        long before = stores();
        Map<IpAddress, AddressHistory> found = HashMap.newHashMap(addresses.size());
        addresses.forEach(address -> found.put(address, AddressHistory.UNKNOWN));
        for (Map.Entry<IpAddress, List<Stored>> entry : table.list(addresses).entrySet()) {
            IpAddress address = entry.getKey();
            found.put(
                    address,
                    new AddressHistory(
                            entry.getValue().stream().map(row -> span(address, row)).toList(),
                            true));
        }
        remember(found, before);
        return found;
    }

    /** A row as evidence, with who of the catalogue the address belongs to. */
    Span span(IpAddress address, Stored row) {
        String name = row.confirmed() ? row.reverseName() : "";
        @Nullable Sender sender = catalogue.index().byHost(name);
        return new Span(
                row.from(),
                row.to(),
                row.known(),
                new AddressEvidence(
                        row.reverseName(),
                        row.confirmed(),
                        row.organization(),
                        row.country(),
                        row.asn(),
                        row.networkOperator(),
                        sender == null ? catalogue.index().byNetwork(address) : sender,
                        catalogue.index().byMixedHost(name),
                        row.checked()));
    }

    private synchronized long stores() {
        return stores;
    }

    /** What may still come is not remembered, and neither is what may become secret. */
    private synchronized void remember(Map<IpAddress, AddressHistory> found, long before) {
        if (stores != before) {
            return;
        }
        found.forEach((address, known) -> {
            if (!known.spans().isEmpty()
                    && known.spans().getLast().known()
                    && AskedAddresses.of(address) == AskedAddresses.ALWAYS) {
                remembered.put(address, known);
            }
        });
    }

    /** To be called when something about these addresses has been committed. */
    synchronized void forget(Collection<IpAddress> addresses) {
        stores++;
        remembered.invalidateAll(addresses);
    }

    /** How many spans are remembered. */
    long remembered() {
        remembered.cleanUp();
        return remembered.policy().eviction().orElseThrow().weightedSize().orElseThrow();
    }
}
