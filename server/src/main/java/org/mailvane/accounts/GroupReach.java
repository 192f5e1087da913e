package org.mailvane.accounts;

import org.mailvane.platform.store.Scope;

/** What a user who is not an admin can see. The groups know this and implement the interface. */
@FunctionalInterface
public interface GroupReach {

    /** What the statements of this user may see. */
    Scope scopeOf(long accountId, long userId);
}
