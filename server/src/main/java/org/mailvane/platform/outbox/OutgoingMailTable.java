package org.mailvane.platform.outbox;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.mailvane.platform.jobs.LeaseQueue;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.system.SystemDb;
import org.springframework.stereotype.Repository;

/** SQL of {@code outgoing_mail}, whose queue is worked for all accounts. */
@Repository
class OutgoingMailTable {

    private final Db db;
    private final SystemDb system;
    private final LeaseQueue leases;

    OutgoingMailTable(Db db, SystemDb system) {
        this.db = db;
        this.system = system;
        this.leases = new LeaseQueue(db, system, "outgoing_mail", "id");
    }

    void insert(Scope scope, Mail mail, Instant now) {
        db.as(scope)
                .sql(
                        """
                        insert into outgoing_mail (account_id, recipient, subject, text, html, created,
                            next_try)
                        values (:account, :recipient, :subject, :text, :html, :now, :now)
                        """)
                .param("recipient", mail.recipient())
                .param("subject", mail.subject())
                .param("text", mail.text())
                .param("html", mail.html())
                .param("now", now)
                .update();
    }

    /**
     * Takes a mail that is due, and counts the try: of the accounts in turn, and of an account the
     * one that is due longest.
     *
     * @param lastAccount whose turn was before
     */
    Optional<OutgoingMail> claim(long lastAccount, Instant now, Instant leaseEnd) {
        return leases.claim(
                        """
                        select id from outgoing_mail
                        where next_try <= :now and %s
                        order by account_id <= :lastAccount, account_id, next_try, id
                        limit 1 for update skip locked
                        """
                                .formatted(LeaseQueue.FREE),
                        "attempts = q.attempts + 1",
                        "select * from taken",
                        leaseEnd)
                .param("now", now)
                .param("lastAccount", lastAccount)
                .optional(this::mail);
    }

    /** Removes a mail that was delivered. */
    void delete(OutgoingMail mail) {
        leases.own(mail.lease(), "delete from outgoing_mail where %s").update();
    }

    /** Has it tried again, at a time. */
    void retry(OutgoingMail mail, Instant nextTry, String failure) {
        leases.giveBack(mail.lease(), "next_try = :nextTry, failure = :failure")
                .param("nextTry", nextTry)
                .param("failure", failure)
                .update();
    }

    /** Gives it back as if it had not been tried. */
    void release(OutgoingMail mail) {
        leases.giveBack(mail.lease(), "attempts = q.attempts - 1").update();
    }

    /** Keeps it for an administrator to find, without its texts. */
    void giveUp(OutgoingMail mail, String failure) {
        leases.giveBack(mail.lease(), "next_try = null, failure = :failure, text = '', html = ''")
                .param("failure", failure)
                .update();
    }

    /** Deletes what was given up and is older than this, of whatever account. */
    void forgetGivenUp(Instant before) {
        system.sql("delete from outgoing_mail where next_try is null and created < :before")
                .param("before", before)
                .update();
    }

    /**
     * Ends all leases: for the start of a server that is known to be the only one. A try that ended
     * with its server is followed by a pause, as one that failed is: else a server that ends again
     * and again would use up all tries of a mail within minutes.
     *
     * @param pauses after the first try, the second, and so on
     */
    void endLeases(Instant now, List<Duration> pauses) {
        // After the last try it is given up at once.
        leases.endLeases(
                        LeaseQueue.LEASED,
                        "next_try = coalesce(%s, next_try)"
                                .formatted(LeaseQueue.restsUntil("attempts")))
                .param("now", now)
                .param("pauses", LeaseQueue.seconds(pauses))
                .update();
    }

    private OutgoingMail mail(Row row) throws SQLException {
        return new OutgoingMail(
                leases.lease(row),
                row.text("message_id"),
                new Mail(
                        row.text("recipient"),
                        row.text("subject"),
                        row.text("text"),
                        row.text("html")),
                row.instant("created"),
                Math.toIntExact(row.number("attempts")));
    }
}
