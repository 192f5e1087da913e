package org.mailvane.web.detail;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which part of a report addresses ask for. */
class DetailReportQueryTest {

    @Test
    void whatIsKnownIsTaken() {
        DetailReportQuery asked =
                DetailReportQuery.of(
                        Map.of(
                                "category", "2",
                                "source_number", "100",
                                "ptr_org", "host.example",
                                "ordering", "-message_count",
                                "other", "x"));
        assertThat(asked.values())
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of(
                                "category", "2",
                                "source_number", "100",
                                "ptr_org", "host.example",
                                "ordering", "-message_count"));
    }

    @ParameterizedTest
    @CsvSource({
        "category, 0",
        "category, 5",
        "category, 12",
        "category, x",
        "source_number, -1",
        "source_number, x",
        "source_number, 1234567890",
        "ordering, unknown",
        "ordering, --ip"
    })
    void whatIsNotKnownIsNotAsked(String name, String value) {
        assertThat(DetailReportQuery.of(Map.of(name, value)).values()).isEmpty();
    }

    @Test
    void aNameThatNoServerCanHaveIsNotAsked() {
        String longest = "h".repeat(DetailReportQuery.MAX_NAME);
        assertThat(DetailReportQuery.of(Map.of("ptr_org", longest)).get("ptr_org"))
                .isEqualTo(longest);
        assertThat(DetailReportQuery.of(Map.of("ptr_org", longest + "h")).values()).isEmpty();
    }
}
