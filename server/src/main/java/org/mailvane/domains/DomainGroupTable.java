package org.mailvane.domains;

import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.mailvane.api.PageRequest.Window;
import org.mailvane.domains.DomainTable.GroupFilter;
import org.mailvane.store.Db;
import org.mailvane.store.Row;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Repository;

/** SQL of {@code domain_group} and {@code domain_group_member}. */
@Repository
class DomainGroupTable {

    /** The DEFAULT group has no member rows: it holds what the account holds. */
    private static final String SELECT =
            """
            select g.id, g.uid, g.label, g.notes, g.is_default, g.parked_domains,
                g.hide_assigned_domains, members.domain_count, members.domain_state
            from domain_group g
            cross join lateral (
                select count(*) as domain_count,
                    coalesce(case when min(d.domain_state) = max(d.domain_state)
                        then min(d.domain_state) end, 'unknown') as domain_state
                from domain d
                where d.account_id = g.account_id
                    and case when g.is_default
                        then not g.hide_assigned_domains or not exists (
                            select from domain_group_member m where m.domain_id = d.id)
                        else exists (
                            select from domain_group_member m
                            where m.domain_id = d.id and m.group_id = g.id)
                        end
            ) members
            """;

    private final Db db;

    DomainGroupTable(Db db) {
        this.db = db;
    }

    void insertDefault(Scope scope) {
        db.as(scope)
                .sql(
                        """
                        insert into domain_group (account_id, label, is_default)
                        values (:account, :label, true)
                        """)
                .param("label", DomainGroup.DEFAULT_LABEL)
                .update();
    }

    long count(Scope scope) {
        return db.as(scope)
                .sql("select count(*) from domain_group where account_id = :account")
                .one(row -> row.number("count"));
    }

    List<DomainGroup> list(Scope scope, Window window) {
        return db.as(scope)
                .sql(
                        SELECT
                                + """
                                where g.account_id = :account
                                order by g.is_default desc, g.label, g.id limit :limit offset :offset
                                """)
                .param("limit", window.limit())
                .param("offset", window.offset())
                .list(DomainGroupTable::group);
    }

    Optional<DomainGroup> find(Scope scope, long id) {
        return db.as(scope)
                .sql(SELECT + "where g.account_id = :account and g.id = :id")
                .param("id", id)
                .optional(DomainGroupTable::group);
    }

    /** The domains of these groups. */
    List<Member> members(Scope scope, Collection<Long> groups) {
        return db.as(scope)
                .sql(
                        """
                        select g.id as group_id, d.id as domain_id
                        from domain_group g join domain d on d.account_id = g.account_id
                        where g.account_id = :account and g.id = any(:groups)
                            and (g.is_default or exists (
                                select from domain_group_member m
                                where m.group_id = g.id and m.domain_id = d.id))
                        """)
                .param("groups", groups.stream().mapToLong(Long::longValue).toArray())
                .list(row ->
                        new Member(row.number("group_id"), new DomainId(row.number("domain_id"))));
    }

    /** What a list of domains of this group shows. */
    GroupFilter filter(Scope scope, long groupId) {
        String visible =
                scope.reads().allDomains()
                        ? "true"
                        : """
                        exists (select from group_access a
                            where a.group_id = g.id and a.user_id = :viewer)\
                        """;
        return db.as(scope)
                .sql(
                        """
                        select g.is_default, g.hide_assigned_domains from domain_group g
                        where g.account_id = :account and g.id = :id and
                        """
                                + visible)
                .param("id", groupId)
                .optional(row ->
                        row.flag("is_default")
                                ? (GroupFilter)
                                        new GroupFilter.Default(row.flag("hide_assigned_domains"))
                                : new GroupFilter.Other())
                .orElseGet(GroupFilter.Unknown::new);
    }

    /** Gives domains that follow another the memberships of that one. */
    void inherit(Scope scope, Collection<DomainId> domains) {
        db.as(scope)
                .sql(
                        """
                        insert into domain_group_member (account_id, group_id, domain_id)
                        select m.account_id, m.group_id, d.id
                        from domain d join domain_group_member m on m.domain_id = d.follows
                        where d.account_id = :account and d.id = any(:domains)
                        on conflict (group_id, domain_id) do nothing
                        """)
                .param("domains", domains.stream().mapToLong(DomainId::value).toArray())
                .update();
    }

    /** A domain in a group. */
    record Member(long groupId, DomainId domainId) {}

    private static DomainGroup group(Row row) throws SQLException {
        return new DomainGroup(
                row.number("id"),
                row.text("uid"),
                row.text("label"),
                row.text("notes"),
                row.flag("is_default"),
                row.flag("parked_domains"),
                row.flag("hide_assigned_domains"),
                row.number("domain_count"),
                row.text("domain_state"));
    }
}
