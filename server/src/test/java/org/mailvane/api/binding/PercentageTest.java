package org.mailvane.api.binding;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PercentageTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0, -999",
        "0, 7, 0.0",
        "7, 7, 100.0",
        "1, 3, 33.3",
        "2, 3, 66.7",
        "1, 2000, 0.1",
        "1, 2001, 0.0",
        "9223372036854775806, 9223372036854775807, 100.0",
    })
    void aShareHasOneDecimalAndOfNothingThereIsNone(long some, long all, String shown) {
        assertThat(Percentage.of(some, all).toPlainString()).isEqualTo(shown);
    }
}
