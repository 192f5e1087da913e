package org.mailvane.net;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.https.Https.Failure;
import org.mailvane.mailauth.https.Https.Reason;

/**
 * An address to fetch from, taken apart strictly: what two programs could read in two ways is
 * refused.
 *
 * @param encrypted whether by https, else by http
 * @param host in the form for the wire: A-labels, or an address (IPv6 in brackets)
 * @param literal the host where it is an address
 * @param port to connect to
 * @param target path and query
 */
record FetchUrl(
        boolean encrypted, String host, Optional<IpAddress> literal, int port, String target) {

    /** Characters of an address. */
    static final int MAX_LENGTH = 2_048;

    private static final int HTTPS_PORT = 443;
    private static final int HTTP_PORT = 80;

    private static final Pattern AUTHORITY =
            Pattern.compile(
                    "(?:\\[(?<v6>[^\\[\\]%]+)]|(?<name>[^:\\[\\]@%]+))(?::(?<port>\\d{0,5}))?");

    /**
     * A last label that programs take for a number, and the host for an IPv4 address in one of its
     * old notations (WHATWG URL, "ends in a number").
     */
    private static final Pattern NUMBER = Pattern.compile("(?:.*\\.)?(?:\\d+|0x[0-9a-f]*)");

    /** The ports that addresses may name. */
    record Ports(int https, int http) {}

    /**
     * Takes an address apart.
     *
     * @throws NoFetch with {@link Failure#BAD_URL}
     */
    static FetchUrl parse(String text, boolean plainAllowed, Ports ports) throws NoFetch {
        if (text.length() > MAX_LENGTH) {
            throw new NoFetch(Reason.URL_LONG, MAX_LENGTH);
        }
        URI uri;
        try {
            uri = new URI(text);
        } catch (URISyntaxException malformed) {
            throw new NoFetch(Reason.URL_MALFORMED);
        }
        boolean encrypted = "https".equalsIgnoreCase(uri.getScheme());
        if (!encrypted && !(plainAllowed && "http".equalsIgnoreCase(uri.getScheme()))) {
            throw new NoFetch(Reason.URL_NOT_HTTPS);
        }
        @Nullable String authority = uri.getRawAuthority();
        if (authority == null) {
            throw new NoFetch(Reason.URL_WITHOUT_HOST);
        }
        if (authority.indexOf('@') >= 0) {
            throw new NoFetch(Reason.URL_USER);
        }
        Matcher parts = AUTHORITY.matcher(authority);
        if (!parts.matches()) {
            throw new NoFetch(Reason.URL_HOST);
        }
        int port = port(parts.group("port"), encrypted, ports);
        String target = target(uri);
        @Nullable String v6 = parts.group("v6");
        if (v6 != null) {
            IpAddress address =
                    IpAddress.parse(v6)
                            .filter(a -> !a.isV4())
                            .orElseThrow(() -> new NoFetch(Reason.URL_HOST));
            return new FetchUrl(encrypted, "[" + address + "]", Optional.of(address), port, target);
        }
        return ofName(encrypted, parts.group("name"), port, target);
    }

    private static FetchUrl ofName(boolean encrypted, String name, int port, String target)
            throws NoFetch {
        Optional<IpAddress> address = IpAddress.parse(name);
        if (address.isPresent()) {
            return new FetchUrl(encrypted, address.get().toString(), address, port, target);
        }
        DomainName domain = DomainName.parse(name).orElseThrow(() -> new NoFetch(Reason.URL_HOST));
        if (NUMBER.matcher(domain.value().toLowerCase(Locale.ROOT)).matches()) {
            throw new NoFetch(Reason.URL_HOST_NUMBER);
        }
        return new FetchUrl(encrypted, domain.value(), Optional.empty(), port, target);
    }

    private static int port(@Nullable String text, boolean encrypted, Ports ports) throws NoFetch {
        int own = encrypted ? ports.https() : ports.http();
        int usual = encrypted ? HTTPS_PORT : HTTP_PORT;
        if (text == null || text.isEmpty()) {
            return own;
        }
        int port = Integer.parseInt(text);
        if (port != own && port != usual) {
            throw new NoFetch(Reason.URL_PORT, port);
        }
        return own;
    }

    /** What follows the authority, in ASCII and without the fragment. */
    private static String target(URI uri) {
        String text = uri.toASCIIString();
        int begin = text.indexOf("://") + 3;
        while (begin < text.length() && "/?#".indexOf(text.charAt(begin)) < 0) {
            begin++;
        }
        int fragment = text.indexOf('#', begin);
        String target = text.substring(begin, fragment < 0 ? text.length() : fragment);
        return target.startsWith("/") ? target : "/" + target;
    }

    /** Returns the name to ask DNS for, if the host is not an address. */
    DnsName name() {
        return new DnsName(host);
    }

    /** The whole, with the port that is connected to. */
    URI uri() {
        int usual = encrypted ? HTTPS_PORT : HTTP_PORT;
        return URI.create(
                (encrypted ? "https://" : "http://")
                        + host
                        + (port == usual ? "" : ":" + port)
                        + target);
    }
}
