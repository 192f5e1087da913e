package org.mailvane.failurereport;

import org.mailvane.platform.jobs.Job;
import org.mailvane.platform.jobs.StopSign;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Component;

/** Works the jobs in the background. */
@Component
class ForensicSearch implements Job {

    static final String KIND = "forensic_search";

    private final ForensicJobs jobs;

    ForensicSearch(ForensicJobs jobs) {
        this.jobs = jobs;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public void run(Scope scope, long id, StopSign stop) {
        jobs.work(scope, id);
    }

    @Override
    public void giveUp(Scope scope, long id) {
        jobs.fail(scope, id);
    }
}
