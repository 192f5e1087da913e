package org.mailvane.issues;

import java.util.Optional;
import org.mailvane.store.Scope;

/** What issues and tasks have in common. */
public interface ActionItems<M extends ActionItem> {

    /** How many of these the caller may see. */
    long count(Scope scope, IssueFilter filter);

    /** The one of this number, if the caller may see it. */
    Optional<M> find(Scope scope, long id);

    /**
     * Says whether people want to hear no more of one. Where the caller may not write its domain,
     * nothing changes.
     *
     * @return it as it is then; empty where the caller may not see it
     */
    Optional<M> setIgnored(Scope scope, long id, boolean ignored);
}
