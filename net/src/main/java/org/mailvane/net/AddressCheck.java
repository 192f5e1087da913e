package org.mailvane.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsAnswer.Status;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.mailauth.dns.SpecialAddresses;
import org.mailvane.mailauth.https.Https.Reason;

/**
 * Finds the addresses of a host and leaves those over that may be connected to. Addresses come from
 * strangers' records, and this machine can reach more than strangers can: itself, its neighbours,
 * its cloud's services.
 */
final class AddressCheck {

    /** Addresses of one host that are tried. */
    static final int MAX_ADDRESSES = 4;

    private final Dns dns;
    private final List<IpNetwork> allowed;

    AddressCheck(Dns dns, List<IpNetwork> allowed) {
        this.dns = dns;
        this.allowed = allowed;
    }

    /**
     * The addresses to connect to: never empty, IPv4 first, since some machines have a way to IPv6
     * that leads nowhere.
     *
     * @throws NoFetch when there are none
     */
    List<InetAddress> addresses(FetchUrl url) throws NoFetch {
        List<IpAddress> all =
                url.literal().isPresent() ? List.of(url.literal().get()) : resolved(url);
        List<InetAddress> open = new ArrayList<>();
        for (IpAddress address : all) {
            if (isOpen(address) && open.size() < MAX_ADDRESSES) {
                open.add(inet(url, address));
            }
        }
        if (open.isEmpty()) {
            IpAddress first = all.getFirst();
            throw new NoFetch(
                    Reason.ADDRESS_SPECIAL, first, SpecialAddresses.purposeOf(first).orElseThrow());
        }
        return open;
    }

    private boolean isOpen(IpAddress address) {
        return SpecialAddresses.purposeOf(address).isEmpty()
                || allowed.stream().anyMatch(network -> network.contains(address.unmapped()));
    }

    private List<IpAddress> resolved(FetchUrl url) throws NoFetch {
        DnsAnswer v4 = dns.ask(url.name(), RecordType.A);
        DnsAnswer v6 =
                v4.status() == Status.NO_SUCH_NAME ? v4 : dns.ask(url.name(), RecordType.AAAA);
        List<IpAddress> addresses = new ArrayList<>(v4.addresses());
        addresses.addAll(v6.addresses());
        if (!addresses.isEmpty()) {
            return addresses;
        }
        Optional<Status> failed =
                List.of(v4, v6).stream()
                        .map(DnsAnswer::status)
                        .filter(Status::isFailure)
                        .findFirst();
        if (failed.isPresent()) {
            throw new NoFetch(
                    switch (failed.get()) {
                        case TIMEOUT -> Reason.DNS_TIMEOUT;
                        case NOT_ASKED -> Reason.DNS_NOT_ASKED;
                        default -> Reason.DNS_SERVERS;
                    });
        }
        throw new NoFetch(
                v4.status() == Status.NO_SUCH_NAME ? Reason.NAME_UNKNOWN : Reason.WITHOUT_ADDRESS);
    }

    private static InetAddress inet(FetchUrl url, IpAddress address) {
        try {
            return InetAddress.getByAddress(url.host(), address.octets());
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
