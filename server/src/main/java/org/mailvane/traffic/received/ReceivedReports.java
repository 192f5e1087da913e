package org.mailvane.traffic.received;

import java.util.List;
import java.util.Optional;
import org.mailvane.api.binding.Ordering;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.traffic.store.TrustedReports;
import org.springframework.stereotype.Service;

/** The stored aggregate reports, and what people decide on them. */
@Service
public class ReceivedReports {

    /** Reports that one transaction changes at most: imports about their domains wait for it. */
    public static final int CHUNK = 1_000;

    private final Db db;
    private final ReceivedReportTable table;
    private final TrustedReports trusted;

    ReceivedReports(Db db, ReceivedReportTable table, TrustedReports trusted) {
        this.db = db;
        this.table = table;
        this.trusted = trusted;
    }

    /** Returns how many reports a list has. */
    public long count(Scope scope, ReportFilter filter) {
        return table.count(scope, filter);
    }

    /** Returns how many reports are held on which nobody has decided. */
    public long countUndecided(Scope scope) {
        return table.countUndecided(scope);
    }

    /** Returns the reports that the caller may see, those that were received last first. */
    public ReportPages list(Scope scope, ReportFilter filter, Ordering<ReportOrder> ordering) {
        return new ReportPages(table, scope, filter, ordering);
    }

    /** One of them. */
    public Optional<ReceivedReport> find(Scope scope, long id) {
        return table.find(scope, id).stream().findFirst();
    }

    /**
     * Notes what people decide on a report. Its facts, and the sums of these, follow in the
     * background.
     *
     * @return the report as it is then; empty where there is none
     */
    public Optional<ReceivedReport> decide(Scope scope, long id, ReportDecision decision) {
        return db.inTransaction(() -> {
            trusted.decide(scope, List.of(id), decision);
            return find(scope, id);
        });
    }

    /**
     * As {@link #decide(Scope, long, ReportDecision)}, on all reports that an import brought, some
     * of them at a time.
     */
    public void decideOnImport(Scope scope, long importId, ReportDecision decision) {
        long after = 0;
        while (true) {
            List<Long> some = table.numbers(scope, ReportFilter.ofImport(importId), after, CHUNK);
            if (some.isEmpty()) {
                return;
            }
            db.inTransaction(() -> trusted.decide(scope, some, decision));
            after = some.getLast();
        }
    }
}
