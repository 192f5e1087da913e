package org.mailvane.mailauth.spf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The test suite of the SPF project for RFC 7208, where it is at hand. */
class ConformanceTest {

    private static final int CASES = 132;

    private static final Path SUITE =
            Path.of(
                    System.getProperty("mailvane.shared", "../../shared"),
                    "conformance",
                    "spf",
                    "rfc7208-tests.yml");

    private final SpfEvaluator evaluator = new SpfEvaluator(() -> 0);

    @Test
    void theSuiteIsWhole() throws IOException {
        assumeTrue(Files.exists(SUITE), "no " + SUITE);
        assertThat(SpfSuite.read(SUITE)).hasSize(CASES);
    }

    @TestFactory
    Stream<DynamicTest> everyCaseOfTheSuitePasses() throws IOException {
        assumeTrue(Files.exists(SUITE), "no " + SUITE);
        return SpfSuite.read(SUITE).stream()
                .map(one -> DynamicTest.dynamicTest(one.name(), () -> check(one)));
    }

    private void check(SpfSuite.Case one) {
        SpfResult result = evaluator.checkHost(one.ip(), one.sender(), one.helo(), one.dns());
        assertThat(result.result().toString()).as("%s", result).isIn(one.results());
        String explanation = one.explanation();
        if (explanation != null) {
            assertThat(result.explanation())
                    .as("%s", result)
                    .isEqualTo(explanation.equals("DEFAULT") ? "" : explanation);
        }
    }
}
