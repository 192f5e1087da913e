package org.mailvane.domains;

import java.util.Collection;
import org.mailvane.platform.store.Query;

/**
 * Which rows' figures a group's are made of: those of the domains that it holds and that are top
 * level. What counts with a parent is left out, and what DEFAULT hides is too.
 */
public final class GroupedDomains {

    private GroupedDomains() {}

    /**
     * What is known of the rows that each group holds: {@code group_id}, and the figures, for those
     * of the groups that hold any.
     *
     * @param groups name of a query that has the groups
     * @param rows name of a query that has rows with {@code groups_of}, which is read twice
     * @param figures aggregates over the rows {@code c}
     */
    static String figures(String groups, String rows, String figures) {
        // DEFAULT holds nearly all of them: beside the others', its rows would be made and grouped
        // only to be added up.
        return """
        select g.id as group_id, %3$s
        from %1$s g
        join domain_group_member m on m.group_id = g.id
        join %2$s c on c.groups_of = m.domain_id
        group by g.id
        union all
        select g.id, whole.*
        from %1$s g cross join lateral (
            select %3$s from %2$s c
            where not g.hide_assigned_domains or c.groups_of not in (
                select m.domain_id from domain_group_member m where m.account_id = :account)
            having count(*) > 0) whole
        where g.is_default\
        """
                .formatted(groups, rows, figures);
    }

    /**
     * A query of {@code group_id} and {@code total}, for those of some groups that have any: the
     * caller has seen the groups. {@link #bind} gives them to the statement.
     *
     * @param counted a query of a domain's row and its number, {@code domain_id, amount}; domains
     *     without any may be left out
     */
    public static String totals(String counted) {
        return """
        with chosen as materialized (
            select id, is_default, hide_assigned_domains from domain_group
            where account_id = :account and id = any(:groups)
        ), counting as materialized (
            select d.groups_of, a.amount
            from (%s) a join domain d on d.account_id = :account and d.id = a.domain_id
            where d.top_level
        )
        %s
        """
                .formatted(
                        counted,
                        figures("chosen", "counting", "saturated(sum(c.amount)) as total"));
    }

    /** Gives a statement that holds {@link #totals} its parameter. */
    public static Query bind(Query query, Collection<Long> groups) {
        return query.param("groups", SqlArrays.numbers(groups));
    }
}
