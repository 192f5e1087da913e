package org.mailvane.issues;

import java.util.List;
import org.mailvane.domains.DomainId;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Service;

/** What to do next about domains. */
@Service
public class Tasks {

    /**
     * Takes the steps that are next for a domain: each that is not open already is added, and each
     * that is open and not among them is done. It runs within the caller's transaction, in which
     * the domain is locked.
     */
    public void settle(Scope scope, DomainId domain, List<NextStep> steps) {
        throw new UnsupportedOperationException();
    }
}
