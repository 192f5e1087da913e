package org.mailvane.mailauth.dkim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.testing.GoldenCase;

class DkimGoldenTest {

    @TestFactory
    Stream<DynamicTest> casesInFiles() {
        DkimInspector inspector = new DkimInspector();
        return GoldenCase.tests(
                "dkim",
                golden ->
                        golden.input("record").isPresent()
                                ? inspector.validate(golden.require("record"))
                                : inspector.inspect(
                                        new DomainName(golden.require("domain")),
                                        golden.require("selector"),
                                        golden.dns()));
    }

    @Test
    void thereAreEnough() {
        assertThat(GoldenCase.count("dkim")).isGreaterThanOrEqualTo(40);
    }
}
