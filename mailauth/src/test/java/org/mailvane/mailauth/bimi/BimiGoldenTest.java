package org.mailvane.mailauth.bimi;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.mailvane.mailauth.dmarc.DmarcInspector;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.mailauth.report.ServiceAddresses;
import org.mailvane.mailauth.testing.GoldenCase;

/** Whole inspections, in {@code golden/bimi}. */
class BimiGoldenTest {

    private static final int LEAST = 30;

    @TestFactory
    Stream<DynamicTest> everyCaseIsAsExpected() {
        return GoldenCase.tests("bimi", BimiGoldenTest::inspect);
    }

    @Test
    void thereAreEnoughCases() {
        assertThat(GoldenCase.count("bimi")).isGreaterThanOrEqualTo(LEAST);
    }

    private static BimiInspection inspect(GoldenCase golden) {
        DmarcInspector dmarc = new DmarcInspector(PublicSuffixes.bundled(), ServiceAddresses.NONE);
        return new BimiInspector(dmarc, PublicSuffixes.bundled(), MarkRoots.bundled())
                .inspect(
                        DomainName.parse(golden.require("domain")).orElseThrow(),
                        golden.input("selector").orElse(BimiInspector.DEFAULT_SELECTOR),
                        golden.dns(),
                        golden.https(),
                        Instant.parse(golden.input("now").orElse("2026-11-20T12:00:00Z")));
    }
}
