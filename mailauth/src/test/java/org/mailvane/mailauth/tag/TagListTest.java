package org.mailvane.mailauth.tag;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.mailauth.tag.TagList.Entry;

class TagListTest {

    @Test
    void aRecordIsCutAtItsSemicolons() {
        TagList list = TagList.parse("v=DKIM1; k = rsa ;p=AB=");
        assertThat(list.entries())
                .containsExactly(
                        new Entry("v", "DKIM1", true, false, 0, 2),
                        new Entry("k", "rsa", true, true, 9, 13),
                        new Entry("p", "AB=", true, false, 18, 20));
        assertThat(list.emptyPieces()).isFalse();
        assertThat(list.endsWithSemicolon()).isFalse();
        assertThat(list.isCut()).isFalse();
    }

    @Test
    void whatHasNoEqualsSignIsAllName() {
        assertThat(TagList.parse("v=1; all of it ;").entries().getLast())
                .isEqualTo(new Entry("all of it", "", false, false, 5, 14));
    }

    @Test
    void valuesMayBeEmpty() {
        assertThat(TagList.parse("p=").entries())
                .containsExactly(new Entry("p", "", true, false, 0, 2));
        assertThat(TagList.parse("p= ;").entries().getFirst().value()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"v=1;;p=2", ";v=1", "v=1; \t;p=2", ";", " ;"})
    void piecesWithNothingInThemAreNoticed(String record) {
        assertThat(TagList.parse(record).emptyPieces()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"v=1;", "v=1; ", "v=1;\r\n", "v=1", "", "  "})
    void theEndOfARecordIsNoPiece(String record) {
        assertThat(TagList.parse(record).emptyPieces()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"v=1;,true", "'v=1 ; ',true", "v=1,false", "'',false", ";,false"})
    void whetherTheLastTagIsClosedIsNoticed(String record, boolean closed) {
        assertThat(TagList.parse(record).endsWithSemicolon()).isEqualTo(closed);
    }

    @Test
    void namesHaveACase() {
        TagList list = TagList.parse("P=1; p=2; p=3");
        assertThat(list.first("p").map(Entry::value)).contains("2");
        assertThat(list.first("q")).isEmpty();
        assertThat(list.repeated()).extracting(Entry::value).containsExactly("3");
    }

    @Test
    void entriesBeyondTheBoundAreNotRead() {
        TagList full = TagList.parse("x=1;".repeat(TagList.MAX_ENTRIES));
        assertThat(full.entries()).hasSize(TagList.MAX_ENTRIES);
        assertThat(full.isCut()).isFalse();
        TagList more = TagList.parse("x=1;".repeat(TagList.MAX_ENTRIES + 1));
        assertThat(more.entries()).hasSize(TagList.MAX_ENTRIES);
        assertThat(more.isCut()).isTrue();
    }

    @Test
    void semicolonsAloneAreNoEntries() {
        TagList list = TagList.parse(";".repeat(10 * TagList.MAX_ENTRIES));
        assertThat(list.entries()).isEmpty();
        assertThat(list.isCut()).isFalse();
    }

    @Test
    void positionsAlwaysPointAtWhatTheyName() {
        SplittableRandom random = new SplittableRandom(1);
        List<String> pieces = List.of("v", "=", ";", " ", "\t", "\r\n", "a=b", "p =", "\u00e4");
        for (int i = 0; i < 5_000; i++) {
            StringBuilder record = new StringBuilder();
            for (int j = random.nextInt(12); j > 0; j--) {
                record.append(pieces.get(random.nextInt(pieces.size())));
            }
            for (Entry entry : TagList.parse(record.toString()).entries()) {
                assertThat(record.substring(entry.position())).startsWith(entry.name());
                assertThat(record.substring(entry.valuePosition())).startsWith(entry.value());
                assertThat(entry.name() + entry.value() + entry.hasEquals())
                        .as("a blank piece is no entry")
                        .isNotEqualTo("false");
            }
        }
    }
}
