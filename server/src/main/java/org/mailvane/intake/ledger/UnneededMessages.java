package org.mailvane.intake.ledger;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.StoredReports;
import org.mailvane.failurereport.FailureMessages;
import org.mailvane.platform.store.Scope;
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

    @Override
    public Optional<Long> deleteWaiting(Scope scope, long after, int limit) {
        List<Long> waiting = ledger.waitingFailures(scope, after, limit);
        if (waiting.isEmpty()) {
            return Optional.empty();
        }
        raws.lockToDelete(scope, waiting);
        Set<Long> unneeded = withoutStored(scope, waiting, Set.of());
        // Asked again, for before the lock one may have come into the queue.
        unneeded.retainAll(ledger.waitingFailures(scope, after, limit));
        raws.delete(scope, unneeded);
        return Optional.of(waiting.getLast());
    }

    /**
     * Removes messages that nothing needs but reports about these domains, which are going to be
     * removed too.
     */
    void delete(Scope scope, Collection<Long> messages, Collection<DomainId> domains) {
        if (messages.isEmpty()) {
            return;
        }
        // Locked before it is asked who else needs them, so that nobody begins to meanwhile.
        raws.lockToDelete(scope, messages);
        Set<Long> unneeded = withoutStored(scope, messages, domains);
        unneeded.removeAll(ledger.messagesInWork(scope, unneeded));
        raws.delete(scope, unneeded);
    }

    /**
     * Returns those of these messages that contain no stored reports about other domains than
     * these.
     */
    private Set<Long> withoutStored(
            Scope scope, Collection<Long> messages, Collection<DomainId> domains) {
        Set<Long> rest = new HashSet<>(messages);
        for (StoredReports kind : stored) {
            rest.removeAll(kind.messagesOfOthers(scope, rest, domains));
        }
        return rest;
    }
}
