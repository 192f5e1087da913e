package org.mailvane.mailauth.spf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.IpNetwork;

class IpSetTest {

    private static final int ROUNDS = 300;
    private static final int OPERATIONS = 30;
    private static final long SEED = 7208;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "192.0.2.0/24 | 256",
                "192.0.2.0/24 192.0.2.128/25 | 256",
                "192.0.2.0/25 192.0.2.128/25 | 256",
                "192.0.2.1 192.0.2.1 192.0.2.3 | 2",
                "0.0.0.0/0 | 4294967296",
                "0.0.0.0/1 128.0.0.0/1 | 4294967296",
                "255.255.255.255 0.0.0.0 | 2",
                "2001:db8::/32 | 0",
                "255.255.255.255 ::/0 | 1",
            })
    void everyIpv4AddressCountsOnce(String networks, long count) {
        assertThat(set(networks.split(" ")).ip4Count()).isEqualTo(count);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "192.0.2.0/25 192.0.2.128/25 | 192.0.2.0/24",
                "192.0.2.0 192.0.2.1 192.0.2.2 | 192.0.2.0/31 192.0.2.2",
                "192.0.2.1 192.0.2.2 192.0.2.3 | 192.0.2.1 192.0.2.2/31",
                "192.0.2.0/24 192.0.2.7 | 192.0.2.0/24",
                "2001:db8::/33 2001:db8:8000::/33 | 2001:db8::/32",
                "0.0.0.0/1 128.0.0.0/1 ::/1 8000::/1 | 0.0.0.0/0 ::/0",
                "255.255.255.255 :: | 255.255.255.255 ::",
            })
    void networksThatTouchAreMerged(String networks, String merged) {
        assertThat(set(networks.split(" ")).networks()).isEqualTo(networks(merged.split(" ")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "192.0.2.0/30 | 192.0.2.1 | 192.0.2.0 192.0.2.2/31",
                "192.0.2.0/24 | 198.51.100.0/24 | 192.0.2.0/24",
                "192.0.2.0/24 | 192.0.2.0/25 | 192.0.2.128/25",
                "192.0.2.128/25 | 192.0.0.0/16 | ''",
                "2001:db8::/126 | 2001:db8::3 2001:db8::0 | 2001:db8::1 2001:db8::2",
                "0.0.0.0/0 | 128.0.0.0/1 | 0.0.0.0/1",
            })
    void whatIsLeftOfANetworkIsTheRest(String network, String removed, String left) {
        List<IpNetwork> expected = left.isEmpty() ? List.of() : networks(left.split(" "));
        assertThat(set(removed.split(" ")).restOf(networks(network).getFirst()).networks())
                .isEqualTo(expected);
    }

    @Test
    void allAddressesAreThereUntilOneIsTaken() {
        IpSet all = IpSet.all();
        assertThat(all.containsAll(IpSet.ALL_V4) && all.containsAll(IpSet.ALL_V6)).isTrue();
        all.remove(networks("ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff").getFirst());
        assertThat(all.containsAll(IpSet.ALL_V4) && all.containsAll(IpSet.ALL_V6)).isFalse();
        assertThat(all.containsAll(IpSet.ALL_V4)).isTrue();
        assertThat(all.networks()).hasSize(1 + IpAddress.V6_BITS);
    }

    /** Against one bit for each of 65,536 addresses, in both families. */
    @Test
    void anyOperationsDoTheSameAsOnSingleAddresses() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int round = 0; round < ROUNDS; round++) {
            boolean isV4 = random.nextBoolean();
            IpSet set = new IpSet();
            BitSet bits = new BitSet();
            for (int i = 0; i < OPERATIONS; i++) {
                int address = random.nextInt(1 << 16);
                int free = random.nextInt(17);
                int first = address >> free << free;
                IpNetwork network = network(isV4, first, free);
                if (random.nextInt(3) == 0) {
                    set.remove(network);
                    bits.clear(first, first + (1 << free));
                } else {
                    set.add(network);
                    bits.set(first, first + (1 << free));
                }
                int probe = random.nextInt(1 << 16);
                assertThat(set.contains(network(isV4, probe, 0).first()))
                        .isEqualTo(bits.get(probe));
                IpNetwork other = network(isV4, probe >> 4 << 4, 4);
                int begin = probe >> 4 << 4;
                int held = bits.get(begin, begin + 16).cardinality();
                assertThat(set.containsAny(other)).isEqualTo(held > 0);
                assertThat(set.containsAll(other)).isEqualTo(held == 16);
                assertThat(size(set.restOf(other).networks())).isEqualTo(16 - held);
            }
            assertThat(size(set.networks())).isEqualTo(bits.cardinality());
            assertThat(set.ip4Count()).isEqualTo(isV4 ? bits.cardinality() : 0);
            IpSet again = new IpSet();
            set.networks().forEach(again::add);
            again.removeAll(set);
            assertThat(again.isEmpty()).isTrue();
        }
    }

    private static IpNetwork network(boolean isV4, int offset, int freeBits) {
        return isV4
                ? IpNetwork.of(IpAddress.v4(0xFFFF_0000L + offset), 32 - freeBits)
                : IpNetwork.of(
                        IpAddress.v6(0x2001_0db8_0000_0000L, 0xFFFF_FFFF_FFFF_0000L + offset),
                        128 - freeBits);
    }

    private static long size(List<IpNetwork> networks) {
        return networks.stream()
                .mapToLong(network -> 1L << (network.first().bits() - network.prefix()))
                .sum();
    }

    private static IpSet set(String... networks) {
        IpSet set = new IpSet();
        networks(networks).forEach(set::add);
        return set;
    }

    private static List<IpNetwork> networks(String... texts) {
        return List.of(texts).stream().map(text -> IpNetwork.parse(text).orElseThrow()).toList();
    }
}
