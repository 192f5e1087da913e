package org.mailvane.detailreport;

import java.time.Duration;
import org.mailvane.platform.jobs.Recurring;
import org.mailvane.platform.jobs.StopSign;
import org.springframework.stereotype.Component;

/** Removes reports that have expired, and what was stored of reports that are gone. */
@Component
class DetailCleanUp implements Recurring {

    private final DetailReports reports;

    DetailCleanUp(DetailReports reports) {
        this.reports = reports;
    }

    @Override
    public String kind() {
        return "detail_clean_up";
    }

    @Override
    public Duration every() {
        return Duration.ofMinutes(10);
    }

    @Override
    public void run(StopSign stop) {
        reports.deleteExpired(stop);
    }
}
