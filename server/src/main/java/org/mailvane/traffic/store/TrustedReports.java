package org.mailvane.traffic.store;

import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.DomainRows;
import org.mailvane.platform.store.Scope;
import org.mailvane.reporters.ReporterDecided;
import org.mailvane.reporters.Trust;
import org.mailvane.traffic.received.ReportDecision;
import org.mailvane.traffic.reclassify.Reclassification;
import org.mailvane.traffic.store.ReportTable.Stored;
import org.springframework.stereotype.Component;

/**
 * What stored reports count for after people have decided on them. Their facts follow in the
 * background: the domains are reclassified.
 */
@Component
public class TrustedReports implements ReporterDecided {

    private final ReportTrustTable table;
    private final DomainRows domains;
    private final Reclassification settling;

    TrustedReports(ReportTrustTable table, DomainRows domains, Reclassification settling) {
        this.table = table;
        this.domains = domains;
        this.settling = settling;
    }

    @Override
    public void deciding(Scope scope, long reporter) {
        lock(scope, table.domainsOf(scope.wholeAccount(), reporter));
    }

    @Override
    public void decided(Scope scope, long reporter) {
        settle(scope, table.applyReporter(scope, reporter), Trust.ACCEPTED);
    }

    /**
     * Notes what people decide on reports, within the transaction that runs on this thread, which
     * holds no locks yet.
     */
    public void decide(Scope scope, Collection<Long> reports, ReportDecision decision) {
        Scope account = scope.wholeAccount();
        lock(account, table.domainsOf(account, reports));
        table.holdReporters(account, reports);
        settle(account, table.decide(account, reports, decision), Trust.ACCEPTED);
    }

    /** An import locks the domains of its reports before it adds reports and marks domains. */
    private void lock(Scope scope, Collection<ReportTrustTable.Changed> changed) {
        domains.lock(scope, changed.stream().map(ReportTrustTable.Changed::domain).toList());
    }

    /**
     * A stored report may count for something else than before.
     *
     * @param now what it counts for now
     */
    void changed(Scope scope, Stored report, Trust now) {
        settle(
                scope,
                table.domainsOf(scope, List.of(report.id())),
                now.compareTo(report.trust()) <= 0 ? now : report.trust());
    }

    /**
     * Has the facts of reports follow what the reports count for.
     *
     * @param trust the highest that they may have had or have; what people decide is waited for
     */
    private void settle(Scope scope, Collection<ReportTrustTable.Changed> changed, Trust trust) {
        changed.stream()
                .map(ReportTrustTable.Changed::first)
                .min(LocalDate::compareTo)
                .ifPresent(first -> {
                    List<DomainId> domains =
                            changed.stream().map(ReportTrustTable.Changed::domain).toList();
                    settling.reportsChanged(scope, domains, first, trust);
                });
    }
}
