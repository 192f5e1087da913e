package org.mailvane.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.platform.settings.Networks;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.filter.ForwardedHeaderFilter;

/** Which proxies are believed about a request, and the result. Trusted: 10.0.0.0/8. */
class ForwardedTest {

    private static final Networks TRUSTED = Networks.parse("10.0.0.0/8");

    private final MockHttpServletRequest request = new MockHttpServletRequest();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // From a stranger nothing counts.
                "192.0.2.1 | 203.0.113.5                       | 192.0.2.1",
                "10.0.0.1  | 203.0.113.5                       | 203.0.113.5",
                "10.0.0.1  | 203.0.113.5, 10.0.0.2             | 203.0.113.5",
                // Entries before the nearest stranger may be made up.
                "10.0.0.1  | 198.51.100.7, 203.0.113.5, 10.9.9.9 | 203.0.113.5",
                "10.0.0.1  | 10.0.0.7, 203.0.113.5             | 203.0.113.5",
                "10.0.0.1  | 10.0.0.3, 10.0.0.2                | 10.0.0.3",
                "10.0.0.1  | ''                                | 10.0.0.1",
                "10.0.0.1  | ' , ,'                            | 10.0.0.1",
                "10.0.0.1  | unknown                           | 10.0.0.1",
                "10.0.0.1  | evil, 10.0.0.2                    | 10.0.0.2",
                "10.0.0.1  | 203.0.113.5:4711                  | 203.0.113.5",
                "10.0.0.1  | 2001:db8::7                       | 2001:db8::7",
                "10.0.0.1  | [2001:db8::7]                     | 2001:db8::7",
                "10.0.0.1  | [2001:db8::7]:443                 | 2001:db8::7",
                "10.0.0.1  | ::ffff:203.0.113.5                | 203.0.113.5",
                "10.0.0.1  | 203.0.113.500                     | 10.0.0.1",
                "10.0.0.1  | 5                                 | 10.0.0.1",
                "0:0:0:0:0:ffff:a00:1 | 203.0.113.5            | 203.0.113.5"
            })
    void theClientIsTheNearestAddressThatIsNoTrustedProxys(
            String peer, String forwardedFor, String client) {
        request.setRemoteAddr(peer);
        request.addHeader("X-Forwarded-For", forwardedFor);
        assertThat(client()).isEqualTo(client);
    }

    /** Why this is not left to Spring's filter (ADR 34). */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "X-Forwarded-For | 198.51.100.7, 203.0.113.5",
                "Forwarded       | for=198.51.100.7, for=203.0.113.5",
            })
    void springsFilterBelievesWhatTheClientMadeUp(String field, String value) throws Exception {
        request.setRemoteAddr("10.0.0.1");
        request.addHeader(field, value);
        MockFilterChain chain = new MockFilterChain();
        new ForwardedHeaderFilter().doFilter(request, new MockHttpServletResponse(), chain);
        assertThat(chain.getRequest()).isNotNull();
        assertThat(chain.getRequest().getRemoteAddr()).isEqualTo("198.51.100.7");
        assertThat(client()).isEqualTo("203.0.113.5");
    }

    @Test
    void severalLinesOfAHeaderAreOneList() {
        request.setRemoteAddr("10.0.0.1");
        request.addHeader("X-Forwarded-For", "203.0.113.5");
        request.addHeader("X-Forwarded-For", "198.51.100.7, 10.0.0.2");
        assertThat(client()).isEqualTo("198.51.100.7");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "for=203.0.113.5                                     | 203.0.113.5",
                "For=\"[2001:db8::7]:4711\"                          | 2001:db8::7",
                "for=198.51.100.7, for=203.0.113.5;proto=https , for=10.0.0.2;by=10.0.0.1 | 203.0.113.5",
                "for=_hidden, for=10.0.0.2                           | 10.0.0.2",
                "for=unknown                                         | 10.0.0.1",
                "proto=https                                         | 10.0.0.1",
                "for=203.0.113.5;for                                 | 10.0.0.1",
                "for=\"203.0.113.5                                   | 10.0.0.1",
                "for=\"203.0.113\\.5\"                               | 10.0.0.1",
                "203.0.113.5                                         | 10.0.0.1",
                ";;,,                                                | 10.0.0.1"
            })
    void theStandardHeaderIsReadTheSameWay(String forwarded, String client) {
        request.setRemoteAddr("10.0.0.1");
        request.addHeader("Forwarded", forwarded);
        assertThat(client()).isEqualTo(client);
    }

    @Test
    void whereBothHeadersAreThereAndDisagreeNeitherCounts() {
        request.setRemoteAddr("10.0.0.1");
        request.addHeader("X-Forwarded-For", "203.0.113.5");
        request.addHeader("X-Forwarded-Host", "mail.example.com");
        request.addHeader("Forwarded", "for=198.51.100.7");
        assertThat(client()).isEqualTo("10.0.0.1");
        assertThat(read().base()).isEmpty();
    }

    @Test
    void whereBothHeadersAgreeTheyCount() {
        request.setRemoteAddr("10.0.0.1");
        request.addHeader("X-Forwarded-For", "203.0.113.5");
        request.addHeader("X-Forwarded-Proto", "https");
        request.addHeader("X-Forwarded-Host", "mail.example.com");
        request.addHeader("Forwarded", "for=203.0.113.5;host=mail.example.com;proto=https");
        assertThat(client()).isEqualTo("203.0.113.5");
        assertThat(read().base()).contains("https://mail.example.com");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "for=203.0.113.5;host=evil.example",
                "for=203.0.113.5;host=mail.example.com",
                "for=203.0.113.5"
            })
    void whoKnowsTheirOwnAddressCannotAddAHostByTheOtherHeader(String forwarded) {
        request.setRemoteAddr("10.0.0.1");
        request.addHeader("X-Forwarded-For", "203.0.113.5");
        request.addHeader("X-Forwarded-Proto", "https");
        request.addHeader("X-Forwarded-Host", "mail.example.com");
        request.addHeader("Forwarded", forwarded);
        assertThat(client()).isEqualTo("203.0.113.5");
        assertThat(read().base()).isEmpty();
    }

    @Test
    void aHostByTheOtherHeaderCountsNotEvenWhereThereIsNoList() {
        request.setRemoteAddr("10.0.0.1");
        request.addHeader("X-Forwarded-Host", "evil.example");
        request.addHeader("Forwarded", "for=203.0.113.5;host=mail.example.com;proto=https");
        assertThat(client()).isEqualTo("10.0.0.1");
        assertThat(read().base()).isEmpty();
    }

    @Test
    void moreHopsThanTheLimitAreNotLookedAt() {
        request.setRemoteAddr("10.0.0.1");
        String last = String.join(",", Collections.nCopies(Forwarded.MAX_HOPS - 1, "10.0.0.2"));
        request.addHeader("X-Forwarded-For", "203.0.113.5," + last);
        assertThat(client()).isEqualTo("203.0.113.5");
        request.removeHeader("X-Forwarded-For");
        request.addHeader("X-Forwarded-For", "203.0.113.5,10.0.0.2," + last);
        assertThat(client()).isEqualTo("10.0.0.2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "https | mail.example.com      |      | https://mail.example.com",
                "HTTPS | mail.example.com      | 443  | https://mail.example.com",
                "https | mail.example.com:8443 |      | https://mail.example.com:8443",
                "https | mail.example.com:8443 | 9443 | https://mail.example.com:9443",
                "http  | mail.example.com      | 80   | http://mail.example.com",
                "http  | mail.example.com      | 443  | http://mail.example.com:443",
                "      | mail.example.com      |      | http://mail.example.com",
                "https |                       |      | https://inside.example:8080",
                "https | evil.example, mail.example.com | | https://mail.example.com",
                "http, https | mail.example.com |     | https://mail.example.com",
                "https | 192.0.2.1             |      | https://192.0.2.1",
                "https | [2001:db8::1]:8443    |      | https://[2001:db8::1]:8443",
                "      |                       | 8443 | "
            })
    void linksBeginWithWhatTheNearestProxySays(
            String proto, String host, String port, String base) {
        request.setRemoteAddr("10.0.0.1");
        request.addHeader("Host", "inside.example:8080");
        add("X-Forwarded-Proto", proto);
        add("X-Forwarded-Host", host);
        add("X-Forwarded-Port", port);
        assertThat(read().base().orElse(null)).isEqualTo(base);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ftp | mail.example.com | 443",
                "javascript | mail.example.com | 443",
                "https | mail.example.com/path | 443",
                "https | mail.example.com?x | 443",
                "https | ann@mail.example.com | 443",
                "https | mail example.com | 443",
                "https | mail.example.com\r\nX-Evil: 1 | 443",
                "https | <script> | 443",
                "https | -mail.example.com | 443",
                "https | mail..example.com | 443",
                "https | [mail] | 443",
                "https | [1:2] | 443",
                "https | mail.example.com:x | 443",
                "https | mail.example.com | 0",
                "https | mail.example.com | " + (Forwarded.MAX_PORT + 1),
                "https | mail.example.com | 4711x",
                "https | mail.ex\u00e4mple.com | 443"
            })
    void whatIsNoAddressIsNeverInALink(String values) {
        String[] parts = values.split(" \\| ", -1);
        request.setRemoteAddr("10.0.0.1");
        request.addHeader("X-Forwarded-Proto", parts[0]);
        request.addHeader("X-Forwarded-Host", parts[1]);
        request.addHeader("X-Forwarded-Port", parts[2]);
        assertThat(read().base()).isEmpty();
    }

    @Test
    void aPortHasABound() {
        request.setRemoteAddr("10.0.0.1");
        request.addHeader("X-Forwarded-Proto", "https");
        request.addHeader("X-Forwarded-Host", "mail.example.com");
        request.addHeader("X-Forwarded-Port", "" + Forwarded.MAX_PORT);
        assertThat(read().base()).contains("https://mail.example.com:" + Forwarded.MAX_PORT);
    }

    @Test
    void aHostNameHasItsUsualBounds() {
        request.setRemoteAddr("10.0.0.1");
        String label = "x".repeat(62) + ".";
        String longest = label.repeat(4) + "y";
        assertThat(longest).hasSize(Forwarded.MAX_HOST);
        request.addHeader("X-Forwarded-Host", longest);
        assertThat(read().base()).contains("http://" + longest);
        for (String tooLong : new String[] {longest + "y", "x".repeat(64), "x".repeat(16_000)}) {
            request.removeHeader("X-Forwarded-Host");
            request.addHeader("X-Forwarded-Host", tooLong);
            assertThat(read().base()).isEmpty();
        }
    }

    @Test
    void linksOfTheStandardHeaderAreWhatTheClientSees() {
        request.setRemoteAddr("10.0.0.1");
        request.addHeader(
                "Forwarded",
                "for=198.51.100.7;host=evil.example, for=203.0.113.5;host=mail.example.com;proto=https,"
                        + " for=10.0.0.2;host=inside.example;proto=http");
        assertThat(read().base()).contains("https://mail.example.com");
    }

    @Test
    void aStrangersLinksAreNotHis() {
        request.setRemoteAddr("192.0.2.1");
        request.addHeader("X-Forwarded-Host", "evil.example");
        request.addHeader("Forwarded", "for=203.0.113.5;host=evil.example");
        assertThat(read().base()).isEmpty();
        assertThat(client()).isEqualTo("192.0.2.1");
    }

    @Test
    void theZoneOfALinkLocalAddressIsNoPartOfIt() {
        request.setRemoteAddr("fe80:0:0:0:0:0:0:1%eth0");
        assertThat(client()).isEqualTo("fe80::1");
    }

    private void add(String name, String value) {
        if (value != null) {
            request.addHeader(name, value);
        }
    }

    private String client() {
        return read().client().toCanonicalString();
    }

    private Forwarded read() {
        Forwarded.keep(request, TRUSTED);
        return Forwarded.of(request);
    }
}
