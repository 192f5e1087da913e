package org.mailvane.sourcedata;

import org.mailvane.api.Caller;
import org.mailvane.api.binding.ListFile;
import org.mailvane.traffic.sums.SourceVolumes.Choice;
import org.springframework.stereotype.Service;

/** The list of sources as the API's CSV. */
@Service
public class SourceFile {

    private final SourceListController api;

    SourceFile(SourceListController api) {
        this.api = api;
    }

    /** Returns those that sent what is chosen, for domains that the caller may read. */
    public ListFile<?> of(Caller caller, Choice choice) {
        return new ListFile<>(
                SourceListController.Body.class,
                api.listing(
                        caller,
                        choice,
                        SourceFilter.NONE,
                        ListFile.request(SourceListController.PATH)));
    }
}
