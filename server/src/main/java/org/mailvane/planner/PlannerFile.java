package org.mailvane.planner;

import java.util.Optional;
import org.mailvane.api.Caller;
import org.mailvane.api.binding.ListFile;
import org.mailvane.api.binding.Ordering;
import org.springframework.stereotype.Service;

/** The planner's list of domains as the API's CSV. */
@Service
public class PlannerFile {

    private final PolicyDomainController api;

    PlannerFile(PolicyDomainController api) {
        this.api = api;
    }

    /** Returns those that the caller may see. */
    public ListFile<?> of(
            Caller caller, PolicyDomainFilter filter, Ordering<PolicyDomainOrder> ordering) {
        return new ListFile<>(
                PolicyDomainController.Body.class,
                api.listing(
                        caller,
                        filter,
                        Optional.empty(),
                        ordering,
                        ListFile.request(PolicyDomainController.PATH)));
    }
}
