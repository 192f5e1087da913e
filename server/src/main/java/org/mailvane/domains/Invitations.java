package org.mailvane.domains;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.mailvane.accounts.User;
import org.mailvane.accounts.Users;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.domains.GroupAccess.Level;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
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

    /** The field of what is refused about groups. */
    public static final String GROUP = "group";

    /**
     * Makes a user as {@link Users#create} does, with access to groups.
     *
     * @param levels how much access to which groups
     * @throws ApiProblem as {@link Users#create}; 400 where one of the groups is not there
     */
    public User invite(Scope scope, Users.Creation creation, Map<Long, Level> levels) {
        return db.inTransaction(() -> {
            User made = users.create(scope, creation);
            // In an order, so that two who lock the same groups do not wait for each other.
            new TreeMap<>(levels)
                    .forEach((group, level) -> {
                        if (access.set(scope, group, List.of(made.id()), level).isEmpty()) {
                            throw ApiProblem.invalid(GROUP, "There is no group " + group + ".");
                        }
                    });
            return made;
        });
    }
}
