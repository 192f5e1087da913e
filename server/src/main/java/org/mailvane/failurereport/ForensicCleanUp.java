package org.mailvane.failurereport;

import java.time.Duration;
import org.mailvane.platform.jobs.Recurring;
import org.mailvane.platform.jobs.StopSign;
import org.springframework.stereotype.Component;

/** Removes jobs that have expired, with what they found. */
@Component
class ForensicCleanUp implements Recurring {

    private final ForensicJobs jobs;

    ForensicCleanUp(ForensicJobs jobs) {
        this.jobs = jobs;
    }

    @Override
    public String kind() {
        return "forensic_clean_up";
    }

    @Override
    public Duration every() {
        return Duration.ofMinutes(10);
    }

    @Override
    public void run(StopSign stop) {
        jobs.deleteExpired();
    }
}
