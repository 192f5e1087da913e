package org.mailvane.mailauth.dns;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpecialAddressesTest {

    /**
     * IANA's special-purpose registries where "globally reachable" is not true, and multicast (RFC
     * 5771, RFC 4291); with the addresses before and after, if those are public.
     */
    @ParameterizedTest
    @CsvSource({
        "0.0.0.0/8,          '',              1.0.0.0",
        "10.0.0.0/8,         9.255.255.255,   11.0.0.0",
        "100.64.0.0/10,      100.63.255.255,  100.128.0.0",
        "127.0.0.0/8,        126.255.255.255, 128.0.0.0",
        "169.254.0.0/16,     169.253.255.255, 169.255.0.0",
        "172.16.0.0/12,      172.15.255.255,  172.32.0.0",
        "192.0.0.0/24,       191.255.255.255, 192.0.1.0",
        "192.0.2.0/24,       192.0.1.255,     192.0.3.0",
        "192.88.99.0/24,     192.88.98.255,   192.88.100.0",
        "192.168.0.0/16,     192.167.255.255, 192.169.0.0",
        "198.18.0.0/15,      198.17.255.255,  198.20.0.0",
        "198.51.100.0/24,    198.51.99.255,   198.51.101.0",
        "203.0.113.0/24,     203.0.112.255,   203.0.114.0",
        "224.0.0.0/4,        223.255.255.255, ''",
        "240.0.0.0/4,        '',              ''",
        "255.255.255.255/32, '',              ''",
        "::/128,             '',              ''",
        "::1/128,            '',              ''",
        "64:ff9b:1::/48,     '',              ''",
        "100::/64,           '',              ''",
        "100:0:0:1::/64,     '',              ''",
        "2001::/23,          '',              2001:200::",
        "2001:db8::/32,      2001:db7:ffff:ffff:ffff:ffff:ffff:ffff, 2001:db9::",
        "3fff::/20,          3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff, 3fff:1000::",
        "5f00::/16,          '',              ''",
        "fc00::/7,           '',              ''",
        "fe80::/10,          '',              ''",
        "fec0::/10,          '',              ''",
        "ff00::/8,           '',              ''",
    })
    void blocksAreSpecialFromTheirFirstToTheirLastAddress(
            String text, String before, String behind) {
        IpNetwork block = IpNetwork.parse(text).orElseThrow();
        assertThat(SpecialAddresses.purposeOf(block)).isPresent();
        assertThat(SpecialAddresses.purposeOf(block.first())).isPresent();
        assertThat(SpecialAddresses.purposeOf(block.last())).isPresent();
        if (!before.isEmpty()) {
            assertThat(purposeOf(before)).isEmpty();
        }
        if (!behind.isEmpty()) {
            assertThat(purposeOf(behind)).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "10.1.2.3,               private",
        "127.0.0.1,              loopback",
        "168.63.129.16,          internal to a cloud",
        "64:ff9b::168.63.129.16, internal to a cloud",
        "169.254.169.254,        link-local",
        "100.100.100.200,        shared by carriers",
        "255.255.255.255,        reserved",
        "::,                     unspecified",
        "::1,                    loopback",
        "fd00:ec2::254,          private",
        "fe80::1,                link-local",
        "::127.0.0.1,            IPv4-compatible",
        "::ffff:127.0.0.1,       loopback",
        "::ffff:10.0.0.1,        private",
        "64:ff9b::127.0.0.1,     loopback",
        "64:ff9b::a9fe:a9fe,     link-local",
        "2002:7f00:1::1,         loopback",
        "2002:c0a8:101::,        private",
        "2002:a9fe:a9fe:1:2::3,  link-local",
        "64:ff9b:1::8.8.8.8,     local NAT64",
        "2001:0:8:8::1,          protocol assignments",
        "::ffff:0:127.0.0.1,     unassigned",
        "4000::1,                unassigned",
        "1fff:ffff::1,           unassigned",
        "200::1,                 unassigned",
    })
    void aPurposeIsSaidAlsoWhereAnotherFormHidesIt(String address, String purpose) {
        assertThat(purposeOf(address)).contains(purpose);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "8.8.8.8",
                "1.1.1.1",
                "192.31.196.1",
                "192.52.193.1",
                "192.175.48.1",
                "2000::",
                "2606:4700:4700::1111",
                "2a00:1450:4001:800::1",
                "2620:4f:8000::1",
                "3ffe::1",
                "::ffff:8.8.8.8",
                "64:ff9b::8.8.8.8",
                "2002:808:808::1"
            })
    void ordinaryAddressesHaveNoPurpose(String address) {
        assertThat(purposeOf(address)).isEmpty();
    }

    @Test
    void aNetworkIsSpecialOnlyWhereAllOfItIs() {
        assertThat(network("10.0.0.0/7")).isFalse();
        assertThat(network("10.0.0.0/8")).isTrue();
        assertThat(network("10.20.0.0/16")).isTrue();
        assertThat(network("0.0.0.0/0")).isFalse();
        assertThat(network("::/0")).isFalse();
        assertThat(network("::/3")).isFalse();
        assertThat(network("2000::/3")).isFalse();
        assertThat(network("64:ff9b::/96")).isFalse();
        assertThat(network("4000::/3")).isTrue();
        assertThat(network("fc00::/8")).isTrue();
        assertThat(network("::ffff:0:0/96")).isTrue();
    }

    private static boolean network(String text) {
        return SpecialAddresses.purposeOf(IpNetwork.parse(text).orElseThrow()).isPresent();
    }

    private static Optional<String> purposeOf(String address) {
        return SpecialAddresses.purposeOf(IpAddress.parse(address).orElseThrow())
                .map(AddressPurpose::toString);
    }
}
