package org.mailvane.traffic.sums;

import java.util.List;
import org.mailvane.domains.DomainId;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.reports.aggregate.DkimResult;
import org.mailvane.traffic.Days;
import org.mailvane.traffic.store.RawResults;
import org.springframework.stereotype.Repository;

/** SQL over {@code fact} and {@code detail}, as selectors are read of them. */
@Repository
class SeenSelectorTable {

    private final Db db;

    SeenSelectorTable(Db db) {
        this.db = db;
    }

    /** Takes DKIM results and the messages that have them. */
    @FunctionalInterface
    interface Consumer {
        void accept(List<DkimResult> results, long messages);
    }

    /**
     * Hands over the DKIM results of messages that passed DKIM aligned, in the name of a domain and
     * of those directly below it.
     */
    void forEach(Scope scope, DomainId domain, Days days, AdviceBasis basis, Consumer consumer) {
        db.as(scope)
                .sql(
                        """
                        select d.dkim, saturated(f.messages) as messages
                        from (
                            select f.domain_id, f.detail, sum(f.messages) as messages
                            from fact f
                            where f.domain_id in (select id from published.domain
                                    where account_id = :account
                                        and (id = :domain or parent_id = :domain))
                                and f.day between :first and :last and f.dkim_aligned
                                and f.trust = any(:trusts)
                            group by f.domain_id, f.detail) f
                        join auth_result d on d.account_id = :account and d.domain_id = f.domain_id
                            and d.hash = f.detail
                        """)
                .param("domain", domain.value())
                .param("trusts", basis.trusts())
                .param("first", days.first())
                .param("last", days.last())
                .forEach(row ->
                        consumer.accept(
                                RawResults.parse(row.text("dkim"), "[]", "[]").dkim(),
                                row.number("messages")));
    }
}
