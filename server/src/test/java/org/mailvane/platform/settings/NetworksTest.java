package org.mailvane.platform.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.mailauth.dns.IpAddress;

/** Which addresses are in which blocks, and which texts are none. */
class NetworksTest {

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.255.0.1, true",
        "10.0.0.0/8, 11.0.0.0, false",
        "10.0.0.0/8, ::ffff:10.1.2.3, true",
        "10.0.0.0/8, 2001:db8::1, false",
        "192.0.2.7, 192.0.2.7, true",
        "192.0.2.7, 192.0.2.8, false",
        "192.0.2.0/25, 192.0.2.128, false",
        "0.0.0.0/0, 203.0.113.9, true",
        "0.0.0.0/0, ::1, false",
        "2001:db8::/32, 2001:db8:ffff::1, true",
        "2001:db8::/32, 2001:db9::1, false",
        "'10.0.0.0/8 , 172.16.0.0/12', 172.31.255.255, true",
        "'10.0.0.0/8 ::1', ::1, true",
        "'', 127.0.0.1, false"
    })
    void anAddressIsInABlockOrNot(String blocks, String address, boolean inside) {
        Networks networks = Networks.parse(blocks);
        assertThat(networks.contain(Networks.address(address).orElseThrow())).isEqualTo(inside);
        IpAddress value = IpAddress.parse(address).orElseThrow().unmapped();
        assertThat(networks.toList().stream().anyMatch(network -> network.contains(value)))
                .as("as values of mailauth")
                .isEqualTo(inside);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "10.0.0.0/33",
                "10.0.0.0/x",
                "10.0.0.*",
                "10.0.0.1-9",
                "10.0.0",
                "10",
                "/8",
                "*",
                "2001:db8::/129",
                "fe80::1%eth0",
                "010.0.0.0/8",
                "10.0.0.0/255.0.0.0",
                "0x7f000001"
            })
    void whatIsNoBlockIsNamed(String wrong) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Networks.parse("192.0.2.0/24, " + wrong))
                .withMessageContaining("\"" + wrong + "\"")
                .withMessageContaining("must be CIDR blocks");
    }

    @ParameterizedTest
    @CsvSource({"10.1.2.3/8, 10.0.0.0/8", "2001:db8::1/32, 2001:db8::/32"})
    void aBlockThatBeginsInTheMiddleIsToldWhereItBegins(String wrong, String right) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Networks.parse(wrong))
                .withMessageContaining(right);
    }

    @ParameterizedTest
    @ValueSource(strings = {"::ffff:10.0.0.0/104", "::ffff:192.0.2.1"})
    void anIpv4BlockIsWrittenAsOne(String wrong) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Networks.parse(wrong))
                .withMessageContaining("IPv4");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "x",
                "5",
                "1.2.3",
                "1.2.3.4.5",
                "256.0.0.1",
                "1.2.3.4/32",
                "[::1]",
                "::1%lo",
                "1:2:3",
                "*",
                "01.2.3.4",
                "1.2.3.4:80"
            })
    void whatIsNoAddressIsNone(String text) {
        assertThat(Networks.address(text)).isEmpty();
    }
}
