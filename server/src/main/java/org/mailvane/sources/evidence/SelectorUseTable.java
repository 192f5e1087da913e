package org.mailvane.sources.evidence;

import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.mailvane.domains.DomainId;
import org.mailvane.platform.store.CopyRows;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Repository;

/** SQL of {@code selector_use}. */
@Repository
class SelectorUseTable {

    private final Db db;

    SelectorUseTable(Db db) {
        this.db = db;
    }

    /** Returns all that is kept of these domains. */
    Map<DomainId, List<SelectorUse>> list(Scope scope, Collection<DomainId> ids) {
        return list(scope, ids, LocalDate.of(1, 1, 1), LocalDate.of(9999, 12, 31));
    }

    /**
     * Uses in some months.
     *
     * @param first first day of the first month
     * @param last first day of the last month
     */
    Map<DomainId, List<SelectorUse>> list(
            Scope scope, Collection<DomainId> ids, LocalDate first, LocalDate last) {
        record Read(DomainId id, SelectorUse use) {}
        Map<DomainId, List<SelectorUse>> found = new HashMap<>();
        db.as(scope)
                .sql(
                        """
                        select domain_id, month, selector_domain, selector, source, authorized,
                            messages
                        from selector_use where account_id = :account and domain_id = any(:ids)
                            and month between :first and :last
                        """)
                .param("ids", DomainEvidenceTable.numbers(ids))
                .param("first", first)
                .param("last", last)
                .list(row -> new Read(new DomainId(row.number("domain_id")), use(row)))
                .forEach(read ->
                        found.computeIfAbsent(read.id(), id -> new ArrayList<>()).add(read.use()));
        return found;
    }

    private static SelectorUse use(Row row) throws SQLException {
        return new SelectorUse(
                row.day("month"),
                row.text("selector_domain"),
                row.text("selector"),
                Math.toIntExact(row.number("source")),
                row.flag("authorized"),
                row.number("messages"));
    }

    /** Removes a domain's uses of a month. */
    void delete(Scope scope, DomainId id, LocalDate month) {
        db.as(scope)
                .sql(
                        """
                        delete from selector_use where account_id = :account
                            and domain_id = :id and month = :month
                        """)
                .param("id", id.value())
                .param("month", month)
                .update();
    }

    /** Forgets a domain's uses of months before this one. */
    void forget(Scope scope, DomainId id, LocalDate month) {
        db.as(scope)
                .sql(
                        """
                        delete from selector_use where account_id = :account
                            and domain_id = :id and month < :month
                        """)
                .param("id", id.value())
                .param("month", month)
                .update();
    }

    void insert(Scope scope, DomainId id, List<SelectorUse> uses) {
        try (CopyRows rows =
                db.as(scope)
                        .copyInto(
                                "selector_use",
                                "domain_id",
                                "month",
                                "selector_domain",
                                "selector",
                                "source",
                                "authorized",
                                "messages")) {
            for (SelectorUse use : uses) {
                rows.row()
                        .number(id.value())
                        .day(use.month())
                        .text(use.domain())
                        .text(use.selector())
                        .integer(use.source())
                        .flag(use.authorized())
                        .number(use.messages());
            }
            rows.finish();
        }
    }

    void delete(Scope scope, Collection<DomainId> ids) {
        db.as(scope)
                .sql(
                        """
                        delete from selector_use
                        where account_id = :account and domain_id = any(:ids)
                        """)
                .param("ids", DomainEvidenceTable.numbers(ids))
                .update();
    }
}
