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

    /** Returns those of these domains about which accepted reporters report enough. */
    Set<DomainId> restingOnAccepted(Scope scope, Collection<DomainId> domains, Days days) {
        return find(scope, domains, days, "d.id");
    }

    /** Returns those of these domains about whose organization accepted reporters report enough. */
    Set<DomainId> organizationsRestOnAccepted(
            Scope scope, Collection<DomainId> domains, Days days) {
        return find(scope, domains, days, "coalesce(d.parent_id, d.id)");
    }

    /**
     * @param judged the row about which they must report enough, for a domain {@code d}
     */
    private Set<DomainId> find(
            Scope scope, Collection<DomainId> domains, Days days, String judged) {
        return new HashSet<>(
                db.as(scope)
                        .sql(
                                """
                                select d.id from published.domain d
                                join published.domain j on j.account_id = :account and j.id = %s
                                where d.account_id = :account and d.id = any(:domains) and (
                                    select coalesce(sum(case when j.domain_state = 'inactive'
                                        then s.messages else s.dmarc end), 0)
                                    from published.domain r
                                    join daily s on s.account_id = :account and s.domain_id = r.id
                                    where r.account_id = :account
                                        and (r.id = j.id or r.parent_id = j.id)
                                        and s.day between :first and :last and s.trust = :accepted)
                                    >= case when j.domain_state = 'inactive'
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
