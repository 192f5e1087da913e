package org.mailvane.domains;

import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Repository;

/** SQL of {@code group_access}. */
@Repository
class GroupAccessTable {

    private final Db db;

    GroupAccessTable(Db db) {
        this.db = db;
    }

    /** Whether the user's access to the DEFAULT group is to write; empty where there is none. */
    Optional<Boolean> writesDefault(Scope scope) {
        return db.as(scope)
                .sql(
                        """
                        select a.writes from group_access a join domain_group g on g.id = a.group_id
                        where a.account_id = :account and a.user_id = :viewer and g.is_default
                        """)
                .optional(row -> row.flag("writes"));
    }

    /** Access that users were given to these groups, in the order of the users' numbers. */
    List<Granted> granted(Scope scope, Collection<Long> groups) {
        return db.as(scope)
                .sql(
                        """
                        select group_id, user_id, writes from group_access
                        where account_id = :account and group_id = any(:groups)
                        order by user_id
                        """)
                .param("groups", SqlArrays.numbers(groups))
                .list(GroupAccessTable::granted);
    }

    /** Access to a group that the first users were given, in the order of their numbers. */
    List<Granted> granted(Scope scope, long group, int limit) {
        return db.as(scope)
                .sql(
                        """
                        select group_id, user_id, writes from group_access
                        where account_id = :account and group_id = :group
                        order by user_id limit :limit
                        """)
                .param("group", group)
                .param("limit", limit)
                .list(GroupAccessTable::granted);
    }

    private static Granted granted(Row row) throws SQLException {
        return new Granted(row.number("group_id"), row.number("user_id"), row.flag("writes"));
    }

    /** To how many users access to each of these groups was given, where it was to any. */
    Map<Long, Long> numbers(Scope scope, Collection<Long> groups) {
        Map<Long, Long> numbers = new HashMap<>();
        db.as(scope)
                .sql(
                        """
                        select group_id, count(*) from group_access
                        where account_id = :account and group_id = any(:groups)
                        group by group_id
                        """)
                .param("groups", SqlArrays.numbers(groups))
                .forEach(row -> numbers.put(row.number("group_id"), row.number("count")));
        return numbers;
    }

    /** Access of a user to a group. */
    record Granted(long group, long user, boolean writes) {}

    /** Gives users access to a group in place of what they had. */
    void set(Scope scope, long group, Collection<Long> users, boolean writes) {
        db.as(scope)
                .sql(
                        """
                        insert into group_access (account_id, group_id, user_id, writes)
                        select :account, :group, u.id, :writes from unnest(:users) u(id)
                        on conflict (group_id, user_id) do update set writes = excluded.writes
                        """)
                .param("group", group)
                .param("users", SqlArrays.numbers(users))
                .param("writes", writes)
                .update();
    }

    void remove(Scope scope, long group, Collection<Long> users) {
        db.as(scope)
                .sql(
                        """
                        delete from group_access
                        where account_id = :account and group_id = :group
                            and user_id = any(:users)
                        """)
                .param("group", group)
                .param("users", SqlArrays.numbers(users))
                .update();
    }
}
