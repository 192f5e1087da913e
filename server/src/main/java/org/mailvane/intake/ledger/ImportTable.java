package org.mailvane.intake.ledger;

import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.intake.ledger.Import.Origin;
import org.mailvane.intake.ledger.Import.State;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.system.SystemDb;
import org.springframework.stereotype.Repository;

/** SQL of {@code import}. What became of its messages is summed up from the ledger. */
@Repository
public class ImportTable {

    /** Only a command knows when it is through; any other import is when its queue is empty. */
    private static final String SELECT =
            """
            select i.id, i.origin, i.source, i.created, l.*,
                case when i.origin = 'command' then i.expected
                    else l.entries_read + l.entries_queued end as expected,
                case when i.state = 'running' then 'running'
                    when i.origin = 'command' and l.entries_queued = 0 then i.state
                    when l.entries_queued = 0 then 'done'
                    when l.entries_read = 0 then 'queued'
                    else 'running' end as state,
                case when i.origin = 'command' then i.finished
                    when l.entries_queued = 0 then l.last_finished end as finished
            from import i
            cross join lateral (
                select count(*) filter (where e.state = 'done') as entries_read,
                    count(*) filter (where e.state = 'queued') as entries_queued,
                    max(e.finished) as last_finished,
                    sum(found) as found, sum(imported) as imported, sum(duplicate) as duplicate,
                    sum(not_a_report) as not_a_report, sum(waiting) as waiting,
                    sum(failed) as failed, sum(records) as records, sum(not_stored) as not_stored
                from ledger_entry e where e.import_id = i.id
            ) l
            """;

    private final Db db;
    private final SystemDb system;

    ImportTable(Db db, SystemDb system) {
        this.db = db;
        this.system = system;
    }

    long insert(Scope scope, Origin origin, Instant now) {
        return db.as(scope)
                .sql(
                        """
                        insert into import (account_id, origin, state, created, updated)
                        values (:account, :origin, :state, :now, :now)
                        returning id
                        """)
                .param("origin", origin.code())
                .param("state", origin == Origin.COMMAND ? State.RUNNING.code() : null)
                .param("now", now)
                .one(row -> row.number("id"));
    }

    /**
     * Returns the import to which messages of a day go, which is made where there is none with room
     * for them. It is locked until the transaction ends.
     *
     * @param count how many messages they are
     * @param most how many one import may hold
     */
    public long ofDay(
            Scope scope,
            Origin origin,
            String source,
            LocalDate day,
            int count,
            int most,
            Instant now) {
        return db.as(scope)
                .sql(
                        """
                        with current as (
                            select id from import
                            where account_id = :account and origin = :origin and source = :source
                                and day = :day and expected + :count <= :most
                            order by id desc limit 1 for update),
                        grown as (
                            update import i set expected = i.expected + :count, updated = :now
                            from current c where i.account_id = :account and i.id = c.id
                            returning i.id),
                        made as (
                            insert into import
                                (account_id, origin, source, day, expected, created, updated)
                            select :account, :origin, :source, cast(:day as date), :count, :now,
                                :now
                            where not exists (select from current)
                            returning id)
                        select id from grown union all select id from made
                        """)
                .param("origin", origin.code())
                .param("source", source)
                .param("day", day)
                .param("count", count)
                .param("most", most)
                .param("now", now)
                .one(row -> row.number("id"));
    }

    /** Notes that a running import is alive, and how much it has by now. */
    void progress(Scope scope, long id, long expected, Instant now) {
        db.as(scope)
                .sql(
                        """
                        update import set expected = :expected, updated = :now
                        where account_id = :account and id = :id
                        """)
                .param("id", id)
                .param("expected", expected)
                .param("now", now)
                .update();
    }

    void finish(Scope scope, long id, State state, Instant now) {
        db.as(scope)
                .sql(
                        """
                        update import set state = :state, updated = :now, finished = :now
                        where account_id = :account and id = :id
                        """)
                .param("id", id)
                .param("state", state.code())
                .param("now", now)
                .update();
    }

    /** Ends imports by commands that have died, of whatever account; answers how many. */
    int failAbandoned(Instant aliveSince, Instant now) {
        return system.sql(
                        """
                        update import set state = 'failed', finished = :now
                        where state = 'running' and origin = 'command' and updated < :alive
                        """)
                .param("alive", aliveSince)
                .param("now", now)
                .update();
    }

    /**
     * Goes through some imports of whatever account and deletes those that nothing has been added
     * to since a time, and of which no entry is left.
     *
     * @param after the number after which to look
     * @param limit how many to go through
     * @return the last that was gone through, if any of them is as old as that
     */
    Optional<Long> deleteOld(long after, int limit, Instant before, Instant now) {
        return system.sql(
                        """
                        with part as (
                            select id, created from import
                            where id > :after order by id limit :limit),
                        gone as (
                            delete from import i using part
                            where i.id = part.id and i.updated < :before
                                and i.state is distinct from 'running'
                                and not exists (select from ledger_entry e where e.import_id = i.id))
                        select max(id) as last from part
                            having bool_or(created < :before or created > :now)
                        """)
                .param("after", after)
                .param("limit", limit)
                .param("before", before)
                .param("now", now)
                .optional(row -> row.number("last"));
    }

    long count(Scope scope) {
        return db.as(scope)
                .sql("select count(*) from import where account_id = :account")
                .one(row -> row.number("count"));
    }

    List<Import> list(Scope scope, Window window) {
        return db.as(scope)
                .sql(
                        SELECT
                                + """
                                where i.account_id = :account
                                order by i.id desc limit :limit offset :offset
                                """)
                .param("limit", window.limit())
                .param("offset", window.offset())
                .list(ImportTable::toImport);
    }

    Optional<Import> find(Scope scope, long id) {
        return db.as(scope)
                .sql(SELECT + "where i.account_id = :account and i.id = :id")
                .param("id", id)
                .optional(ImportTable::toImport);
    }

    private static Import toImport(Row row) throws SQLException {
        return new Import(
                row.number("id"),
                Origin.of(row.text("origin")),
                row.text("source"),
                State.valueOf(row.text("state").toUpperCase(Locale.ROOT)),
                row.number("expected"),
                row.number("entries_read"),
                new Counts(
                        row.sum("found"),
                        row.sum("imported"),
                        row.sum("duplicate"),
                        row.sum("not_a_report"),
                        row.sum("waiting"),
                        row.sum("failed"),
                        row.sum("records"),
                        row.sum("not_stored")),
                row.instant("created"),
                row.optionalInstant("finished"));
    }
}
