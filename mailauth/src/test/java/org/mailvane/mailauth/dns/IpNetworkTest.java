package org.mailvane.mailauth.dns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IpNetworkTest {

    private static final int INPUTS = 10_000;

    @ParameterizedTest
    @CsvSource({
        "192.0.2.0/24,      192.0.2.0/24,      192.0.2.255",
        "192.0.2.77/24,     192.0.2.0/24,      192.0.2.255",
        "192.0.2.77,        192.0.2.77,        192.0.2.77",
        "192.0.2.77/32,     192.0.2.77,        192.0.2.77",
        "192.0.2.77/31,     192.0.2.76/31,     192.0.2.77",
        "192.0.2.77/0,      0.0.0.0/0,         255.255.255.255",
        "128.0.0.1/1,       128.0.0.0/1,       255.255.255.255",
        "2001:db8::1/32,    2001:db8::/32,     2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
        "2001:db8::1/64,    2001:db8::/64,     2001:db8::ffff:ffff:ffff:ffff",
        "2001:db8::1/63,    2001:db8::/63,     2001:db8:0:1:ffff:ffff:ffff:ffff",
        "2001:db8::1/65,    2001:db8::/65,     2001:db8::7fff:ffff:ffff:ffff",
        "2001:db8::1/128,   2001:db8::1,       2001:db8::1",
        "2001:db8::1,       2001:db8::1,       2001:db8::1",
        "ffff::/0,          ::/0,              ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    })
    void blocksAreReadAndBitsBehindThePrefixAreCutOff(String text, String block, String last) {
        IpNetwork network = network(text);
        assertThat(network).hasToString(block);
        assertThat(network.last()).hasToString(last);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/",
                "/8",
                "10.0.0.0/",
                "10.0.0.0/33",
                "10.0.0.0/08",
                "10.0.0.0/-1",
                "10.0.0.0/+8",
                "10.0.0.0/ 8",
                "10.0.0.0/8/8",
                "10.0.0.0/255.0.0.0",
                "10.0.0/8",
                "::/129",
                "::/1000",
                "::/99999999999",
                "10/8",
                "::/\u0661"
            })
    void whatIsNoBlockIsRefused(String text) {
        assertThat(IpNetwork.parse(text)).isEmpty();
    }

    @Test
    void prefixesHaveTheirBounds() {
        IpAddress v4 = IpAddress.v4(0);
        assertThatThrownBy(() -> IpNetwork.of(v4, IpAddress.V4_BITS + 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> IpNetwork.of(v4, -1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> IpNetwork.of(IpAddress.v6(0, 0), IpAddress.V6_BITS + 1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aBlockContainsWhatLiesBetweenItsFirstAndLastAddress() {
        SplittableRandom random = new SplittableRandom(4632);
        for (int i = 0; i < INPUTS; i++) {
            byte[] octets = new byte[random.nextBoolean() ? 4 : 16];
            random.nextBytes(octets);
            IpAddress address = IpAddress.of(octets);
            int prefix = random.nextInt(address.bits() + 1);
            IpNetwork network = IpNetwork.of(address, prefix);
            BigInteger size = BigInteger.TWO.pow(address.bits() - prefix);
            BigInteger first = number(address).divide(size).multiply(size);
            assertThat(number(network.first())).isEqualTo(first);
            assertThat(number(network.last())).isEqualTo(first.add(size).subtract(BigInteger.ONE));
            assertThat(network.contains(address)).isTrue();
            assertThat(IpNetwork.parse(network.toString())).contains(network);

            // Another that shares some of its bits, so that both outcomes come up.
            byte[] near = octets.clone();
            int bit = random.nextInt(address.bits());
            near[bit / 8] ^= (byte) (0x80 >> (bit % 8));
            IpAddress other = IpAddress.of(near);
            assertThat(network.contains(other)).isEqualTo(bit >= prefix);
            int otherPrefix = random.nextInt(address.bits() + 1);
            assertThat(network.contains(IpNetwork.of(other, otherPrefix)))
                    .isEqualTo(otherPrefix >= prefix && bit >= prefix);
        }
    }

    @Test
    void theOtherFamilyIsNeverContained() {
        assertThat(network("0.0.0.0/0").contains(IpAddress.v6(0, 1))).isFalse();
        assertThat(network("::/0").contains(IpAddress.v4(1))).isFalse();
        assertThat(network("::/0").contains(network("10.0.0.0/8"))).isFalse();
    }

    @Test
    void theOrderIsThatOfAddressesAndThenTheLargerBlock() {
        assertThat(
                        Stream.of("10.0.0.0/24", "::/0", "10.0.0.0/8", "9.0.0.0/24")
                                .map(IpNetworkTest::network)
                                .sorted()
                                .map(IpNetwork::toString))
                .containsExactly("9.0.0.0/24", "10.0.0.0/8", "10.0.0.0/24", "::/0");
    }

    private static IpNetwork network(String text) {
        return IpNetwork.parse(text).orElseThrow();
    }

    private static BigInteger number(IpAddress address) {
        return new BigInteger(1, address.octets());
    }
}
