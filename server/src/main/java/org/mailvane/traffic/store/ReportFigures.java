package org.mailvane.traffic.store;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import org.mailvane.platform.metrics.EventCounter;
import org.mailvane.platform.metrics.Label;
import org.mailvane.reporters.Trust;
import org.mailvane.reports.aggregate.AggregateReport;
import org.springframework.stereotype.Component;

/** Counts the aggregate reports that this server has stored, by what they count for. */
@Component
class ReportFigures implements MeterBinder {

    private static final String ADVICE = "advice";
    private static final String TOTALS = "totals";
    private static final String HELD = "held";
    private static final Label TRUST = new Label("trust", List.of(ADVICE, TOTALS, HELD));

    private final EventCounter reports =
            new EventCounter(
                    "mailvane.aggregate.reports", "Stored aggregate reports, by trust", TRUST);

    private final EventCounter records =
            new EventCounter(
                    "mailvane.aggregate.records",
                    "Records of stored aggregate reports, by trust",
                    TRUST);

    private final EventCounter messages =
            new EventCounter(
                    "mailvane.aggregate.messages",
                    "Messages in stored aggregate reports, by trust",
                    TRUST);

    /** Counts a report that is stored and committed. */
    void add(AggregateReport report, Trust trust) {
        String value =
                switch (trust) {
                    case ACCEPTED, VERIFIED -> ADVICE;
                    case TOTALS -> TOTALS;
                    case HELD -> HELD;
                };
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
