package org.mailvane.timeline;

import org.mailvane.api.Caller;
import org.mailvane.api.binding.ListFile;
import org.springframework.stereotype.Service;

/** The list of events as the API's CSV. */
@Service
public class TimelineFile {

    private final TimelineEventController api;

    TimelineFile(TimelineEventController api) {
        this.api = api;
    }

    /** Returns those that the caller may see. */
    public ListFile<?> of(Caller caller, EventChoice choice) {
        return new ListFile<>(
                TimelineEventController.Body.class,
                api.listing(caller, choice, ListFile.request(TimelineEventController.PATH)));
    }
}
