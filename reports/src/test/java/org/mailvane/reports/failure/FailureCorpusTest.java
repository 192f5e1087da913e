package org.mailvane.reports.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.mailvane.reports.failure.FailureReport.Carrier;

/**
 * Every failure report among the samples that other projects have collected, where they are at
 * hand: beside the repository in {@code ../shared/corpus}, or below the folder in the system
 * property {@code mailvane.shared}. The expectations were written from the samples.
 */
class FailureCorpusTest {

    private static final Path SAMPLES =
            Path.of(System.getProperty("mailvane.shared", Path.of("..", "..", "shared").toString()))
                    .resolve("corpus/reports/domainaware+parsedmarc/samples/failure");

    @BeforeAll
    static void samplesAreAtHand() {
        assumeTrue(Files.isDirectory(SAMPLES), "no samples beside the project");
    }

    @Test
    void noSampleIsForgotten() throws IOException {
        try (var files = Files.list(SAMPLES)) {
            assertThat(files.filter(file -> file.toString().endsWith(".eml"))).hasSize(5);
        }
    }

    @Test
    void symantecBehindDomino() throws IOException {
        FailureReport report =
                read(
                        "DMARC Failure Report for domain.de (mail-from=sharepoint@domain.de,"
                                + " ip=10.10.10.10).eml");
        assertThat(report.path()).isEqualTo("input");
        assertThat(report.carrier())
                .isEqualTo(
                        new Carrier(
                                "dmarc-report@domain.de",
                                "dmarc-report@domain.de",
                                "DMARC Failure Report for domain.de"
                                        + " (mail-from=sharepoint@domain.de, ip=10.10.10.10)",
                                "OF587285BA.CB01D107-ONC1258319.00334FCF@LocalDomain",
                                Instant.parse("2018-10-01T09:20:27Z")));
        assertThat(report.userAgent()).isEqualTo("Lua/1.0");
        assertThat(report.authFailure()).containsExactly("dmarc");
        assertThat(report.identityAlignment()).isEmpty();
        assertThat(report.deliveryResult()).isEqualTo("smg-policy-action");
        assertThat(report.originalMailFrom()).isEqualTo("sharepoint@domain.de");
        assertThat(report.originalRcptTo()).containsExactly("peter.pan@domain.de");
        assertThat(report.arrivalDate()).isEqualTo("2018-10-01T09:20:27Z");
        assertThat(report.sourceIp()).isEqualTo(InetAddress.getByName("10.10.10.10"));
        assertThat(report.reportedDomains()).containsExactly("domain.de");
        assertThat(report.authenticationResults())
                .containsExactly("dmarc=fail (p=none, dis=none) header.from=domain.de");
        assertThat(report.sample().headers()).hasSize(10);
        assertThat(report.sample().first("From"))
                .isEqualTo("\"Interaktive Wettbewerber-Übersicht\" <sharepoint@domain.de>");
        assertThat(report.sample().first("Subject")).isEqualTo("Subject");
        assertThat(report.sample().first("Message-ID"))
                .isEqualTo("<38.E7.30937.BD6E1BB5@ mailrelay.de>");
        assertThat(report.sample().first("Received"))
                .startsWith("from Servernameone.domain.local (")
                .endsWith("; Mon,  1 Oct 2018 11:20:27 +0200 (CEST)");
        assertThat(report.sample().body()).startsWith("<html><head><base href=3D'");
        assertThat(report.remarks()).isEmpty();
    }

    @Test
    void netease() throws IOException {
        FailureReport report = read("[Netease DMARC Failure Report] Rent Reminder.eml");
        assertThat(report.carrier())
                .isEqualTo(
                        new Carrier(
                                "<abuse@163.com>",
                                "<dmarcreports@cardinalhealth.com>",
                                "[Netease DMARC Failure Report] Rent Reminder",
                                "5BADEAEC.AC2A83.17156@m12-184.163.com",
                                Instant.parse("2018-09-28T08:48:43Z")));
        assertThat(report.userAgent()).isEqualTo("NtesDmarcReporter/1.0");
        assertThat(report.authFailure()).containsExactly("dmarc");
        assertThat(report.identityAlignment()).containsExactly("spf", "dkim");
        assertThat(report.deliveryResult()).isEqualTo("delivered");
        assertThat(report.originalMailFrom())
                .isEqualTo("bounces+1137616-c1ad-xsj399=163.com@email.entrata.com");
        assertThat(report.originalRcptTo()).isEmpty();
        assertThat(report.originalEnvelopeId()).isEqualTo("N8CowEApcUPo6q1bnXlMAA--.44392S3");
        assertThat(report.arrivalDate()).isEqualTo("2018-09-28T08:48:42Z");
        assertThat(report.sourceIp()).isEqualTo(InetAddress.getByName("167.89.69.24"));
        assertThat(report.reportedDomains()).containsExactly("cardinal.com");
        assertThat(report.authenticationResults())
                .containsExactly(
                        "163.com; dkim=pass (verify result: all signatures verified)"
                                + " header.d=entrata.com; spf=pass"
                                + " smtp.mailfrom=bounces+1137616-c1ad-xsj399=163.com@email.entrata.com");
        assertThat(report.dkimDomain()).isEqualTo("entrata.com");
        assertThat(report.sample().headers()).hasSize(15);
        assertThat(report.sample().first("From"))
                .isEqualTo("700 on Washington <info@cardinal.com>");
        assertThat(report.sample().first("To"))
                .isEqualTo("\"redacted@163.com\" <redacted@163.com>");
        assertThat(report.sample().first("Message-ID"))
                .isEqualTo("<oguVx1AxQayV5Sv2nYK-rA@ismtpd0007p1las1.sendgrid.net>");
        assertThat(report.sample().body()).isBlank();
        assertThat(FoundReports.remarks(report)).containsExactly("feedback.auth_failure");
    }

    @Test
    void linkedIn() throws IOException {
        for (String name : List.of("dmarc_ruf_report_linkedin", "dmarc_ruf_report_linkedin.crlf")) {
            FailureReport report = read(name + ".eml");
            assertThat(report.path()).isEqualTo("input > mail 1");
            assertThat(report.carrier())
                    .isEqualTo(
                            new Carrier(
                                    "dmarc-noreply@linkedin.com",
                                    "dmarc-noreply@linkedin.com",
                                    "DMARC Failure report for example.com Mail-From:"
                                            + " IP:10.10.10.10",
                                    "BB.91.26019.C3EA7CC5@mail516.prod.linkedin.com",
                                    Instant.parse("2019-04-30T02:09:00Z")));
            assertThat(report.userAgent()).isEqualTo("Lua/1.0");
            assertThat(report.authFailure()).containsExactly("dmarc");
            assertThat(report.deliveryResult()).isEqualTo("delivered");
            assertThat(report.originalMailFrom()).isEmpty();
            assertThat(report.originalRcptTo()).containsExactly("recipient@linkedin.com");
            assertThat(report.arrivalDate()).isEqualTo("2019-04-30T02:09:00Z");
            assertThat(report.sourceIp()).isEqualTo(InetAddress.getByName("10.10.10.10"));
            assertThat(report.reportedDomains()).containsExactly("example.com");
            assertThat(report.authenticationResults())
                    .containsExactly("dmarc=fail (p=none; dis=none) header.from=example.com");
            assertThat(report.sample().headers()).hasSize(27);
            assertThat(report.sample().first("Return-Path")).isEqualTo("<>");
            assertThat(report.sample().all("Received")).hasSize(3);
            assertThat(report.sample().all("Authentication-Results"))
                    .singleElement()
                    .asString()
                    .startsWith(
                            "mail516.prod.linkedin.com; iprev=pass policy.iprev=\"10.10.10.10\";")
                    .endsWith("dmarc=fail (p=none; dis=none) header.from=example.com");
            assertThat(report.sample().first("From")).isEqualTo("Sender <sender@example.com>");
            assertThat(report.sample().body())
                    .startsWith("--_000_0d00000000000000000d000000000000f00000s00000someserverloc_")
                    .contains("HTML Text");
            assertThat(report.remarks()).isEmpty();
        }
    }

    @Test
    void theSameReportInOtherLineEndsHasTheSameContent() throws IOException {
        assertThat(read("dmarc_ruf_report_linkedin.eml").contentHash())
                .isEqualTo(read("dmarc_ruf_report_linkedin.crlf.eml").contentHash());
    }

    @Test
    void eximText() throws IOException {
        FailureReport report = read("exim_plain_text_only_no_arf_part.eml");
        assertThat(report.carrier())
                .isEqualTo(
                        new Carrier(
                                "no-reply@node01.mailgate.example.net",
                                "dmarc@example.com",
                                "DMARC Forensic Report for example.com from IP 203.0.113.68",
                                "E1u1tpB-00AA5u-ED@node04.mailgate.example.net",
                                Instant.parse("2025-04-07T21:16:09Z")));
        assertThat(report.userAgent()).isEmpty();
        assertThat(report.authFailure()).containsExactly("dmarc");
        assertThat(report.identityAlignment()).containsExactly("none");
        assertThat(report.deliveryResult()).isEmpty();
        assertThat(report.arrivalDate()).isEqualTo("2025-04-07T21:16:09Z");
        assertThat(report.sourceIp()).isEqualTo(InetAddress.getByName("203.0.113.68"));
        assertThat(report.reportedDomains()).containsExactly("example.com");
        assertThat(report.authenticationResults()).containsExactly("DMARC Results: None, Accept");
        assertThat(report.sample().headers()).hasSize(17);
        assertThat(report.sample().headers().getFirst().value())
                .startsWith("from [203.0.113.68] (helo=smtpclient.apple) by node04.");
        assertThat(report.sample().first("From")).isEqualTo("<user@example.com>");
        assertThat(report.sample().first("Subject")).isEqualTo("Payment from your account.");
        assertThat(report.sample().first("Message-ID"))
                .isEqualTo("<134117F8-2145-AECE-9CCA-25FC98731341@example.com>");
        assertThat(report.sample().all("Authentication-Results"))
                .containsExactly(
                        "node04.mailgate.example.net; iprev=fail smtp.remote-ip=203.0.113.68;"
                                + " spf=softfail smtp.mailfrom=example.com;"
                                + " dmarc=none header.from=example.com",
                        "mailgate.example.net; spf=softfail smtp.mailfrom=user@example.com");
        assertThat(report.sample().body()).isNull();
        assertThat(FoundReports.remarks(report)).containsExactly("feedback.text");
    }

    private static FailureReport read(String name) throws IOException {
        FailureReport report = FoundReports.only(Files.readAllBytes(SAMPLES.resolve(name)));
        WrittenReport.readsAgainAsTheSame(report);
        return report;
    }
}
