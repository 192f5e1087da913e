package org.mailvane.traffic.sums;

import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Service;

/**
 * How much each address sent in the name of one domain, and of the caller's others. Domains that
 * the caller may not read do not count.
 */
@Service
public class AddressVolumes {

    /** Addresses that are shown, those with the most messages first. */
    public static final int MAX_ADDRESSES = 100_000;

    /**
     * Facts of the domain that count, and as many of the others together. Somebody waits for the
     * answer, and reporters choose how many facts there are.
     */
    static final int MAX_FACTS = 500_000;

    private final AddressVolumeTable table;
    private final Clock clock;

    AddressVolumes(AddressVolumeTable table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    /**
     * What was found.
     *
     * @param volumes the addresses, those with the most messages first
     * @param isCut whether not everything was counted, as there is too much
     */
    public record Found(List<AddressVolume> volumes, boolean isCut) {

        /** What was found. */
        public Found {
            volumes = List.copyOf(volumes);
        }
    }

    /**
     * Returns the addresses of the past days.
     *
     * @param days how many, today (UTC) included
     */
    public Found of(Scope scope, DnsName domain, int days) {
        return table.list(scope, domain, first(days), today(), MAX_ADDRESSES, MAX_FACTS);
    }

    /** In the name of how many domains, without {@code domain}, one of these addresses sent. */
    public int otherDomains(
            Scope scope, DnsName domain, int days, Collection<IpAddress> addresses) {
        return addresses.isEmpty()
                ? 0
                : table.otherDomains(scope, domain, first(days), today(), addresses, MAX_FACTS);
    }

    private LocalDate first(int days) {
        return today().minusDays(days - 1L);
    }

    private LocalDate today() {
        return LocalDate.now(clock.withZone(ZoneOffset.UTC));
    }
}
