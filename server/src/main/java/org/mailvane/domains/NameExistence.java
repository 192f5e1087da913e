package org.mailvane.domains;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import org.mailvane.mailauth.dns.DomainName;

/** A capability above that asks DNS whether names exist. */
public interface NameExistence {

    /** What DNS says of a name. */
    enum Answer {
        /** There is such a name, with records of whatever type or with names below it. */
        EXISTS,
        /** The name does not exist (NXDOMAIN), nor does any below it (RFC 8020). */
        MISSING,
        /** It has not said anything in time. */
        UNKNOWN
    }

    /**
     * Asks for names, outside of any transaction.
     *
     * @param limit how long to wait for all answers together
     * @return an answer for each name
     */
    Map<DomainName, Answer> ask(Collection<DomainName> names, Duration limit);
}
