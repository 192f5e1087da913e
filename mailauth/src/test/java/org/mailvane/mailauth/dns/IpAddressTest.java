package org.mailvane.mailauth.dns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IpAddressTest {

    private static final int INPUTS = 20_000;

    /** A group of five digits, or a number of an IPv4 address with a zero before. */
    private static final Pattern MORE_DIGITS =
            Pattern.compile("[0-9a-f]{5}|(?<![0-9a-f])0[0-9]+[.]");

    /** RFC 4291, section 2.2, and RFC 5952, sections 1 to 5, as written and as it should be. */
    @ParameterizedTest
    @CsvSource({
        "192.0.2.1,                               192.0.2.1",
        "0.0.0.0,                                 0.0.0.0",
        "255.255.255.255,                         255.255.255.255",
        "ABCD:EF01:2345:6789:ABCD:EF01:2345:6789, abcd:ef01:2345:6789:abcd:ef01:2345:6789",
        "2001:DB8:0:0:8:800:200C:417A,            2001:db8::8:800:200c:417a",
        "FF01:0:0:0:0:0:0:101,                    ff01::101",
        "0:0:0:0:0:0:0:1,                         ::1",
        "0:0:0:0:0:0:0:0,                         ::",
        "::,                                      ::",
        "::1,                                     ::1",
        "1::,                                     1::",
        "2001:DB8::8:800:200C:417A,               2001:db8::8:800:200c:417a",
        "0:0:0:0:0:0:13.1.68.3,                   ::d01:4403",
        "0:0:0:0:0:FFFF:129.144.52.38,            ::ffff:129.144.52.38",
        "::FFFF:129.144.52.38,                    ::ffff:129.144.52.38",
        "::ffff:8190:3426,                        ::ffff:129.144.52.38",
        "2001:0db8::0001,                         2001:db8::1",
        "2001:db8:0:0:0:0:2:1,                    2001:db8::2:1",
        "2001:db8:0:1:1:1:1:1,                    2001:db8:0:1:1:1:1:1",
        "2001:db8::1:1:1:1:1,                     2001:db8:0:1:1:1:1:1",
        "2001:0:0:1:0:0:0:1,                      2001:0:0:1::1",
        "2001:db8:0:0:1:0:0:1,                    2001:db8::1:0:0:1",
        "1:2:3:4:5:6:7::,                         1:2:3:4:5:6:7:0",
        "::2:3:4:5:6:7:8,                         0:2:3:4:5:6:7:8",
        "1:2:3:4:5:6:1.2.3.4,                     1:2:3:4:5:6:102:304",
    })
    void everyFormIsReadAndWrittenInOneWay(String written, String canonical) {
        assertThat(IpAddress.parse(written)).map(IpAddress::toString).contains(canonical);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                ".",
                "1",
                "1.2.3",
                "1.2.3.4.5",
                "1.2.3.",
                ".1.2.3",
                "1..2.3",
                "256.1.1.1",
                "1.2.3.04",
                "01.2.3.4",
                "00.0.0.0",
                "1.2.3.1000",
                "1.2.3.a",
                "0x1.2.3.4",
                "+1.2.3.4",
                "1.2.3.-4",
                " 1.2.3.4",
                "1.2.3.4 ",
                "1.2.3.4/32",
                "\u0661.2.3.4",
                ":",
                ":::",
                ":1",
                "1:",
                "1:2",
                "::1::",
                "1::2::3",
                "1:::2",
                "1:2:3:4:5:6:7",
                "1:2:3:4:5:6:7:8:9",
                "1:2:3:4:5:6:7:8::",
                "::1:2:3:4:5:6:7:8",
                "1:2:3:4::5:6:7:8",
                "12345::",
                "g::",
                "::1.2.3",
                "::1.2.3.256",
                "::01.2.3.4",
                "1.2.3.4::",
                "::1.2.3.4:1",
                "1:2:3:4:5:6:7:1.2.3.4",
                "::1:2:3:4:5:6:1.2.3.4",
                "[::1]",
                "fe80::1%eth0",
                "::1/128",
                ":: 1",
                "::\uFF11"
            })
    void whatIsNoAddressIsRefused(String text) {
        assertThat(IpAddress.parse(text)).isEmpty();
    }

    @Test
    void veryLongTextsAreRefused() {
        assertThat(IpAddress.parse("1".repeat(1_000_000))).isEmpty();
        assertThat(IpAddress.parse("1:".repeat(1_000_000))).isEmpty();
        assertThat(IpAddress.parse("::" + "1.".repeat(1_000_000))).isEmpty();
    }

    @Test
    void everyAddressIsReadBackAndOthersReadItsTextLikewise() throws UnknownHostException {
        SplittableRandom random = new SplittableRandom(4291);
        for (int i = 0; i < INPUTS; i++) {
            byte[] octets = octets(random);
            IpAddress address = IpAddress.of(octets);
            assertThat(address.octets()).isEqualTo(octets);
            assertThat(address.bits()).isEqualTo(8 * octets.length);
            String text = address.toString();
            assertThat(IpAddress.parse(text)).contains(address);
            assertThat(IpAddress.parse(text.toUpperCase(Locale.ROOT))).contains(address);
            // The JDK makes IPv4 addresses of mapped ones.
            assertThat(InetAddress.ofLiteral(text)).isEqualTo(InetAddress.getByAddress(octets));
            assertThat(IpAddress.parse(InetAddress.getByAddress(octets).getHostAddress()))
                    .contains(address.unmapped());
        }
    }

    @Test
    void whatIsReadIsWhatOthersRead() {
        SplittableRandom random = new SplittableRandom(5952);
        String[] pieces = {
            ":", ":", "::", "0", "1", "ff", "abcd", "10000", "1.2.3.4", "1.2.3", "g"
        };
        int read = 0;
        for (int i = 0; i < INPUTS; i++) {
            StringBuilder text = new StringBuilder(random.nextBoolean() ? ":" : "");
            int count = 1 + random.nextInt(16);
            for (int k = 0; k < count; k++) {
                text.append(pieces[random.nextInt(pieces.length)]);
                if (random.nextInt(3) > 0) {
                    text.append(':');
                }
            }
            if (text.indexOf(":") < 0) {
                continue;
            }
            List<InetAddress> theirs = reference(text.toString());
            assertThat(
                            IpAddress.parse(text.toString()).stream()
                                    .map(IpAddress::unmapped)
                                    .map(IpAddress::octets)
                                    .toList())
                    .as(text.toString())
                    .usingRecursiveComparison()
                    .isEqualTo(theirs.stream().map(InetAddress::getAddress).toList());
            read += theirs.size();
        }
        assertThat(read).isGreaterThan(100);
    }

    @Test
    void mappedAddressesMeanTheIpv4Address() {
        assertThat(address("::ffff:192.0.2.1").unmapped()).isEqualTo(address("192.0.2.1"));
        assertThat(
                        Stream.of("::192.0.2.1", "::fffe:c000:201", "1::ffff:c000:201", "192.0.2.1")
                                .map(IpAddressTest::address))
                .allMatch(address -> address.unmapped().equals(address));
    }

    @Test
    void octetsAreFourOrSixteen() {
        assertThat(address("192.0.2.200").octets()).containsExactly(192, 0, 2, 200);
        assertThat(address("2001:db8::ff").octets())
                .containsExactly(0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff);
        assertThatThrownBy(() -> IpAddress.of(new byte[5]))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** The examples of RFC 1035, section 3.5, and RFC 3596, section 2.5. */
    @Test
    void reverseNamesAreBackwards() {
        assertThat(address("10.2.0.52").reverseName())
                .isEqualTo(new DnsName("52.0.2.10.in-addr.arpa"));
        assertThat(address("4321:0:1:2:3:4:567:89ab").reverseName())
                .isEqualTo(
                        new DnsName(
                                "b.a.9.8.7.6.5.0.4.0.0.0.3.0.0.0.2.0.0.0.1.0.0.0.0.0.0.0.1.2.3.4"
                                        + ".ip6.arpa"));
    }

    @Test
    void theOrderIsThatOfUnsignedNumbersAndIpv4ComesFirst() {
        assertThat(
                        Stream.of(
                                        "ffff::",
                                        "::",
                                        "255.0.0.0",
                                        "7fff::",
                                        "8000::",
                                        "0.0.0.1",
                                        "::8000:0:0:0",
                                        "::7fff:0:0:0")
                                .map(IpAddressTest::address)
                                .sorted()
                                .map(IpAddress::toString))
                .containsExactly(
                        "0.0.0.1",
                        "255.0.0.0",
                        "::",
                        "::7fff:0:0:0",
                        "::8000:0:0:0",
                        "7fff::",
                        "8000::",
                        "ffff::");
    }

    private static IpAddress address(String text) {
        return IpAddress.parse(text).orElseThrow();
    }

    private static List<InetAddress> reference(String text) {
        // The JDK allows more digits than RFC 4291, section 2.2 does.
        if (MORE_DIGITS.matcher(text).find()) {
            return List.of();
        }
        try {
            return List.of(Inet6Address.ofLiteral(text));
        } catch (IllegalArgumentException noAddress) {
            return List.of();
        }
    }

    /** Of either family, with many zeros and now and then mapped. */
    private static byte[] octets(SplittableRandom random) {
        byte[] octets = new byte[random.nextInt(3) == 0 ? 4 : 16];
        random.nextBytes(octets);
        int zeros = random.nextInt(256);
        for (int i = 0; i < octets.length; i++) {
            if ((zeros >> (i / 2) & 1) == 1) {
                octets[i] = 0;
            }
        }
        if (octets.length == 16 && random.nextInt(10) == 0) {
            Arrays.fill(octets, 0, 10, (byte) 0);
            Arrays.fill(octets, 10, 12, (byte) 0xFF);
        }
        return octets;
    }
}
