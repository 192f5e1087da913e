package org.mailvane.sources;

import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import org.mailvane.jobs.StopSign;
import org.mailvane.mailauth.dns.IpAddress;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Service;

/** Looks addresses up in DNS and keeps what it says. */
@Service
@Profile("service")
public class AddressResolver {

    AddressResolver() {}

    /**
     * Looks up those of these addresses that are due: many at once, in no transaction. What came of
     * each is kept as it comes, also that a look-up failed.
     *
     * @param stop ends it early
     */
    public void resolve(Collection<IpAddress> addresses, StopSign stop) {}

    /** Those of these addresses that {@link #resolve} would look up now, by one statement. */
    public Set<IpAddress> due(Collection<IpAddress> addresses) {
        return Set.of();
    }

    /**
     * When the next of those of these addresses is due whose last look-up failed; empty where none
     * has.
     */
    public Optional<Instant> nextTry(Collection<IpAddress> addresses) {
        return Optional.empty();
    }
}
