package org.mailvane.domains;

import org.mailvane.api.Caller;
import org.mailvane.api.binding.ListFile;
import org.mailvane.api.binding.Ordering;
import org.springframework.stereotype.Service;

/** The list of domains as the API's CSV. */
@Service
public class DomainFile {

    private final DomainController api;

    DomainFile(DomainController api) {
        this.api = api;
    }

    /** Those that the caller may see. */
    public ListFile<?> of(Caller caller, DomainFilter filter, Ordering<DomainOrder> ordering) {
        return new ListFile<>(
                DomainController.Body.class,
                api.list(caller, filter, ordering, ListFile.request(DomainController.PATH)));
    }
}
