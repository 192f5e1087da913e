package org.mailvane.mailauth.dmarc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.mailauth.report.ServiceAddresses;
import org.mailvane.mailauth.testing.GoldenCase;

/** Cases with {@code record} are validated, those with {@code domain} inspected. */
class DmarcGoldenTest {

    @TestFactory
    Stream<DynamicTest> cases() {
        return GoldenCase.tests("dmarc", DmarcGoldenTest::result);
    }

    @Test
    void casesAreManyEnough() {
        assertThat(GoldenCase.count("dmarc")).isGreaterThanOrEqualTo(60);
    }

    private static DmarcInspection result(GoldenCase golden) {
        ServiceAddresses service =
                golden.input("service")
                        .<ServiceAddresses>map(mailbox -> mailbox::equals)
                        .orElse(ServiceAddresses.NONE);
        DmarcInspector inspector = new DmarcInspector(PublicSuffixes.bundled(), service);
        Optional<String> record = golden.input("record");
        return record.isPresent()
                ? inspector.validate(record.get())
                : inspector.inspect(new DomainName(golden.require("domain")), golden.dns());
    }
}
