package org.mailvane.net;

import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.https.Https;
import org.mailvane.settings.Settings;

/** Fetches. */
public final class HttpsFetcher implements Https {

    private final Dns dns;

    private HttpsFetcher(Dns dns) {
        this.dns = dns;
    }

    /** Fetches as it is set. */
    public static HttpsFetcher of(Settings settings, Dns dns) {
        return new HttpsFetcher(dns);
    }

    @Override
    public Fetched get(Request request) {
        return new NoResponse(Failure.CONNECTION, "not there yet" + dns);
    }
}
