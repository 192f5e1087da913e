package org.mailvane.intake;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.StoredReports;
import org.mailvane.forensic.FailureMessages;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Component;

/**
 * Removes messages when what came in them is removed: those that hold nothing else that is stored
 * or waits. The ledger's entries stay, without their messages.
 */
@Component
class UnneededMessages implements FailureMessages {

    private final List<StoredReports> stored;
    private final RawTable raws;
    private final LedgerTable ledger;

    UnneededMessages(List<StoredReports> stored, RawTable raws, LedgerTable ledger) {
        this.stored = stored;
        this.raws = raws;
        this.ledger = ledger;
    }

    @Override
    public void delete(Scope scope, Collection<Long> messages) {
        delete(scope, messages, Set.of());
    }

    /**
     * Removes messages that nothing needs but reports about these domains, which are going to be
     * removed too.
     */
    void delete(Scope scope, Collection<Long> messages, Collection<DomainId> domains) {
        if (messages.isEmpty()) {
            return;
        }
        Set<Long> unneeded = new HashSet<>(messages);
        // Locked before it is asked who else needs them, so that nobody begins to meanwhile.
        raws.lockToDelete(scope, unneeded);
        for (StoredReports kind : stored) {
            unneeded.removeAll(kind.messagesOfOthers(scope, unneeded, domains));
        }
        unneeded.removeAll(ledger.messagesInWork(scope, unneeded));
        raws.delete(scope, unneeded);
    }
}
