package org.mailvane.issues;

import java.util.Collection;
import org.mailvane.domains.DomainId;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Service;

/** What is wrong with domains' records. */
@Service
public class Issues {

    /**
     * Takes what a check has found of a domain's record: each problem that is not open already is
     * raised, and each that is open and was not found is solved. It runs within the caller's
     * transaction, in which the domain is locked.
     *
     * @param record the kind of record that was checked, such as {@code spf}; issues of other kinds
     *     stay as they are
     */
    public void settle(
            Scope scope, DomainId domain, String record, Collection<FoundProblem> found) {
        throw new UnsupportedOperationException();
    }
}
