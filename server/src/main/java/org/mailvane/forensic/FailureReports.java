package org.mailvane.forensic;

import java.util.List;
import org.mailvane.domains.Discovery;
import org.mailvane.domains.StoreOutcome;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Service;

/** Stores failure reports and answers what they say. */
@Service
public class FailureReports {

    /**
     * Stores reports within the transaction that runs on this thread, in which their domains are
     * locked; one that is there already is not stored again.
     *
     * @param discovery which rows the reports' domains count with
     * @return what became of each, in the order given
     */
    public List<StoreOutcome> store(
            Scope scope, Discovery discovery, List<IncomingFailure> reports) {
        return reports.stream().<StoreOutcome>map(r -> new StoreOutcome.UnknownDomain()).toList();
    }
}
