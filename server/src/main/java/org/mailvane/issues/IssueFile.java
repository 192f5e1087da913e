package org.mailvane.issues;

import org.mailvane.api.Caller;
import org.mailvane.api.ListFile;
import org.mailvane.api.Ordering;
import org.springframework.stereotype.Service;

/** The list of issues as the API's CSV. */
@Service
public class IssueFile {

    private final IssueController api;

    IssueFile(IssueController api) {
        this.api = api;
    }

    /** Those that the caller may see. */
    public ListFile<?> of(Caller caller, IssueFilter filter, Ordering<IssueOrder> ordering) {
        return new ListFile<>(
                IssueController.Body.class,
                api.listing(caller, filter, ordering, ListFile.request(IssueController.PATH)));
    }
}
