package org.mailvane.demo;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.mailvane.demo.DemoTls.Servers;
import org.mailvane.mailauth.https.Https;

/** The web servers of the demo's domains: their MTA-STS policies. All others are the real ones. */
final class DemoHttps implements Https {

    private static final String BEFORE = "https://mta-sts.";
    private static final String AFTER = "/.well-known/mta-sts.txt";

    private final Https real;

    DemoHttps(Https real) {
        this.real = real;
    }

    @Override
    public Fetched get(Request request) {
        return policy(request.url())
                .<Fetched>map(policy ->
                        new Response(
                                200, "text/plain", "", policy.getBytes(StandardCharsets.UTF_8)))
                .orElseGet(() -> real.get(request));
    }

    private static Optional<String> policy(String url) {
        if (!url.startsWith(BEFORE) || !url.endsWith(AFTER)) {
            return Optional.empty();
        }
        String domain = url.substring(BEFORE.length(), url.length() - AFTER.length());
        return Story.of(domain)
                .filter(DemoDns::hasMtaSts)
                .map(story ->
                        "version: STSv1\r\nmode: %s\r\nmx: mx.%s\r\nmax_age: 2592000\r\n"
                                .formatted(
                                        story.servers() == Servers.ENFORCED ? "enforce" : "testing",
                                        domain));
    }
}
