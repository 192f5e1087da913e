package org.mailvane.accounts;

import java.util.Collection;
import java.util.Map;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Service;

/** An account's users as others name them. */
@Service
public class UserNames {

    private final UserNameTable table;

    UserNames(UserNameTable table) {
        this.table = table;
    }

    /**
     * A user in a few words.
     *
     * @param id the user's number
     * @param username what they are called
     * @param email their address
     * @param active whether they may sign in
     * @param admin whether they may do everything in the account, as its owner may too
     */
    public record UserName(long id, String username, String email, boolean active, boolean admin) {}

    /** Those of these users whom the account has, by their numbers. */
    public Map<Long, UserName> of(Scope scope, Collection<Long> ids) {
        return table.of(scope, ids);
    }

    /**
     * As {@link #of}; keeps them from being deleted until the transaction ends that runs on this
     * thread.
     */
    public Map<Long, UserName> lock(Scope scope, Collection<Long> ids) {
        return table.lock(scope, ids);
    }
}
