package org.mailvane.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mailvane.reports.MailBuilder.mail;
import static org.mailvane.reports.MailBuilder.multipart;
import static org.mailvane.reports.Packer.gzip;
import static org.mailvane.reports.Samples.bytes;
import static org.mailvane.reports.Samples.report;

import org.junit.jupiter.api.Test;

/** Failure reports are told from complaints and bounces, and what they quote is not read. */
class FailureReportMailTest {

    private static final String FIELDS =
            "Feedback-Type: auth-failure\r\nVersion: 1\r\nReported-Domain: policy.example\r\n";
    private static final String FEEDBACK = "Content-Type: message/feedback-report";
    private static final byte[] QUOTED =
            mail().line("Content-Type: application/gzip")
                    .line("Content-Transfer-Encoding: base64")
                    .line("")
                    .line(MailBuilder.base64(gzip(report("policy.example", "quoted"))))
                    .bytesSoFar();

    @Test
    void multipartReport() {
        assertFailure(
                multipart("report; report-type=feedback-report")
                        .part("Content-Type: text/plain", "This is an email abuse report")
                        .part(FEEDBACK, FIELDS)
                        .message(QUOTED)
                        .end());
    }

    @Test
    void originalMessageInFrontOfTheFields() {
        assertFailure(
                multipart("report; report-type=feedback-report")
                        .message(QUOTED)
                        .part(FEEDBACK, FIELDS)
                        .end());
    }

    @Test
    void originalMessageAsHeadersOrOfAnotherType() {
        for (String type :
                new String[] {
                    "text/rfc822-headers",
                    "text/rfc822-header",
                    "text/rfc822",
                    "application/octet-stream"
                }) {
            assertFailure(
                    multipart("report; report-type=feedback-report")
                            .part(FEEDBACK, FIELDS)
                            .attachment(type, QUOTED)
                            .end());
        }
    }

    @Test
    void multipartMixedWithFieldsInBase64() {
        assertFailure(
                multipart("mixed")
                        .part("Content-Type: text/plain", "A report")
                        .attachment("message/feedback-report; name=ATT00001", bytes(FIELDS))
                        .message(QUOTED)
                        .end());
    }

    @Test
    void fieldsUnderAnotherType() {
        assertFailure(
                multipart("mixed").part("Content-Type: text/plain", FIELDS).message(QUOTED).end());
    }

    @Test
    void withoutFeedbackType() {
        assertFailure(
                multipart("report; report-type=feedback-report")
                        .part(FEEDBACK, "Auth-Failure: dmarc\r\nSource-IP: 192.0.2.1")
                        .end());
    }

    @Test
    void plainTextDialects() {
        assertFailure(
                mail().line("")
                        .line(
                                "A message claiming to be from\r\n you has failed the published DMARC policy.")
                        .bytesSoFar());
        assertFailure(
                multipart("report")
                        .part(
                                "Content-Type: text/plain",
                                "A message claiming to be from you has failed the policy")
                        .message(QUOTED)
                        .end());
    }

    @Test
    void abuseComplaintIsNoReportAndWhatItQuotesIsNoneEither() {
        Recorder read =
                Recorder.read(
                        multipart("report; report-type=feedback-report")
                                .part("Content-Type: text/plain", "This is an email abuse report")
                                .part(FEEDBACK, "Feedback-Type: abuse\r\nVersion: 1")
                                .message(QUOTED)
                                .end());
        assertThat(read.found).containsExactly("problem not_a_report");
        assertThat(read.diagnostics.getFirst()).contains("content.complaint");
    }

    private static void assertFailure(byte[] mail) {
        Recorder read = Recorder.read(mail);
        assertThat(read.found).containsExactly("failure");
        assertThat(read.paths).containsExactly("input");
    }
}
