package org.mailvane.traffic.reclassify;

import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.mailvane.platform.jobs.Recurring;
import org.mailvane.platform.jobs.StopSign;
import org.mailvane.traffic.Days;
import org.springframework.stereotype.Component;

/**
 * Has what DNS says of domains with mail, and of their senders, looked up again where that is due:
 * it may change without any new report.
 */
@Component
class FreshEvidence implements Recurring {

    /** Days, today included, whose mail says that a domain is in use. */
    static final int DAYS = 7;

    private final ReclassificationQueueTable unsettled;
    private final Clock clock;

    FreshEvidence(ReclassificationQueueTable unsettled, Clock clock) {
        this.unsettled = unsettled;
        this.clock = clock;
    }

    @Override
    public String kind() {
        return "fresh_evidence";
    }

    @Override
    public Duration every() {
        return Duration.ofDays(1);
    }

    @Override
    public void run(StopSign stop) {
        LocalDate today = LocalDate.now(clock.withZone(ZoneOffset.UTC));
        unsettled.markWaiting(new Days(today.minusDays(DAYS - 1L), today), clock.instant());
    }
}
