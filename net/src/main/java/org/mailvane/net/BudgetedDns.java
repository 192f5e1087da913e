package org.mailvane.net;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;

/**
 * DNS for what strangers have this server look up. Each of them causes only so many lookups within
 * a while; beyond, questions are answered {@link DnsAnswer.Status#NOT_ASKED}. Answers that are kept
 * cost nothing.
 */
public final class BudgetedDns {

    /** Lookups that one sender may cause within {@link #PERIOD}. */
    static final int LOOKUPS = 600;

    /** After this time from its first lookup a sender has a new budget. */
    static final Duration PERIOD = Duration.ofMinutes(1);

    /** Senders whose lookups are counted at a time. */
    static final int MAX_SENDERS = 20_000;

    private static final DnsAnswer NOT_ASKED = DnsAnswer.without(DnsAnswer.Status.NOT_ASKED);

    private final FreshDns dns;
    private final Cache<String, AtomicInteger> spent =
            Caffeine.newBuilder().maximumSize(MAX_SENDERS).expireAfterWrite(PERIOD).build();

    /** Asks this DNS, and the budgets apply to what it does not know. */
    public BudgetedDns(FreshDns dns) {
        this.dns = dns;
    }

    /**
     * Returns DNS for one sender.
     *
     * @param sender whatever tells senders apart
     */
    public Dns of(String sender) {
        return (name, type) ->
                dns.isKnown(name, type) || isWithin(sender) ? dns.ask(name, type) : NOT_ASKED;
    }

    /** Returns how many senders are counted now. */
    long senders() {
        spent.cleanUp();
        return spent.estimatedSize();
    }

    private boolean isWithin(String sender) {
        return spent.get(sender, key -> new AtomicInteger()).incrementAndGet() <= LOOKUPS;
    }
}
