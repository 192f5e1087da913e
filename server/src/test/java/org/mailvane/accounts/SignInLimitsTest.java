package org.mailvane.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.mailvane.testing.TestClock;

/** How many tries are listened to, by user, by address and by both. */
class SignInLimitsTest {

    private static final String ANN = "ann@example.com";
    private static final String HERE = "192.0.2.1";

    private final TestClock clock = new TestClock(Instant.parse("2026-11-20T10:00:00Z"));
    private final SignInLimits limits = new SignInLimits(clock);

    @Test
    void triesForOneUserFromOneAddressEnd() {
        for (int i = 0; i < SignInLimits.BY_BOTH; i++) {
            assertThat(limits.count(i % 2 == 0 ? ANN : "ANN@example.com", HERE)).isZero();
        }
        assertThat(limits.count(ANN, HERE)).isEqualTo(SignInLimits.WINDOW.toSeconds());
        assertThat(limits.count("bob@example.com", HERE)).as("another user").isZero();
        assertThat(limits.count(ANN, "192.0.2.2")).as("another address").isZero();
        clock.advance(SignInLimits.WINDOW);
        assertThat(limits.count(ANN, HERE)).isZero();
    }

    @Test
    void triesFromOneAddressEndForWhateverUsers() {
        for (int i = 0; i < SignInLimits.BY_ADDRESS; i++) {
            assertThat(limits.count(i + ANN, HERE)).isZero();
        }
        assertThat(limits.count("x" + ANN, HERE)).isEqualTo(SignInLimits.WINDOW.toSeconds());
        assertThat(limits.count("x" + ANN, "192.0.2.2")).isZero();
    }

    @Test
    void triesForOneUserEndFromWherever() {
        for (int i = 0; i < SignInLimits.BY_USER; i++) {
            assertThat(limits.count(ANN, "10.0.0." + i)).isZero();
        }
        assertThat(limits.count(ANN, HERE)).isEqualTo(SignInLimits.USER_WINDOW.toSeconds());
        assertThat(limits.count("bob@example.com", HERE)).isZero();
    }

    @Test
    void triesOfAllStrangersEnd() {
        for (int i = 0; i < SignInLimits.BY_INSTALLATION; i++) {
            assertThat(limits.count(i + ANN, "10.1." + i / 256 + "." + i % 256)).isZero();
        }
        assertThat(limits.count(ANN, HERE)).isEqualTo(SignInLimits.INSTALLATION_WINDOW.toSeconds());
        assertThat(limits.countKnown("secret")).as("from a browser that is known").isZero();
        clock.advance(SignInLimits.INSTALLATION_WINDOW);
        assertThat(limits.count(ANN, HERE)).isZero();
    }

    @Test
    void triesFromAKnownBrowserHaveALimitOfTheirOwn() {
        for (int i = 0; i < SignInLimits.BY_BROWSER; i++) {
            assertThat(limits.countKnown("secret")).isZero();
        }
        assertThat(limits.countKnown("secret")).isEqualTo(SignInLimits.WINDOW.toSeconds());
        assertThat(limits.countKnown("another")).isZero();
        assertThat(limits.count(ANN, HERE)).isZero();
        clock.advance(SignInLimits.WINDOW);
        assertThat(limits.countKnown("secret")).isZero();
        limits.giveBackKnown("secret");
    }

    @Test
    void whoGetsInHasNotTried() {
        for (int i = 0; i < 3 * SignInLimits.BY_ADDRESS; i++) {
            assertThat(limits.count(ANN, HERE)).isZero();
            limits.giveBack(ANN, HERE);
        }
    }

    @Test
    void noWaitTellsThatSomebodyHasGotIn() {
        assertThat(limits.count(ANN, HERE)).isZero();
        limits.giveBack(ANN, HERE);
        clock.advance(Duration.ofMinutes(3));
        for (int i = 0; i < SignInLimits.BY_BOTH; i++) {
            assertThat(limits.count(ANN, HERE)).isZero();
        }
        assertThat(limits.count(ANN, HERE)).isEqualTo(SignInLimits.WINDOW.toSeconds());
    }

    @Test
    void windowsAreNotLongerThanWhatPeopleWaitFor() {
        assertThat(SignInLimits.WINDOW).isLessThanOrEqualTo(Duration.ofMinutes(15));
        assertThat(SignInLimits.USER_WINDOW).isLessThanOrEqualTo(Duration.ofHours(1));
    }
}
