package org.mailvane.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The demo's stories are the same on whatever day of the week it is shown. */
class DemoTrafficTest {

    private static final LocalDate MONDAY = LocalDate.parse("2026-11-23");

    static IntStream daysOfWeek() {
        return IntStream.range(0, 7);
    }

    @ParameterizedTest
    @MethodSource("daysOfWeek")
    void saleStandsOut(int day) {
        DemoTraffic traffic = new DemoTraffic(MONDAY.plusDays(day));
        DemoDomain travel = DemoDomain.of("travel.example").orElseThrow();
        long before =
                IntStream.rangeClosed(Story.SALE + 1, Story.SALE + 60)
                        .mapToLong(ago -> messages(traffic, travel, ago))
                        .max()
                        .orElseThrow();
        assertThat(messages(traffic, travel, Story.SALE)).isGreaterThan(3 * before);
    }

    private static long messages(DemoTraffic traffic, DemoDomain domain, int ago) {
        return traffic.of(domain, ago).values().stream().mapToLong(Long::longValue).sum();
    }
}
