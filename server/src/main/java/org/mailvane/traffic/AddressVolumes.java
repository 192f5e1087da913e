package org.mailvane.traffic;

import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Service;

/**
 * How much each address sent in the name of one domain, and of the caller's others. Domains that
 * the caller may not read do not count.
 */
@Service
public class AddressVolumes {

    /** Addresses that are told of, those with the most messages first. */
    public static final int MAX_ADDRESSES = 100_000;

    private final AddressVolumeTable table;
    private final Clock clock;

    AddressVolumes(AddressVolumeTable table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    /**
     * The addresses of the past days, those with the most messages first.
     *
     * @param days how many, today (UTC) included
     */
    public List<AddressVolume> of(Scope scope, DnsName domain, int days) {
        return table.list(scope, domain, first(days), today(), MAX_ADDRESSES);
    }

    /** In the name of how many domains, without {@code domain}, one of these addresses sent. */
    public int otherDomains(
            Scope scope, DnsName domain, int days, Collection<IpAddress> addresses) {
        return addresses.isEmpty()
                ? 0
                : table.otherDomains(scope, domain, first(days), today(), addresses);
    }

    private LocalDate first(int days) {
        return today().minusDays(days - 1L);
    }

    private LocalDate today() {
        return LocalDate.now(clock.withZone(ZoneOffset.UTC));
    }
}
