package org.mailvane.issues;

import org.mailvane.api.Caller;
import org.mailvane.api.ListFile;
import org.mailvane.api.Ordering;
import org.springframework.stereotype.Service;

/** The list of tasks as the API's CSV. */
@Service
public class TaskFile {

    private final TaskController api;

    TaskFile(TaskController api) {
        this.api = api;
    }

    /** Those that the caller may see. */
    public ListFile<?> of(Caller caller, IssueFilter filter, Ordering<TaskOrder> ordering) {
        return new ListFile<>(
                TaskController.Body.class,
                api.listing(caller, filter, ordering, ListFile.request(TaskController.PATH)));
    }
}
