package org.mailvane.mailauth.spf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.mailvane.mailauth.dns.BoundedDns;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.testing.GoldenCase;

/**
 * Cases in files. Inputs: {@code domain}, or {@code record} without one; {@code questions} that may
 * be asked.
 */
class SpfGoldenTest {

    private static final int LEAST_CASES = 60;

    @TestFactory
    Stream<DynamicTest> everyCaseIsInspectedAsItsFileSays() {
        return GoldenCase.tests("spf", SpfGoldenTest::inspect);
    }

    @Test
    void thereAreEnoughCases() {
        assertThat(GoldenCase.count("spf")).isGreaterThanOrEqualTo(LEAST_CASES);
    }

    private static SpfInspection inspect(GoldenCase golden) {
        int questions =
                golden.input("questions").map(Integer::parseInt).orElse(BoundedDns.MAX_QUESTIONS);
        BoundedDns dns = new BoundedDns(golden.dns(), questions, BoundedDns.MAX_TIME, () -> 0L);
        SpfInspector inspector = new SpfInspector();
        return golden.input("record")
                .map(record -> inspector.validate(record, dns))
                .orElseGet(() ->
                        inspector.inspect(
                                DnsName.parse(golden.require("domain")).orElseThrow(), dns));
    }
}
