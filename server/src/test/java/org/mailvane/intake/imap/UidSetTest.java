package org.mailvane.intake.imap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sets of mails. */
class UidSetTest {

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "'3,1,2', '1:3'",
                "'5:3,9', '3:5,9'",
                "'1:4,2:3,5', '1:5'",
                "'4294967295', '4294967295'",
                "'', ''"
            })
    void isWrittenAsRangesInOrder(String text, String written) {
        assertThat(UidSet.parse(text)).hasToString(written);
    }

    @Test
    void isAddedAndSubtractedByRanges() {
        UidSet set = UidSet.range(1, 10).minus(UidSet.parse("1,4:5,10:12"));
        assertThat(set).hasToString("2:3,6:9");
        assertThat(set.plus(UidSet.of(List.of(4L, 5L, 20L)))).hasToString("2:9,20");
        assertThat(set.and(UidSet.parse("3:6,9,30"))).hasToString("3,6,9");
        assertThat(set.minus(set)).isEqualTo(UidSet.NONE);
        assertThat(set.count()).isEqualTo(6);
        assertThat(set.contains(6)).isTrue();
        assertThat(set.contains(5)).isFalse();
        assertThat(set.uids()).containsExactly(2L, 3L, 6L, 7L, 8L, 9L);
    }

    @Test
    void isCutIntoPartsAndToItsLastRanges() {
        UidSet set = UidSet.parse("1,3,5,7,9");
        assertThat(set.parts(2)).hasToString("[1,3, 5,7, 9]");
        assertThat(set.lastRanges(2)).hasToString("7,9");
        assertThat(set.lastRanges(5)).isEqualTo(set);
    }
}
