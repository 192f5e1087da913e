package org.mailvane.platform.outbox;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.mailvane.platform.jobs.Lease;
import org.mailvane.platform.jobs.LeaseQueueContract;
import org.mailvane.platform.store.Scope;

/** Outgoing mails as a queue. */
class OutgoingMailLeaseTest extends LeaseQueueContract<OutgoingMail> {

    private final OutgoingMailTable table = service.part(OutgoingMailTable.class);
    private final MailWorker worker = service.part(MailWorker.class);

    @BeforeEach
    void stop() {
        worker.stop();
    }

    @Override
    protected void add(int rows) {
        Scope scope = service.account("Mail").account().scope();
        service.sql().execute("delete from outgoing_mail");
        for (int i = 0; i < rows; i++) {
            Mail mail = Mail.to("ann@example.com", "Hello").paragraph("How are you?").mail();
            table.insert(scope, mail, clock.instant());
        }
    }

    @Override
    protected List<OutgoingMail> claim() {
        return table.claim(0, clock.instant(), clock.instant().plus(term())).stream().toList();
    }

    @Override
    protected Lease lease(OutgoingMail mail) {
        return mail.lease();
    }

    @Override
    protected Duration term() {
        return MailWorker.LEASE;
    }

    @Override
    protected boolean finish(OutgoingMail mail) {
        String mails = "select count(*) from outgoing_mail";
        String before = service.sql().value(mails);
        table.delete(mail);
        return !service.sql().value(mails).equals(before);
    }

    @Override
    protected void release(OutgoingMail mail) {
        table.release(mail);
    }

    @Override
    protected void fail(OutgoingMail mail) {
        worker.failed(mail, new IllegalStateException("the server is away"));
    }

    @Override
    protected List<Duration> pauses() {
        return MailWorker.PAUSES;
    }

    @Override
    protected boolean givesUp() {
        return true;
    }

    @Override
    protected void endLeases() {
        table.endLeases(clock.instant(), MailWorker.PAUSES);
    }

    @Override
    protected Duration restAfterDeath() {
        return MailWorker.PAUSES.getFirst();
    }
}
