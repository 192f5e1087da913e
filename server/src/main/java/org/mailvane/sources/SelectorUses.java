package org.mailvane.sources;

import java.time.LocalDate;
import java.util.List;
import org.mailvane.domains.DomainId;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Service;

/** Who uses which selector of a domain, month by month. */
@Service
public class SelectorUses {

    SelectorUses() {}

    /**
     * Replaces what is known of a domain and month, within the transaction that runs on this
     * thread, in which the domain is locked.
     *
     * @param month its first day
     * @return whether rows of this month and the next may be classified otherwise now
     */
    public boolean replace(Scope scope, DomainId domain, LocalDate month, List<SelectorUse> uses) {
        return false;
    }
}
