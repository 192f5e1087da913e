package org.mailvane.intake.ledger;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Arrays;
import java.util.List;
import org.mailvane.intake.ledger.Import.Origin;
import org.mailvane.intake.ledger.Remark.Outcome;
import org.mailvane.platform.metrics.EventCounter;
import org.mailvane.platform.metrics.Label;
import org.springframework.stereotype.Component;

/**
 * Counts what became of what came in, since the start of this server. What a command imports is not
 * counted: its process ends with it.
 */
@Component
public class ImportFigures implements MeterBinder {

    private final EventCounter results =
            new EventCounter(
                    "mailvane.import.results",
                    "Reports, and messages and files without a report, by source and outcome",
                    new Label(
                            "source",
                            Arrays.stream(Origin.values())
                                    .filter(origin -> origin != Origin.COMMAND)
                                    .map(Origin::code)
                                    .toList()),
                    Label.of("outcome", Outcome.class));

    private final EventCounter failures =
            new EventCounter(
                    "mailvane.import.failures",
                    "Reports, messages and files that could not be imported, by reason",
                    Label.orOther("reason", Remark.failureCodes()));

    /** Counts what became of one message or file, once that is committed. */
    public void add(Origin origin, Counts counts, List<Remark> remarks) {
        if (origin == Origin.COMMAND) {
            return;
        }
        add(origin, Outcome.IMPORTED, counts.imported());
        add(origin, Outcome.DUPLICATE, counts.duplicate());
        add(origin, Outcome.NOT_A_REPORT, counts.notAReport());
        add(origin, Outcome.WAITING, counts.waiting());
        add(origin, Outcome.FAILED, counts.failed());
        long unlisted = counts.failed();
        for (Remark remark : remarks) {
            if (remark.outcome() == Outcome.FAILED) {
                failures.add(1, remark.code());
                unlisted--;
            }
        }
        failures.add(Math.max(0, unlisted), Label.OTHER);
    }

    private void add(Origin origin, Outcome outcome, long number) {
        results.add(number, origin.code(), outcome.code());
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        results.bindTo(registry);
        failures.bindTo(registry);
    }
}
