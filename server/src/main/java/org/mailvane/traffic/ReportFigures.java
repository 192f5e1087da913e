package org.mailvane.traffic;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.mailvane.metrics.EventCounter;
import org.mailvane.metrics.Label;
import org.mailvane.reporters.Trust;
import org.mailvane.reports.aggregate.AggregateReport;
import org.springframework.stereotype.Component;

/** Counts the aggregate reports that this server has stored, by what they count for. */
@Component
class ReportFigures implements MeterBinder {

    private static final Label TRUST = Label.of("trust", Trust.class);

    private final EventCounter reports =
            new EventCounter(
                    "mailvane.aggregate.reports",
                    "Aggregate reports that were stored, by what they count for",
                    TRUST);

    private final EventCounter records =
            new EventCounter(
                    "mailvane.aggregate.records",
                    "Records of the aggregate reports that were stored, by what they count for",
                    TRUST);

    private final EventCounter messages =
            new EventCounter(
                    "mailvane.aggregate.messages",
                    "Messages that the stored aggregate reports count, by what these count for",
                    TRUST);

    /** Counts a report that is stored and committed. */
    void add(AggregateReport report, Trust trust) {
        String value = Label.valueOf(trust);
        reports.add(1, value);
        records.add(report.recordCount(), value);
        messages.add(report.messageCount(), value);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        reports.bindTo(registry);
        records.bindTo(registry);
        messages.bindTo(registry);
    }
}
