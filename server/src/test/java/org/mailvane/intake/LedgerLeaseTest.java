package org.mailvane.intake;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.mailvane.intake.ledger.Counts;
import org.mailvane.intake.ledger.Import.Origin;
import org.mailvane.intake.ledger.LedgerTable;
import org.mailvane.intake.ledger.RawMessage;
import org.mailvane.intake.ledger.Remark;
import org.mailvane.intake.queue.Delivery;
import org.mailvane.intake.queue.MailIntake;
import org.mailvane.intake.queue.QueueTable;
import org.mailvane.intake.queue.QueueTable.Claim;
import org.mailvane.intake.queue.QueueWorker;
import org.mailvane.intake.reading.TransportMessageInfo;
import org.mailvane.platform.jobs.Lease;
import org.mailvane.platform.jobs.LeaseQueueContract;
import org.mailvane.platform.jobs.QueueTurns.Turn;
import org.mailvane.reporters.ReportAuthentication;

/** Messages to read as a queue. */
class LedgerLeaseTest extends LeaseQueueContract<Claim> {

    private final QueueTable table = service.part(QueueTable.class);
    private long account;

    @BeforeEach
    void stop() {
        service.part(QueueWorker.class).stop();
    }

    @Override
    protected void add(int rows) {
        account = service.account("Ledger").account().scope().accountId();
        List<Delivery> deliveries = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            byte[] bytes = ("no report: " + i).getBytes(StandardCharsets.UTF_8);
            try {
                RawMessage message = RawMessage.read(new ByteArrayInputStream(bytes));
                deliveries.add(new Delivery(account, Origin.SMTP, "", "m" + i, message, null));
            } catch (IOException impossible) {
                throw new UncheckedIOException(impossible);
            }
        }
        service.part(MailIntake.class).take(deliveries);
    }

    @Override
    protected List<Claim> claim() {
        Instant now = clock.instant();
        Instant until = now.plus(term());
        // As the worker's maintenance does.
        table.endLeases(now, QueueWorker.RESTS);
        List<Claim> claims = new ArrayList<>(table.claim(List.of(new Turn(account, 0)), 8, until));
        table.claimTried(Set.of(), now, until)
                // These are given up when they are read.
                .filter(tried -> tried.attempts() < QueueWorker.MAX_ATTEMPTS)
                .ifPresent(claims::add);
        return claims;
    }

    @Override
    protected Lease lease(Claim claim) {
        return claim.lease();
    }

    @Override
    protected Duration term() {
        return QueueWorker.LEASE;
    }

    @Override
    protected boolean finish(Claim claim) {
        LedgerTable.Finished finished =
                new LedgerTable.Finished(
                        claim.entryId(),
                        Counts.one(Remark.Outcome.NOT_A_REPORT),
                        TransportMessageInfo.NONE,
                        ReportAuthentication.NONE);
        return !service.part(LedgerTable.class)
                .finish(claim.scope(), List.of(finished), clock.instant())
                .isEmpty();
    }

    /** It is in one transaction with all that was found, and the second finds it finished. */
    @Override
    protected boolean firstResultCounts() {
        return true;
    }

    @Override
    protected void release(Claim claim) {
        table.release(List.of(claim));
    }

    @Override
    protected void fail(Claim claim) {
        table.releaseTried(List.of(claim), clock.instant(), QueueWorker.RESTS);
    }

    @Override
    protected List<Duration> pauses() {
        return QueueWorker.RESTS;
    }

    @Override
    protected boolean givesUp() {
        return true;
    }

    @Override
    protected void endLeases() {
        table.endAllLeases(clock.instant(), QueueWorker.RESTS);
    }
}
