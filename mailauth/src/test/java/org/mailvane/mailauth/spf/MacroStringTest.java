package org.mailvane.mailauth.spf;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.testing.ZoneDns;

class MacroStringTest {

    private static final String SENDER = "strong-bad";
    private static final String DOMAIN = "email.example.com";

    /** The examples of RFC 7208, section 7.4. */
    @ParameterizedTest
    @CsvSource({
        "%{s}, strong-bad@email.example.com",
        "%{o}, email.example.com",
        "%{d}, email.example.com",
        "%{d4}, email.example.com",
        "%{d3}, email.example.com",
        "%{d2}, example.com",
        "%{d1}, com",
        "%{dr}, com.example.email",
        "%{d2r}, example.email",
        "%{l}, strong-bad",
        "%{l-}, strong.bad",
        "%{lr}, strong-bad",
        "%{lr-}, bad.strong",
        "%{l1r-}, strong",
        "%{ir}.%{v}._spf.%{d2}, 3.2.0.192.in-addr._spf.example.com",
        "%{lr-}.lp._spf.%{d2}, bad.strong.lp._spf.example.com",
        "%{lr-}.lp.%{ir}.%{v}._spf.%{d2}, bad.strong.lp.3.2.0.192.in-addr._spf.example.com",
        "%{ir}.%{v}.%{l1r-}.lp._spf.%{d2}, 3.2.0.192.in-addr.strong.lp._spf.example.com",
        "%{d2}.trusted-domains.example.net, example.com.trusted-domains.example.net",
    })
    void theExamplesOfTheRfc(String macros, String expected) {
        assertThat(expand(macros, "192.0.2.3")).isEqualTo(expected);
    }

    @Test
    void theExampleOfTheRfcForIp6() {
        assertThat(DnsName.parse(expand("%{ir}.%{v}._spf.%{d2}", "2001:db8::cb01")))
                .contains(
                        new DnsName(
                                "1.0.b.c.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2"
                                        + ".ip6._spf.example.com"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "%{c}|2001:db8::cb01",
                "%{h}|mx.example.org",
                "%{r}|receiver.example",
                "%{t}|1400000000",
                "%{D2R}|example.email",
                "%{L}|strong-bad",
                "%{S}|strong-bad%40email.example.com",
                "%{d127}|email.example.com",
                "%{d99999999999}|email.example.com",
                "%{d001}|com",
                "%{o1r-.}|email",
                "%%%_%-|% %20",
                "%{p}|unknown",
            })
    void theOtherMacros(String macros, String expected) {
        assertThat(expand(macros, "2001:db8::cb01")).isEqualTo(expected);
    }

    @Test
    void aLongExplanationIsNotFinished() {
        MacroString text = Objects.requireNonNull(MacroParser.explanation("%{s}".repeat(1_000)));
        assertThat(text.expand(letter -> "x".repeat(10), 55)).hasSize(60);
    }

    @Test
    void theEndIsTheEndOfTheWhole() {
        MacroString text =
                Objects.requireNonNull(MacroParser.explanation("%{s}.a.%{dr}.%{l1r-}bc%{i}.x"));
        MacroValues values = letter -> letter + "-1.2-" + letter + "33.4";
        String whole = text.expand(values);
        for (int length = 0; length <= whole.length() + 1; length++) {
            String end = text.expandEnd(values, length);
            assertThat(whole).endsWith(end);
            assertThat(end.length()).isGreaterThanOrEqualTo(Math.min(length, whole.length()));
        }
        assertThat(text.expandEnd(values, whole.length())).isEqualTo(whole);
        assertThat(text.expandEnd(values, 1)).hasSizeLessThan(whole.length());
    }

    @Test
    void whatIsUsedIsKnown() {
        MacroString text = Objects.requireNonNull(MacroParser.explanation("%{D2} and %{l}"));
        assertThat(text.uses('d')).isTrue();
        assertThat(text.uses('s')).isFalse();
        assertThat(text.usesOnly("dl")).isTrue();
        assertThat(text.usesOnly("d")).isFalse();
        assertThat(text.isLiteral()).isFalse();
    }

    private static String expand(String macros, String ip) {
        HostNames names =
                new HostNames(
                        IpAddress.parse(ip).orElseThrow(), new Lookups(new ZoneDns(), () -> 0));
        MessageValues values =
                new MessageValues(
                        names,
                        SENDER,
                        DOMAIN,
                        "mx.example.org",
                        "receiver.example",
                        () -> Instant.ofEpochSecond(1_400_000_000));
        values.setDomain(new DnsName(DOMAIN));
        return Objects.requireNonNull(MacroParser.explanation(macros)).expand(values);
    }
}
