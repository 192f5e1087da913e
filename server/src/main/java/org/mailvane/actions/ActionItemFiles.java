package org.mailvane.actions;

import org.mailvane.api.Caller;
import org.mailvane.api.binding.ListFile;
import org.mailvane.api.binding.Ordering;
import org.springframework.stereotype.Service;

/** The lists of issues and tasks as CSV files with the columns of the API. */
@Service
public class ActionItemFiles {

    private final IssueController issues;
    private final TaskController tasks;

    ActionItemFiles(IssueController issues, TaskController tasks) {
        this.issues = issues;
        this.tasks = tasks;
    }

    /** Returns the issues that the caller can see. */
    public ListFile<?> issues(
            Caller caller, ActionItemFilter filter, Ordering<IssueOrder> ordering) {
        return issues.file(caller, filter, ordering);
    }

    /** Returns the tasks that the caller can see. */
    public ListFile<?> tasks(Caller caller, ActionItemFilter filter, Ordering<TaskOrder> ordering) {
        return tasks.file(caller, filter, ordering);
    }
}
