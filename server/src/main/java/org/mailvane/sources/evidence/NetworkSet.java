package org.mailvane.sources.evidence;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.IpNetwork;

/** Networks, of which the one that has an address is found at once. */
final class NetworkSet {

    static final NetworkSet EMPTY = new NetworkSet(List.of());

    /** In order, and none lies in another. */
    private final IpNetwork[] networks;

    /** Returns those of these networks that lie in no other of them. */
    NetworkSet(Collection<IpNetwork> given) {
        List<IpNetwork> widest = new ArrayList<>();
        // A wider network sorts before those that lie in it.
        for (IpNetwork network : given.stream().sorted().toList()) {
            if (widest.isEmpty() || !widest.getLast().contains(network)) {
                widest.add(network);
            }
        }
        networks = widest.toArray(IpNetwork[]::new);
    }

    /** Returns the network that has an address; null for none. */
    @Nullable IpNetwork of(IpAddress address) {
        int low = 0;
        int high = networks.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (networks[middle].first().compareTo(address) <= 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return high >= 0 && networks[high].contains(address) ? networks[high] : null;
    }

    int size() {
        return networks.length;
    }

    List<IpNetwork> toList() {
        return List.copyOf(Arrays.asList(networks));
    }
}
