package org.mailvane.platform.settings;

import inet.ipaddr.IPAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mailvane.mailauth.dns.DomainName;

/** Servers of DNS, written as {@code host:port} between commas. */
final class DnsServers {

    /** How many are asked: with more, the last would never have their turn in time. */
    static final int MAX_SERVERS = 8;

    private static final Pattern BETWEEN = Pattern.compile("[\\s,]+");

    private static final Pattern FORM =
            Pattern.compile(
                    "(?:\\[(?<v6>[^\\[\\]]+)]|(?<host>[^:\\[\\]]+))(?::(?<port>\\d{1,5}))?");

    private static final String USUAL_PORT = "53";
    static final int MAX_PORT = 65_535;

    private DnsServers() {}

    /**
     * Reads servers. Those that are given by name are not resolved yet.
     *
     * @throws IllegalArgumentException with what is wrong and where
     */
    static List<InetSocketAddress> parse(String text) {
        List<InetSocketAddress> servers =
                BETWEEN.splitAsStream(text)
                        .filter(server -> !server.isEmpty())
                        .map(DnsServers::server)
                        .toList();
        if (servers.size() > MAX_SERVERS) {
            throw new IllegalArgumentException(
                    "must be at most " + MAX_SERVERS + " servers; there are " + servers.size());
        }
        return servers;
    }

    /**
     * Asks the system for the addresses of servers that are given by name, such as that of another
     * container.
     *
     * @throws IllegalArgumentException with the name that has none
     */
    static List<InetSocketAddress> resolved(List<InetSocketAddress> servers) {
        return servers.stream().map(DnsServers::resolved).toList();
    }

    private static InetSocketAddress resolved(InetSocketAddress server) {
        if (!server.isUnresolved()) {
            return server;
        }
        InetSocketAddress resolved =
                new InetSocketAddress(server.getHostString(), server.getPort());
        if (resolved.isUnresolved()) {
            throw new IllegalArgumentException(
                    "the system can't resolve \"" + server.getHostString() + "\"");
        }
        return resolved;
    }

    private static InetSocketAddress server(String text) {
        Matcher parts = FORM.matcher(text);
        if (parts.matches()) {
            int port =
                    Integer.parseInt(Objects.requireNonNullElse(parts.group("port"), USUAL_PORT));
            String host = Objects.requireNonNullElse(parts.group("v6"), parts.group("host"));
            boolean bracketed = parts.group("v6") != null;
            Optional<IPAddress> address =
                    Networks.address(host).filter(a -> a.isIPv6() == bracketed);
            if (port >= 1 && port <= MAX_PORT) {
                if (address.isPresent()) {
                    return new InetSocketAddress(address.get().toInetAddress(), port);
                }
                if (!bracketed && DomainName.parse(host).isPresent()) {
                    return InetSocketAddress.createUnresolved(host, port);
                }
            }
        }
        throw new IllegalArgumentException(
                "must be host:port, separated by commas, for example 192.0.2.53:53,"
                        + " [2001:db8::53]:53 or localhost:53. This is not valid: \""
                        + text
                        + "\"");
    }
}
