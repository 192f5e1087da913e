package org.mailvane.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.mailvane.monitor.VolumeSpikes.Spike;

/** Which days have far more mail than usual. */
class VolumeSpikesTest {

    private static final LocalDate DAY = LocalDate.of(2026, 6, 1);

    private final Map<LocalDate, Long> messages = new HashMap<>();
    private Predicate<LocalDate> known = messages::containsKey;
    private LocalDate first = DAY.minusDays(VolumeSpikes.DAYS);

    /** So many on each day before. */
    private void usual(long number) {
        first.datesUntil(DAY).forEach(day -> messages.put(day, number + day.getDayOfMonth() % 5));
    }

    private @Nullable Spike at(long number) {
        messages.put(DAY, number);
        return VolumeSpikes.at(DAY, messages, first, known);
    }

    @Test
    void farMoreThanUsualIsASpike() {
        usual(200);
        assertThat(at(450)).isEqualTo(new Spike(202, 450));
        assertThat(at(400)).isNull();
    }

    @Test
    void fewMessagesAreNeverOne() {
        usual(10);
        assertThat(at(VolumeSpikes.MIN_MESSAGES - 1)).isNull();
        assertThat(at(VolumeSpikes.MIN_MESSAGES)).isNotNull();
    }

    @Test
    void daysOnWhichThereIsNoneAreUsualTooWhereAnythingIsKnownOfThem() {
        assertThat(at(9_000)).isNull();
        known = day -> true;
        assertThat(at(9_000)).isEqualTo(new Spike(0, 9_000));
    }

    @Test
    void whatComesEachWeekIsUsual() {
        usual(200);
        for (int week = 1; week <= 8; week++) {
            messages.put(DAY.minusWeeks(week), 2_000L);
        }
        assertThat(at(2_000)).isNull();
        assertThat(at(4_000)).isNotNull();
    }

    @Test
    void oneSuchDayBeforeDoesNotHideThis() {
        usual(200);
        messages.put(DAY.minusDays(20), 1_000_000L);
        assertThat(at(900)).isNotNull();
    }

    @Test
    void aDomainThatIsHardlyKnownHasNone() {
        first = DAY.minusDays(VolumeSpikes.MIN_DAYS - 1);
        usual(200);
        assertThat(at(9_000)).isNull();
        first = DAY.minusDays(VolumeSpikes.MIN_DAYS);
        usual(200);
        assertThat(at(9_000)).isNotNull();
    }

    @Test
    void aDomainThatHardlySendsHasNone() {
        messages.put(DAY.minusDays(30), 200L);
        assertThat(at(9_000)).isNull();
    }
}
