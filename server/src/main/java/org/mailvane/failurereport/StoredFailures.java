package org.mailvane.failurereport;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.mailvane.domains.DomainContent;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.StoredReports;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Component;

/** What is stored of failure reports, as long as their domains are there. */
@Component
class StoredFailures implements DomainContent, StoredReports {

    /** Records that one statement forgets. */
    static final int FORGOTTEN_AT_ONCE = 5_000;

    private final FailureReportTable reports;
    private final ForensicJobTable jobs;

    StoredFailures(FailureReportTable reports, ForensicJobTable jobs) {
        this.reports = reports;
        this.jobs = jobs;
    }

    @Override
    public List<Long> messages(Scope scope, Collection<DomainId> domains, long after, int limit) {
        return reports.messages(scope, domains, after, limit);
    }

    @Override
    public Set<Long> messagesOfOthers(
            Scope scope, Collection<Long> messages, Collection<DomainId> domains) {
        return new HashSet<>(reports.messagesOfOthers(scope, messages, domains));
    }

    @Override
    public boolean forgetSome(LocalDate before) {
        Instant begin = before.atStartOfDay(ZoneOffset.UTC).toInstant();
        return reports.forget(begin, FORGOTTEN_AT_ONCE) > 0;
    }

    @Override
    public void delete(Scope scope, Collection<DomainId> domains) {
        jobs.deleteOf(scope, domains);
        reports.deleteOf(scope, domains);
    }
}
