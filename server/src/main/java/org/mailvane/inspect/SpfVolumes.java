package org.mailvane.inspect;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.mailauth.spf.SentMessages;
import org.mailvane.mailauth.spf.SpfEvaluator;
import org.mailvane.mailauth.spf.SpfInspection;
import org.mailvane.mailauth.spf.SpfInspection.Volume;
import org.mailvane.mailauth.spf.SpfSurvey;
import org.mailvane.mailauth.spf.SpfVerdict;
import org.mailvane.platform.store.Scope;
import org.mailvane.traffic.sums.AddressVolume;
import org.mailvane.traffic.sums.AddressVolumes;
import org.springframework.stereotype.Component;

/**
 * Joins what an SPF record authorises with what was sent: how many messages came from its networks,
 * in the name of the domain and of the caller's others, and how many of the domain fall to each
 * term.
 */
@Component
class SpfVolumes {

    /** Addresses that are tried against terms which only a message decides. */
    static final int MAX_EVALUATED = 100;

    private final AddressVolumes addresses;

    SpfVolumes(AddressVolumes addresses) {
        this.addresses = addresses;
    }

    /**
     * Returns the inspection with its volumes.
     *
     * @param dns for terms that only a message decides: macros and {@code exists}
     */
    SpfInspection into(SpfSurvey survey, Scope scope, DnsName name, int days, Dns dns) {
        Networks networks = new Networks(survey.networks());
        Sums sums = new Sums();
        Map<IpAddress, Long> sent = new HashMap<>();
        int evaluated = 0;
        AddressVolumes.Found found = addresses.of(scope, name, days);
        for (AddressVolume volume : found.volumes()) {
            sent.put(volume.address(), volume.own());
            Optional<IpNetwork> network = networks.of(volume.address());
            if (network.isPresent()) {
                sums.add(network.get(), volume);
            } else if (survey.needsEvaluation() && evaluated < MAX_EVALUATED) {
                evaluated++;
                if (passes(volume.address(), name, dns)) {
                    sums.add(IpNetwork.of(volume.address()), volume);
                }
            }
        }
        SpfInspection inspection =
                survey.inspection(
                        days,
                        new Volume(
                                sums.ownNetworks.size(),
                                sums.own,
                                sums.otherNetworks.size(),
                                sums.others,
                                addresses.otherDomains(scope, name, days, sums.otherAddresses)),
                        new SentMessages(sent));
        return found.isCut() ? inspection.withVolumeCut() : inspection;
    }

    private static boolean passes(IpAddress address, DnsName name, Dns dns) {
        String sender = "postmaster@" + name.value();
        return new SpfEvaluator(System::nanoTime)
                        .checkHost(address, sender, name.value(), dns)
                        .result()
                == SpfVerdict.PASS;
    }

    /** Networks by their first address, so that the one of an address is found at once. */
    private static final class Networks {

        private final TreeMap<IpAddress, IpNetwork> widest = new TreeMap<>();

        Networks(Iterable<IpNetwork> networks) {
            List<IpNetwork> sorted = new ArrayList<>();
            networks.forEach(sorted::add);
            sorted.sort(null);
            @Nullable IpNetwork last = null;
            for (IpNetwork network : sorted) {
                // A wider network sorts before those that lie in it.
                if (last == null || !last.contains(network)) {
                    widest.put(network.first(), network);
                    last = network;
                }
            }
        }

        Optional<IpNetwork> of(IpAddress address) {
            return Optional.ofNullable(widest.floorEntry(address))
                    .map(entry -> entry.getValue())
                    .filter(network -> network.contains(address));
        }
    }

    private static final class Sums {

        private final Set<IpNetwork> ownNetworks = new HashSet<>();
        private final Set<IpNetwork> otherNetworks = new HashSet<>();
        private final List<IpAddress> otherAddresses = new ArrayList<>();
        private long own;
        private long others;

        void add(IpNetwork network, AddressVolume volume) {
            if (volume.own() > 0) {
                ownNetworks.add(network);
                own += volume.own();
            }
            if (volume.others() > 0) {
                otherNetworks.add(network);
                otherAddresses.add(volume.address());
                others += volume.others();
            }
        }
    }
}
