package org.mailvane.web.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mailvane.web.parts.Policy.NONE;
import static org.mailvane.web.parts.Policy.QUARANTINE;
import static org.mailvane.web.parts.Policy.REJECT;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The policies that a domain's page shows as its way. */
class PolicyTest {

    @ParameterizedTest
    @EnumSource
    void whoSendsMailGoesStepByStep(Policy now) {
        assertThat(Policy.steps(now, false)).containsExactly(NONE, QUARANTINE, REJECT);
    }

    @Test
    void whoSendsNoneGoesToRejectAtOnce() {
        assertThat(Policy.steps(NONE, true)).containsExactly(NONE, REJECT);
        assertThat(Policy.steps(Policy.REJECT_VIA_ORGANIZATION, true))
                .containsExactly(NONE, REJECT);
        // Where it is, is on its way.
        assertThat(Policy.steps(QUARANTINE, true)).containsExactly(NONE, QUARANTINE, REJECT);
    }
}
