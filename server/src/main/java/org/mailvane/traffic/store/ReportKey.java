package org.mailvane.traffic.store;

import java.time.Instant;
import org.mailvane.domains.DomainId;
import org.mailvane.reports.aggregate.AggregateReport;
import org.mailvane.traffic.store.ReportTable.NewReport;

/** What a report calls itself. Reports of different domains may have the same key. */
record ReportKey(DomainId domain, String reporter, String id, Instant begin, Instant end) {

    static ReportKey of(NewReport one) {
        AggregateReport report = one.incoming().report();
        return new ReportKey(
                one.domain(), report.orgName(), report.reportId(), report.begin(), report.end());
    }
}
