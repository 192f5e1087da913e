package org.mailvane.mailauth.finding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FindingListTest {

    private static final Finding INFO = DnsFindings.TARGET_MISSING.with("a.example");
    private static final Finding ERROR = DnsFindings.TIMEOUT.with("a.example");

    private final FindingList list = new FindingList();

    @Test
    void findingsKeepTheirOrder() {
        list.add(INFO);
        list.add(DnsFindings.TIMEOUT, "a.example");
        list.addAll(List.of(INFO));
        assertThat(list.toList()).containsExactly(INFO, ERROR, INFO);
    }

    @Test
    void onlyAnErrorIsAnError() {
        list.add(INFO);
        assertThat(list.hasErrors()).isFalse();
        list.add(ERROR);
        assertThat(list.hasErrors()).isTrue();
    }

    @Test
    void asManyAsAreKeptAreShownAlone() {
        fill(FindingList.MAX_FINDINGS);
        assertThat(list.toList()).hasSize(FindingList.MAX_FINDINGS).containsOnly(INFO);
    }

    @Test
    void whatIsTooMuchIsCounted() {
        fill(FindingList.MAX_FINDINGS + 7);
        assertThat(list.toList()).hasSize(FindingList.MAX_FINDINGS + 1);
        assertThat(list.toList().getLast()).isEqualTo(DnsFindings.LIST_CUT.with(7));
    }

    @Test
    void anErrorThatIsNotShownStillCounts() {
        fill(FindingList.MAX_FINDINGS);
        list.add(ERROR);
        assertThat(list.hasErrors()).isTrue();
        assertThat(list.toList()).doesNotContain(ERROR);
    }

    @Test
    void theListThatWasTakenDoesNotChange() {
        list.add(INFO);
        var taken = list.toList();
        list.add(ERROR);
        assertThat(taken).containsExactly(INFO);
    }

    private void fill(int count) {
        for (int i = 0; i < count; i++) {
            list.add(INFO);
        }
    }
}
