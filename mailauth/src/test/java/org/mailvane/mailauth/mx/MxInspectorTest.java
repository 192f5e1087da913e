package org.mailvane.mailauth.mx;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.mailauth.dns.AddressPurpose;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.SpecialAddresses;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.MxFindings;
import org.mailvane.mailauth.testing.ZoneDns;

class MxInspectorTest {

    private static final DomainName DOMAIN = new DomainName("example.com");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            emptyValue = "",
            value = {
                "'example.com MX 10 mx.example ; mx.example A 185.1.1.1'     | true  | ''",
                "'example.com MX 10 mx.example ; mx.example AAAA 2a00::1'    | true  | ''",
                "'example.com MX 10 mx.example ; mx.example A 192.0.2.1'     | true  | ''",
                "'example.com MX 10 mx.example ; mx.example A 10.0.0.1 ; mx.example AAAA 2a00::1' | true | ''",
                "'example.com MX 0 .'                                        | true  | ''",
                "'example.com A 185.1.1.1'                                   | true  | ''",
                "'other.com A 185.1.1.1'                                     | true  | ''",
                "'example.com TIMEOUT'                                       | true  | ''",
                "'example.com MX 10 mx.example ; mx.example TIMEOUT'         | true  | ''",
                "'example.com MX 10 mx.example ; mx.example AAAA SERVFAIL ; mx.example TXT \"x\"' | true | ''",
                "'example.com MX 10 mx.example' | false | 'mx.hosts.unusable, mx.host.missing mx.example'",
                "'example.com MX 10 mx.example ; mx.example TXT \"x\"' | false | 'mx.hosts.unusable, mx.host.without_address mx.example'",
                "'example.com MX 10 185.1.1.1' | false | 'mx.hosts.unusable, mx.host.is_address 185.1.1.1'",
                "'example.com MX 10 mx.example ; mx.example A 10.0.0.1' | false | 'mx.hosts.unusable, mx.host.internal mx.example'",
                "'example.com MX 10 mx.example ; mx.example A 127.0.0.1 ; mx.example AAAA fd00::1' | false | 'mx.hosts.unusable, mx.host.internal mx.example'",
                "'example.com MX 10 mx.example ; mx.example CNAME host.example ; host.example A 185.1.1.1' | true | 'mx.host.alias mx.example'",
                "'example.com MX 10 mx.example ; mx.example A 185.1.1.1 ; example.com MX 20 old.example' | true | 'mx.host.missing old.example'",
                "'example.com MX 10 mx.example ; mx.example A 185.1.1.1 ; example.com MX 5 .' | true | 'mx.null.beside_others'",
                "'example.com MX 10 mx.example ; example.com MX 5 .' | false | 'mx.hosts.unusable, mx.null.beside_others, mx.host.missing mx.example'",
            })
    void whetherMailFindsAHostIsSaid(String zone, boolean usable, String expected) {
        MxInspection found = inspect(zone.replace(" ; ", "\n"));
        assertThat(found.usable()).isEqualTo(usable);
        assertThat(
                        found.messages().stream()
                                .map(finding -> (finding.code() + " " + finding.tag()).strip())
                                .collect(Collectors.joining(", ")))
                .isEqualTo(expected);
    }

    @Test
    void thePreferredHostsStandFirst() {
        assertThat(
                        inspect(
                                        """
                                        example.com MX 20 b.example
                                        example.com MX 20 a.example
                                        example.com MX 5 z.example
                                        """)
                                .exchangers())
                .extracting(mx -> mx.preference() + " " + mx.exchange())
                .containsExactly("5 z.example", "20 a.example", "20 b.example");
    }

    @Test
    void onlySoManyHostsAreLookedUp() {
        MxInspection all = inspect(missing(MxInspector.MAX_HOSTS));
        assertThat(all.usable()).isFalse();
        assertThat(all.messages()).hasSize(MxInspector.MAX_HOSTS + 1);
        MxInspection more = inspect(missing(MxInspector.MAX_HOSTS + 1));
        assertThat(more.usable()).isTrue();
        assertThat(more.messages()).hasSize(MxInspector.MAX_HOSTS);
    }

    @Test
    void anAddressThatLeadsInsideIsSaidWithWhatItIs() {
        List<Finding> found =
                inspect("example.com MX 10 mx.example\nmx.example A 100.64.0.9").messages();
        assertThat(found.getLast())
                .isEqualTo(
                        MxFindings.HOST_INTERNAL
                                .with("mx.example", "100.64.0.9", AddressPurpose.SHARED)
                                .about("mx.example"));
    }

    /** The words are those of {@link SpecialAddresses}. */
    @ParameterizedTest
    @CsvSource({"0.1.2.3", "10.0.0.1", "127.0.0.1", "169.254.0.1", "100.64.0.1", "fc00::1", "::1"})
    void whatLeadsInsideIsKnown(String address) {
        String type = address.contains(":") ? "AAAA" : "A";
        assertThat(
                        inspect(
                                        "example.com MX 10 mx.example\nmx.example %s %s"
                                                .formatted(type, address))
                                .usable())
                .isFalse();
    }

    private static String missing(int hosts) {
        return IntStream.range(0, hosts)
                .mapToObj("example.com MX 10 mx%d.example"::formatted)
                .collect(Collectors.joining("\n"));
    }

    private static MxInspection inspect(String zone) {
        return new MxInspector().inspect(DOMAIN, ZoneDns.of(zone));
    }
}
