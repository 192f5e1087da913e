package org.mailvane.settings;

import inet.ipaddr.IPAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Servers of DNS, written as {@code address:port} between commas. */
final class DnsServers {

    /** How many are asked: with more, the last would never have their turn in time. */
    static final int MAX_SERVERS = 8;

    private static final Pattern BETWEEN = Pattern.compile("[\\s,]+");

    private static final Pattern FORM =
            Pattern.compile("(?:\\[(?<v6>[^\\[\\]]+)]|(?<v4>[^:\\[\\]]+))(?::(?<port>\\d{1,5}))?");

    private static final String USUAL_PORT = "53";
    private static final int MAX_PORT = 65_535;

    private DnsServers() {}

    /**
     * Reads servers. Names are refused: who would resolve them?
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
                    "must be at most " + MAX_SERVERS + " servers, and these are " + servers.size());
        }
        return servers;
    }

    private static InetSocketAddress server(String text) {
        Matcher parts = FORM.matcher(text);
        if (parts.matches()) {
            boolean bracketed = parts.group("v6") != null;
            Optional<IPAddress> address =
                    Networks.address(parts.group(bracketed ? "v6" : "v4"))
                            .filter(a -> a.isIPv6() == bracketed);
            int port =
                    Integer.parseInt(Objects.requireNonNullElse(parts.group("port"), USUAL_PORT));
            if (address.isPresent() && port >= 1 && port <= MAX_PORT) {
                return new InetSocketAddress(address.get().toInetAddress(), port);
            }
        }
        throw new IllegalArgumentException(
                "must be address:port, for example 192.0.2.53:53 or [2001:db8::53]:53, several"
                        + " with commas between them, and \""
                        + text
                        + "\" is none");
    }
}
