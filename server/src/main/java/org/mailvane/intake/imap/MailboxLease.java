package org.mailvane.intake.imap;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.mailvane.intake.imap.ImapMailboxTable.Position;
import org.mailvane.platform.jobs.Lease;
import org.mailvane.platform.store.Scope;

/** The lease of one mailbox, without which nothing about it is written. */
final class MailboxLease {

    private final ImapMailboxTable table;
    private final Scope scope;
    private final long id;
    private final Duration length;
    private final Clock clock;

    /** What the reader has, or had when it could not give the mailbox back. */
    private @Nullable Lease lease;

    private @Nullable Instant renewed;

    /**
     * @param id number of the mailbox
     * @param length how long the lease is valid without renewal
     */
    MailboxLease(ImapMailboxTable table, Scope scope, long id, Duration length, Clock clock) {
        this.table = table;
        this.scope = scope;
        this.id = id;
        this.length = length;
        this.clock = clock;
    }

    boolean isOf(Scope account, long mailbox) {
        return scope.equals(account) && id == mailbox;
    }

    /** The mailbox is another server's by now. */
    static final class Lost extends RuntimeException {

        private static final long serialVersionUID = 1;

        Lost() {
            super("another server reads the mailbox", null, false, false);
        }
    }

    /** Returns how often it must be renewed at least. */
    Duration renewEvery() {
        return length.dividedBy(3);
    }

    /**
     * Takes or renews the lease.
     *
     * @param alone whether no other server can be reading, so that what it has left is ended
     * @return whether this reader has it now
     */
    boolean take(boolean alone) {
        if (alone) {
            table.endLease(scope, id);
        }
        if (extend()) {
            return true;
        }
        Instant now = clock.instant();
        renewed = now;
        lease = table.lease(scope, id, now, now.plus(length)).orElse(null);
        return lease != null;
    }

    private boolean extend() {
        Instant now = clock.instant();
        renewed = now;
        return lease != null && table.extend(lease, now.plus(length));
    }

    /**
     * Renews the lease if it is time.
     *
     * @throws Lost when somebody else has it
     */
    void renew() {
        Instant now = clock.instant();
        Instant before = renewed;
        boolean due = before == null || !now.isBefore(before.plus(renewEvery()));
        if (due && !extend()) {
            throw new Lost();
        }
    }

    /** Gives the mailbox back, so that another server need not wait. */
    void release() {
        table.release(held());
        lease = null;
    }

    private Lease held() {
        return Objects.requireNonNull(lease, "the mailbox is taken first");
    }

    /** Returns how far the mailbox is read. */
    Position position() {
        return table.position(held());
    }

    /**
     * Starts at the first mail again.
     *
     * @throws Lost when somebody else has the lease
     */
    void restart(long uidValidity) {
        if (!table.restart(held(), uidValidity)) {
            throw new Lost();
        }
    }

    /**
     * Stores how far the mailbox is read, in the transaction that runs on this thread.
     *
     * @throws Lost when somebody else has the lease, or has read on
     */
    void advance(long from, Position to) {
        if (!table.advance(held(), from, to)) {
            throw new Lost();
        }
    }

    /** Stores which mails are still to be marked. */
    void marked(UidSet unmarked) {
        table.marked(held(), unmarked);
    }
}
