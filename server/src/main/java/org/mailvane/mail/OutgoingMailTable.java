package org.mailvane.mail;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.mailvane.store.Db;
import org.mailvane.store.Row;
import org.mailvane.store.Scope;
import org.mailvane.store.system.SystemDb;
import org.springframework.stereotype.Repository;

/**
 * SQL of {@code outgoing_mail}. The queue is worked for all accounts. What ends a try counts only
 * while the try does: a worker that lost its lease does not speak for the next one.
 */
@Repository
class OutgoingMailTable {

    private final Db db;
    private final SystemDb system;

    OutgoingMailTable(Db db, SystemDb system) {
        this.db = db;
        this.system = system;
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
        return system.sql(
                        """
                        update outgoing_mail set attempts = attempts + 1, leased_until = :leaseEnd
                        where id = (
                            select id from outgoing_mail
                            where next_try <= :now
                                and (leased_until is null or leased_until < :now)
                            order by account_id <= :lastAccount, account_id, next_try, id
                            limit 1 for update skip locked)
                        returning id, account_id, message_id, recipient, subject, text, html, created,
                            attempts
                        """)
                .param("lastAccount", lastAccount)
                .param("now", now)
                .param("leaseEnd", leaseEnd)
                .optional(OutgoingMailTable::mail);
    }

    void delete(OutgoingMail mail) {
        db.as(mail.scope())
                .sql(
                        """
                        delete from outgoing_mail
                        where account_id = :account and id = :id and attempts = :attempts
                        """)
                .param("id", mail.id())
                .param("attempts", mail.attempts())
                .update();
    }

    /** Has it tried again, at a time. */
    void retry(OutgoingMail mail, Instant nextTry, String failure) {
        db.as(mail.scope())
                .sql(
                        """
                        update outgoing_mail
                        set next_try = :nextTry, leased_until = null, failure = :failure
                        where account_id = :account and id = :id and attempts = :attempts
                        """)
                .param("id", mail.id())
                .param("attempts", mail.attempts())
                .param("nextTry", nextTry)
                .param("failure", failure)
                .update();
    }

    /** Gives it back as if it had not been tried. */
    void release(OutgoingMail mail) {
        db.as(mail.scope())
                .sql(
                        """
                        update outgoing_mail set leased_until = null, attempts = attempts - 1
                        where account_id = :account and id = :id and attempts = :attempts
                        """)
                .param("id", mail.id())
                .param("attempts", mail.attempts())
                .update();
    }

    void giveUp(OutgoingMail mail, String failure) {
        db.as(mail.scope())
                .sql(
                        """
                        update outgoing_mail
                        set next_try = null, leased_until = null, failure = :failure, text = '',
                            html = ''
                        where account_id = :account and id = :id and attempts = :attempts
                        """)
                .param("id", mail.id())
                .param("attempts", mail.attempts())
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
        system.sql(
                        """
                        update outgoing_mail set leased_until = null,
                            -- After the last try it is given up at once.
                            next_try = coalesce(
                                cast(:now as timestamptz)
                                    + make_interval(secs => (cast(:pauses as bigint[]))[attempts]),
                                next_try)
                        where leased_until is not null
                        """)
                .param("now", now)
                .param("pauses", pauses.stream().mapToLong(Duration::toSeconds).toArray())
                .update();
    }

    private static OutgoingMail mail(Row row) throws SQLException {
        return new OutgoingMail(
                row.number("id"),
                Scope.ofAccount(row.number("account_id")),
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
