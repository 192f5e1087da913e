package org.mailvane.intake.imap;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.platform.jobs.Lease;
import org.mailvane.platform.jobs.LeaseQueue;
import org.mailvane.platform.settings.ImapUrl;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.system.SystemDb;
import org.springframework.stereotype.Repository;

/** SQL of {@code imap_mailbox}. */
@Repository
class ImapMailboxTable {

    private final Db db;
    private final LeaseQueue leases;

    ImapMailboxTable(Db db, SystemDb system) {
        this.db = db;
        this.leases = new LeaseQueue(db, system, "imap_mailbox", "id");
    }

    /** Returns the number of a mailbox, which is noted where it is new. */
    long idOf(Scope scope, ImapUrl url) {
        adopt(scope, url);
        return db.as(scope)
                .sql(
                        """
                        insert into imap_mailbox (account_id, host, port, login, folder)
                        values (:account, :host, :port, :login, :folder)
                        on conflict (account_id, host, port, login, folder)
                            do update set host = excluded.host
                        returning id
                        """)
                .param("host", url.host())
                .param("port", url.portOfServer())
                .param("login", url.user())
                .param("folder", url.folder())
                .one(row -> row.number("id"));
    }

    /**
     * Takes over the row of a mailbox that was noted before ports were, with how far it is read.
     */
    private void adopt(Scope scope, ImapUrl url) {
        db.as(scope)
                .sql(
                        """
                        update imap_mailbox set port = :port
                        where account_id = :account and host = :host and login = :login
                            and folder = :folder and port is null
                            and not exists (select from imap_mailbox
                                where account_id = :account and host = :host and login = :login
                                    and folder = :folder and port = :port)
                        """)
                .param("host", url.host())
                .param("port", url.portOfServer())
                .param("login", url.user())
                .param("folder", url.folder())
                .update();
    }

    /** Takes a mailbox; nothing while another server has it. */
    Optional<Lease> lease(Scope scope, long id, Instant now, Instant leaseEnd) {
        return leases.claim(
                        scope,
                        """
                        select id from imap_mailbox
                        where account_id = :account and id = :id and %s for update\
                        """
                                .formatted(LeaseQueue.FREE),
                        "",
                        "select account_id, id, generation from taken",
                        leaseEnd)
                .param("id", id)
                .param("now", now)
                .optional(leases::lease);
    }

    /** Keeps a mailbox for longer; false if it is another server's by now. */
    boolean extend(Lease lease, Instant leaseEnd) {
        return leases.extend(lease, leaseEnd);
    }

    /** Gives a mailbox back. */
    void release(Lease lease) {
        leases.giveBack(lease, "").update();
    }

    /** Ends the lease of a mailbox that no other server can be reading. */
    void endLease(Scope scope, long id) {
        db.as(scope)
                .sql(
                        """
                        update imap_mailbox set leased_until = null, generation = generation + 1
                        where account_id = :account and id = :id
                        """)
                .param("id", id)
                .update();
    }

    /**
     * How far a mailbox is read.
     *
     * @param uidValidity what its UIDs have their meaning with; null before it was opened
     * @param lastUid the last mail that was taken over
     * @param unmarked the mails that were taken over and are not marked or moved yet
     */
    record Position(@Nullable Long uidValidity, long lastUid, UidSet unmarked) {}

    Position position(Lease lease) {
        return db.as(lease.scope())
                .sql(
                        """
                        select uid_validity, last_uid, unmarked from imap_mailbox
                        where account_id = :account and id = :id
                        """)
                .param("id", lease.id())
                .one(row ->
                        new Position(
                                row.optionalNumber("uid_validity"),
                                row.number("last_uid"),
                                UidSet.parse(row.text("unmarked"))));
    }

    /** Begins a mailbox from its first mail; answers false when it is somebody else's by now. */
    boolean restart(Lease lease, long uidValidity) {
        return leases.own(
                                lease,
                                """
                                update imap_mailbox
                                set uid_validity = :validity, last_uid = 0, unmarked = ''
                                where %s
                                """)
                        .param("validity", uidValidity)
                        .update()
                == 1;
    }

    /**
     * Moves the position on; answers false when it is not where it was thought to be, or the
     * mailbox is somebody else's by now.
     *
     * @param from the last UID up to now
     * @param to where it is now
     */
    boolean advance(Lease lease, long from, Position to) {
        return leases.own(
                                lease,
                                """
                                update imap_mailbox set last_uid = :to, unmarked = :unmarked
                                where %s and uid_validity = :validity and last_uid = :from
                                """)
                        .param("validity", to.uidValidity())
                        .param("from", from)
                        .param("to", to.lastUid())
                        .param("unmarked", to.unmarked().toString())
                        .update()
                == 1;
    }

    /** Notes which mails are still to be marked or moved. */
    void marked(Lease lease, UidSet unmarked) {
        leases.own(lease, "update imap_mailbox set unmarked = :unmarked where %s")
                .param("unmarked", unmarked.toString())
                .update();
    }
}
