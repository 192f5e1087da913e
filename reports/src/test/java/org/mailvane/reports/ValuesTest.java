package org.mailvane.reports;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Values at a limit and one beyond. */
class ValuesTest {

    @Test
    void largeSecondsAreMilliseconds() {
        assertThat(Values.instant("" + Values.MAX_SECONDS))
                .isEqualTo(Instant.ofEpochSecond(Values.MAX_SECONDS));
        assertThat(Values.instant("" + (Values.MAX_SECONDS + 1)))
                .isEqualTo(Instant.ofEpochSecond(Values.MAX_SECONDS / 1000));
    }

    /** Soft hyphens do not count in a name (UTS 46), so that a long text may be a short name. */
    @Test
    void anInternationalNameIsReadUpToALength() {
        String name = "\u00e4.example";
        String longest = "\u00ad".repeat(Values.MAX_INTERNATIONAL_LENGTH - name.length()) + name;
        assertThat(Values.domain(longest, "", new Remarks())).isEqualTo("xn--4ca.example");
        assertThat(Values.domain("\u00ad" + longest, "", new Remarks()))
                .isEqualTo("\u00ad" + longest);
    }
}
