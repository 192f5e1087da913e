package org.mailvane.reports.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/** Compares a report with what reading it as written gives. */
final class WrittenReport {

    private WrittenReport() {}

    /** All that {@link FailureReportWriter} promises. */
    static void readsAgainAsTheSame(FailureReport report) {
        byte[] written = FailureReportWriter.write(report);
        FailureReport again = FoundReports.only(written);
        assertThat(comparable(again, again.contentHash()))
                .isEqualTo(comparable(report, report.contentHash()));
        assertThat(again.sample().body()).isNull();
    }

    /** A report without what writing changes, and with this hash. */
    static FailureReport comparable(FailureReport r, String contentHash) {
        return new FailureReport(
                "",
                r.carrier(),
                r.userAgent(),
                r.authFailure(),
                r.identityAlignment(),
                r.deliveryResult(),
                r.originalMailFrom(),
                r.originalRcptTo(),
                r.originalEnvelopeId(),
                r.arrivalDate(),
                r.sourceIp(),
                r.sourcePort(),
                r.reportedDomains(),
                r.reportedUris(),
                r.authenticationResults(),
                r.dkimDomain(),
                r.dkimIdentity(),
                r.dkimSelector(),
                r.spfDns(),
                r.incidents(),
                r.sample().withoutBody(),
                contentHash,
                List.of());
    }
}
