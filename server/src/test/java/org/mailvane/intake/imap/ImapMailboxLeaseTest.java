package org.mailvane.intake.imap;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.mailvane.platform.jobs.Lease;
import org.mailvane.platform.jobs.LeaseQueueContract;
import org.mailvane.platform.settings.ImapUrl;
import org.mailvane.platform.store.Scope;

/** Mailboxes, each of which one server reads. */
class ImapMailboxLeaseTest extends LeaseQueueContract<Lease> {

    private final ImapMailboxTable table = service.part(ImapMailboxTable.class);
    private final List<Long> mailboxes = new ArrayList<>();
    private Scope scope = Scope.ofAccount(0);

    @Override
    protected void add(int rows) {
        scope = service.account("Mailboxes").account().scope();
        for (int i = 0; i < rows; i++) {
            ImapUrl url =
                    new ImapUrl(
                            true,
                            "mail.example",
                            993,
                            "user" + i,
                            "secret",
                            "INBOX",
                            OptionalLong.empty(),
                            "",
                            "");
            mailboxes.add(table.idOf(scope, url));
        }
    }

    @Override
    protected List<Lease> claim() {
        Instant now = clock.instant();
        return mailboxes.stream()
                .flatMap(id -> table.lease(scope, id, now, now.plus(term())).stream())
                .toList();
    }

    @Override
    protected Lease lease(Lease lease) {
        return lease;
    }

    @Override
    protected Duration term() {
        return ImapTimes.USUAL.lease();
    }

    @Override
    protected boolean finish(Lease lease) {
        return table.restart(lease, 7);
    }

    @Override
    protected void release(Lease lease) {
        table.release(lease);
    }

    /** Its reader knows when it reads it again. */
    @Override
    protected void fail(Lease lease) {
        table.release(lease);
    }

    @Override
    protected List<Duration> pauses() {
        return List.of();
    }

    @Override
    protected boolean givesUp() {
        return false;
    }

    @Override
    protected void endLeases() {
        mailboxes.forEach(id -> table.endLease(scope, id));
    }
}
