package org.mailvane.api.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import inet.ipaddr.ipv4.IPv4Address;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.platform.settings.Networks;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.settings.SettingsReader;
import org.mailvane.testing.TestClock;

/** How many calls of a minute are too many, and when the next is possible. */
class RateLimitsTest {

    private final TestClock clock = new TestClock(Instant.parse("2026-11-20T10:00:00Z"));
    private final RateLimits rates = limits("3", "2");

    @Test
    void oneCallTooManyIs429UntilTheMinuteIsOver() {
        callThreeTimes();
        clock.advance(Duration.ofMillis(17_500));
        ApiProblem refused = refused(7);
        assertThat(refused.status().value()).isEqualTo(429);
        assertThat(refused.code()).isEqualTo("throttled");
        assertThat(refused.retryAfter()).hasValue(43);
        assertThat(refused.detail())
                .isEqualTo("Request was throttled. Expected available in 43 seconds.");
        clock.advance(Duration.ofSeconds(42));
        assertThat(refused(7).detail()).endsWith("in 1 second.");
        clock.advance(Duration.ofMillis(500));
        callThreeTimes();
        refused(7);
    }

    @Test
    void usersAreCountedApart() {
        callThreeTimes();
        refused(7);
        assertThatCode(() -> rates.countUser(8)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({
        "192.0.2.1, 192.0.2.2, false",
        "192.0.2.1, 192.0.2.1, true",
        "2001:db8:0:1::1, 2001:db8:0:1:ffff::2, true",
        "2001:db8:0:1::1, 2001:db8:0:2::1, false"
    })
    void addressesAreCountedApartAndThoseOfIpv6BySlash64(
            String first, String second, boolean together) {
        for (int call = 0; call < 2; call++) {
            rates.countAddress(Networks.address(first).orElseThrow());
        }
        ApiProblem refused =
                catchThrowableOfType(
                        ApiProblem.class,
                        () -> rates.countAddress(Networks.address(second).orElseThrow()));
        assertThat(refused != null).isEqualTo(together);
    }

    @Test
    void aClockThatIsSetBackLocksNobodyOut() {
        callThreeTimes();
        clock.advance(Duration.ofHours(-5));
        assertThat(refused(7).retryAfter()).hasValue(60);
        clock.advance(Duration.ofSeconds(60));
        callThreeTimes();
    }

    @Test
    void zeroIsNoLimit() {
        RateLimits none = limits("0", "0");
        for (int call = 0; call < 10_000; call++) {
            none.countUser(7);
            none.countAddress(new IPv4Address(call % 2));
        }
        assertThat(none.remembered()).isZero();
    }

    @Test
    void whoHasNotCalledForAMinuteIsForgotten() {
        rates.countUser(7);
        rates.countAddress(new IPv4Address(1));
        assertThat(rates.remembered()).isEqualTo(2);
        clock.advance(RateLimits.PERIOD);
        assertThat(rates.remembered()).isZero();
    }

    @Test
    void callersThatAreRememberedAreBounded() {
        for (int address = 0; address < CallLimit.MAX_CALLERS + 5_000; address++) {
            rates.countAddress(new IPv4Address(address));
        }
        assertThat(rates.remembered()).isEqualTo(CallLimit.MAX_CALLERS);
    }

    private void callThreeTimes() {
        for (int call = 0; call < 3; call++) {
            rates.countUser(7);
        }
    }

    private ApiProblem refused(long user) {
        return catchThrowableOfType(ApiProblem.class, () -> rates.countUser(user));
    }

    private RateLimits limits(String token, String anonymous) {
        return new RateLimits(
                SettingsReader.read(
                        Map.of(Setting.RATE_TOKEN, token, Setting.RATE_ANONYMOUS, anonymous),
                        Map.of(),
                        null),
                clock);
    }
}
