package org.mailvane.net;

import org.mailvane.mailauth.dns.DnsAnswer.Status;

/**
 * Is called for each question of a {@link DnsResolver}, for example to count them. The threads that
 * ask call it, at any time and several at once, and wait for it.
 */
public interface LookupListener {

    /** Does nothing. */
    LookupListener NONE =
            new LookupListener() {
                @Override
                public void lookedUp(Status result, long nanos) {}

                @Override
                public void answeredFromCache() {}
            };

    /**
     * Is called after servers were asked.
     *
     * @param result never {@link Status#NOT_ASKED}
     * @param nanos how long the lookup took
     */
    void lookedUp(Status result, long nanos);

    /** Is called when the cache had the answer. */
    void answeredFromCache();
}
