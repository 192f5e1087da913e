package org.mailvane.sources.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the use of selectors says of who sends. */
class SelectorAnswersTest {

    private static final int PROVIDER = 100;
    private static final int OTHER = 101;

    private static SelectorUse use(int source, boolean authorized, long messages) {
        return new SelectorUse(
                LocalDate.of(2026, 11, 1), "example.com", "s1", source, authorized, messages);
    }

    private static Set<Integer> onlyOf(SelectorUse... uses) {
        return SelectorAnswers.of(List.of(uses)).onlyOf();
    }

    @Test
    void aSelectorThatOnlyAProviderUsesIsItsOwn() {
        assertThat(onlyOf(use(PROVIDER, false, 1))).containsExactly(PROVIDER);
    }

    @Test
    void aTenthThatOthersPassOnDoesNotCount() {
        assertThat(onlyOf(use(PROVIDER, false, 90), use(0, false, 6), use(OTHER, false, 4)))
                .containsExactly(PROVIDER);
        assertThat(onlyOf(use(PROVIDER, false, 89), use(0, false, 7), use(OTHER, false, 4)))
                .isEmpty();
    }

    @Test
    void aSingleMessageOfAnotherHostThatTheDomainAuthorizesCounts() {
        assertThat(onlyOf(use(PROVIDER, false, 1_000), use(0, true, 1))).isEmpty();
        assertThat(onlyOf(use(PROVIDER, false, 1_000), use(OTHER, true, 1))).isEmpty();
        assertThat(onlyOf(use(PROVIDER, true, 1_000), use(OTHER, false, 1)))
                .containsExactly(PROVIDER);
    }

    @Test
    void hostsOfNobodyAreNoSource() {
        assertThat(onlyOf(use(0, false, 1_000))).isEmpty();
    }
}
