package org.mailvane.intake.queue;

import java.sql.Date;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Repository;

/** SQL of {@code sender_day}. */
@Repository
class SenderDayTable {

    private final Db db;

    SenderDayTable(Db db) {
        this.db = db;
    }

    /**
     * What was taken from a sender.
     *
     * @param facts rows that were written
     * @param bytes unpacked bytes that were read
     */
    record Taken(long facts, long bytes) {

        static final Taken NOTHING = new Taken(0, 0);

        Taken plus(Taken other) {
            return new Taken(facts + other.facts, bytes + other.bytes);
        }

        /** Whether one of the two is as much as it may be, or more. */
        boolean reaches(Taken limit) {
            return facts >= limit.facts || bytes >= limit.bytes;
        }
    }

    /** Returns what was taken from some senders on a day. */
    Map<String, Taken> taken(Scope scope, LocalDate day, Collection<String> senders) {
        Map<String, Taken> taken = new HashMap<>();
        db.as(scope)
                .sql(
                        """
                        select sender, facts, bytes from sender_day
                        where account_id = :account and day = :day and sender = any(:senders)
                        """)
                .param("day", day)
                .param("senders", senders.toArray(String[]::new))
                .list(row ->
                        taken.put(
                                row.text("sender"),
                                new Taken(row.number("facts"), row.number("bytes"))));
        return taken;
    }

    /** Adds what was taken on a day, in the order of the senders; earlier days are forgotten. */
    void add(Scope scope, LocalDate day, SortedMap<String, Taken> taken) {
        boolean first =
                db.as(scope)
                        .sql(
                                """
                                insert into sender_day as d (account_id, day, sender, facts, bytes)
                                select :account, cast(:day as date), s.sender, s.facts, s.bytes
                                from unnest(:senders, :facts, :bytes) s(sender, facts, bytes)
                                on conflict (account_id, day, sender) do update
                                set facts = d.facts + excluded.facts,
                                    bytes = d.bytes + excluded.bytes
                                returning xmax = 0 as first
                                """)
                        .param("day", Date.valueOf(day))
                        .param("senders", taken.keySet().toArray(String[]::new))
                        .param("facts", taken.values().stream().mapToLong(Taken::facts).toArray())
                        .param("bytes", taken.values().stream().mapToLong(Taken::bytes).toArray())
                        .list(row -> row.flag("first"))
                        .contains(true);
        if (first) {
            db.as(scope)
                    // Another server whose clock is slow may still write rows of that day.
                    .sql(
                            """
                            delete from sender_day d
                            using (select day, sender from sender_day
                                where account_id = :account and day < :day
                                for update skip locked) o
                            where d.account_id = :account and d.day = o.day
                                and d.sender = o.sender
                            """)
                    .param("day", day)
                    .update();
        }
    }
}
