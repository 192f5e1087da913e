package org.mailvane.api;

import inet.ipaddr.IPAddress;
import inet.ipaddr.ipv4.IPv4Address;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mailvane.platform.settings.Networks;
import org.springframework.http.HttpHeaders;

/**
 * The sender of a request, and the address under which they see this server, as far as trusted
 * proxies report it in {@code X-Forwarded-For}, {@code -Proto}, {@code -Host} and {@code -Port} or
 * in {@code Forwarded} (RFC 7239).
 *
 * <p>Each proxy adds what it knows to the right, and everything to the left of what trusted proxies
 * added may be made up. Nothing in these fields is ever an error: unusable values are ignored.
 *
 * @param client the sender: the nearest address that does not belong to a trusted proxy
 * @param base scheme, host and port of links; empty where no trusted proxy names them
 */
public record Forwarded(IPAddress client, Optional<String> base) {

    /** Proxies in a row; anything further to the left is ignored. */
    static final int MAX_HOPS = 32;

    /** Characters of a host name (RFC 1035). */
    static final int MAX_HOST = 253;

    private static final String ATTRIBUTE = Forwarded.class.getName();

    private static final String X_FOR = "X-Forwarded-For";
    private static final String X_PROTO = "X-Forwarded-Proto";
    private static final String X_HOST = "X-Forwarded-Host";
    private static final String X_PORT = "X-Forwarded-Port";
    private static final String FORWARDED = "Forwarded";

    private static final Pattern COMMA = Pattern.compile(",");

    /** With the port that some proxies write to the address. */
    private static final Pattern HOP =
            Pattern.compile(
                    "(?:(?<v4>[0-9.]{7,15})(?::\\d{1,5})?|\\[(?<v6>[^]]{2,45})](?::\\d{1,5})?|(?<bare>[0-9A-Fa-f:.]{2,45}))");

    private static final String LABEL = "[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?";
    private static final Pattern HOST =
            Pattern.compile(
                    "(?<name>"
                            + LABEL
                            + "(?:\\."
                            + LABEL
                            + ")*+\\.?|\\[(?<v6>[0-9A-Fa-f:.]{2,45})])(?::(?<port>\\d{1,5}))?");

    /** A pair of an element. Backslashes are refused: nothing that is of use here needs one. */
    private static final Pattern PAIR =
            Pattern.compile(
                    "\\G[ \\t]*+(?:(?<name>[A-Za-z]++)=(?:\"(?<quoted>[^\"\\\\]*+)\"|(?<token>[^\",;\\s]++)))?+[ \\t]*+(?<end>[,;]|$)");

    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;
    static final int MAX_PORT = 65_535;

    private static final IPAddress NOWHERE = new IPv4Address(0);

    /** What was read of this request before anything else looked at it. */
    public static Forwarded of(HttpServletRequest request) {
        return request.getAttribute(ATTRIBUTE) instanceof Forwarded forwarded
                ? forwarded
                : new Forwarded(peer(request), Optional.empty());
    }

    /** Reads it and keeps it with the request. */
    static void keep(HttpServletRequest request, Networks trusted) {
        request.setAttribute(ATTRIBUTE, read(request, trusted));
    }

    private static Forwarded read(HttpServletRequest request, Networks trusted) {
        IPAddress peer = peer(request);
        Forwarded unknown = new Forwarded(peer, Optional.empty());
        if (!trusted.contain(peer)) {
            return unknown;
        }
        Forwarded one = ofList(request, peer, trusted);
        Forwarded other = ofElements(request, peer, trusted);
        if (one == null || other == null) {
            return one != null ? one : other != null ? other : unknown;
        }
        // One of the two comes from the proxies. The other may have been passed on from the sender,
        // and we can't tell which is which, so values on which they disagree do not count.
        return !one.client().equals(other.client())
                ? unknown
                : one.equals(other) ? one : new Forwarded(one.client(), Optional.empty());
    }

    /** What {@code X-Forwarded-...} say; null where none of them is there. */
    private static @Nullable Forwarded ofList(
            HttpServletRequest request, IPAddress peer, Networks trusted) {
        List<String> hops = values(request, X_FOR);
        String proto = last(request, X_PROTO);
        String host = last(request, X_HOST);
        String port = last(request, X_PORT);
        if (hops.isEmpty() && proto == null && host == null && port == null) {
            return null;
        }
        if (host == null && proto != null) {
            // Many proxies pass the host on as it came and add only how it came.
            host = request.getHeader(HttpHeaders.HOST);
        }
        return new Forwarded(nearest(peer, hops, trusted).client(), base(proto, host, port));
    }

    /** What {@code Forwarded} says; null where it is not there or malformed. */
    private static @Nullable Forwarded ofElements(
            HttpServletRequest request, IPAddress peer, Networks trusted) {
        List<Map<String, String>> elements = elements(values(request, FORWARDED));
        if (elements.isEmpty()) {
            return null;
        }
        Hop nearest =
                nearest(
                        peer,
                        elements.stream().map(e -> e.getOrDefault("for", "")).toList(),
                        trusted);
        Map<String, String> element = elements.get(nearest.index());
        String proto = element.get("proto");
        String host = element.get("host");
        if (host == null && proto != null) {
            host = request.getHeader(HttpHeaders.HOST);
        }
        return new Forwarded(nearest.client(), base(proto, host, null));
    }

    /**
     * How far to the left trusted proxies have spoken.
     *
     * @param client the sender that they name
     * @param index the leftmost place that one of them has written
     */
    private record Hop(IPAddress client, int index) {}

    private static Hop nearest(IPAddress peer, List<String> hops, Networks trusted) {
        IPAddress client = peer;
        int index = hops.size();
        int end = Math.max(0, hops.size() - MAX_HOPS);
        while (index > end && trusted.contain(client)) {
            index--;
            Optional<IPAddress> hop = hop(hops.get(index));
            if (hop.isEmpty()) {
                break;
            }
            client = hop.get();
        }
        return new Hop(client, index);
    }

    private static Optional<IPAddress> hop(String text) {
        Matcher form = HOP.matcher(text.strip());
        if (!form.matches()) {
            return Optional.empty();
        }
        for (String group : List.of("v4", "v6", "bare")) {
            String address = form.group(group);
            if (address != null) {
                return Networks.address(address);
            }
        }
        return Optional.empty();
    }

    private static Optional<String> base(
            @Nullable String proto, @Nullable String host, @Nullable String port) {
        String scheme = proto == null ? "http" : proto.toLowerCase(Locale.ROOT);
        if (host == null || !(scheme.equals("http") || scheme.equals("https"))) {
            return Optional.empty();
        }
        if (host.length() > MAX_HOST + ":65535".length()) {
            return Optional.empty();
        }
        Matcher form = HOST.matcher(host);
        if (!form.matches() || form.group("name").length() > MAX_HOST) {
            return Optional.empty();
        }
        String v6 = form.group("v6");
        if (v6 != null && Networks.address(v6).isEmpty()) {
            return Optional.empty();
        }
        String portText = port == null ? form.group("port") : port;
        if (portText == null) {
            return Optional.of(scheme + "://" + form.group("name"));
        }
        if (!portText.matches("\\d{1,5}")) {
            return Optional.empty();
        }
        int number = Integer.parseInt(portText);
        if (number < 1 || number > MAX_PORT) {
            return Optional.empty();
        }
        boolean usual = number == (scheme.equals("https") ? HTTPS_PORT : HTTP_PORT);
        return Optional.of(scheme + "://" + form.group("name") + (usual ? "" : ":" + number));
    }

    /** The elements of {@code Forwarded}; none when any of it is malformed. */
    private static List<Map<String, String>> elements(List<String> lines) {
        String text = String.join(",", lines);
        List<Map<String, String>> elements = new ArrayList<>();
        Map<String, String> element = new HashMap<>();
        Matcher pair = PAIR.matcher(text);
        int read = 0;
        while (read < text.length() && pair.find()) {
            String name = pair.group("name");
            String quoted = pair.group("quoted");
            String token = pair.group("token");
            String value = quoted == null ? token : quoted;
            if (name != null && value != null) {
                element.put(name.toLowerCase(Locale.ROOT), value);
            }
            if (!";".equals(pair.group("end")) && !element.isEmpty()) {
                elements.add(element);
                element = new HashMap<>();
            }
            read = pair.end();
        }
        return read < text.length() ? List.of() : elements;
    }

    /** The values of a header, of all its lines, from left to right. */
    private static List<String> values(HttpServletRequest request, String name) {
        return Collections.list(request.getHeaders(name)).stream()
                .flatMap(COMMA::splitAsStream)
                .map(String::strip)
                .filter(value -> !value.isEmpty())
                .toList();
    }

    /** What the nearest proxy says. */
    private static @Nullable String last(HttpServletRequest request, String name) {
        List<String> values = values(request, name);
        return values.isEmpty() ? null : values.getLast();
    }

    private static IPAddress peer(HttpServletRequest request) {
        String address = request.getRemoteAddr();
        int zone = address.indexOf('%');
        return Networks.address(zone < 0 ? address : address.substring(0, zone)).orElse(NOWHERE);
    }
}
