package org.mailvane.reports.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.mailvane.reports.tls.TlsReport.Failure;
import org.mailvane.reports.tls.TlsReport.Policy;

/**
 * Every TLS report among the collected samples of real reporters, with what it says, written down
 * from the samples themselves.
 *
 * <p>The samples lie beside the project (system property {@code mailvane.shared}, else {@code
 * ../shared} from its root) and are not part of it; without them this is skipped.
 */
class TlsCorpusTest {

    private static final Path SAMPLES =
            Path.of(System.getProperty("mailvane.shared", Path.of("..", "..", "shared").toString()))
                    .resolve("corpus")
                    .resolve("reports");

    /**
     * File; report: organisation, contact, id, begin, end, remarks; policy: type, mode, domain,
     * sessions with and without TLS, mail servers; its lines; failure: kind, sessions, sender, and
     * the receiver's address and name, reason, more.
     */
    private static final String EXPECTED =
            """
            cry-inc+dmarc-report-viewer/testdata/smtp-tls-reports/google.json
              Google Inc. <smtp-tls-reporting@google.com> 2025-05-22T00:00:00Z_foo-bar.io 2025-05-22T00:00:00Z 2025-05-22T23:59:59Z
                STS enforce foo-bar.io 1 0 mx *.foo-bar.io
                  | version: STSv1
                  | mode: enforce
                  | mx: *.foo-bar.io
                  | max_age: 2592000
            cry-inc+dmarc-report-viewer/testdata/smtp-tls-reports/microsoft.json
              Microsoft Corporation <tlsrpt-noreply@microsoft.com> 133925885310113267+random.net 2025-05-23T00:00:00Z 2025-05-23T23:59:59Z
                STS enforce random.net 2 0 mx
                  | version: STSv1
                  | mode: enforce
                  | mx: *.random.net
                  | max_age: 2592000
                TLSA - random.net 2 0 mx
                  | 3 1 1 6007EEE553E85D8DF007A845D19EC343283D4E416E9A33F9EF3040C8B7C285BC
                  | 3 1 1 837C773D54C2E2BD71871A3FC352BE8214D5646CBAE5E3091401A7274717998B
            cry-inc+dmarc-report-viewer/testdata/smtp-tls-reports/no-contact.json
              server.com <> 123_456 2026-01-11T00:00:00Z 2026-01-12T00:00:00Z
                STS enforce server.com 1 0 mx mx.server.com
                  | version: STSv1
                  | mode: enforce
                  | max_age: 86400
                  | mx: mx.server.com
            cry-inc+dmarc-report-viewer/testdata/smtp-tls-reports/no-policy.json
              Google Inc. <smtp-tls-reporting@google.com> 2025-03-27T00:00:00Z_foo-bar.io 2025-03-27T00:00:00Z 2025-03-27T23:59:59Z
                NO_POLICY_FOUND - foo-bar.io 1 0 mx
            cry-inc+dmarc-report-viewer/testdata/smtp-tls-reports/no_ip_and_mx.json
              Microsoft Corporation <tlsrpt-noreply@microsoft.com> 1234567890+ 2025-06-14T00:00:00Z 2025-06-14T23:59:59Z
                STS - xxxxxxxx.xx 0 3 mx
                  sts-policy-fetch-error 3 - - -
            cry-inc+dmarc-report-viewer/testdata/smtp-tls-reports/rfc-example.json
              Company-X <sts-reporting@company-x.example> 5065427c-23d3-47ca-b6e0-946ea0e8c4be 2016-04-01T00:00:00Z 2016-04-01T23:59:59Z
                STS testing company-y.example 5326 303 mx *.mail.company-y.example
                  | version: STSv1
                  | mode: testing
                  | mx: *.mail.company-y.example
                  | max_age: 86400
                  certificate-expired 100 2001:db8:abcd:0012::1 - mx1.mail.company-y.example
                  starttls-not-supported 200 2001:db8:abcd:0013::1 203.0.113.56 mx2.mail.company-y.example https://reports.company-x.example/report_info?id=5065427c-23d3#StarttlsNotSupported
                  validation-failure 3 198.51.100.62 203.0.113.58 mx-backup.mail.company-y.example X509_V_ERR_PROXY_PATH_LENGTH_EXCEEDED
            dmarc-analyzer-net+DmarcAnalyzerApp/Fixtures/sample-google-tls.json
              Example Mail Provider <smtp-tls-reporting@provider.example> 2026-08-01T00:00:00Z_acme.example 2026-08-01T00:00:00Z 2026-08-01T23:59:59Z
                STS enforce acme.example 100 2 mx mx1.acme.example,*.mail.acme.example
                  | version: STSv1
                  | mode: enforce
                  | mx: mx1.acme.example
                  | max_age: 604800
                  sts-policy-fetch-error 2 203.0.113.41 - mx1.acme.example
                NO_POLICY_FOUND - beta.example 50 0 mx
                TLSA - acme.example 10 1 mx
                  tlsa-invalid 1 - - -
            dmarc-analyzer-net+DmarcAnalyzerApp/Fixtures/sample-lenient-tls.json
              Quirky Reporter <> quirky-001 2026-08-02T00:00:00Z 2026-08-02T23:59:59Z failure.count,policy.domain
                STS - acme.example 42 7 mx
                  | version: STSv1
                  quantum-handshake-flux 5 192.0.2.1 - -
                  certificate-expired 0 - - mx1.acme.example
                STS - acme.example 1 0 mx
            dmarc-analyzer-net+DmarcAnalyzerApp/Fixtures/sample-rfc8460-tls.json
              Company-X <sts-reporting@company-x.example> 5065427c-23d3-47ca-b6e0-946ea0e8c4be 2016-04-01T00:00:00Z 2016-04-01T23:59:59Z
                STS testing company-y.example 5326 303 mx *.mail.company-y.example
                  | version: STSv1
                  | mode: testing
                  | mx: *.mail.company-y.example
                  | max_age: 86400
                  certificate-expired 100 2001:db8:abcd:0012::1 - mx1.mail.company-y.example
                  starttls-not-supported 200 2001:db8:abcd:0013::1 203.0.113.56 mx2.mail.company-y.example https://reports.company-x.example/report_info?id=5065427c-23d3
                  validation-failure 3 198.51.100.62 203.0.113.58 mx-backup.mail.company-y.example X509_V_ERR_PROXY_PATH_LENGTH_EXCEEDED
            dmarc-analyzer-net+DmarcAnalyzerApp/Fixtures/sample-successonly-tls.json
              Clean Reporter <tls@clean.example> clean-42 2026-08-03T00:00:00Z 2026-08-03T23:59:59Z
                STS - acme.example 5000 0 mx
            domainaware+parsedmarc/samples/smtp_tls/google.com_smtp_tls_report.eml
              Google Inc. <smtp-tls-reporting@google.com> 2024-09-03T00:00:00Z_cardinalhealth.ca 2024-09-03T00:00:00Z 2024-09-03T23:59:59Z
                NO_POLICY_FOUND - cardinalhealth.ca 48 0 mx
            domainaware+parsedmarc/samples/smtp_tls/mail.ru.json
              Mail.ru <tls_support@corp.mail.ru> b28254de-7b2e-be36-bb5c-4c3b92da8b25@mail.ru 2024-02-22T00:00:00Z 2024-02-23T00:00:00Z
                STS - example.com 0 1 mx
                  sts-policy-fetch-error 1 - - - bad https response code: 404
                  sts-policy-fetch-error 1 - - - bad https response code: 500
            domainaware+parsedmarc/samples/smtp_tls/rfc8460.json
              Company-X <sts-reporting@company-x.example> 5065427c-23d3-47ca-b6e0-946ea0e8c4be 2016-04-01T00:00:00Z 2016-04-01T23:59:59Z
                STS testing company-y.example 5326 303 mx *.mail.company-y.example
                  | version: STSv1
                  | mode: testing
                  | mx: *.mail.company-y.example
                  | max_age: 86400
                  certificate-expired 100 2001:db8:abcd:0012::1 - mx1.mail.company-y.example
                  starttls-not-supported 200 2001:db8:abcd:0013::1 203.0.113.56 mx2.mail.company-y.example https://reports.company-x.example/report_info?id=5065427c-23d3#StarttlsNotSupported
                  validation-failure 3 198.51.100.62 203.0.113.58 mx-backup.mail.company-y.example X509_V_ERR_PROXY_PATH_LENGTH_EXCEEDED
            domainaware+parsedmarc/samples/smtp_tls/smtp_tls.json
              Example Inc. <smtp-tls-reporting@example.com> 2024-01-09T00:00:00Z_example.com 2024-01-09T00:00:00Z 2024-01-09T23:59:59Z
                STS testing example.com 0 3 mx
                  | version: STSv1
                  | mode: testing
                  | mx: example.com
                  | max_age: 86400
                  validation-failure 2 209.85.222.201 173.212.201.41 example.com
                  validation-failure 1 209.85.208.176 173.212.201.41 example.com
            """;

    @Test
    void everySampleSaysWhatItSays() throws IOException {
        assumeTrue(Files.isDirectory(SAMPLES), "no samples at " + SAMPLES.toAbsolutePath());
        StringBuilder found = new StringBuilder();
        for (Path file : files()) {
            found.append(SAMPLES.relativize(file)).append('\n');
            append(CollectedTls.read(file.toString(), Files.readAllBytes(file)).report(), found);
        }
        assertThat(found.toString()).isEqualTo(EXPECTED);
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(SAMPLES)) {
            return files.filter(file -> file.toString().matches(".*(tls[^/]*/|-tls\\.)[^/]*"))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        }
    }

    private static void append(TlsReport report, StringBuilder found) {
        List<String> remarks = CollectedTls.remarks(report).stream().sorted().toList();
        found.append(
                "  %s <%s> %s %s %s %s"
                                .formatted(
                                        report.organizationName(),
                                        report.contactInfo(),
                                        report.reportId(),
                                        report.begin(),
                                        report.end(),
                                        String.join(",", remarks))
                                .stripTrailing()
                        + "\n");
        report.policies().forEach(policy -> append(policy, found));
    }

    private static void append(Policy policy, StringBuilder found) {
        found.append(
                "    %s %s %s %d %d mx %s"
                                .formatted(
                                        policy.type(),
                                        policy.mode() == null ? "-" : policy.mode(),
                                        policy.policyDomain(),
                                        policy.successfulSessions(),
                                        policy.failedSessions(),
                                        String.join(",", policy.mxHosts()))
                                .stripTrailing()
                        + "\n");
        policy.policyString().forEach(line -> found.append("      | ").append(line).append('\n'));
        for (Failure failure : policy.failures()) {
            String line =
                    String.join(
                            " ",
                            failure.resultType(),
                            Long.toString(failure.failedSessions()),
                            orDash(failure.sendingMtaIp()),
                            orDash(failure.receivingIp()),
                            orDash(failure.receivingMxHostname()),
                            failure.failureReasonCode());
            found.append("      ")
                    .append((line.strip() + " " + failure.additionalInformation()).strip());
            found.append('\n');
        }
    }

    private static String orDash(String text) {
        return text.isEmpty() ? "-" : text;
    }
}
