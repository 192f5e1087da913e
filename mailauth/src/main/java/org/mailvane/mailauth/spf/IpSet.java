package org.mailvane.mailauth.spf;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map.Entry;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.IpNetwork;

/**
 * A set of addresses of both families, kept as ranges that neither overlap nor touch. Adding and
 * removing a network takes the logarithm of the number of ranges, so that a record of thousands of
 * networks costs nothing to speak of.
 */
final class IpSet {

    /** All IPv4 addresses. */
    static final IpNetwork ALL_V4 = IpNetwork.of(IpAddress.v4(0), 0);

    /** All IPv6 addresses. */
    static final IpNetwork ALL_V6 = IpNetwork.of(IpAddress.v6(0, 0), 0);

    /** Last addresses by first ones; every IPv4 address comes before all of IPv6. */
    private final TreeMap<IpAddress, IpAddress> ranges = new TreeMap<>();

    /** A set without addresses. */
    IpSet() {}

    /** Every address. */
    static IpSet all() {
        IpSet all = new IpSet();
        all.add(ALL_V4);
        all.add(ALL_V6);
        return all;
    }

    /** Every address but those of a set. */
    static IpSet allBut(IpSet set) {
        IpSet others = all();
        others.removeAll(set);
        return others;
    }

    /** The same set, which can be changed by itself. */
    IpSet copy() {
        IpSet copy = new IpSet();
        copy.ranges.putAll(ranges);
        return copy;
    }

    void add(IpNetwork network) {
        add(network.first(), network.last());
    }

    void addAll(IpSet other) {
        other.ranges.forEach(this::add);
    }

    void remove(IpNetwork network) {
        remove(network.first(), network.last());
    }

    void removeAll(IpSet other) {
        if (!ranges.isEmpty()) {
            other.ranges.forEach(this::remove);
        }
    }

    /** Returns the number of its ranges. */
    int size() {
        return ranges.size();
    }

    boolean isEmpty() {
        return ranges.isEmpty();
    }

    boolean contains(IpAddress address) {
        @Nullable Entry<IpAddress, IpAddress> range = ranges.floorEntry(address);
        return range != null && range.getValue().compareTo(address) >= 0;
    }

    /** Whether it holds every address of a network. */
    boolean containsAll(IpNetwork network) {
        @Nullable Entry<IpAddress, IpAddress> range = ranges.floorEntry(network.first());
        return range != null && range.getValue().compareTo(network.last()) >= 0;
    }

    /** Whether it holds at least one address of a network. */
    boolean containsAny(IpNetwork network) {
        @Nullable Entry<IpAddress, IpAddress> range = ranges.floorEntry(network.last());
        return range != null && range.getValue().compareTo(network.first()) >= 0;
    }

    /** Returns the number of its IPv4 addresses, from 0 to 2^32. */
    long ip4Count() {
        long count = 0;
        for (Entry<IpAddress, IpAddress> range : ranges.entrySet()) {
            if (!range.getKey().isV4()) {
                break;
            }
            count += range.getValue().low() - range.getKey().low() + 1;
        }
        return count;
    }

    /** Returns the number of its IPv6 addresses. */
    BigInteger ip6Count() {
        BigInteger count = BigInteger.ZERO;
        for (Entry<IpAddress, IpAddress> range : ranges.entrySet()) {
            if (!range.getKey().isV4()) {
                count =
                        count.add(number(range.getValue()))
                                .subtract(number(range.getKey()))
                                .add(BigInteger.ONE);
            }
        }
        return count;
    }

    private static BigInteger number(IpAddress address) {
        return new BigInteger(1, address.octets());
    }

    /** Returns the intersection with another set. */
    IpSet within(IpSet other) {
        IpSet common = new IpSet();
        for (Entry<IpAddress, IpAddress> range : ranges.entrySet()) {
            @Nullable IpAddress before = other.ranges.floorKey(range.getKey());
            IpAddress from = before == null ? range.getKey() : before;
            other.ranges
                    .subMap(from, true, range.getValue(), true)
                    .forEach((first, last) -> {
                        IpAddress begin = max(first, range.getKey());
                        IpAddress end =
                                last.compareTo(range.getValue()) <= 0 ? last : range.getValue();
                        if (begin.compareTo(end) <= 0) {
                            common.add(begin, end);
                        }
                    });
        }
        return common;
    }

    /** Addresses that follow each other. */
    record Range(IpAddress first, IpAddress last) {}

    /** Its ranges, in the order of addresses. */
    List<Range> ranges() {
        return ranges.entrySet().stream()
                .map(range -> new Range(range.getKey(), range.getValue()))
                .toList();
    }

    /** The fewest networks that hold the same addresses, in the order of addresses. */
    List<IpNetwork> networks() {
        List<IpNetwork> networks = new ArrayList<>();
        ranges.forEach((first, last) -> addNetworks(first, last, networks));
        return networks;
    }

    /** Returns the part of a network that is not in this set. */
    IpSet restOf(IpNetwork network) {
        IpSet rest = new IpSet();
        rest.add(network);
        removeFrom(rest, network);
        return rest;
    }

    /** Takes those addresses of this set that lie in a network from another set. */
    void removeFrom(IpSet other, IpNetwork within) {
        if (containsAny(within)) {
            @Nullable IpAddress before = ranges.floorKey(within.first());
            IpAddress from = before == null ? within.first() : before;
            ranges.subMap(from, true, within.last(), true).forEach(other::remove);
        }
    }

    private void add(IpAddress first, IpAddress last) {
        IpAddress from = first;
        IpAddress to = last;
        @Nullable Entry<IpAddress, IpAddress> near = ranges.floorEntry(from);
        if (near != null && touches(near.getValue(), from)) {
            from = near.getKey();
            to = max(to, near.getValue());
        }
        near = ranges.ceilingEntry(from);
        while (near != null && touches(to, near.getKey())) {
            to = max(to, near.getValue());
            ranges.remove(near.getKey());
            near = ranges.ceilingEntry(from);
        }
        ranges.put(from, to);
    }

    private void remove(IpAddress first, IpAddress last) {
        @Nullable Entry<IpAddress, IpAddress> near = ranges.floorEntry(last);
        while (near != null && near.getValue().compareTo(first) >= 0) {
            IpAddress from = near.getKey();
            IpAddress to = near.getValue();
            ranges.remove(from);
            if (to.compareTo(last) > 0) {
                ranges.put(next(last), to);
            }
            if (from.compareTo(first) < 0) {
                ranges.put(from, previous(first));
                return;
            }
            near = ranges.floorEntry(last);
        }
    }

    /** Whether a range that begins at {@code first} overlaps or follows one that ends there. */
    private static boolean touches(IpAddress last, IpAddress first) {
        return last.compareTo(first) >= 0
                || (last.isV4() == first.isV4() && !isLast(last) && next(last).equals(first));
    }

    private static void addNetworks(IpAddress first, IpAddress last, List<IpNetwork> networks) {
        IpAddress from = first;
        while (true) {
            IpNetwork network = widest(from, last);
            networks.add(network);
            if (network.last().equals(last)) {
                return;
            }
            from = next(network.last());
        }
    }

    /** The widest network that begins at one address and does not go beyond another. */
    private static IpNetwork widest(IpAddress first, IpAddress last) {
        int prefix = first.bits();
        IpNetwork widest = IpNetwork.of(first);
        while (prefix > 0) {
            prefix--;
            IpNetwork wider = IpNetwork.of(first, prefix);
            if (!wider.first().equals(first) || wider.last().compareTo(last) > 0) {
                return widest;
            }
            widest = wider;
        }
        return widest;
    }

    private static boolean isLast(IpAddress address) {
        return address.isV4()
                ? address.low() == 0xFFFF_FFFFL
                : address.high() == -1 && address.low() == -1;
    }

    private static IpAddress next(IpAddress address) {
        if (address.isV4()) {
            return IpAddress.v4(address.low() + 1);
        }
        long low = address.low() + 1;
        return IpAddress.v6(low == 0 ? address.high() + 1 : address.high(), low);
    }

    private static IpAddress previous(IpAddress address) {
        if (address.isV4()) {
            return IpAddress.v4(address.low() - 1);
        }
        long low = address.low();
        return IpAddress.v6(low == 0 ? address.high() - 1 : address.high(), low - 1);
    }

    private static IpAddress max(IpAddress one, IpAddress other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    /** The networks, for people. */
    @Override
    public String toString() {
        return networks().toString();
    }
}
