package org.mailvane.sources.catalogue;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.sources.Category;

/**
 * Finds senders by what is seen of them: of the catalogue, or an account's own.
 *
 * <p>Names are compared in lower case and by whole labels; of several that fit, the longest counts.
 */
public final class SenderIndex {

    /** Nobody. */
    public static final SenderIndex EMPTY = new SenderIndex(List.of());

    /** Before a name: all below it. */
    static final String BELOW = "*.";

    private final Map<Integer, CatalogueSender> byNumber = new HashMap<>();
    private final Map<String, Hosts> hosts = new HashMap<>();
    private final Names dkimDomains = new Names();
    private final Names spfDomains = new Names();
    private final TreeMap<IpAddress, Owned> networks = new TreeMap<>();

    /** The first addresses of the networks of IPv4, ascending: nearly all that is looked for. */
    private final long[] v4Firsts;

    private final Owned[] v4Networks;

    /** Whose hosts have a suffix, and whether customers' own machines have it too. */
    private record Hosts(CatalogueSender sender, boolean mixed) {}

    /** A network and whose it is. */
    private record Owned(IpNetwork network, CatalogueSender sender, @Nullable Owned around) {}

    /** Where several senders claim the same, the first one has it. */
    public SenderIndex(Collection<CatalogueSender> senders) {
        for (CatalogueSender sender : senders) {
            byNumber.put(sender.number(), sender);
            sender.hosts().forEach(host -> hosts.putIfAbsent(host, new Hosts(sender, false)));
            sender.mixedHosts().forEach(host -> hosts.putIfAbsent(host, new Hosts(sender, true)));
            sender.dkimDomains().forEach(name -> dkimDomains.add(name, sender));
            sender.spfDomains().forEach(name -> spfDomains.add(name, sender));
        }
        addNetworks(senders);
        Collection<Owned> v4 = networks.headMap(IpAddress.v6(0, 0)).values();
        v4Networks = v4.toArray(new Owned[0]);
        v4Firsts = v4.stream().mapToLong(owned -> owned.network().first().low()).toArray();
    }

    private void addNetworks(Collection<CatalogueSender> senders) {
        record Claim(IpNetwork network, CatalogueSender sender) {}
        List<Claim> claims =
                senders.stream()
                        .flatMap(s -> s.networks().stream().map(n -> new Claim(n, s)))
                        .sorted((a, b) -> a.network().compareTo(b.network()))
                        .toList();
        @Nullable Owned last = null;
        for (Claim claim : claims) {
            // A wider network sorts before those that lie in it.
            while (last != null && !last.network().contains(claim.network())) {
                last = last.around();
            }
            if (last != null && last.network().equals(claim.network())) {
                continue;
            }
            Owned owned = new Owned(claim.network(), claim.sender(), last);
            networks.put(claim.network().first(), owned);
            last = owned;
        }
    }

    /** Returns the sender of a number. */
    public Optional<CatalogueSender> byNumber(int number) {
        return Optional.ofNullable(byNumber.get(number));
    }

    /**
     * Returns the sender whose hosts have such reverse names; null for nobody, and where the
     * longest suffix that fits is one of {@link CatalogueSender#mixedHosts}.
     */
    public @Nullable CatalogueSender byHost(String reverseName) {
        @Nullable Hosts found = longest(hosts, reverseName);
        return found == null || found.mixed() ? null : found.sender();
    }

    /**
     * Returns the sender whose customers' machines may have such reverse names; null for nobody,
     * and where the longest suffix that fits is one of {@link CatalogueSender#hosts}.
     *
     * <p>It is never a forwarder: a machine on an access line sends by itself. A forwarder's mixed
     * suffixes only take names out of its hosts.
     */
    public @Nullable CatalogueSender byMixedHost(String reverseName) {
        @Nullable Hosts found = longest(hosts, reverseName);
        return found == null || !found.mixed() || found.sender().category() == Category.FORWARDER
                ? null
                : found.sender();
    }

    /** Returns the sender that signs with this domain; null for nobody. */
    public @Nullable CatalogueSender byDkimDomain(String domain) {
        return dkimDomains.find(domain);
    }

    /** Returns the sender whose return paths have this domain; null for nobody. */
    public @Nullable CatalogueSender bySpfDomain(String domain) {
        return spfDomains.find(domain);
    }

    /** Whether nobody is in it. */
    public boolean isEmpty() {
        return byNumber.isEmpty();
    }

    /** Returns in whose network an address lies, the narrowest if in several; null for nobody. */
    public @Nullable CatalogueSender byNetwork(IpAddress address) {
        Owned owned = around(address);
        return owned == null ? null : owned.sender();
    }

    /** Returns the network by which {@link #byNetwork} finds an address; null for none. */
    public @Nullable IpNetwork networkOf(IpAddress address) {
        Owned owned = around(address);
        return owned == null ? null : owned.network();
    }

    private @Nullable Owned around(IpAddress address) {
        @Nullable Owned owned = nearest(address);
        while (owned != null && !owned.network().contains(address)) {
            owned = owned.around();
        }
        return owned;
    }

    /** Returns the network that begins at an address or last before it. */
    private @Nullable Owned nearest(IpAddress address) {
        if (address.isV4()) {
            int place = Arrays.binarySearch(v4Firsts, address.low());
            int at = place >= 0 ? place : -place - 2;
            return at < 0 ? null : v4Networks[at];
        }
        var entry = networks.floorEntry(address);
        return entry == null ? null : entry.getValue();
    }

    private static <T> @Nullable T longest(Map<String, T> suffixes, String name) {
        if (suffixes.isEmpty() || name.isEmpty()) {
            return null;
        }
        String rest = name;
        while (true) {
            T found = suffixes.get(rest);
            if (found != null) {
                return found;
            }
            int dot = rest.indexOf('.');
            if (dot < 0) {
                return null;
            }
            rest = rest.substring(dot + 1);
        }
    }

    /** Names that mean themselves or, with {@value #BELOW}, all below. */
    private static final class Names {

        private final Map<String, CatalogueSender> exact = new HashMap<>();
        private final Map<String, CatalogueSender> below = new HashMap<>();

        void add(String name, CatalogueSender sender) {
            if (name.startsWith(BELOW)) {
                below.putIfAbsent(name.substring(BELOW.length()), sender);
            } else {
                exact.putIfAbsent(name, sender);
            }
        }

        @Nullable CatalogueSender find(String name) {
            CatalogueSender sender = exact.get(name);
            if (sender != null || below.isEmpty()) {
                return sender;
            }
            int dot = name.indexOf('.');
            return dot < 0 ? null : longest(below, name.substring(dot + 1));
        }
    }
}
