package org.mailvane.api.connections;

import inet.ipaddr.IPAddress;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.mailvane.platform.settings.Networks;

/**
 * All connections of HTTP clients. A new one always gets a place, in that of the connection for
 * whose client the server has waited longest: those without a request first, except the youngest
 * ones. Connections whose requests are being worked on keep their places.
 */
final class Connections {

    /**
     * A connection that is younger may be about to send its request: among many slow clients it is
     * the one to keep.
     */
    static final Duration GRACE = Duration.ofSeconds(2);

    /**
     * The part of the connections that are kept because they are young, the youngest ones. Whoever
     * opens more of them takes no places of slow uploads.
     */
    static final int YOUNG_SHARE = 10;

    private final ConnectionLimits limits;
    private final Networks trusted;
    private final UnaryOperator<IPAddress> customers;
    private final LongSupplier nanos;
    private final Map<Remote, Connection> byRemote = new ConcurrentHashMap<>();
    private final Map<IPAddress, Set<Connection>> byCustomer = new HashMap<>();
    private int count;

    /** The client's end of a connection, as Tomcat names it. */
    record Remote(String address, int port) {}

    /** How idle a connection is at this moment. */
    private record Idle(Connection connection, boolean sendsNothing, long waited) {

        static Idle of(Connection connection) {
            return new Idle(connection, connection.isIdle(), connection.waited());
        }

        boolean isYoung() {
            return sendsNothing && waited < GRACE.toNanos();
        }
    }

    /**
     * No connections.
     *
     * @param trusted proxies, which have connections of many clients
     * @param customers the addresses that count as the same client
     * @param nanos measures time, in nanoseconds
     */
    Connections(
            ConnectionLimits limits,
            Networks trusted,
            UnaryOperator<IPAddress> customers,
            LongSupplier nanos) {
        this.limits = limits;
        this.trusted = trusted;
        this.customers = customers;
        this.nanos = nanos;
    }

    /**
     * Takes a new connection, and cuts others where there are too many.
     *
     * @return null if there are too many connections
     */
    @Nullable Connection admit(SocketChannel channel) throws IOException {
        SocketAddress remote = channel.getRemoteAddress();
        if (!(remote instanceof InetSocketAddress client)) {
            return null;
        }
        Remote from = new Remote(client.getAddress().getHostAddress(), client.getPort());
        int zone = from.address().indexOf('%');
        @Nullable IPAddress address =
                Networks.address(zone < 0 ? from.address() : from.address().substring(0, zone))
                        .orElse(null);
        if (address == null) {
            return null;
        }
        Connection fresh =
                new Connection(from, address, customers.apply(address), channel, limits, nanos);
        return admit(fresh) ? fresh : null;
    }

    private synchronized boolean admit(Connection fresh) {
        Set<Connection> same = byCustomer.getOrDefault(fresh.customer, Set.of());
        if (!trusted.contain(fresh.address)
                && same.size() >= limits.perAddress()
                && !makeRoom(same)) {
            return false;
        }
        int places = limits.connections() + (fresh.address.isLoopback() ? limits.reserved() : 0);
        if (count >= places && !makeRoom(largest()) && !makeRoom(byRemote.values())) {
            return false;
        }
        byRemote.put(fresh.remote, fresh);
        byCustomer.computeIfAbsent(fresh.customer, none -> new HashSet<>()).add(fresh);
        count++;
        return true;
    }

    /** The connections of whoever has most; those of trusted proxies are of many. */
    private Collection<Connection> largest() {
        return byCustomer.entrySet().stream()
                .filter(entry -> !trusted.contain(entry.getKey()))
                .map(Map.Entry::getValue)
                .max(Comparator.comparingInt(Set::size))
                .orElse(Set.of());
    }

    private boolean makeRoom(Collection<Connection> among) {
        for (Connection idlest : idlestFirst(among)) {
            if (idlest.cut()) {
                forget(idlest);
                return true;
            }
        }
        return false;
    }

    /**
     * Those on which nothing is being worked, in the order in which they lose their places: those
     * that send no request first, then by time. Of the young ones, one in {@link #YOUNG_SHARE} of
     * all counts as if it had sent a request, and at least one.
     */
    static List<Connection> idlestFirst(Collection<Connection> among) {
        List<Idle> idle =
                among.stream()
                        .filter(connection -> !connection.isWorkedOn())
                        .map(Idle::of)
                        .toList();
        Set<Idle> kept =
                idle.stream()
                        .filter(Idle::isYoung)
                        .sorted(Comparator.comparingLong(Idle::waited))
                        .limit(Math.max(1, among.size() / YOUNG_SHARE))
                        .collect(Collectors.toSet());
        return idle.stream()
                .sorted(
                        Comparator.<Idle, Boolean>comparing(
                                        one -> one.sendsNothing() && !kept.contains(one))
                                .thenComparingLong(Idle::waited)
                                .reversed())
                .map(Idle::connection)
                .toList();
    }

    /** The connection with this client; null where it is gone. */
    @Nullable Connection find(String address, int port) {
        return byRemote.get(new Remote(address, port));
    }

    /** It is closed, or about to be. */
    synchronized void forget(Connection connection) {
        byRemote.remove(connection.remote, connection);
        Set<Connection> same = byCustomer.get(connection.customer);
        if (same != null && same.remove(connection)) {
            count--;
            if (same.isEmpty()) {
                byCustomer.remove(connection.customer);
            }
        }
    }

    /** Cuts those whose clients are too slow. */
    void cutSlow() {
        for (Connection connection : byRemote.values()) {
            if (connection.isTooSlow() && connection.cut()) {
                forget(connection);
            }
        }
    }

    /** How many there are. */
    synchronized int count() {
        return count;
    }
}
