package org.mailvane.domains;

import java.util.List;
import java.util.Optional;
import org.mailvane.platform.store.Query;
import org.mailvane.platform.store.Scope;

/**
 * Decides which rows make up a caller's figures, and under which domain each counts: a subdomain
 * that counts with its parent counts under that, if the parent is chosen and the caller may read
 * it; otherwise every domain that is chosen and may be read counts for itself. So each message
 * counts once, and the figures of a domain are the sums of the rows under it.
 */
public final class VisibleDomains {

    private VisibleDomains() {}

    /**
     * Returns a query of {@code id}, a row, and {@code shown}, the row under which it counts.
     *
     * @param only the chosen domains; empty for all. {@link #bind} gives them to the statement
     */
    public static String sql(Scope scope, Optional<List<DomainId>> only) {
        return only.isEmpty() ? ofAll(scope) : ofChosen(scope);
    }

    private static String ofAll(Scope scope) {
        return """
        select d.id, coalesce(p.id, d.id) as shown
        from domain d left join domain p on p.account_id = :account and p.id = d.parent_id
            and not d.top_level and %s
        where d.account_id = :account and (p.id is not null or (%s))\
        """
                .formatted(DomainAccess.readable(scope, "p"), DomainAccess.readable(scope, "d"));
    }

    /** Begins with the chosen ones, so that few are found without looking at all. */
    private static String ofChosen(Scope scope) {
        return """
        with chosen as materialized (
            select c.id, c.parent_id, c.top_level
            from (select distinct u.id from unnest(:only) u(id)) o join domain c on c.id = o.id
            where c.account_id = :account and %s)
        select c.id, c.id as shown from chosen c
        where c.top_level or not exists (select from chosen p where p.id = c.parent_id)
        union all
        select d.id, p.id as shown
        from chosen p join domain d on d.parent_id = p.id
        where d.account_id = :account and not d.top_level\
        """
                .formatted(DomainAccess.readable(scope, "c"));
    }

    /**
     * Whether a row is one of the chosen that the caller may read.
     *
     * @param only the chosen domains; empty for all. {@link #bind} gives them to the statement
     */
    public static String condition(Scope scope, Optional<List<DomainId>> only, String domain) {
        String readable = DomainAccess.readable(scope, domain);
        return only.isEmpty() ? readable : domain + ".id = any(:only) and " + readable;
    }

    /** Gives a statement that holds {@link #sql} its parameter. */
    public static Query bind(Query query, Optional<List<DomainId>> only) {
        return only.isEmpty() ? query : query.param("only", SqlArrays.ids(only.get()));
    }
}
