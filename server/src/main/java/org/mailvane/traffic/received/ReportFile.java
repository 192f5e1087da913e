package org.mailvane.traffic.received;

import org.mailvane.api.Caller;
import org.mailvane.api.binding.ListFile;
import org.mailvane.api.binding.Ordering;
import org.springframework.stereotype.Service;

/** The list of reports as the API's CSV. */
@Service
public class ReportFile {

    private final ReportController api;

    ReportFile(ReportController api) {
        this.api = api;
    }

    /** Returns those that the caller may see. */
    public ListFile<?> of(Caller caller, ReportFilter filter, Ordering<ReportOrder> ordering) {
        return new ListFile<>(
                ReportController.Body.class,
                api.listing(caller, filter, ordering, ListFile.request(ReportController.PATH)));
    }
}
