package org.mailvane.net;

import com.github.benmanes.caffeine.cache.Ticker;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.mailvane.net.DnsExchange.Timing;

/** DNS that gives up soon, for tests in which a server is silent. */
public final class ImpatientDns {

    private static final Duration ATTEMPT = Duration.ofMillis(200);

    private ImpatientDns() {}

    /** Asks this server as often as the usual resolver does, but waits less for each answer. */
    public static DnsResolver of(InetSocketAddress server) {
        return DnsResolver.of(
                List.of(server),
                LookupListener.NONE,
                new Timing(ATTEMPT, Timing.USUAL.overall(), Timing.USUAL.turn()),
                Ticker.systemTicker());
    }
}
