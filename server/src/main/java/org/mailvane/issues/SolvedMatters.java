package org.mailvane.issues;

import java.time.LocalDate;
import org.mailvane.domains.Expiring;
import org.mailvane.store.system.SystemDb;
import org.springframework.stereotype.Component;

/**
 * Issues and tasks that were solved, as long as the days are kept on which they were. What is open
 * stays, however old it is, and whether or not somebody ignores it.
 */
@Component
class SolvedMatters implements Expiring {

    private final SystemDb system;

    SolvedMatters(SystemDb system) {
        this.system = system;
    }

    @Override
    public boolean forgetSome(LocalDate before) {
        boolean moreIssues = system.forgetSome("issue", "solved", before);
        boolean moreTasks = system.forgetSome("task", "solve_time", before);
        return moreIssues || moreTasks;
    }
}
