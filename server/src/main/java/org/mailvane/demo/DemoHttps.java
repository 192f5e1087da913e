package org.mailvane.demo;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.mailvane.demo.DemoTls.Servers;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.mailauth.https.Https;

/**
 * The web servers of the demo's domains: their MTA-STS policies and logos. Other names that end as
 * theirs do have none; all others are the real ones.
 */
final class DemoHttps implements Https {

    private static final String LOGO = "/logo.svg";

    /** SVG Tiny PS, as BIMI wants it. */
    private static final String DRAWING =
            """
            <svg xmlns="http://www.w3.org/2000/svg" version="1.2" baseProfile="tiny-ps" \
            viewBox="0 0 100 100"><title>Alder</title>\
            <rect width="100" height="100" fill="#0b6b66"/>\
            <path d="M20 70 50 25 80 70Z" fill="#ffffff"/></svg>
            """;

    private static final String BEFORE = "https://mta-sts.";
    private static final String AFTER = "/.well-known/mta-sts.txt";

    private final Https real;
    private final Dns dns;

    /**
     * The demo's.
     *
     * @param dns that of the demo, which says why nobody answers
     */
    DemoHttps(Https real, Dns dns) {
        this.real = real;
        this.dns = dns;
    }

    @Override
    public Fetched get(Request request) {
        Optional<DnsName> host = ours(request.url());
        if (host.isEmpty()) {
            return real.get(request);
        }
        return policy(request.url())
                .map(policy -> response("text/plain", policy))
                .or(() ->
                        request.url().endsWith(LOGO)
                                ? Optional.of(response("image/svg+xml", DRAWING))
                                : Optional.empty())
                .orElseGet(() -> none(host.get()));
    }

    /** Returns the outcome of a request to a host that is not a web server. */
    private NoResponse none(DnsName host) {
        DnsAnswer answer = dns.ask(host, RecordType.A);
        if (answer.status().isFailure()) {
            return Reason.DNS_SERVERS.with();
        }
        return answer.addresses().isEmpty()
                ? Reason.WITHOUT_ADDRESS.with()
                : Reason.NOT_CONNECTED.with();
    }

    private static Fetched response(String type, String text) {
        return new Response(200, type, "", text.getBytes(StandardCharsets.UTF_8));
    }

    /** Where a domain's logo is. */
    static String logoOf(String domain) {
        return "https://www." + domain + LOGO;
    }

    /** The host, where it is one of the demo's. */
    private static Optional<DnsName> ours(String url) {
        try {
            String host = new URI(url).getHost();
            return host != null && host.endsWith("." + DemoDomain.TOP)
                    ? DnsName.parse(host)
                    : Optional.empty();
        } catch (URISyntaxException wrong) {
            return Optional.empty();
        }
    }

    private static Optional<String> policy(String url) {
        if (!url.startsWith(BEFORE) || !url.endsWith(AFTER)) {
            return Optional.empty();
        }
        String domain = url.substring(BEFORE.length(), url.length() - AFTER.length());
        return DemoDomain.of(domain)
                .map(DemoDomain::story)
                .filter(DemoZones::hasMtaSts)
                .map(story ->
                        "version: STSv1\r\nmode: %s\r\nmx: mx.%s\r\nmax_age: 2592000\r\n"
                                .formatted(
                                        story.servers() == Servers.ENFORCED ? "enforce" : "testing",
                                        domain));
    }
}
