package org.mailvane.intake.imap;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.mailvane.settings.ImapUrl;
import org.mailvane.store.Db;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Repository;

/** SQL of {@code imap_mailbox}. */
@Repository
class ImapMailboxTable {

    private final Db db;

    ImapMailboxTable(Db db) {
        this.db = db;
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

    /**
     * Takes a mailbox, or renews that.
     *
     * @param force whether somebody else's lease does not count
     * @return false while it is somebody else's
     */
    boolean lease(Scope scope, long id, UUID owner, Instant now, Instant until, boolean force) {
        return db.as(scope)
                        .sql(
                                """
                                update imap_mailbox set owner = :owner, leased_until = :until
                                where account_id = :account and id = :id
                                    and (owner is null or owner = :owner or leased_until < :now
                                        or :force)
                                """)
                        .param("id", id)
                        .param("owner", owner)
                        .param("now", now)
                        .param("until", until)
                        .param("force", force)
                        .update()
                == 1;
    }

    /** Gives a mailbox back. */
    void release(Scope scope, long id, UUID owner) {
        db.as(scope)
                .sql(
                        """
                        update imap_mailbox set owner = null, leased_until = null
                        where account_id = :account and id = :id and owner = :owner
                        """)
                .param("id", id)
                .param("owner", owner)
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

    Position position(Scope scope, long id) {
        return db.as(scope)
                .sql(
                        """
                        select uid_validity, last_uid, unmarked from imap_mailbox
                        where account_id = :account and id = :id
                        """)
                .param("id", id)
                .one(row ->
                        new Position(
                                row.optionalNumber("uid_validity"),
                                row.number("last_uid"),
                                UidSet.parse(row.text("unmarked"))));
    }

    /** Begins a mailbox from its first mail; answers false when it is somebody else's by now. */
    boolean restart(Scope scope, long id, UUID owner, long uidValidity) {
        return db.as(scope)
                        .sql(
                                """
                                update imap_mailbox
                                set uid_validity = :validity, last_uid = 0, unmarked = ''
                                where account_id = :account and id = :id and owner = :owner
                                """)
                        .param("id", id)
                        .param("owner", owner)
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
    boolean advance(Scope scope, long id, UUID owner, long from, Position to) {
        return db.as(scope)
                        .sql(
                                """
                                update imap_mailbox set last_uid = :to, unmarked = :unmarked
                                where account_id = :account and id = :id and owner = :owner
                                    and uid_validity = :validity and last_uid = :from
                                """)
                        .param("id", id)
                        .param("owner", owner)
                        .param("validity", to.uidValidity())
                        .param("from", from)
                        .param("to", to.lastUid())
                        .param("unmarked", to.unmarked().toString())
                        .update()
                == 1;
    }

    /** Notes which mails are still to be marked or moved. */
    void marked(Scope scope, long id, UUID owner, UidSet unmarked) {
        db.as(scope)
                .sql(
                        """
                        update imap_mailbox set unmarked = :unmarked
                        where account_id = :account and id = :id and owner = :owner
                        """)
                .param("id", id)
                .param("owner", owner)
                .param("unmarked", unmarked.toString())
                .update();
    }
}
