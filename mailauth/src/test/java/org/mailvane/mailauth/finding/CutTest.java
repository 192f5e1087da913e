package org.mailvane.mailauth.finding;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CutTest {

    private static final String SMILE = "\uD83D\uDE00";

    @Test
    void whatIsShortEnoughStays() {
        assertThat(Cut.begin("", 0)).isEmpty();
        assertThat(Cut.begin("abc", 3)).isEqualTo("abc");
        assertThat(Cut.begin(SMILE, 2)).isEqualTo(SMILE);
    }

    @Test
    void aPairIsCutAsAWhole() {
        assertThat(Cut.begin("abc", 2)).isEqualTo("ab");
        assertThat(Cut.begin("a" + SMILE, 2)).isEqualTo("a");
        assertThat(Cut.begin(SMILE + "a", 2)).isEqualTo(SMILE);
        assertThat(Cut.begin(SMILE, 1)).isEmpty();
        assertThat(Cut.begin(SMILE, 0)).isEmpty();
    }

    @Test
    void valuesOfFindingsAreCutSo() {
        String text = "a".repeat(Finding.MAX_VALUE_LENGTH - 1) + SMILE;
        assertThat(DnsFindings.NXDOMAIN.with(text).values().toString())
                .contains("a".repeat(Finding.MAX_VALUE_LENGTH - 1) + "...");
    }
}
