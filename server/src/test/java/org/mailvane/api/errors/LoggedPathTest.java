package org.mailvane.api.errors;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.web.MockHttpServletRequest;

/** What of a path the log may hold. */
class LoggedPathTest {

    @ParameterizedTest
    @CsvSource({
        "/api, /api",
        "/api/v1/domains/7/, /api/v1/domains/7/",
        "/healthz, /healthz",
        "/, /",
        "//, //",
        "/activate/secret, /activate/...",
        "/reset/secret/, /reset/...",
        "//setup//secret, //setup/...",
        "/api/../activate/secret, /api/...",
        "/api/%2e%2e/activate/secret, /api/...",
        "/apis/secret, /apis/..."
    })
    void onlyThePathsOfOperationsAreWhole(String path, String logged) {
        assertThat(LoggedPath.of(new MockHttpServletRequest("GET", path))).isEqualTo(logged);
    }
}
