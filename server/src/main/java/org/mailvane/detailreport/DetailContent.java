package org.mailvane.detailreport;

import java.util.Collection;
import org.mailvane.detailreport.snapshot.SnapshotTable;
import org.mailvane.domains.DomainContent;
import org.mailvane.domains.DomainId;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Component;

/** Reports that name a domain or show its rows go with it. */
@Component
class DetailContent implements DomainContent {

    private final DetailReportTable reports;
    private final SnapshotTable snapshots;

    DetailContent(DetailReportTable reports, SnapshotTable snapshots) {
        this.reports = reports;
        this.snapshots = snapshots;
    }

    @Override
    public void delete(Scope scope, Collection<DomainId> domains) {
        snapshots.delete(scope, reports.deleteHolding(scope, domains));
    }
}
