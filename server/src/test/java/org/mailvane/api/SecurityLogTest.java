package org.mailvane.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mailvane.testing.TestService;

/** What the security log notes, and in which form. */
class SecurityLogTest {

    private final List<String> lines = new ArrayList<>();
    private long now;
    private final SecurityLog log = new SecurityLog(lines::add, () -> now);

    @Test
    void eventIsOneLineOfKeysAndValues() {
        log.write("sign_in_failed", "email", "ann@example.com", "address", "2001:db8::1", "n", 3);
        assertThat(lines)
                .containsExactly(
                        "event=sign_in_failed email=ann@example.com address=2001:db8::1 n=3");
    }

    @Test
    void valuesAreEscapedAndBounded() {
        log.write("refused", "path", "/a b\n\"event=x\" \u00fc\u2028", "none", "");
        log.write("refused", "path", "x".repeat(10_000));
        assertThat(lines.getFirst())
                .isEqualTo(
                        "event=refused path=\"/a b\\u000a\\\"event=x\\\" \\u00fc\\u2028\" none=\"\"");
        assertThat(lines.getLast()).hasSizeLessThan(2 * SecurityLog.MAX_VALUE);
    }

    @Test
    void moreThanSoManyLinesAreCountedOnly() {
        for (int i = 0; i < SecurityLog.MAX_LINES + 7; i++) {
            log.write("refused");
        }
        assertThat(lines).hasSize(SecurityLog.MAX_LINES);
        now += SecurityLog.PERIOD.toNanos();
        log.write("refused");
        assertThat(lines)
                .hasSize(SecurityLog.MAX_LINES + 2)
                .endsWith("event=omitted count=7", "event=refused");
    }

    @Test
    void manyOfOneEventLeaveRoomForOthers() {
        for (int i = 0; i < SecurityLog.MAX_LINES + 7; i++) {
            log.write("refused");
        }
        log.write("rights_changed");
        assertThat(lines).hasSize(SecurityLog.MAX_LINES + 1).endsWith("event=rights_changed");
    }

    @Test
    void refusedCallsAreNoted() {
        // The start of a service takes appenders away.
        try (TestService service = TestService.shared();
                SecurityLines noted = new SecurityLines()) {
            String token = "mvt_" + "a".repeat(40);
            assertThat(service.get(token, "/api/v1/domains/").status()).isEqualTo(401);
            assertThat(service.get(null, "/metrics").text())
                    .contains("mailvane_security_events_total{event=\"refused\"}");
            assertThat(noted.all())
                    .anySatisfy(line ->
                            assertThat(line)
                                    .startsWith("event=refused status=401 code=")
                                    .contains("path=/api/v1/domains/", "address=127.0.0.1")
                                    .doesNotContain(token));
        }
    }
}
