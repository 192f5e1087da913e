package org.mailvane.detail;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.mailvane.mailauth.dns.IpAddress;

class AddressNumbersTest {

    @Test
    void eachAddressHasOneNumberInTheOrderInWhichTheyCome() {
        Random random = new Random(3);
        Map<IpAddress, Integer> plain = new HashMap<>();
        AddressNumbers numbers = new AddressNumbers();
        for (int i = 0; i < 40_000; i++) {
            long bits = random.nextInt(9_000);
            IpAddress address =
                    switch (random.nextInt(4)) {
                        case 0 -> IpAddress.v4(bits);
                        // The same bits in the other family are another address.
                        case 1 -> IpAddress.v6(0, bits);
                        case 2 -> IpAddress.v6(bits, 0);
                        default -> IpAddress.v6(-1, -bits);
                    };
            int expected = plain.computeIfAbsent(address, a -> plain.size());
            assertThat(numbers.of(address)).isEqualTo(expected);
        }
        assertThat(numbers.size()).isEqualTo(plain.size()).isGreaterThan(20_000);
        plain.forEach((address, number) -> assertThat(numbers.of(address)).isEqualTo(number));
    }
}
