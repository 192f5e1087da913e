package org.mailvane.mailauth.https;

import java.time.Duration;
import org.mailvane.mailauth.dns.BoundedDns;

/**
 * HTTPS for one inspection: a few files, within the time that the inspection has left.
 *
 * <p>For one thread at a time.
 */
public final class BoundedHttps implements Https {

    /** Files of one inspection: a policy, a logo, a certificate, and lists of revoked ones. */
    public static final int MAX_FILES = 10;

    private final Https https;
    private final BoundedDns dns;
    private int fetched;

    /** Bounds of the inspection that asks this DNS. */
    public BoundedHttps(Https https, BoundedDns dns) {
        this.https = https;
        this.dns = dns;
    }

    @Override
    public Fetched get(Request request) {
        Duration left = dns.remaining();
        if (left.isZero() || fetched >= MAX_FILES) {
            return Reason.LIMIT_REACHED.with();
        }
        fetched++;
        Duration time = left.compareTo(request.maxTime()) < 0 ? left : request.maxTime();
        return https.get(
                new Request(
                        request.url(),
                        request.maxBytes(),
                        time,
                        request.maxRedirects(),
                        request.plainAllowed()));
    }
}
