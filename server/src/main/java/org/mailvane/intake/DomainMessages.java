package org.mailvane.intake;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.mailvane.domains.DomainContent;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.DomainsAdded;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.store.Scope;
import org.mailvane.traffic.StoredTraffic;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/** What becomes of messages when domains come and go. */
@Component
@Order(StoredTraffic.ORDER - 1)
class DomainMessages implements DomainContent, DomainsAdded {

    /** Messages of which is asked at once what becomes of them: a domain may have millions. */
    static final int MESSAGES_AT_ONCE = 50_000;

    private final StoredTraffic stored;
    private final RawTable raws;
    private final LedgerTable ledger;

    DomainMessages(StoredTraffic stored, RawTable raws, LedgerTable ledger) {
        this.stored = stored;
        this.raws = raws;
        this.ledger = ledger;
    }

    /**
     * Removes the messages of these domains that hold nothing else that is stored or waits. The
     * ledger's entries stay, without their messages.
     */
    @Override
    public void delete(Scope scope, Collection<DomainId> domains) {
        long last = 0;
        List<Long> some;
        do {
            some = stored.messages(scope, domains, last, MESSAGES_AT_ONCE);
            if (!some.isEmpty()) {
                delete(scope, domains, new HashSet<>(some));
                last = some.getLast();
            }
        } while (some.size() == MESSAGES_AT_ONCE);
    }

    private void delete(Scope scope, Collection<DomainId> domains, Set<Long> messages) {
        // Locked before it is asked who else needs them, so that nobody begins to meanwhile.
        raws.lockToDelete(scope, messages);
        messages.removeAll(stored.messagesOfOthers(scope, messages, domains));
        messages.removeAll(ledger.messagesInWork(scope, messages));
        raws.delete(scope, messages);
    }

    /** What waits for them goes into the queue again; the worker looks there by itself. */
    @Override
    public void added(Scope scope, Collection<DomainName> names) {
        ledger.queueAwaiting(scope, names);
    }
}
