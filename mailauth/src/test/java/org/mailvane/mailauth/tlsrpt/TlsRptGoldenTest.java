package org.mailvane.mailauth.tlsrpt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.testing.GoldenCase;

class TlsRptGoldenTest {

    @TestFactory
    Stream<DynamicTest> casesInFiles() {
        return GoldenCase.tests(
                "tlsrpt",
                golden -> {
                    Optional<String> own = golden.input("service");
                    return new TlsRptInspector(mailbox -> own.filter(mailbox::equals).isPresent())
                            .inspect(new DomainName(golden.require("domain")), golden.dns());
                });
    }

    @Test
    void thereAreEnough() {
        assertThat(GoldenCase.count("tlsrpt")).isGreaterThanOrEqualTo(30);
    }
}
