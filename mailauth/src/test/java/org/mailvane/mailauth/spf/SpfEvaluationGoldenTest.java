package org.mailvane.mailauth.spf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.testing.GoldenCase;

/** Evaluations in files: {@code ip}, {@code sender}, {@code helo} and a zone. */
class SpfEvaluationGoldenTest {

    private static final int MIN_CASES = 25;

    private final SpfEvaluator evaluator = new SpfEvaluator(() -> 0);

    @Test
    void thereAreEnoughCases() {
        assertThat(GoldenCase.count("spf-eval")).isGreaterThanOrEqualTo(MIN_CASES);
    }

    @TestFactory
    Stream<DynamicTest> evaluationsComeOutAsTheFilesSay() {
        return GoldenCase.tests(
                "spf-eval",
                golden ->
                        evaluator.checkHost(
                                IpAddress.parse(golden.require("ip")).orElseThrow(),
                                golden.require("sender"),
                                golden.require("helo"),
                                golden.dns()));
    }
}
