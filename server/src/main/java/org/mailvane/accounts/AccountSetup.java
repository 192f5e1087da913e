package org.mailvane.accounts;

import org.mailvane.platform.store.Scope;

/** What a new account begins with. Capabilities above implement it for what is theirs. */
public interface AccountSetup {

    /** Called within the transaction that makes the account. */
    void setUp(Scope scope);
}
