package org.mailvane.intake.imap;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.mailvane.intake.imap.ImapMailboxTable.Position;
import org.mailvane.store.Scope;

/** The lease of one mailbox, without which nothing about it is written. */
final class MailboxLease {

    private final ImapMailboxTable table;
    private final Scope scope;
    private final long id;
    private final UUID owner;
    private final Duration length;
    private final Clock clock;
    private @Nullable Instant renewed;

    /**
     * @param id number of the mailbox
     * @param owner the reader
     * @param length how long the lease is valid without renewal
     */
    MailboxLease(
            ImapMailboxTable table,
            Scope scope,
            long id,
            UUID owner,
            Duration length,
            Clock clock) {
        this.table = table;
        this.scope = scope;
        this.id = id;
        this.owner = owner;
        this.length = length;
        this.clock = clock;
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
     * @param force whether it is taken although somebody else has it
     * @return whether this reader has it now
     */
    boolean take(boolean force) {
        Instant now = clock.instant();
        renewed = now;
        return table.lease(scope, id, owner, now, now.plus(length), force);
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
        if (due && !take(false)) {
            throw new Lost();
        }
    }

    /** Gives the mailbox back, so that another server need not wait. */
    void release() {
        table.release(scope, id, owner);
    }

    /** Returns how far the mailbox is read. */
    Position position() {
        return table.position(scope, id);
    }

    /**
     * Starts at the first mail again.
     *
     * @throws Lost when somebody else has the lease
     */
    void restart(long uidValidity) {
        if (!table.restart(scope, id, owner, uidValidity)) {
            throw new Lost();
        }
    }

    /**
     * Stores how far the mailbox is read, in the transaction that runs on this thread.
     *
     * @throws Lost when somebody else has the lease, or has read on
     */
    void advance(long from, Position to) {
        if (!table.advance(scope, id, owner, from, to)) {
            throw new Lost();
        }
    }

    /** Stores which mails are still to be marked. */
    void marked(UidSet unmarked) {
        table.marked(scope, id, owner, unmarked);
    }
}
