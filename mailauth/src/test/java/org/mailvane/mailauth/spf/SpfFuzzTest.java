package org.mailvane.mailauth.spf;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.mailvane.mailauth.CpuTime;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsAnswer.Status;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.RecordType;

/**
 * Records and answers of any kind. {@code -Dmailvane.fuzz=10} takes ten million of each instead of
 * some thousands.
 */
class SpfFuzzTest {

    private static final long SEED = 7208;
    private static final int MILLION = 1_000_000;
    private static final int FEW = 5_000;
    private static final Duration SOON = Duration.ofSeconds(5);

    private static final String[] PIECES = {
        "v=spf1",
        " ",
        " ",
        " ",
        "a",
        "mx",
        "ptr",
        "all",
        "include:",
        "exists:",
        "ip4:",
        "ip6:",
        "redirect=",
        "exp=",
        "a.example",
        "b.example",
        "c.d.example.",
        "%{",
        "%",
        "%%",
        "%_",
        "%-",
        "i",
        "d",
        "p",
        "s",
        "l",
        "h",
        "c",
        "2",
        "0",
        "r",
        "}",
        ".",
        "-",
        "+",
        "/",
        "//",
        "24",
        "128",
        "33",
        "192.0.2.1",
        "2001:db8::1",
        "::",
        ":",
        "=",
        "~",
        "?",
        "\t",
        "\u0000",
        "\u00ff",
        "\"",
        ";",
        "%{ir}.%{v}.arpa",
        "%{p}.example",
        "%{l1r-}",
        "127.0.0.1"
    };

    private final SplittableRandom random = new SplittableRandom(SEED);

    private static int rounds() {
        return Math.max(FEW, Integer.getInteger("mailvane.fuzz", 0) * MILLION);
    }

    @Test
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void anyTextIsReadAndNothingOfItGetsLost() {
        for (int i = 0; i < rounds(); i++) {
            String text = i % 2 == 0 ? pieces() : octets();
            SpfRecord record = SpfParser.parse(text);
            boolean isSpf = SpfRecord.isSpf(text);
            boolean anyWrong = !isSpf;
            StringBuilder read = new StringBuilder();
            for (Term term : record.terms()) {
                assertThat(text.startsWith(term.text(), term.position())).as(text).isTrue();
                anyWrong |= !term.isValid();
                read.append(term.text());
            }
            assertThat(record.isSyntaxValid()).as(text).isEqualTo(!anyWrong);
            if (isSpf) {
                assertThat(SpfRecord.VERSION.length() + read.length())
                        .as(text)
                        .isEqualTo(text.replace(" ", "").length());
            }
        }
    }

    @Test
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void whateverDnsAnswersTheEvaluationEndsWithinItsLimits() {
        SpfEvaluator evaluator = new SpfEvaluator(() -> 0);
        for (int i = 0; i < rounds(); i++) {
            Counting dns = new Counting(this::anyAnswer);
            IpAddress ip = anyAddress();
            SpfResult result =
                    evaluator.checkHost(ip, "l-" + pieces() + "@a.example", pieces(), dns);
            assertThat(dns.asked).isLessThanOrEqualTo(SpfEvaluator.MAX_QUESTIONS);
            assertThat(result.lookups()).isLessThanOrEqualTo(SpfEvaluator.MAX_LOOKUPS + 2);
            assertThat(result.explanation()).matches("[ -~]*");
            if (result.result() != SpfVerdict.FAIL) {
                assertThat(result.explanation()).isEmpty();
            }
        }
    }

    static Stream<Arguments> hostileRecords() {
        String name253 = ("a".repeat(49) + ".").repeat(5) + "abc";
        return Stream.of(
                Arguments.of("v=spf1 include:%{d} -all", 11),
                Arguments.of("v=spf1 redirect=%{d}", 11),
                Arguments.of("v=spf1 include:x.%{d} -all", 11),
                Arguments.of("v=spf1 mx:%{d} ".repeat(1) + "mx ".repeat(9_999), 111),
                Arguments.of("v=spf1 " + "ptr ".repeat(10_000), 12),
                Arguments.of("v=spf1 " + "exists:%{p}.example ".repeat(3_000), 22),
                Arguments.of("v=spf1 " + "ip4:192.0.2.9 ".repeat(4_000), 1),
                Arguments.of("v=spf1 " + "moo ".repeat(10_000), 1),
                Arguments.of("v=spf1 exists:" + "%{s}.".repeat(13_000) + "%{d}", 2),
                Arguments.of("v=spf1 exists:" + "%{p}.".repeat(13_000) + "%{d}", 13),
                Arguments.of("v=spf1 -all exp=%{d}", 2),
                Arguments.of("v=spf1 -all exp=" + "%{p}.".repeat(10_000) + "%{d}", 13),
                Arguments.of("v=spf1 a:" + name253 + " a:x." + name253 + " -all", 3),
                Arguments.of("v=spf1 " + "x=%{c} ".repeat(9_000) + "-all", 1),
                Arguments.of("v=spf1 include:" + "(".repeat(60_000), 1),
                Arguments.of("v=spf1 a:" + "%{".repeat(30_000), 1),
                Arguments.of("v=spf1 a:" + "%{d".repeat(20_000) + "}", 1));
    }

    /** Every name has this record, ten mail exchangers, ten host names, and an address. */
    @ParameterizedTest
    @MethodSource("hostileRecords")
    void aHostileRecordCostsNoMoreThanItMay(String record, int maxQuestions) {
        List<DnsRecord> exchangers = new ArrayList<>();
        List<DnsRecord> names = new ArrayList<>();
        for (int i = 0; i < SpfEvaluator.MAX_NAMES; i++) {
            DnsName name = new DnsName("n" + i + ".example");
            exchangers.add(new DnsRecord.MailExchanger(i, name));
            names.add(new DnsRecord.Target(name));
        }
        DnsRecord elsewhere = new DnsRecord.Address(IpAddress.parse("192.0.2.77").orElseThrow());
        Counting dns =
                new Counting((name, type) ->
                        switch (type) {
                            case TXT -> DnsAnswer.of(List.of(new DnsRecord.Text(record)));
                            case MX -> DnsAnswer.of(exchangers);
                            case PTR -> DnsAnswer.of(names);
                            default -> DnsAnswer.of(List.of(elsewhere));
                        });
        long start = CpuTime.now();
        new SpfEvaluator(() -> 0)
                .checkHost(
                        IpAddress.parse("192.0.2.1").orElseThrow(),
                        "x".repeat(SpfEvaluator.MAX_ADDRESS_LENGTH) + "@a.example",
                        "h.example",
                        dns);
        assertThat(dns.asked).isLessThanOrEqualTo(maxQuestions);
        assertThat(CpuTime.since(start)).isLessThan(SOON);
    }

    private static final class Counting implements Dns {
        private final Dns dns;
        private int asked;

        Counting(Dns dns) {
            this.dns = dns;
        }

        @Override
        public DnsAnswer ask(DnsName name, RecordType type) {
            asked++;
            return dns.ask(name, type);
        }
    }

    /** Mostly what was asked for, so that the evaluation goes on. */
    private DnsAnswer anyAnswer(DnsName name, RecordType type) {
        int dice = random.nextInt(20);
        if (dice < 2) {
            Status[] all = Status.values();
            return DnsAnswer.without(all[1 + random.nextInt(all.length - 1)]);
        }
        RecordType given = dice == 2 ? any(RecordType.values()) : type;
        List<DnsRecord> records = new ArrayList<>();
        int count = 1 + (dice < 6 ? random.nextInt(15) : 0);
        for (int i = 0; i < count; i++) {
            records.add(anyRecord(given));
        }
        return DnsAnswer.of(records);
    }

    private DnsRecord anyRecord(RecordType type) {
        return switch (type) {
            case A, AAAA -> new DnsRecord.Address(anyAddress());
            case MX -> new DnsRecord.MailExchanger(random.nextInt(3), anyName());
            case PTR, CNAME, NS -> new DnsRecord.Target(anyName());
            case TXT, SPF ->
                    new DnsRecord.Text(random.nextInt(4) == 0 ? pieces() : "v=spf1 " + terms());
            default -> new DnsRecord.Other("00");
        };
    }

    /** Terms that keep the grammar, so that evaluations get somewhere. */
    private String terms() {
        StringBuilder text = new StringBuilder();
        String[] domains = {
            "", ":a.example", ":%{d}", ":%{p}.example", ":%{l}.%{h}", ":%{ir}.%{D}"
        };
        String[] words = {
            "a",
            "mx",
            "ptr",
            "exists",
            "include",
            "redirect=b.example",
            "exp=%{p}.e",
            "ip4:192.0.2.1",
            "ip6:::/1"
        };
        int count = random.nextInt(14);
        for (int i = 0; i < count; i++) {
            int word = random.nextInt(words.length);
            text.append(word < 5 ? any(new String[] {"", "-", "~"}) : "").append(words[word]);
            if (word < 5) {
                text.append(domains[word < 3 ? random.nextInt(6) : 1 + random.nextInt(5)]);
            }
            text.append(' ');
        }
        return text + any(new String[] {"", "-all", "~all", "all"});
    }

    private DnsName anyName() {
        return any(
                new DnsName[] {
                    DnsName.ROOT,
                    new DnsName("a.example"),
                    new DnsName("x.a.example"),
                    new DnsName("\u00ff.b.example")
                });
    }

    private IpAddress anyAddress() {
        return switch (random.nextInt(4)) {
            case 0 -> IpAddress.v4(random.nextLong());
            case 1 -> IpAddress.v4(0xC000_0201L);
            case 2 -> IpAddress.v6(0, 0xFFFF_C000_0201L);
            default -> IpAddress.v6(random.nextLong(), random.nextLong());
        };
    }

    private String pieces() {
        StringBuilder text = new StringBuilder(random.nextInt(3) > 0 ? "v=spf1 " : "");
        int count = random.nextInt(20);
        for (int i = 0; i < count; i++) {
            text.append(any(PIECES));
        }
        return text.toString();
    }

    private String octets() {
        StringBuilder text = new StringBuilder(random.nextBoolean() ? "v=spf1 " : "");
        int count = random.nextInt(40);
        for (int i = 0; i < count; i++) {
            text.append((char) random.nextInt(256));
        }
        return text.toString();
    }

    private <T> T any(T[] all) {
        return all[random.nextInt(all.length)];
    }
}
