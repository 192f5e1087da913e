package org.mailvane.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.mailauth.dns.Selector;

/** The names that callers give: of records, and of selectors. */
class RecordNameTest {

    @ParameterizedTest
    @CsvSource({
        "example.com, example.com",
        "Example.COM., example.com",
        "_spf.example.com, _spf.example.com",
        "stra\u00dfe.example, xn--strae-oqa.example"
    })
    void namesAreRead(String text, String name) {
        assertThat(RecordName.parse(text).orElseThrow().name()).hasToString(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", ".", "com..", "a b.example", "192.0.2.1", "-a.example", "a.-b.example"})
    void whatIsNoneIsRefused(String text) {
        assertThat(RecordName.parse(text)).isEmpty();
    }

    @Test
    void namesAreOnlySoLong() {
        String longest = "_".repeat(63) + "." + "a.".repeat(93) + "com";
        assertThat(longest).hasSize(RecordName.MAX_LENGTH - 1);
        assertThat(RecordName.parse(longest)).isPresent();
        assertThat(RecordName.parse(longest + ".")).isPresent();
        assertThat(RecordName.parse("a" + longest)).isEmpty();
        assertThat(RecordName.parse("a.".repeat(100_000) + "com")).isEmpty();
    }

    @Test
    void selectorsAreOnlySoLong() {
        String longest = "a.".repeat(Selector.MAX_LENGTH / 2 - 1) + "a1";
        assertThat(Selector.parse(longest)).isPresent();
        assertThat(Selector.parse(longest + "2")).isEmpty();
        assertThat(Selector.parse("a.".repeat(100_000) + "a")).isEmpty();
    }
}
