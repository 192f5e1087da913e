package org.mailvane.actions;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.mailvane.domains.DomainHealth;

/** Codes of tasks are stored, also by other versions of the program. */
class TaskCodeTest {

    @ParameterizedTest
    @EnumSource
    void codesAreReadAsTheyAreStored(TaskCode code) {
        assertThat(TaskCode.ofCode(code.code())).isEqualTo(code);
    }

    @Test
    void codeOfANewerVersionIsSomeOtherStep() {
        assertThat(TaskCode.ofCode("dane.publish")).isEqualTo(TaskCode.OTHER);
    }

    @Test
    void prioritiesOfTheSameHealthAreTogether() {
        List<DomainHealth> healths =
                Arrays.stream(TaskPriority.values()).map(TaskPriority::health).toList();
        assertThat(healths).isSorted();
        assertThat(healths).doesNotContain(DomainHealth.UNKNOWN);
    }

    @ParameterizedTest
    @CsvSource({
        "mx, err, MX_ERROR",
        "dmarc, err, DMARC_ERROR",
        "dmarc, warn, DMARC_WARNING",
        "mx, warn, OPTIONAL",
        "bimi, err, OPTIONAL",
    })
    void priorityOfAnIssueFollowsFromItsRecordAndLevel(
            String record, String level, TaskPriority priority) {
        assertThat(TaskPriority.ofIssue(record, "any.code", level)).isEqualTo(priority);
    }

    @Test
    void onlyProblemsThatHaveToBeSolvedHideThatRecordsAreUnknown() {
        assertThat(TaskPriority.DMARC_WARNING.health(true)).isEqualTo(DomainHealth.WATCH);
        assertThat(TaskPriority.POLICY_RAISE.health(true)).isEqualTo(DomainHealth.UNKNOWN);
        assertThat(TaskPriority.NOTHING.health(true)).isEqualTo(DomainHealth.UNKNOWN);
        assertThat(TaskPriority.NOTHING.health(false)).isEqualTo(DomainHealth.OK);
    }
}
