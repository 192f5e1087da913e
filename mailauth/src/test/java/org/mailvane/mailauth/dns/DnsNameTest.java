package org.mailvane.mailauth.dns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DnsNameTest {

    private static final String LABEL = "a".repeat(DomainName.MAX_LABEL_LENGTH);

    @ParameterizedTest
    @CsvSource({
        "_dmarc.Example.COM,  _dmarc.example.com",
        "example.com.,        example.com",
        "*.example.com,       *.example.com",
        "a b.example,         a b.example",
        "-.example,           -.example",
        "1.2.0.192.in-addr.arpa., 1.2.0.192.in-addr.arpa",
        "'\u00C4\u00FFA',     '\u00C4\u00FFa'",
    })
    void namesAreBroughtIntoOneForm(String written, String name) {
        assertThat(DnsName.parse(written)).contains(new DnsName(name));
    }

    @Test
    void theRootIsOneDot() {
        assertThat(DnsName.parse(".")).contains(DnsName.ROOT);
        assertThat(DnsName.ROOT).hasToString(".");
        assertThat(DnsName.ROOT.labels()).isZero();
        assertThat(DnsName.ROOT.parent()).isEmpty();
        assertThat(DnsName.ROOT.below("com")).contains(new DnsName("com"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "..", ".a", "a..b", "a..", "\u0100.example", "\uFF41.example"})
    void whatIsNoNameIsRefused(String written) {
        assertThat(DnsName.parse(written)).isEmpty();
    }

    @Test
    void lengthsAreBounded() {
        assertThat(DnsName.parse(LABEL + ".example")).isPresent();
        assertThat(DnsName.parse(LABEL + "a.example")).isEmpty();
        String longest = (LABEL + ".").repeat(3) + "a".repeat(DomainName.MAX_LENGTH - 3 * 64);
        assertThat(longest).hasSize(DomainName.MAX_LENGTH);
        assertThat(DnsName.parse(longest)).isPresent();
        assertThat(DnsName.parse(longest + ".")).isPresent();
        assertThat(DnsName.parse(longest + "a")).isEmpty();
        assertThat(DnsName.parse("a.".repeat(1_000_000))).isEmpty();
    }

    @Test
    void aNameBelowIsRefusedWhereItIsTooLong() {
        DnsName almost =
                new DnsName(
                        (LABEL + ".").repeat(3) + "a".repeat(DomainName.MAX_LENGTH - 3 * 64 - 2));
        assertThat(almost.below("b")).map(DnsName::value).contains("b." + almost);
        assertThat(almost.below("bb")).isEmpty();
        assertThat(almost.below("")).isEmpty();
        assertThat(new DnsName("example.com").below("_a._B"))
                .contains(new DnsName("_a._b.example.com"));
    }

    @Test
    void onlyCanonicalNamesCanBeMade() {
        Stream.of("Example.com", "example.com.", "a..b", ".", "\u0100", LABEL + "a")
                .forEach(name ->
                        assertThatThrownBy(() -> new DnsName(name))
                                .isInstanceOf(IllegalArgumentException.class));
    }

    @Test
    void withinMeansByWholeLabels() {
        DnsName org = new DnsName("example.com");
        assertThat(org.isWithin(org)).isTrue();
        assertThat(new DnsName("a.example.com").isWithin(org)).isTrue();
        assertThat(new DnsName("notexample.com").isWithin(org)).isFalse();
        assertThat(new DnsName("com").isWithin(org)).isFalse();
        assertThat(org.isWithin(DnsName.ROOT)).isTrue();
        assertThat(DnsName.ROOT.isWithin(org)).isFalse();
    }

    @Test
    void labelsAreCutOffOneByOne() {
        DnsName name = new DnsName("_dmarc.example.com");
        assertThat(name.labels()).isEqualTo(3);
        assertThat(name.parent()).contains(new DnsName("example.com"));
        assertThat(new DnsName("com").parent()).contains(DnsName.ROOT);
    }

    @Test
    void onlyHostNamesAreDomains() {
        assertThat(new DnsName("example.com").domain()).contains(new DomainName("example.com"));
        assertThat(DnsName.of(new DomainName("example.com"))).isEqualTo(new DnsName("example.com"));
        assertThat(new DnsName("_dmarc.example.com").domain()).isEmpty();
        assertThat(DnsName.ROOT.domain()).isEmpty();
    }
}
