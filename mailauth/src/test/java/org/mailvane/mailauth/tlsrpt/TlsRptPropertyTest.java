package org.mailvane.mailauth.tlsrpt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.Level;
import org.mailvane.mailauth.tag.Tag;
import org.mailvane.mailauth.testing.ChaosDns;

/**
 * What holds of any text and any DNS. The runs are short and always the same; {@code
 * -Dmailvane.fuzz=10} makes ten million texts, and fewer of the rest.
 */
class TlsRptPropertyTest {

    private static final long FUZZ = Long.getLong("mailvane.fuzz", 0) * 1_000_000;
    private static final long TEXTS = Math.max(FUZZ, 5_000);
    private static final long INSPECTIONS = Math.max(FUZZ / 10, 1_500);

    /** The record, hosts of addresses, the domain's own mail servers and their records. */
    private static final int MAX_QUESTIONS =
            1 + 3 * TlsRptInspector.MAX_HOSTS + 3 + 2 + TlsRptInspector.MAX_MAIL_SERVERS;

    private static final List<String> PIECES =
            List.of(
                    "v=TLSRPTv1;",
                    "v=TLSRPTv1",
                    "V=",
                    "v = TLSRPTv1;",
                    "v=TLSRPTv2;",
                    "rua=",
                    "RUA=",
                    "rua=mailto:a@example.com",
                    "mailto:",
                    "mailto:b@example.net",
                    ",",
                    " , ",
                    "https://tls.example.org/x",
                    "http://x.example/",
                    "ftp:",
                    "!10m",
                    "%2C",
                    "%",
                    "@",
                    "x.y-z=1",
                    "_=",
                    "=",
                    ";",
                    ";;",
                    "; ",
                    " ",
                    "\t",
                    "\r\n",
                    "\"",
                    "\\",
                    "\u0000",
                    "\u00e4",
                    "v=spf1 -all");

    private static final DomainName DOMAIN = new DomainName("example.com");

    private final TlsRptInspector inspector =
            new TlsRptInspector(mailbox -> mailbox.startsWith("a@"));

    @Test
    void ofAnyTextSomethingCanBeSaid() {
        SplittableRandom random = new SplittableRandom(1);
        for (long i = 0; i < TEXTS; i++) {
            String text = text(random);
            check(TlsRptParser.parse(text).record());
        }
    }

    @Test
    void anyDnsLeadsToAResultWithBoundedQuestions() {
        SplittableRandom random = new SplittableRandom(3);
        int most = 0;
        for (long i = 0; i < INSPECTIONS; i++) {
            ChaosDns dns = new ChaosDns(random.split(), TlsRptPropertyTest::record);
            TlsRptInspection result = inspector.inspect(DOMAIN, dns);
            assertThat(dns.asked()).isLessThanOrEqualTo(MAX_QUESTIONS);
            check(result);
            long ours = result.records().stream().filter(TlsRptRecord::isTlsRpt).count();
            assertThat(result.valid() && ours != 1).as(result::toString).isFalse();
            assertThat(result.ruaServiceUsage() && ours != 1).isFalse();
            most = Math.max(most, dns.asked());
        }
        assertThat(most).as("the bound is not far away").isGreaterThan(5);
    }

    private static void check(TlsRptInspection result) {
        result.records().forEach(TlsRptPropertyTest::check);
        assertThat(result.valid())
                .isEqualTo(
                        hasNoError(result.messages())
                                && result.records().stream().allMatch(TlsRptRecord::valid));
    }

    private static void check(TlsRptRecord record) {
        record.tags().forEach(tag -> assertThat(tag.valid()).isEqualTo(hasNoError(tag.messages())));
        assertThat(record.valid())
                .as(record::toString)
                .isEqualTo(
                        hasNoError(record.messages())
                                && record.tags().stream().allMatch(Tag::valid));
        Stream.concat(
                        record.messages().stream(),
                        record.tags().stream().flatMap(tag -> tag.messages().stream()))
                .map(Finding::position)
                .filter(Objects::nonNull)
                .forEach(at -> assertThat(at).isBetween(0, record.txt().length()));
    }

    private static boolean hasNoError(List<Finding> findings) {
        return findings.stream().noneMatch(finding -> finding.level() == Level.ERR);
    }

    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        text.append(random.nextBoolean() ? "v=TLSRPTv1; rua=" : "");
        int pieces = random.nextInt(12);
        for (int i = 0; i < pieces; i++) {
            if (random.nextInt(8) == 0) {
                text.append((char) random.nextInt(256));
            } else {
                text.append(PIECES.get(random.nextInt(PIECES.size())));
            }
            if (random.nextInt(3) == 0) {
                text.append(random.nextBoolean() ? ';' : ',');
            }
        }
        return text.toString();
    }

    private static DnsRecord record(SplittableRandom random) {
        return switch (random.nextInt(8)) {
            case 0 -> new DnsRecord.Other("00");
            case 1 -> new DnsRecord.MailExchanger(0, DnsName.ROOT);
            case 2 -> new DnsRecord.MailExchanger(10, new DnsName("mx.example.com"));
            default -> new DnsRecord.Text(List.of(text(random)));
        };
    }
}
