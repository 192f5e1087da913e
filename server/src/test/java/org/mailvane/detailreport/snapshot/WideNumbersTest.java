package org.mailvane.detailreport.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WideNumbersTest {

    private record Thing(int tag, long high, long low) {}

    @Test
    void eachThingHasOneNumberInTheOrderInWhichTheyCome() {
        Random random = new Random(3);
        Map<Thing, Integer> plain = new HashMap<>();
        WideNumbers numbers = new WideNumbers();
        for (int i = 0; i < 40_000; i++) {
            int bits = random.nextInt(9_000);
            // The same bits in other places are another thing.
            Thing thing =
                    switch (random.nextInt(5)) {
                        case 0 -> new Thing(1, 0, bits);
                        case 1 -> new Thing(0, 0, bits);
                        case 2 -> new Thing(0, bits, 0);
                        case 3 -> new Thing(bits, 0, 0);
                        default -> new Thing(-1, -1, -bits);
                    };
            int expected = plain.computeIfAbsent(thing, a -> plain.size());
            assertThat(numbers.of(thing.tag, thing.high, thing.low)).isEqualTo(expected);
        }
        assertThat(numbers.size()).isEqualTo(plain.size()).isGreaterThan(20_000);
        plain.forEach((thing, number) -> {
            assertThat(numbers.of(thing.tag, thing.high, thing.low)).isEqualTo(number);
            assertThat(new Thing(numbers.tag(number), numbers.high(number), numbers.low(number)))
                    .isEqualTo(thing);
        });
    }
}
