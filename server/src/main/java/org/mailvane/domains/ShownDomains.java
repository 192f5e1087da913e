package org.mailvane.domains;

import java.util.List;
import java.util.Optional;
import org.mailvane.store.Query;
import org.mailvane.store.Scope;

/**
 * Which rows a caller's figures are made of, and under which domain each stands: a subdomain that
 * counts with its parent stands under that, if the parent is chosen and the caller may read it;
 * else every domain that is chosen and may be read stands for itself. So each message counts once,
 * and all that stand under a domain are its counts.
 */
public final class ShownDomains {

    private ShownDomains() {}

    /**
     * A query of {@code id}, a row, and {@code shown}, the row under which it stands.
     *
     * @param only the chosen domains; empty for all. {@link #bind} gives them to the statement
     */
    public static String sql(Scope scope, Optional<List<DomainId>> only) {
        return """
        select d.id, coalesce(p.id, d.id) as shown
        from domain d left join domain p on p.account_id = :account and p.id = d.parent_id
            and not d.top_level and %s
        where d.account_id = :account and (p.id is not null or (%s)) %s\
        """
                .formatted(
                        condition(scope, only, "p"),
                        condition(scope, only, "d"),
                        // Says nothing new, but by it a few are found without looking at all.
                        only.isEmpty()
                                ? ""
                                : "and (d.id = any(:only) or d.parent_id = any(:only))");
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
