package org.mailvane.reports.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Two copies of a failure report have the same content hash, any two others have not. */
class FailureContentHashTest {

    private static final String MAIL =
            """
            From: reports@receiver.example
            Subject: A report
            MIME-Version: 1.0
            Content-Type: multipart/report; report-type=feedback-report; boundary=b

            --b
            Content-Type: text/plain

            A text
            --b
            Content-Type: message/feedback-report

            Feedback-Type: auth-failure
            User-Agent: Receiver/1.0
            Auth-Failure: dmarc, spf
            Identity-Alignment: none
            Delivery-Result: reject
            Original-Mail-From: <bounce@sender.example>
            Original-Rcpt-To: <bob@receiver.example>
            Original-Envelope-Id: e1
            Arrival-Date: Mon, 5 Jan 2026 10:00:00 +0100
            Source-IP: 192.0.2.10
            Source-Port: 4711
            Reported-Domain: policy.example
            Reported-URI: http://policy.example/
            Authentication-Results: receiver.example; dmarc=fail
            DKIM-Domain: sender.example
            DKIM-Identity: @sender.example
            DKIM-Selector: s1
            SPF-DNS: txt : sender.example : "v=spf1 -all"
            Incidents: 2

            --b
            Content-Type: message/rfc822

            From: ann@policy.example
            To: bob@receiver.example

            Hello
            --b--
            """;

    @Test
    void everyFieldCounts() {
        Map<String, String> changeOfHash = new HashMap<>();
        changeOfHash.put(hash(MAIL), "nothing");
        for (String[] change :
                new String[][] {
                    {"Receiver/1.0", "Receiver/1.1"},
                    {"dmarc, spf", "dmarc"},
                    {"dmarc, spf", "spf, dmarc"},
                    {"Alignment: none", "Alignment: spf"},
                    {"reject", "policy"},
                    {"bounce@", "bounces@"},
                    {"<bob@", "<rob@"},
                    {"Id: e1", "Id: e2"},
                    {"10:00:00 +0100", "10:00:01 +0100"},
                    {"192.0.2.10", "192.0.2.11"},
                    {"Source-IP: 192.0.2.10\n", ""},
                    {"4711", "4712"},
                    {"Source-Port: 4711\n", ""},
                    {"Domain: policy.example", "Domain: news.policy.example"},
                    {"http://policy", "https://policy"},
                    {"dmarc=fail", "dmarc=pass"},
                    {"DKIM-Domain: sender", "DKIM-Domain: sender2"},
                    {"DKIM-Identity: @", "DKIM-Identity: i@"},
                    {"s1", "s2"},
                    {"-all", "~all"},
                    {"Incidents: 2", "Incidents: 3"},
                    {"From: ann@policy", "From: eve@policy"},
                    {"From: ann@policy", "Sender: ann@policy"},
                    {"To: bob@receiver.example\n", ""},
                    {"To: bob@receiver.example\n\nHello", "To: bob@receiver.example\nX: y\n\nHello"}
                }) {
            assertThat(MAIL).contains(change[0]);
            String before =
                    changeOfHash.put(
                            hash(MAIL.replace(change[0], change[1])), List.of(change) + "");
            assertThat(before).as(List.of(change) + "").isNull();
        }
    }

    @Test
    void whatCarriesItAndHowItIsWrittenDoesNot() {
        for (String[] change :
                new String[][] {
                    {"From: reports@", "From: others@"},
                    {"Subject: A report", "Subject: Fwd: A report"},
                    {"A text", "Another text"},
                    {"Hello", "Bye"},
                    {"\n", "\r\n"},
                    {"10:00:00 +0100", "09:00:00 GMT"},
                    {"10:00:00 +0100", "09:00:00"},
                    {"<bounce@sender.example>", "bounce@sender.example"},
                    {"dmarc, spf", "DMARC,\n spf (both)"},
                    {"192.0.2.10", "[192.0.2.10]"},
                    {"Reported-Domain", "reported-domain"},
                    {"multipart/report; report-type=feedback-report", "multipart/mixed"}
                }) {
            assertThat(MAIL).contains(change[0]);
            assertThat(hash(MAIL.replace(change[0], change[1])))
                    .as(List.of(change) + "")
                    .isEqualTo(hash(MAIL));
        }
    }

    private static String hash(String mail) {
        return FoundReports.only(mail.getBytes(StandardCharsets.UTF_8)).contentHash();
    }
}
