package org.mailvane.mailauth.finding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mailvane.mailauth.finding.FindingKind.Entry;

class FindingTest {

    /** More than any text of the catalogue has. */
    private static final int VALUES = 10;

    private record Kind(Entry entry) implements FindingKind {}

    private static final Kind KIND =
            new Kind(new Entry("a.b.c", Level.WARN, "{1} is not {0}, {1}.", "Use {0}.", "RFC 1"));

    @Test
    void valuesTakeTheirPlaces() {
        Finding finding = KIND.with("x", 2);
        assertThat(finding)
                .isEqualTo(
                        new Finding(
                                "a.b.c",
                                Level.WARN,
                                "2 is not x, 2.",
                                "Use x.",
                                "RFC 1",
                                "",
                                null));
        assertThat(finding.is(KIND)).isTrue();
        assertThat(finding.is(DnsFindings.TIMEOUT)).isFalse();
    }

    @Test
    void bracesInValuesAreText() {
        assertThat(KIND.with("{1}", "{0}{9}").text()).isEqualTo("{0}{9} is not {1}, {0}{9}.");
    }

    @Test
    void aFindingCanPointAtATagAndAPlace() {
        Finding finding = KIND.with("x", "y").about("p").at(17);
        assertThat(finding.tag()).isEqualTo("p");
        assertThat(finding.position()).isEqualTo(17);
        assertThat(finding.text()).isEqualTo(KIND.with("x", "y").text());
    }

    @Test
    void longValuesAreShortened() {
        String longest = "x".repeat(Finding.MAX_VALUE_LENGTH);
        assertThat(KIND.with(longest, "").solution()).isEqualTo("Use " + longest + ".");
        assertThat(KIND.with(longest + "y", "").solution()).isEqualTo("Use " + longest + "....");
        assertThat(KIND.with("", "").about(longest + "y").tag()).isEqualTo(longest + "...");
    }

    @ParameterizedTest
    @MethodSource("org.mailvane.mailauth.finding.Catalogue#all")
    void everyTextOfTheCatalogueCanBeFilled(FindingKind kind) {
        Finding finding = kind.with(Collections.nCopies(VALUES, "value").toArray());
        assertThat(finding.text() + finding.solution()).doesNotContain("{", "}");
    }

    @Test
    void levelsAreTheWordsOfTheApi() {
        assertThat(Arrays.stream(Level.values()).map(Level::toString))
                .containsExactly("err", "warn", "info");
    }
}
