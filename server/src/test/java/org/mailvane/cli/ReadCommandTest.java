package org.mailvane.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.SampleTls;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What {@code mailvane read} shows of files. */
class ReadCommandTest {

    @TempDir Path temp;

    @Test
    void aggregateReportIsShownWithItsRecords() throws IOException {
        Path file =
                SampleFiles.write(
                        temp.resolve("r.xml.gz"), SampleFiles.gzip(SampleFiles.aggregate("r-1")));
        CommandRun run = CommandRun.of("read", "--json", file.toString());
        assertThat(run.code()).isZero();
        assertThat(run.err()).isEmpty();
        JsonNode read = run.json();
        assertThat(read.get("kind").asString()).isEqualTo("aggregate");
        assertThat(read.get("file").asString()).isEqualTo(file.toString());
        assertThat(read.get("failures")).isEmpty();
        assertThat(read.get("reports")).hasSize(1);
        JsonNode report = read.get("reports").get(0);
        assertThat(report.get("org_name").asString()).isEqualTo("Postbox One");
        assertThat(report.get("report_id").asString()).isEqualTo("r-1");
        assertThat(Instant.parse(report.get("begin").asString())).isEqualTo("2026-11-01T00:00:00Z");
        assertThat(Instant.parse(report.get("end").asString())).isEqualTo("2026-11-01T23:59:59Z");
        assertThat(report.get("policy_domain").asString()).isEqualTo("shop.example");
        assertThat(report.get("records")).hasSize(2);
        assertRecord(
                report.get("records").get(0),
                "192.0.2.1",
                7,
                "none",
                "pass",
                "fail",
                "shop.example");
        assertRecord(
                report.get("records").get(1),
                "2001:db8::1:0:0:1",
                5,
                "reject",
                "fail",
                "fail",
                "news.shop.example");
    }

    @Test
    void otherKindsAreNamed() throws IOException {
        Path failure = SampleFiles.write(temp.resolve("failure.eml"), SampleFiles.FAILURE);
        Path tls = SampleFiles.write(temp.resolve("tls.json"), SampleFiles.TLS);
        Path none = SampleFiles.write(temp.resolve("none.txt"), "Dear Ann, nothing is in here.\n");
        Path empty = SampleFiles.write(temp.resolve("empty"), "");
        assertKind(failure, "failure");
        assertKind(tls, "tls");
        assertKind(none, "none");
        assertKind(empty, "none");
    }

    @Test
    void aTlsReportThatDoesNotSayWhoseItIsIsShown() throws IOException {
        String unnamed =
                new String(
                        SampleTls.report().policy("sts", "enforce", "", 5, 0).json(),
                        StandardCharsets.UTF_8);
        Path file = SampleFiles.write(temp.resolve("tls.json"), unnamed);
        CommandRun run = CommandRun.of("read", "--json", file.toString());
        assertThat(run.code()).isZero();
        assertThat(run.json().at("/reports/0/policies/0/policy/policy-domain").asString())
                .isEmpty();
    }

    @Test
    void severalFilesAreOneObjectALine() throws IOException {
        Path one = SampleFiles.write(temp.resolve("one.xml"), SampleFiles.aggregate("r-1"));
        Path mail = SampleFiles.write(temp.resolve("two.eml"), SampleFiles.mail("r-2"));
        Path box =
                SampleFiles.write(
                        temp.resolve("three.mbox"),
                        SampleFiles.mailbox(SampleFiles.mail("r-3"), SampleFiles.mail("r-4")));
        CommandRun run =
                CommandRun.of("read", "--json", one.toString(), mail.toString(), box.toString());
        assertThat(run.code()).isZero();
        List<JsonNode> read =
                run.out().lines().map(line -> new JsonMapper().readTree(line)).toList();
        assertThat(read).hasSize(3);
        assertThat(read.get(1).get("reports").get(0).get("report_id").asString()).isEqualTo("r-2");
        assertThat(read.get(2).get("reports")).hasSize(2);
    }

    @Test
    void fileThatIsNotThereIsToldAndTheOthersAreRead() throws IOException {
        Path there = SampleFiles.write(temp.resolve("one.xml"), SampleFiles.aggregate("r-1"));
        String missing = temp.resolve("missing.xml").toString();
        CommandRun run =
                CommandRun.of("read", "--json", missing, temp.toString(), there.toString());
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err()).contains(missing + " is not a file.", temp + " is not a file.");
        assertThat(run.json().get("kind").asString()).isEqualTo("aggregate");
    }

    @Test
    void brokenReportIsToldWithItsReason() throws IOException {
        Path broken = SampleFiles.write(temp.resolve("broken.xml"), SampleFiles.BROKEN);
        CommandRun run = CommandRun.of("read", "--json", broken.toString());
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err()).startsWith("failed: " + broken + ": ");
        JsonNode failure = run.json().get("failures").get(0);
        assertThat(failure.get("file").asString()).isEqualTo(broken.toString());
        assertThat(failure.get("code").asString()).isNotEmpty();
        assertThat(failure.get("reason").asString()).isNotEmpty();
        assertThat(run.json().get("kind").asString()).isEqualTo("none");
    }

    @Test
    void textForPeopleHasEveryRecord() throws IOException {
        Path file = SampleFiles.write(temp.resolve("r.xml"), SampleFiles.aggregate("r-1"));
        Path tls = SampleFiles.write(temp.resolve("tls.json"), SampleFiles.TLS);
        CommandRun run = CommandRun.of("read", file.toString(), tls.toString());
        assertThat(run.code()).isZero();
        assertThat(run.out())
                .contains(file + ": aggregate")
                .contains("Postbox One for shop.example", "id r-1: 2 records, 12 messages")
                .containsPattern(
                        "192\\.0\\.2\\.1 +7  dkim pass  spf fail  none +from shop\\.example")
                .containsPattern("2001:db8::1:0:0:1 +5  dkim fail  spf fail  reject")
                .contains(
                        tls + ": tls",
                        "Postbox One, 2026-11-01T00:00:00Z to 2026-11-01T23:59:59Z, id t-1: 1 policies")
                .contains("sts for shop.example: 10 sessions with TLS, 0 without");
    }

    @Test
    void tlsReportHasTheNamesOfItsRfc() throws IOException {
        String report =
                """
                {"organization-name": "Postbox One", "contact-info": "tls@postbox-one.example",
                 "date-range": {"start-datetime": "2026-11-01T00:00:00Z",
                   "end-datetime": "2026-11-01T23:59:59Z"}, "report-id": "t-1",
                 "policies": [{"policy": {"policy-type": "sts", "policy-domain": "shop.example",
                     "policy-string": ["version: STSv1", "mode: testing"],
                     "mx-host": "*.shop.example"},
                   "summary": {"total-successful-session-count": 10,
                     "total-failure-session-count": 2},
                   "failure-details": [{"result-type": "certificate-expired",
                     "sending-mta-ip": "192.0.2.1", "receiving-ip": "2001:db8::25",
                     "receiving-mx-hostname": "mx.shop.example", "receiving-mx-helo": "mx",
                     "failed-session-count": 2, "additional-information": "https://a.example/1",
                     "failure-reason-code": "expired\\u001b[31m"}]}]}
                """;
        Path file = SampleFiles.write(temp.resolve("tls.json"), report);
        CommandRun run = CommandRun.of("read", "--json", file.toString());
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.json().get("reports"))
                .singleElement()
                .isEqualTo(
                        new JsonMapper()
                                .readTree(
                                        """
                                        {"path": "%s", "organization-name": "Postbox One",
                                         "date-range": {
                                           "start-datetime": "2026-11-01T00:00:00Z",
                                           "end-datetime": "2026-11-01T23:59:59Z"},
                                         "contact-info": "tls@postbox-one.example",
                                         "report-id": "t-1",
                                         "policies": [{
                                           "policy": {"policy-type": "sts",
                                             "policy-string": ["version: STSv1", "mode: testing"],
                                             "policy-domain": "shop.example",
                                             "mx-host": ["*.shop.example"]},
                                           "summary": {"total-successful-session-count": 10,
                                             "total-failure-session-count": 2},
                                           "failure-details": [{
                                             "result-type": "certificate-expired",
                                             "sending-mta-ip": "192.0.2.1",
                                             "receiving-mx-hostname": "mx.shop.example",
                                             "receiving-mx-helo": "mx",
                                             "receiving-ip": "2001:db8::25",
                                             "failed-session-count": 2,
                                             "additional-information": "https://a.example/1",
                                             "failure-reason-code": "expired [31m"}]}],
                                         "remarks": []}
                                        """
                                                .formatted(file)));
    }

    @Test
    void failureReportHasTheNamesOfForensicData() throws IOException {
        String report =
                """
                From: reporter@postbox-one.example
                To: dmarc@mailvane.example
                Subject: =?utf-8?Q?Fehlerbericht_f=C3=BCr?= shop.example
                Date: Mon, 2 Nov 2026 10:00:09 +0100
                Message-ID: <r1@postbox-one.example>
                MIME-Version: 1.0
                Content-Type: multipart/report; report-type=feedback-report; boundary="part"

                --part
                Content-Type: message/feedback-report

                Feedback-Type: auth-failure
                User-Agent: Postbox/1.0
                Auth-Failure: dmarc, spf
                Identity-Alignment: none
                Delivery-Result: reject
                Original-Mail-From: <bounce@sender.example>
                Original-Rcpt-To: <bob@postbox-one.example>
                Arrival-Date: Mon, 2 Nov 2026 10:00:00 +0100
                Source-IP: 2001:db8::25
                Source-Port: 4711
                Reported-Domain: shop.example
                Authentication-Results: postbox-one.example; spf=fail
                Authentication-Results: postbox-one.example; dkim=none

                --part
                Content-Type: message/rfc822

                Return-Path: <bounce@sender.example>
                Received-SPF: fail (1)
                Received-SPF: none (2)
                Authentication-Results: postbox-one.example; dmarc=fail
                DKIM-Signature: v=1; d=sender.example;
                 s=s1
                From: =?utf-8?Q?J=C3=BCrgen?= <ann@shop.example>
                To: bob@postbox-one.example
                Reply-To: ann@sender.example
                Subject: Your invoice\u001b[31m
                Message-ID: <m1@sender.example>

                Secret

                --part--
                """;
        Path file = SampleFiles.write(temp.resolve("failure.eml"), report);
        CommandRun run = CommandRun.of("read", "--json", file.toString());
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).doesNotContain("Secret");
        assertThat(run.json().get("kind").asString()).isEqualTo("failure");
        assertThat(run.json().get("failures")).isEmpty();
        assertThat(run.json().get("reports")).hasSize(1);
        JsonNode read = run.json().get("reports").get(0);
        JsonNode expected =
                new JsonMapper()
                        .readTree(
                                """
                                {"report_auth_failure": "dmarc, spf",
                                 "report_identity_alignment": "none",
                                 "report_delivery_result": "reject",
                                 "report_source_ip": "2001:db8::25",
                                 "report_source_port": 4711,
                                 "report_reported_domain": "shop.example",
                                 "report_original_mail_from": "bounce@sender.example",
                                 "report_original_rcpt_to": "bob@postbox-one.example",
                                 "report_authentication_results":
                                   "postbox-one.example; spf=fail\\npostbox-one.example; dkim=none",
                                 "report_user_agent": "Postbox/1.0",
                                 "report_incidents": 1,
                                 "carrier_from": "reporter@postbox-one.example",
                                 "carrier_to": "dmarc@mailvane.example",
                                 "carrier_subject": "Fehlerbericht für shop.example",
                                 "carrier_message_id": "r1@postbox-one.example",
                                 "carrier_date": "2026-11-02T09:00:09Z",
                                 "subject": "Your invoice [31m",
                                 "received_datetime": "2026-11-02T09:00:00Z",
                                 "sample_return_path": "<bounce@sender.example>",
                                 "sample_message_id": "<m1@sender.example>",
                                 "sample_header_to": "bob@postbox-one.example",
                                 "sample_header_from": "Jürgen <ann@shop.example>",
                                 "sample_reply_to": "ann@sender.example",
                                 "sample_received_spf": ["fail (1)", "none (2)"],
                                 "sample_auth_results": ["postbox-one.example; dmarc=fail"],
                                 "sample_dkim_signature": ["v=1; d=sender.example; s=s1"],
                                 "remarks": []}
                                """);
        for (var member : expected.properties()) {
            assertThat(read.get(member.getKey())).as(member.getKey()).isEqualTo(member.getValue());
        }
        CommandRun text = CommandRun.of("read", file.toString());
        assertThat(text.out())
                .contains(
                        file + ": failure",
                        "dmarc, spf of a mail for shop.example from 2001:db8::25, received"
                                + " 2026-11-02T09:00:00Z, by reporter@postbox-one.example",
                        "Your invoice")
                .doesNotContain("\u001b", "Secret");
    }

    @Test
    void nameOfAFileDoesNotSteerTheTerminal() throws IOException {
        Path file = SampleFiles.write(steering("red\u001b[31m.xml"), SampleFiles.aggregate("r-1"));
        Path broken = SampleFiles.write(steering("ring\u0007.xml"), SampleFiles.BROKEN);
        CommandRun run =
                CommandRun.of("read", file.toString(), broken.toString(), temp + "/no\u001b");
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.out())
                .contains("red?[31m.xml: aggregate")
                .doesNotContain("\u001b", "\u0007");
        assertThat(run.err())
                .contains("ring?.xml: ", "no? is not a file.")
                .doesNotContain("\u001b", "\u0007");
    }

    @Test
    void contentOfAReportDoesNotSteerTheTerminal() throws IOException {
        byte[] report =
                SampleReport.about("shop.example")
                        .from("Post\u009b31mbox")
                        .id("r\u202e1")
                        .record("192.0.2.1", 1, "none", true, true, "a\u0085b.example", "")
                        .xml();
        Path file = SampleFiles.write(temp.resolve("r.xml"), report);
        CommandRun run = CommandRun.of("read", file.toString());
        assertThat(run.out()).contains("Post?31mbox for shop.example", "id r?1:");
        assertThat(run.out().replace(System.lineSeparator(), ""))
                .matches(text -> text.codePoints().noneMatch(Character::isISOControl))
                .doesNotContain("\u202e");
    }

    @Test
    void largestUnpackedSizeIsASetting() throws IOException {
        SampleReport large = SampleReport.about("shop.example");
        for (int i = 0; i < 4_000; i++) {
            large.record("192.0.2.1", i, "none", true, true);
        }
        assertThat(large.xml()).hasSizeGreaterThan(3 << 19);
        String file = SampleFiles.write(temp.resolve("large.xml"), large.xml()).toString();
        CommandRun run = CommandRun.of("read", "--json", "--decompressed-limit-mb", "1", file);
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.json().get("failures").get(0).get("code").asString()).isEqualTo("too_large");
        assertThat(run.json().get("reports")).isEmpty();
        assertThat(CommandRun.of("read", "--json", "--decompressed-limit-mb", "2", file).code())
                .isZero();
    }

    private static void assertKind(Path file, String kind) {
        CommandRun run = CommandRun.of("read", "--json", file.toString());
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.json().get("kind").asString()).as(file.toString()).isEqualTo(kind);
        assertThat(CommandRun.of("read", file.toString()).out()).startsWith(file + ": " + kind);
    }

    private static void assertRecord(
            JsonNode record,
            String address,
            long count,
            String disposition,
            String dkim,
            String spf,
            String from) {
        assertThat(record.get("source_ip").asString()).isEqualTo(address);
        assertThat(record.get("count").asLong()).isEqualTo(count);
        assertThat(record.get("disposition").asString()).isEqualTo(disposition);
        assertThat(record.get("dkim").asString()).isEqualTo(dkim);
        assertThat(record.get("spf").asString()).isEqualTo(spf);
        assertThat(record.get("header_from").asString()).isEqualTo(from);
    }

    private Path steering(String name) {
        try {
            Path file = temp.resolve(name);
            Files.writeString(file, "");
            return file;
        } catch (InvalidPathException | IOException impossible) {
            assumeTrue(false, "this system has no such file names: " + impossible.getMessage());
            throw new AssertionError(impossible);
        }
    }
}
