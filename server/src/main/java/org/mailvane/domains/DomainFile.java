package org.mailvane.domains;

import java.util.List;
import java.util.Optional;
import org.mailvane.api.Caller;
import org.mailvane.api.ListFile;
import org.mailvane.api.Ordering;
import org.springframework.stereotype.Service;

/** The list of domains as the API's CSV. */
@Service
public class DomainFile {

    private final DomainController api;

    DomainFile(DomainController api) {
        this.api = api;
    }

    /** Those that the caller may see, of some only where these are given. */
    public ListFile<?> of(
            Caller caller,
            DomainFilter filter,
            Optional<List<DomainId>> only,
            Ordering<DomainOrder> ordering) {
        return new ListFile<>(
                DomainController.Body.class,
                api.listing(
                        caller, filter, only, ordering, ListFile.request(DomainController.PATH)));
    }
}
