package org.mailvane.planner;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PercentTest {

    private static final String MOST = "9223372036854775807";

    @ParameterizedTest
    @CsvSource({
        "98, 98, 100, true, false",
        "97, 98, 100, false, false",
        "99, 98, 100, true, true",
        "0, 98, 0, true, false",
        MOST + ", 98, " + MOST + ", true, true",
        "9038904596117680291, 98, " + MOST + ", true, true",
        "9038904596117680290, 98, " + MOST + ", false, false",
        "1, 1, " + MOST + ", false, false",
        MOST + ", 1, 1, true, true"
    })
    void sumsOfAnySizeAreCompared(
            long part, int percent, long whole, boolean atLeast, boolean moreThan) {
        assertThat(Percent.isAtLeast(part, percent, whole)).isEqualTo(atLeast);
        assertThat(Percent.isMoreThan(part, percent, whole)).isEqualTo(moreThan);
    }
}
