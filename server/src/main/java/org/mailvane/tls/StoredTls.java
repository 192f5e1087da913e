package org.mailvane.tls;

import java.time.LocalDate;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.mailvane.domains.DomainContent;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.StoredReports;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Component;

/** What is stored of TLS reports, as long as their domains are there and their days are kept. */
@Component
class StoredTls implements DomainContent, StoredReports {

    private final TlsReportTable reports;
    private final TlsPolicyTable policies;
    private final TlsFailureTable failures;
    private final TlsRetentionTable retention;

    StoredTls(
            TlsReportTable reports,
            TlsPolicyTable policies,
            TlsFailureTable failures,
            TlsRetentionTable retention) {
        this.reports = reports;
        this.policies = policies;
        this.failures = failures;
        this.retention = retention;
    }

    @Override
    public List<Long> messages(Scope scope, Collection<DomainId> domains, long after, int limit) {
        return reports.messages(scope, domains, after, limit);
    }

    @Override
    public Set<Long> messagesOfOthers(
            Scope scope, Collection<Long> messages, Collection<DomainId> domains) {
        return new LinkedHashSet<>(reports.messagesOfOthers(scope, messages, domains));
    }

    @Override
    public boolean forgetSome(LocalDate before) {
        return retention.forgetSome(before) == TlsRetentionTable.AT_ONCE;
    }

    @Override
    public void delete(Scope scope, Collection<DomainId> domains) {
        policies.lock(scope, domains);
        failures.delete(scope, domains);
        policies.delete(scope, domains);
        reports.delete(scope, domains);
    }
}
