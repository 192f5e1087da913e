package org.mailvane.mailauth.dkim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
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
class DkimPropertyTest {

    private static final long FUZZ = Long.getLong("mailvane.fuzz", 0) * 1_000_000;
    private static final long TEXTS = Math.max(FUZZ, 5_000);
    private static final long KEYS = Math.max(FUZZ / 100, 1_000);
    private static final long INSPECTIONS = Math.max(FUZZ / 10, 1_500);

    private static final String RSA_KEY =
            "MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQC5bAo5RV9VjCFVjHmfBVMmYX4QTZn2MLb1hwnaIDhwPp9/mIRF6EDT27bpiUrwaFvGqhpKQJ2C+irHGuCtsFFL0TjWuAEOM/6X7tcpXMoq8lj0in3bzd12AwtHI8OOy75C4J1txDZz5JB3oDYABTC+c+6vbJp2VKDn8IUL9L/IyQIDAQAB";

    private static final List<String> PIECES =
            List.of(
                    "v=DKIM1",
                    "v=DKIM1; ",
                    "v=",
                    "DKIM1",
                    "k=rsa",
                    "k=ed25519",
                    "K=",
                    "p=",
                    "P=",
                    "p=" + RSA_KEY,
                    "p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
                    "MIGf",
                    "AAAA",
                    "=",
                    "==",
                    ";",
                    ";;",
                    "; ",
                    ":",
                    "h=sha256",
                    "h=sha1:sha256",
                    "h=:",
                    "s=*",
                    "s=tlsrpt:email",
                    "t=y:s",
                    "t=:",
                    "g=",
                    "n=a=3Db",
                    "n==",
                    "x=1",
                    "\"",
                    "\" \"",
                    "\\;",
                    "\\",
                    " ",
                    "\t",
                    "\r\n",
                    "v=spf1",
                    "v=DMARC1",
                    "\u0000",
                    "\u00e4",
                    "\ud83d",
                    "(",
                    ")",
                    "\\300");

    private static final DomainName DOMAIN = new DomainName("example.com");

    private final DkimInspector inspector = new DkimInspector();

    @Test
    void ofAnyTextSomethingCanBeSaid() {
        SplittableRandom random = new SplittableRandom(1);
        for (long i = 0; i < TEXTS; i++) {
            String text = text(random);
            check(inspector.validate(text));
            check(DkimParser.parse(text));
        }
    }

    @Test
    void ofAnyOctetsAsAKeySomethingCanBeSaid() {
        SplittableRandom random = new SplittableRandom(2);
        byte[] good = Base64.getDecoder().decode(RSA_KEY);
        for (long i = 0; i < KEYS; i++) {
            byte[] key = good.clone();
            int changes = random.nextInt(1, 6);
            for (int j = 0; j < changes; j++) {
                // Most of what matters is in the first octets.
                int at = random.nextBoolean() ? random.nextInt(40) : random.nextInt(key.length);
                key[at] = (byte) random.nextInt(256);
            }
            int length = random.nextInt(4) == 0 ? random.nextInt(key.length + 1) : key.length;
            String p = Base64.getEncoder().encodeToString(Arrays.copyOf(key, length));
            String type = random.nextBoolean() ? "rsa" : "ed25519";
            check(DkimParser.parse("v=DKIM1; k=" + type + "; p=" + p));
        }
    }

    @Test
    void anyDnsLeadsToAResultWithThreeQuestionsAtMost() {
        SplittableRandom random = new SplittableRandom(3);
        for (long i = 0; i < INSPECTIONS; i++) {
            ChaosDns dns = new ChaosDns(random.split(), DkimPropertyTest::record);
            String selector = random.nextInt(10) == 0 ? text(random) : "s1";
            DkimInspection result = inspector.inspect(DOMAIN, selector, dns);
            assertThat(dns.asked()).isLessThanOrEqualTo(3);
            check(result);
            boolean isOne = result.records().size() == 1;
            assertThat(result.valid() && !isOne).as(result::toString).isFalse();
        }
    }

    private static void check(DkimInspection result) {
        result.records().forEach(DkimPropertyTest::check);
        assertThat(result.valid())
                .isEqualTo(
                        hasNoError(result.messages())
                                && result.records().stream().allMatch(DkimRecord::valid));
    }

    private static void check(DkimRecord record) {
        record.tags().forEach(tag -> assertThat(tag.valid()).isEqualTo(hasNoError(tag.messages())));
        assertThat(record.valid())
                .as(record::toString)
                .isEqualTo(
                        hasNoError(record.messages())
                                && record.tags().stream().allMatch(Tag::valid));
        assertThat(record.publicKeyLength() > 0).isEqualTo(!record.keyFingerprint().isEmpty());
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
        int pieces = random.nextInt(12);
        for (int i = 0; i < pieces; i++) {
            if (random.nextInt(8) == 0) {
                text.append((char) random.nextInt(256));
            } else {
                text.append(PIECES.get(random.nextInt(PIECES.size())));
            }
            if (random.nextBoolean()) {
                text.append(';');
            }
        }
        return text.toString();
    }

    private static DnsRecord record(SplittableRandom random) {
        return random.nextInt(10) == 0
                ? new DnsRecord.Other("00")
                : new DnsRecord.Text(List.of(text(random), text(random)));
    }
}
