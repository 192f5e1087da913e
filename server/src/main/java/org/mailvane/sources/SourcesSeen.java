package org.mailvane.sources;

import java.util.Collection;
import org.mailvane.domains.DomainId;
import org.mailvane.platform.store.Scope;

/** A capability above that knows who has sent in domains' names. */
public interface SourcesSeen {

    /** Whether any of these domains has rows of this source. */
    boolean hasSent(Scope scope, Collection<DomainId> domains, int source);
}
