package org.mailvane.reports.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.reports.tls.TlsReport.Policy;

/** What the mail around a TLS report adds to it. */
class TlsMailTest {

    private static final String POLICY = "{\"policy\": {\"policy-type\": \"no-policy-found\"}}";

    @ParameterizedTest
    @CsvSource({
        "Policy.Example, '', policy.example",
        "' <policy.example> ', '', policy.example",
        "other.example, sender.example!policy.example!1772323200!1772409599!1.json, policy.example",
        "'', '', ''",
    })
    void theDomainOfPoliciesThatDoNotSayIt(String header, String fileName, String domain) {
        String mail =
                """
                From: tls@sender.example
                TLS-Report-Domain: %s
                TLS-Report-Submitter: sender.example
                MIME-Version: 1.0
                Content-Type: multipart/report; report-type=tlsrpt; boundary=b

                --b
                Content-Type: text/plain

                A report.
                --b
                Content-Type: application/tlsrpt+json; name="%s"

                {"organization-name": "Sender", "report-id": "1", "date-range": {
                 "start-datetime": "2026-03-01T00:00:00Z", "end-datetime": "2026-03-01T23:59:59Z"},
                 "policies": [%s]}
                --b--
                """
                        .formatted(header, fileName, POLICY);
        TlsReport report =
                CollectedTls.read("m.eml", mail.getBytes(StandardCharsets.UTF_8)).report();
        assertThat(report.policies()).extracting(Policy::policyDomain).containsExactly(domain);
        assertThat(CollectedTls.remarks(report)).contains("policy.domain");
    }
}
