package org.mailvane.web.detail;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mailvane.detailreport.query.SourceSum;
import org.mailvane.sources.Category;
import org.mailvane.traffic.sums.MessageSums;

/** The source whose hosts a report shows before somebody has chosen one. */
class ReportPageControllerTest {

    private static SourceSum sum(Category category, int source, long messages, long passed) {
        return new SourceSum(
                category, source, 1, new MessageSums(messages, passed, 0, 0), messages, 0, 0, 0);
    }

    private static int first(SourceSum... sums) {
        return Collections.max(List.of(sums), ReportPageController.FIRST_TO_LOOK_AT).source();
    }

    @Test
    void ofThoseThatCanPassTheOneOfWhichMostFailed() {
        assertThat(
                        first(
                                sum(Category.CAPABLE, 1, 90_000, 89_990),
                                sum(Category.CAPABLE, 2, 20, 0),
                                sum(Category.NON_COMPLIANT, 3, 5_000, 0),
                                sum(Category.THREAT_OR_UNKNOWN, 4, 9_000, 0)))
                .isEqualTo(2);
    }

    @Test
    void whereAllThatCanPassDoTheOneOfWhichMostFailed() {
        assertThat(
                        first(
                                sum(Category.CAPABLE, 1, 90_000, 90_000),
                                sum(Category.NON_COMPLIANT, 2, 5, 0),
                                sum(Category.FORWARDER, 3, 9, 1)))
                .isEqualTo(3);
    }

    @Test
    void whereNothingFailedTheLargestAndOfEqualOnesTheFirst() {
        assertThat(
                        first(
                                sum(Category.CAPABLE, 7, 10, 10),
                                sum(Category.CAPABLE, 5, 10, 10),
                                sum(Category.CAPABLE, 6, 9, 9)))
                .isEqualTo(5);
    }
}
