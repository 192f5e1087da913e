package org.mailvane.intake.queue;

import java.time.LocalDate;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Repository;

/** SQL of {@code mail_day}. */
@Repository
class MailDayTable {

    private final Db db;

    MailDayTable(Db db) {
        this.db = db;
    }

    /** Counts mails of a day; earlier days are forgotten. */
    void add(Scope scope, LocalDate day, int mails, long bytes) {
        boolean first =
                db.as(scope)
                        .sql(
                                """
                                insert into mail_day as d (account_id, day, mails, bytes)
                                values (:account, :day, :mails, :bytes)
                                on conflict (account_id, day) do update
                                set mails = d.mails + excluded.mails,
                                    bytes = d.bytes + excluded.bytes
                                returning mails = :mails as first
                                """)
                        .param("day", day)
                        .param("mails", mails)
                        .param("bytes", bytes)
                        .one(row -> row.flag("first"));
        if (first) {
            db.as(scope)
                    .sql("delete from mail_day where account_id = :account and day < :day")
                    .param("day", day)
                    .update();
        }
    }

    /** Whether so much has not been reached on a day. */
    boolean isBelow(Scope scope, LocalDate day, long mails, long bytes) {
        return db.as(scope)
                        .sql(
                                """
                                select count(*) from mail_day
                                where account_id = :account and day = :day
                                    and (mails >= :mails or bytes >= :bytes)
                                """)
                        .param("day", day)
                        .param("mails", mails)
                        .param("bytes", bytes)
                        .one(row -> row.number("count"))
                == 0;
    }
}
