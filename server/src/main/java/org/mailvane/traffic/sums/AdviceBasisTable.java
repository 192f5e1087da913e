package org.mailvane.traffic.sums;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.mailvane.domains.DomainId;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.reporters.Trust;
import org.mailvane.traffic.Days;
import org.mailvane.traffic.reclassify.ReclassificationQueueTable;
import org.springframework.stereotype.Repository;

/** SQL over {@code daily}: where accepted reporters report enough; see {@link AdviceBases}. */
@Repository
class AdviceBasisTable {

    private final Db db;

    AdviceBasisTable(Db db) {
        this.db = db;
    }

    /**
     * Returns those of these domains about which, or about whose organization, accepted reporters
     * report enough.
     */
    Set<DomainId> restingOnAccepted(Scope scope, Collection<DomainId> domains, Days days) {
        return find(scope, domains, days, "(d.id, d.parent_id)");
    }

    /** Returns those of these domains about whose organization accepted reporters report enough. */
    Set<DomainId> organizationsRestOnAccepted(
            Scope scope, Collection<DomainId> domains, Days days) {
        return find(scope, domains, days, "(coalesce(d.parent_id, d.id))");
    }

    /**
     * @param judged the rows about one of which they must report enough, for a domain {@code d}
     */
    private Set<DomainId> find(
            Scope scope, Collection<DomainId> domains, Days days, String judged) {
        return new HashSet<>(
                db.as(scope)
                        .sql(
                                """
                                with asked as materialized (
                                    select d.id, j.id as judged, j.domain_state
                                    from published.domain d
                                    join published.domain j on j.account_id = :account
                                        and j.id in %s
                                    where d.account_id = :account and d.id = any(:domains)),
                                reported as materialized (
                                    select j.judged,
                                        coalesce(sum(case when j.domain_state = 'inactive'
                                            then s.messages else s.dmarc end), 0) as messages
                                    from (select distinct judged, domain_state from asked) j
                                    join published.domain r on r.account_id = :account
                                        and (r.id = j.judged or r.parent_id = j.judged)
                                    join daily s on s.account_id = :account and s.domain_id = r.id
                                        and s.day between :first and :last and s.trust = :accepted
                                    group by j.judged)
                                select distinct a.id from asked a join reported using (judged)
                                where messages >= case when a.domain_state = 'inactive'
                                    then :enoughParked else :enough end
                                """
                                        .formatted(judged))
                        .param("domains", ReclassificationQueueTable.ids(domains))
                        .param("first", days.first())
                        .param("last", days.last())
                        .param("accepted", Trust.ACCEPTED.number())
                        .param("enough", AdviceBases.ENOUGH_MESSAGES)
                        .param("enoughParked", AdviceBases.ENOUGH_MESSAGES_PARKED)
                        .list(row -> new DomainId(row.number("id"))));
    }
}
