package org.mailvane.sources;

import java.time.LocalDate;
import java.util.Collection;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.platform.store.Scope;

/**
 * A capability above whose rows were classified by what is known here, and are to be classified
 * again when that changes.
 */
public interface SourcesChanged {

    /**
     * The account's own sources have changed, within the transaction that runs on this thread: rows
     * of all its domains are to be classified again when it is committed.
     */
    void changed(Scope scope);

    /**
     * What is known of these domains has changed, for rows of this day and later; {@link
     * LocalDate#MIN} for all.
     */
    void changed(Scope scope, Collection<DomainId> domains, LocalDate from);

    /**
     * Something else than before is said of a sender's mail for these domains, whether or not rows
     * are classified by it, within the transaction that runs on this thread, in which the domains
     * are locked.
     */
    default void decided(Scope scope, Collection<DomainId> domains) {}

    /**
     * The rules or the catalogue are new, within the transaction that runs on this thread: rows of
     * all domains of all accounts are to be classified again.
     *
     * @param version theirs, from now on
     */
    default void rulesChanged(int version) {}

    /**
     * What DNS says of these addresses is something else than before, for rows of this day and
     * later, of whatever account.
     */
    default void addressesChanged(Collection<IpAddress> addresses, LocalDate from) {}
}
