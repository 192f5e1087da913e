package org.mailvane.actions;

import java.time.LocalDate;
import org.mailvane.domains.Expiring;
import org.mailvane.platform.store.system.SystemDb;
import org.springframework.stereotype.Component;

/** Deletes issues and tasks that were solved long ago. Open ones stay, whether or not ignored. */
@Component
class SolvedItems implements Expiring {

    private static final String SOLVED = "solved_at";

    private final SystemDb system;

    SolvedItems(SystemDb system) {
        this.system = system;
    }

    @Override
    public boolean forgetSome(LocalDate before) {
        boolean moreIssues = system.forgetSome("issue", SOLVED, before);
        boolean moreTasks = system.forgetSome("task", SOLVED, before);
        return moreIssues || moreTasks;
    }
}
