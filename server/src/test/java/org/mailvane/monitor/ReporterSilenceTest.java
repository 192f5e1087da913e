package org.mailvane.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests who reported regularly and does not any more. */
class ReporterSilenceTest {

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
        assertThat(ReporterSilence.at(DAY, reports(28, ReporterSilence.SILENT))).isTrue();
        assertThat(ReporterSilence.at(DAY, reports(28, ReporterSilence.SILENT - 1))).isFalse();
    }

    @Test
    void itTakesSomebodyWhoReportedRegularly() {
        assertThat(
                        ReporterSilence.at(
                                DAY, reports(ReporterSilence.REGULAR, ReporterSilence.SILENT)))
                .isTrue();
        assertThat(
                        ReporterSilence.at(
                                DAY, reports(ReporterSilence.REGULAR - 1, ReporterSilence.SILENT)))
                .isFalse();
    }

    @Test
    void anyReportEndsIt() {
        assertThat(ReporterSilence.isOver(DAY, List.of(DAY.minusDays(ReporterSilence.SILENT - 1))))
                .isTrue();
        assertThat(ReporterSilence.isOver(DAY, List.of(DAY.minusDays(ReporterSilence.SILENT))))
                .isFalse();
        assertThat(ReporterSilence.isOver(DAY, List.of(DAY.plusDays(1)))).isFalse();
    }
}
