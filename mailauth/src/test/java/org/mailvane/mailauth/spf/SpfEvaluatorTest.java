package org.mailvane.mailauth.spf;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.mailauth.testing.ZoneDns;

class SpfEvaluatorTest {

    private static final IpAddress IP = IpAddress.parse("192.0.2.1").orElseThrow();

    private final SpfEvaluator evaluator = new SpfEvaluator(() -> 0);

    @ParameterizedTest
    @CsvSource({"1, PASS", "2, TEMPERROR"})
    void whatTakesLongerThanTwentySecondsIsATemporaryError(int excess, SpfVerdict expected) {
        AtomicLong clock = new AtomicLong();
        ZoneDns zone =
                ZoneDns.of("example.com TXT \"v=spf1 a ip4:192.0.2.1\"\nexample.com A 192.0.2.9");
        Dns slow =
                (name, type) -> {
                    clock.addAndGet(SpfEvaluator.MAX_TIME.dividedBy(2).toNanos() + excess - 1);
                    return zone.ask(name, type);
                };
        SpfResult result =
                new SpfEvaluator(clock::get).checkHost(IP, "a@example.com", "h.example.com", slow);
        assertThat(result.result()).isEqualTo(expected);
    }

    @Test
    void whenTheTimeIsOverNothingMoreIsAsked() {
        AtomicLong clock = new AtomicLong();
        ZoneDns zone = ZoneDns.of("example.com TXT \"v=spf1 a mx ptr -all\"");
        Dns slow =
                (name, type) -> {
                    clock.addAndGet(Duration.ofSeconds(21).toNanos());
                    return zone.ask(name, type);
                };
        SpfResult result =
                new SpfEvaluator(clock::get).checkHost(IP, "a@example.com", "h.example.com", slow);
        assertThat(result.result()).isEqualTo(SpfVerdict.TEMPERROR);
        assertThat(result.problem()).contains("20 seconds");
        assertThat(zone.asked()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"SERVER_FAILURE", "TIMEOUT", "NOT_ASKED"})
    void everyFailureOfDnsIsATemporaryError(DnsAnswer.Status status) {
        for (String term :
                new String[] {
                    "a", "mx", "exists:%{d}", "include:b.example.com", "redirect=b.example.com"
                }) {
            ZoneDns zone = ZoneDns.of("example.com TXT \"v=spf1 " + term + "\"");
            boolean[] isFirst = {true};
            Dns failing =
                    (name, type) -> {
                        DnsAnswer answer =
                                isFirst[0] ? zone.ask(name, type) : DnsAnswer.without(status);
                        isFirst[0] = false;
                        return answer;
                    };
            assertThat(evaluator.checkHost(IP, "a@example.com", "h.example.com", failing).result())
                    .as(term)
                    .isEqualTo(SpfVerdict.TEMPERROR);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a@localhost",
                "a@",
                "@",
                "a@.",
                "a@[192.0.2.1]",
                "a@a..example.com",
                "a@.example.com",
                "a@example.com..",
                "a@exa mple.com",
                "a@example.com\n",
                "a@b\u0000.example.com",
            })
    void aDomainThatCannotBeOneIsNotAskedFor(String sender) {
        ZoneDns zone = new ZoneDns();
        assertThat(evaluator.checkHost(IP, sender, "h.example.com", zone).result())
                .isEqualTo(SpfVerdict.NONE);
        assertThat(zone.asked()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "example.com",
                "@example.com",
                "a@example.com.",
                "a@EXAMPLE.com",
                "\"a@b\"@example.com",
                "a@b@example.com"
            })
    void theDomainStandsBehindTheLastAtSign(String sender) {
        ZoneDns zone = ZoneDns.of("example.com TXT \"v=spf1 +all\"");
        assertThat(evaluator.checkHost(IP, sender, "h.example.com", zone).result())
                .isEqualTo(SpfVerdict.PASS);
    }

    @Test
    void senderAndGreetingMayHaveAThousandCharacters() {
        ZoneDns zone = ZoneDns.of("example.com TXT \"v=spf1 exists:%{l}.example.com +all\"");
        String local = "x".repeat(SpfEvaluator.MAX_ADDRESS_LENGTH);
        assertThat(evaluator.checkHost(IP, local + "@example.com", local + "y", zone).result())
                .isEqualTo(SpfVerdict.PASS);
        assertThat(evaluator.checkHost(IP, local + "x@example.com", "h", zone).result())
                .isEqualTo(SpfVerdict.NONE);
    }

    @Test
    void anExplanationHasABound() {
        String longest = "x".repeat(SpfEvaluator.MAX_EXPLANATION_LENGTH);
        assertThat(explanation(longest)).isEqualTo(longest);
        assertThat(explanation(longest + "x")).isEmpty();
    }

    @Test
    void aRecordIsKeptOnlyWhenItIsSmall() {
        RecordCache cache = new RecordCache();
        String small = "v=spf1" + " mx".repeat(RecordCache.MAX_TERMS);
        assertThat(cache.get(small)).isSameAs(cache.get(new String(small.toCharArray())));
        String manyTerms = small + " mx";
        assertThat(cache.get(manyTerms)).isNotSameAs(cache.get(manyTerms));
        String length = "v=spf1" + " ".repeat(RecordCache.MAX_LENGTH - 6);
        assertThat(cache.get(length)).isSameAs(cache.get(length));
        assertThat(cache.get(length + " ")).isNotSameAs(cache.get(length + " "));
    }

    @ParameterizedTest
    @CsvSource({
        "192.0.2.1, 192.0.2.1, 32, true",
        "192.0.2.1, 192.0.2.0, 32, false",
        "192.0.2.1, 192.0.2.0, 31, true",
        "255.0.0.0, 0.0.0.0, 0, true",
        "128.0.0.0, 0.0.0.0, 1, false",
        "2001:db8::1, 2001:db8::1, 128, true",
        "2001:db8::1, 2001:db8::2, 128, false",
        "2001:db8::3, 2001:db8::2, 127, true",
        "2001:db8:0:1::, 2001:db8::, 64, false",
        "2001:db8:0:1::, 2001:db8::, 63, true",
        "2001:db8:0:0:8000::, 2001:db8::, 64, true",
        "2001:db8:0:0:8000::, 2001:db8::, 65, false",
        "ffff::, ::, 0, true",
        "8000::, ::, 1, false",
        "::, 0.0.0.0, 0, false",
    })
    void bitsAreComparedUpToThePrefix(String ip, String other, int prefix, boolean expected) {
        HostNames host =
                new HostNames(
                        IpAddress.parse(ip).orElseThrow(), new Lookups(new ZoneDns(), () -> 0));
        assertThat(host.isWithin(IpAddress.parse(other).orElseThrow(), prefix)).isEqualTo(expected);
    }

    private String explanation(String text) {
        ZoneDns zone = ZoneDns.of("example.com TXT \"v=spf1 -all exp=e.example.com\"");
        zone.add(new DnsName("e.example.com"), RecordType.TXT, new DnsRecord.Text(text));
        return evaluator.checkHost(IP, "a@example.com", "h.example.com", zone).explanation();
    }
}
