package org.mailvane.mailauth.dns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DomainNameTest {

    @ParameterizedTest
    @CsvSource({
        "example.com,        example.com",
        "EXAMPLE.Com.,       example.com",
        "' example.com ',    example.com",
        "bücher.example,     xn--bcher-kva.example",
        "BÜCHER.example,     xn--bcher-kva.example",
        "straße.example,     xn--strae-oqa.example",
        "bücher。example,    xn--bcher-kva.example",
        "ｅxample.com,       example.com",
        "1.2-3.example,      1.2-3.example",
        "localhost,          localhost",
    })
    void namesAreBroughtIntoOneForm(String written, String canonical) {
        assertThat(DomainName.parse(written)).contains(new DomainName(canonical));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                ".",
                "a..b",
                "-a.example",
                "a-.example",
                "_dmarc.example",
                "a b.example",
                "a@b.example",
                "example.com..",
                "a/b",
                "192.0.2.1",
                "4",
                "\u0000",
                "."
            })
    void whatIsNoHostNameIsRefused(String written) {
        assertThat(DomainName.parse(written)).isEmpty();
    }

    @Test
    void lengthsAreBounded() {
        String label = "a".repeat(DomainName.MAX_LABEL_LENGTH);
        assertThat(DomainName.parse(label + ".example")).isPresent();
        assertThat(DomainName.parse(label + "a.example")).isEmpty();
        String longest = (label + ".").repeat(3) + "a".repeat(DomainName.MAX_LENGTH - 3 * 64);
        assertThat(longest).hasSize(DomainName.MAX_LENGTH);
        assertThat(DomainName.parse(longest)).isPresent();
        assertThat(DomainName.parse(longest + "a")).isEmpty();
        assertThat(DomainName.parse("ü".repeat(1_000_000))).isEmpty();
    }

    @Test
    void onlyCanonicalNamesCanBeMade() {
        assertThatThrownBy(() -> new DomainName("Example.com"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Example.com");
    }

    @Test
    void belowMeansByWholeLabels() {
        DomainName org = new DomainName("example.com");
        assertThat(new DomainName("a.example.com").isBelow(org)).isTrue();
        assertThat(new DomainName("a.b.example.com").isBelow(org)).isTrue();
        assertThat(org.isBelow(org)).isFalse();
        assertThat(new DomainName("notexample.com").isBelow(org)).isFalse();
        assertThat(new DomainName("a.b.example.com").parent())
                .contains(new DomainName("b.example.com"));
        assertThat(new DomainName("com").parent()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "xn--bcher-kva.example,     bücher.example",
        "xn--strae-oqa.example,     straße.example",
        "a.xn--p1ai,                a.рф",
    })
    void namesWithALabelsHaveAUnicodeForm(String canonical, String unicode) {
        assertThat(new DomainName(canonical).unicode()).contains(unicode);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "example.com",
                "xn--a.example",
                "xn--99999999.example",
                "xn--example-.example2",
                "axn--b.example"
            })
    void othersHaveNone(String canonical) {
        assertThat(DomainName.parse(canonical).flatMap(DomainName::unicode)).isEmpty();
    }
}
