package org.mailvane.mailauth.dkim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.finding.DkimFindings;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.testing.ZoneDns;

class DkimInspectorTest {

    private static final DomainName DOMAIN = new DomainName("example.com");

    private final DkimInspector inspector = new DkimInspector();

    @Test
    void aKeyThatIsThereCostsTwoQuestions() {
        ZoneDns dns = ZoneDns.of("s1._domainkey.example.com TXT \"v=DKIM1; p=\"");
        assertThat(inspector.inspect(DOMAIN, "s1", dns).valid()).isTrue();
        assertThat(dns.asked())
                .containsExactly(
                        "s1._domainkey.example.com TXT",
                        DkimInspector.PROBE_SELECTOR + "._domainkey.example.com TXT");
    }

    @Test
    void aKeyThatIsMissingCostsThreeQuestions() {
        ZoneDns dns = ZoneDns.of("example.com A 192.0.2.1");
        assertThat(inspector.inspect(DOMAIN, "s1", dns).valid()).isFalse();
        assertThat(dns.asked())
                .containsExactly(
                        "s1._domainkey.example.com TXT",
                        "example.com MX",
                        "_domainkey.example.com TXT");
    }

    @Test
    void aFailureCostsOneQuestion() {
        ZoneDns dns = ZoneDns.of("s1._domainkey.example.com TIMEOUT");
        assertThat(inspector.inspect(DOMAIN, "s1", dns).valid()).isFalse();
        assertThat(dns.asked()).hasSize(1);
    }

    @Test
    void theProbeItselfIsNoWildcard() {
        String probe = DkimInspector.PROBE_SELECTOR;
        ZoneDns dns = ZoneDns.of(probe + "._domainkey.example.com TXT \"v=DKIM1; p=\"");
        assertThat(inspector.inspect(DOMAIN, probe, dns).messages()).isEmpty();
    }

    @Test
    void textsBeyondTheBoundAreCountedOnly() {
        DkimInspection full = inspector.inspect(DOMAIN, "s1", texts(DkimInspector.MAX_RECORDS));
        assertThat(full.records()).hasSize(DkimInspector.MAX_RECORDS);
        assertThat(full.messages())
                .extracting(Finding::code)
                .containsExactly(DkimFindings.RECORD_MULTIPLE.entry().code());
        DkimInspection more = inspector.inspect(DOMAIN, "s1", texts(DkimInspector.MAX_RECORDS + 1));
        assertThat(more.records()).hasSize(DkimInspector.MAX_RECORDS);
        assertThat(more.messages())
                .extracting(Finding::code)
                .containsExactly(
                        DkimFindings.RECORD_MULTIPLE.entry().code(),
                        DkimFindings.RECORDS_CUT.entry().code());
    }

    @Test
    void everyPublishedKeyIsInTheList() {
        assertThat(KnownKeys.count()).isEqualTo(19);
    }

    private static ZoneDns texts(int count) {
        return ZoneDns.of(
                IntStream.range(0, count)
                        .mapToObj(i -> "s1._domainkey.example.com TXT \"v=DKIM1; p=; n=" + i + "\"")
                        .collect(Collectors.joining("\n")));
    }
}
