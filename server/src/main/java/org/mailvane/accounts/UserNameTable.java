package org.mailvane.accounts;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.mailvane.accounts.UserNames.UserName;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Repository;

/** SQL of {@code account_user} for those who name users. */
@Repository
class UserNameTable {

    private static final String SELECT =
            """
            select id, email, is_active, is_owner or is_admin as may_all from account_user
            where account_id = :account and id = any(:ids) order by id\
            """;

    private final Db db;

    UserNameTable(Db db) {
        this.db = db;
    }

    Map<Long, UserName> of(Scope scope, Collection<Long> ids) {
        return byId(scope, ids, SELECT);
    }

    Map<Long, UserName> lock(Scope scope, Collection<Long> ids) {
        return byId(scope, ids, SELECT + " for key share");
    }

    /** A user is called what their email is. */
    private Map<Long, UserName> byId(Scope scope, Collection<Long> ids, String text) {
        Map<Long, UserName> users = new HashMap<>();
        db.as(scope)
                .sql(text)
                .param("ids", ids.stream().mapToLong(Long::longValue).toArray())
                .list(row ->
                        users.put(
                                row.number("id"),
                                new UserName(
                                        row.number("id"),
                                        row.text("email"),
                                        row.text("email"),
                                        row.flag("is_active"),
                                        row.flag("may_all"))));
        return users;
    }
}
