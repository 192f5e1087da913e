package org.mailvane.sources.evidence;

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
import org.mailvane.sources.catalogue.Catalogue;
import org.mailvane.sources.catalogue.CatalogueSender;
import org.mailvane.sources.evidence.AddressEvidenceTable.Stored;
import org.mailvane.sources.evidence.AddressHistory.Span;
import org.springframework.stereotype.Service;

/**
 * What is known of addresses. It is the same for all accounts, since it is what DNS says to
 * anybody; only addresses of private networks are known to an only account alone.
 *
 * <p>What was looked up is remembered by the version that it was read in: imports meet the same
 * addresses again and again. The caller says how new it must be, so that what has become something
 * else is noticed at once, whichever process has stored it.
 */
@Service
public class AddressEvidences {

    /** Spans that are remembered: at about 400 bytes each, some 20 MB. */
    static final int MAX_REMEMBERED = 50_000;

    /** For so long, the time of an address's last lookup may be reported wrongly. */
    static final Duration REMEMBERED = Duration.ofMinutes(5);

    private final AddressEvidenceTable table;
    private final KnownVersionTable versions;
    private final Catalogue catalogue;
    private final Cache<IpAddress, Remembered> remembered =
            Caffeine.newBuilder()
                    .maximumWeight(MAX_REMEMBERED)
                    .weigher((IpAddress address, Remembered each) -> each.known().spans().size())
                    .expireAfterWrite(REMEMBERED)
                    .build();

    private record Remembered(long version, AddressHistory known) {}

    AddressEvidences(AddressEvidenceTable table, KnownVersionTable versions, Catalogue catalogue) {
        this.table = table;
        this.versions = versions;
        this.catalogue = catalogue;
    }

    /** Returns what is known of each of these addresses now. */
    Map<IpAddress, AddressHistory> of(Collection<IpAddress> addresses) {
        return of(addresses, versions.now().addresses());
    }

    /**
     * Returns what is known of each of these addresses, by one statement for all of them.
     *
     * @param version the version that it must have at least; it was read before
     */
    public Map<IpAddress, AddressHistory> of(Collection<IpAddress> addresses, long version) {
        Map<IpAddress, AddressHistory> found = HashMap.newHashMap(addresses.size());
        Set<IpAddress> open = new HashSet<>();
        for (IpAddress address : addresses) {
            Remembered known = remembered.getIfPresent(address);
            if (known == null || known.version() < version) {
                open.add(address);
                found.put(address, AddressHistory.NEVER_ASKED);
            } else {
                found.put(address, known.known());
            }
        }
        Set<IpAddress> asked = asked(open);
        if (!asked.isEmpty()) {
            found.putAll(read(asked, version));
        }
        return found;
    }

    /** Returns those of these addresses that DNS is asked about. */
    Set<IpAddress> asked(Collection<IpAddress> addresses) {
        Set<IpAddress> asked = new HashSet<>();
        Set<IpAddress> ofOnlyAccount = new HashSet<>();
        for (IpAddress address : addresses) {
            switch (LookupPolicy.of(address)) {
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

    private Map<IpAddress, AddressHistory> read(Set<IpAddress> addresses, long version) {
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
        remember(found, version);
        return found;
    }

    /** Returns a row as evidence, with who of the catalogue the address belongs to. */
    Span span(IpAddress address, Stored row) {
        String name = row.confirmed() ? row.reverseName() : "";
        @Nullable CatalogueSender sender = catalogue.index().byHost(name);
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

    /** What may still come is not remembered, and neither is what may become secret. */
    private void remember(Map<IpAddress, AddressHistory> found, long version) {
        found.forEach((address, known) -> {
            if (!known.spans().isEmpty()
                    && known.spans().getLast().known()
                    && LookupPolicy.of(address) == LookupPolicy.ALWAYS) {
                remembered.put(address, new Remembered(version, known));
            }
        });
    }

    /** Returns how many spans are remembered. */
    long remembered() {
        remembered.cleanUp();
        return remembered.policy().eviction().orElseThrow().weightedSize().orElseThrow();
    }
}
