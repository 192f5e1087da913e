package org.mailvane.intake.ledger;

import java.util.Collection;
import java.util.List;
import org.mailvane.domains.AddedDomain;
import org.mailvane.domains.DomainContent;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.DomainsAdded;
import org.mailvane.domains.StoredReports;
import org.mailvane.intake.queue.QueueTable;
import org.mailvane.platform.store.Scope;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/** What becomes of messages when domains come and go. */
@Component
@Order(DomainMessages.FIRST)
public class DomainMessages implements DomainContent, DomainsAdded {

    /** Before the reports that say which messages they came in. */
    static final int FIRST = 0;

    /** Messages of which is asked at once what becomes of them: a domain may have millions. */
    public static final int MESSAGES_AT_ONCE = 50_000;

    private final List<StoredReports> stored;
    private final UnneededMessages messages;
    private final QueueTable queue;

    DomainMessages(List<StoredReports> stored, UnneededMessages messages, QueueTable queue) {
        this.stored = stored;
        this.messages = messages;
        this.queue = queue;
    }

    /**
     * Removes the messages of these domains that hold nothing else that is stored or waits. The
     * ledger's entries stay, without their messages.
     */
    @Override
    public void delete(Scope scope, Collection<DomainId> domains) {
        for (StoredReports kind : stored) {
            delete(scope, domains, kind);
        }
    }

    private void delete(Scope scope, Collection<DomainId> domains, StoredReports kind) {
        long last = 0;
        List<Long> some;
        do {
            some = kind.messages(scope, domains, last, MESSAGES_AT_ONCE);
            if (!some.isEmpty()) {
                messages.delete(scope, some, domains);
                last = some.getLast();
            }
        } while (some.size() == MESSAGES_AT_ONCE);
    }

    /** What waits for them goes into the queue again; the worker looks there by itself. */
    @Override
    public void added(Scope scope, Collection<AddedDomain> domains) {
        queue.queueAwaiting(scope, domains.stream().map(AddedDomain::name).toList());
    }
}
