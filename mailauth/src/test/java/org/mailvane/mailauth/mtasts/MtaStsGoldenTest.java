package org.mailvane.mailauth.mtasts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.mailvane.mailauth.dns.BoundedDns;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.testing.GoldenCase;

/** Cases in files: {@code inspect} says whether the record or the policy of {@code domain}. */
class MtaStsGoldenTest {

    private static final int MIN_CASES = 55;

    @TestFactory
    Stream<DynamicTest> casesInFiles() {
        return GoldenCase.tests("mtasts", MtaStsGoldenTest::inspect);
    }

    @Test
    void thereAreEnoughCases() {
        assertThat(GoldenCase.count("mtasts")).isGreaterThanOrEqualTo(MIN_CASES);
    }

    private static Object inspect(GoldenCase golden) {
        DomainName domain = DomainName.parse(golden.require("domain")).orElseThrow();
        BoundedDns dns = new BoundedDns(golden.dns(), () -> 0);
        return switch (golden.require("inspect")) {
            case "record" -> new MtaStsInspector().inspect(domain, dns);
            case "policy" -> new MtaStsPolicyInspector().inspect(domain, dns, golden.https());
            default -> throw new IllegalArgumentException("inspect record or policy");
        };
    }
}
