package org.mailvane.accounts;

import org.mailvane.store.Scope;

/** How far a user sees who is no admin. The groups know it and implement this. */
@FunctionalInterface
public interface GroupReach {

    /** What the statements of this user may see. */
    Scope scopeOf(long accountId, long userId);
}
