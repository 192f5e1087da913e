package org.mailvane.mailauth.dns;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.mailauth.testing.ZoneDns;

class MailHostsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "example.com MX 10 mx.example.com                  | PRESENT",
                "example.com MX 0 .                                | REFUSED",
                "example.com MX 0 . ; example.com MX 10 mx.example | PRESENT",
                "example.com A 192.0.2.1                           | PRESENT",
                "example.com AAAA 2001:db8::1                      | PRESENT",
                "example.com TXT \"x\"                             | MISSING",
                "other.com A 192.0.2.1                             | MISSING",
                "www.example.com A 192.0.2.1                       | MISSING",
                "example.com CNAME host.example ; host.example MX 1 mx.example | PRESENT",
                "example.com TIMEOUT                               | UNKNOWN",
                "example.com SERVFAIL                              | UNKNOWN",
                "example.com MX TIMEOUT ; example.com A 192.0.2.1  | UNKNOWN",
                "example.com A TIMEOUT ; example.com TXT \"x\"     | UNKNOWN",
                "example.com AAAA SERVFAIL ; example.com TXT \"x\" | UNKNOWN",
                "example.com A TIMEOUT ; example.com AAAA 2001:db8::1 | PRESENT",
            })
    void whetherMailFindsAHostIsSaid(String zone, MailHosts expected) {
        assertThat(MailHosts.of(new DnsName("example.com"), ZoneDns.of(zone.replace(" ; ", "\n"))))
                .isEqualTo(expected);
    }
}
