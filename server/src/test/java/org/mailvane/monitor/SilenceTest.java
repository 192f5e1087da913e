package org.mailvane.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who reported regularly and does not any more. */
class SilenceTest {

    private static final LocalDate DAY = LocalDate.of(2026, 6, 1);

    private static List<LocalDate> reports(int number, int daysAgo) {
        List<LocalDate> days = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            days.add(DAY.minusDays(daysAgo + i));
        }
        return days;
    }

    @Test
    void itTakesDaysWithoutAReport() {
        assertThat(Silence.at(DAY, reports(28, Silence.SILENT))).isTrue();
        assertThat(Silence.at(DAY, reports(28, Silence.SILENT - 1))).isFalse();
    }

    @Test
    void itTakesSomebodyWhoReportedRegularly() {
        assertThat(Silence.at(DAY, reports(Silence.REGULAR, Silence.SILENT))).isTrue();
        assertThat(Silence.at(DAY, reports(Silence.REGULAR - 1, Silence.SILENT))).isFalse();
    }

    @Test
    void anyReportEndsIt() {
        assertThat(Silence.isOver(DAY, List.of(DAY.minusDays(Silence.SILENT - 1)))).isTrue();
        assertThat(Silence.isOver(DAY, List.of(DAY.minusDays(Silence.SILENT)))).isFalse();
        assertThat(Silence.isOver(DAY, List.of(DAY.plusDays(1)))).isFalse();
    }
}
