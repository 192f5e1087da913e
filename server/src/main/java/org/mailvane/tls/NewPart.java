package org.mailvane.tls;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.reports.tls.TlsReport;
import org.mailvane.reports.tls.TlsReport.Policy;

/**
 * What an incoming report says about one policy domain.
 *
 * @param incoming the report
 * @param name the policy domain
 * @param domain the row that it counts with
 * @param above the rows above that
 * @param policies what the report says about it
 * @param isKept whether the report's day is one that is kept
 * @param isImplausible whether it counts so many sessions that no advice rests on it
 */
record NewPart(
        IncomingTls incoming,
        DomainName name,
        DomainId domain,
        List<DomainId> above,
        List<Policy> policies,
        boolean isKept,
        boolean isImplausible) {

    /** Returns the same, which counts implausibly many sessions. */
    NewPart implausible() {
        return new NewPart(incoming, name, domain, above, policies, isKept, true);
    }

    /** A report counts on the day (UTC) on which it begins. */
    static LocalDate dayOf(TlsReport report) {
        return LocalDate.ofInstant(report.begin(), ZoneOffset.UTC);
    }

    TlsReport report() {
        return incoming.report();
    }

    /** Sessions, with TLS and without, up to {@link PolicySum#MAX}. */
    long sessions() {
        return policies.stream()
                .mapToLong(policy -> policy.successfulSessions() + policy.failedSessions())
                .reduce(0, (sum, more) -> Math.min(PolicySum.MAX, sum + more));
    }

    /** Policies and failure details. */
    long rows() {
        return policies.stream().mapToLong(policy -> 1L + policy.failures().size()).sum();
    }

    /** Returns those of them that are not stored. */
    long notStored() {
        return isKept ? 0 : rows();
    }

    /** Returns when the report saw its policies: at the end of its period, which may lie ahead. */
    Instant seen(Instant now) {
        Instant end = report().end();
        return end.isBefore(now) ? end : now;
    }
}
