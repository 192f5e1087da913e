package org.mailvane.intake.smtp;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.mailvane.accounts.ReportAddresses;
import org.mailvane.intake.FreeSpace;
import org.mailvane.intake.queue.MailIntake;

/** What all sessions share: the way into the queue, and the bounds of this machine. */
final class SmtpContext {

    /**
     * A mail that is stored is there this often: as it came, compressed, and in the statement that
     * stores it.
     */
    private static final int COPIES = 4;

    private static final int KILOBYTE = 1 << 10;

    private final MailIntake mails;
    private final Recipients recipients;
    private final SmtpLimits limits;
    private final MailSpool spool;
    private final Refusals refusals;
    private final FreeSpace freeSpace;
    private final Semaphore room;
    private final Counter taken;

    SmtpContext(
            MailIntake mails,
            ReportAddresses addresses,
            SmtpLimits limits,
            Path folder,
            FreeSpace freeSpace,
            Refusals refusals,
            MeterRegistry metrics) {
        this.mails = mails;
        this.recipients = new Recipients(addresses);
        this.limits = limits;
        this.spool = new MailSpool(folder, limits);
        this.freeSpace = freeSpace;
        this.refusals = refusals;
        // Fair: a large mail would never find room among small ones.
        this.room = new Semaphore(limits.handOverBytes() / KILOBYTE, true);
        this.taken =
                Counter.builder("mailvane.smtp.taken")
                        .description("Messages accepted by SMTP")
                        .register(metrics);
    }

    MailIntake mails() {
        return mails;
    }

    Recipients recipients() {
        return recipients;
    }

    SmtpLimits limits() {
        return limits;
    }

    MailSpool spool() {
        return spool;
    }

    Refusals refusals() {
        return refusals;
    }

    /** A mail was stored. */
    void taken() {
        taken.increment();
    }

    /** Whether the disk has room for more mails. */
    boolean hasFreeSpace() {
        try {
            return freeSpace.bytes() >= limits.freeBytes();
        } catch (IOException unknown) {
            refusals.note(Refusals.Reason.FREE_SPACE_UNKNOWN, unknown);
            return false;
        }
    }

    /** Returns what a mail of so many bytes takes of the memory for storing mails. */
    int roomFor(long size) {
        long kilobytes = COPIES * (size / KILOBYTE + 1);
        return (int) Math.min(limits.handOverBytes() / KILOBYTE, kilobytes);
    }

    /** Waits for memory to store a mail; answers whether there is some now. */
    boolean awaitRoom(int wanted) {
        try {
            return room.tryAcquire(wanted, limits.handOverWait().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** What {@link #awaitRoom} gave is free again. */
    void giveRoomBack(int wanted) {
        room.release(wanted);
    }
}
