package org.mailvane.domains;

import java.util.List;
import java.util.Map;
import org.mailvane.accounts.User;
import org.mailvane.accounts.Users;
import org.mailvane.domains.GroupAccess.Level;
import org.mailvane.store.Db;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Service;

/** Invites users together with access to groups: both are done, or neither. */
@Service
public class Invitations {

    private final Db db;
    private final Users users;
    private final GroupAccess access;

    Invitations(Db db, Users users, GroupAccess access) {
        this.db = db;
        this.users = users;
        this.access = access;
    }

    /**
     * Makes a user as {@link Users#create} does, with access to groups.
     *
     * @param levels how much access to which groups; one that is gone is passed over
     * @throws org.mailvane.api.ApiProblem as {@link Users#create}
     */
    public User invite(Scope scope, Users.Creation creation, Map<Long, Level> levels) {
        return db.inTransaction(() -> {
            User made = users.create(scope, creation);
            levels.forEach((group, level) -> access.set(scope, group, List.of(made.id()), level));
            return made;
        });
    }
}
