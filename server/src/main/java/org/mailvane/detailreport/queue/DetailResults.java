package org.mailvane.detailreport.queue;

import java.util.Set;
import org.mailvane.detailreport.DetailReportTable;
import org.mailvane.detailreport.snapshot.SnapshotCache;
import org.mailvane.detailreport.snapshot.SnapshotTable;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Domains;
import org.mailvane.platform.jobs.Lease;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Service;

/** Stores what was worked out. */
@Service
public class DetailResults {

    /**
     * Bytes that are stored of one account's reports. When there are more, the oldest that are
     * ready go, but never the one that was stored last.
     */
    public static final long MAX_BYTES = 1L << 30;

    private final Db db;
    private final DetailReportTable table;
    private final DetailQueueTable queue;
    private final SnapshotTable snapshots;
    private final SnapshotCache cache;
    private final Domains domains;

    DetailResults(
            Db db,
            DetailReportTable table,
            DetailQueueTable queue,
            SnapshotTable snapshots,
            SnapshotCache cache,
            Domains domains) {
        this.db = db;
        this.table = table;
        this.queue = queue;
        this.snapshots = snapshots;
        this.cache = cache;
        this.domains = domains;
    }

    /**
     * Stores what a worker has found; the report is ready then.
     *
     * @return false where nothing was stored: the report is gone or another worker's by now, or a
     *     domain has gone of which it shows rows. In the latter case it is still this worker's, and
     *     must be worked out again
     */
    public boolean finish(Lease lease, ReportWorks.Result result) {
        Scope account = lease.scope();
        long reportId = lease.id();
        Set<DomainId> held = result.held();
        boolean stored =
                db.inTransaction(() -> {
                    // In the order of those who delete domains: first the domains, then their
                    // reports.
                    if (domains.hold(account, held).size() < held.size() || !queue.lock(lease)) {
                        return false;
                    }
                    long bytes = snapshots.insert(account, reportId, result.snapshot());
                    table.addDomains(account, reportId, held);
                    table.setReady(account, reportId, result.snapshot().rows().count(), bytes);
                    return true;
                });
        if (stored) {
            cache.put(reportId, result.snapshot());
            // Separately: code that deletes locks reports in their order, and this one's row was
            // locked.
            db.inTransaction(() ->
                    snapshots.delete(account, table.deleteBeyond(account, reportId, MAX_BYTES)));
        }
        return stored;
    }
}
