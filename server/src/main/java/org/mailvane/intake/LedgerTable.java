package org.mailvane.intake;

import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.PageRequest.Window;
import org.mailvane.intake.Remark.Outcome;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.store.Db;
import org.mailvane.store.Query;
import org.mailvane.store.Scope;
import org.mailvane.store.system.SystemDb;
import org.springframework.stereotype.Repository;

/** SQL of {@code ledger_entry} and {@code ledger_remark}. The queue is one for all accounts. */
@Repository
class LedgerTable {

    private final Db db;
    private final SystemDb system;

    LedgerTable(Db db, SystemDb system) {
        this.db = db;
        this.system = system;
    }

    void insertQueued(Scope scope, long importId, String name, long rawId, Instant received) {
        db.as(scope)
                .sql(
                        """
                        insert into ledger_entry
                            (account_id, import_id, name, raw_id, state, received)
                        values (:account, :import, :name, :raw, 'queued', :received)
                        """)
                .param("import", importId)
                .param("name", storable(name))
                .param("raw", rawId)
                .param("received", received)
                .update();
    }

    /** A message that is put into the queue. */
    record New(String name, long rawId, @Nullable String envelopeFrom) {}

    /** As {@link #insertQueued(Scope, long, String, long, Instant)}, for many. */
    void insertQueued(Scope scope, long importId, List<New> entries, Instant received) {
        db.as(scope)
                .sql(
                        """
                        insert into ledger_entry (account_id, import_id, name, raw_id, state,
                            received, envelope_from)
                        select :account, cast(:import as bigint), e.name, e.raw_id, 'queued',
                            cast(:received as timestamptz), e.envelope_from
                        from unnest(:names, :raws, cast(:senders as text[]))
                            e(name, raw_id, envelope_from)
                        """)
                .param("import", importId)
                .param("received", received)
                .param(
                        "names",
                        entries.stream().map(e -> storable(e.name())).toArray(String[]::new))
                .param("raws", entries.stream().mapToLong(New::rawId).toArray())
                .param(
                        "senders",
                        entries.stream()
                                .map(e ->
                                        e.envelopeFrom() == null
                                                ? null
                                                : storable(e.envelopeFrom()))
                                .toArray(String[]::new))
                .update();
    }

    long insertDone(
            Scope scope,
            long importId,
            String name,
            @Nullable Long rawId,
            Counts counts,
            Instant now) {
        return withCounts(
                        db.as(scope)
                                .sql(
                                        """
                                        insert into ledger_entry (account_id, import_id, name, raw_id,
                                            state, received, finished, found, imported, duplicate,
                                            not_a_report, waiting, failed, records, not_stored)
                                        values (:account, :import, :name, cast(:raw as bigint),
                                            'done', :now, :now, :found, :imported, :duplicate,
                                            :notAReport, :waiting, :failed, :records, :notStored)
                                        returning id
                                        """),
                        counts)
                .param("import", importId)
                .param("name", storable(name))
                .param("raw", rawId)
                .param("now", now)
                .one(row -> row.number("id"));
    }

    /** An envelope that was never in the queue, and what became of it. */
    record Done(String name, @Nullable Long rawId, Counts counts) {}

    /** As {@link #insertDone(Scope, long, String, Long, Counts, Instant)}, for many. */
    void insertDone(Scope scope, long importId, List<Done> entries, Instant now) {
        if (entries.isEmpty()) {
            return;
        }
        db.as(scope)
                .sql(
                        """
                        insert into ledger_entry (account_id, import_id, name, raw_id,
                            state, received, finished, found, imported, duplicate,
                            not_a_report, waiting, failed, records, not_stored)
                        select :account, cast(:import as bigint), e.name, e.raw_id, 'done',
                            cast(:now as timestamptz), cast(:now as timestamptz), e.found,
                            e.imported, e.duplicate, e.not_a_report, e.waiting, e.failed,
                            e.records, e.not_stored
                        from unnest(:names, :raws, :found, :imported, :duplicate, :notAReport,
                                :waiting, :failed, :records, :notStored)
                            e(name, raw_id, found, imported, duplicate, not_a_report, waiting,
                                failed, records, not_stored)
                        """)
                .param("import", importId)
                .param("now", now)
                .param(
                        "names",
                        entries.stream().map(e -> storable(e.name())).toArray(String[]::new))
                .param("raws", entries.stream().map(Done::rawId).toArray(Long[]::new))
                .param("found", numbers(entries, Counts::found))
                .param("imported", numbers(entries, Counts::imported))
                .param("duplicate", numbers(entries, Counts::duplicate))
                .param("notAReport", numbers(entries, Counts::notAReport))
                .param("waiting", numbers(entries, Counts::waiting))
                .param("failed", numbers(entries, Counts::failed))
                .param("records", numbers(entries, Counts::records))
                .param("notStored", numbers(entries, Counts::notStored))
                .update();
    }

    private static long[] numbers(List<Done> entries, ToLongFunction<Counts> number) {
        return entries.stream().map(Done::counts).mapToLong(number).toArray();
    }

    /**
     * Ends an entry of the queue; answers false when another worker has ended it meanwhile. What it
     * imported when it was worked before is found again as duplicate, and stays imported.
     */
    boolean finish(Scope scope, long entryId, Counts counts, Instant now) {
        return withCounts(
                                db.as(scope)
                                        .sql(
                                                """
                                                update ledger_entry set state = 'done',
                                                    leased_until = null, finished = :now,
                                                    found = :found,
                                                    imported = :imported
                                                        + least(imported, :duplicate),
                                                    duplicate = :duplicate
                                                        - least(imported, :duplicate),
                                                    not_a_report = :notAReport,
                                                    waiting = :waiting, failed = :failed,
                                                    records = records + :records,
                                                    not_stored = not_stored + :notStored
                                                where account_id = :account and id = :id
                                                    and state = 'queued'
                                                """),
                                counts)
                        .param("id", entryId)
                        .param("now", now)
                        .update()
                == 1;
    }

    private static Query withCounts(Query query, Counts counts) {
        return query.param("found", counts.found())
                .param("imported", counts.imported())
                .param("duplicate", counts.duplicate())
                .param("notAReport", counts.notAReport())
                .param("waiting", counts.waiting())
                .param("failed", counts.failed())
                .param("records", counts.records())
                .param("notStored", counts.notStored());
    }

    /** What parts of the same message wait for by earlier entries. */
    Set<Awaited> awaited(Scope scope, long rawId) {
        return new HashSet<>(
                db.as(scope)
                        .sql(
                                """
                                select distinct r.code, r.domain
                                from ledger_entry e join ledger_remark r on r.entry_id = e.id
                                where e.account_id = :account and e.raw_id = :raw
                                    and e.state = 'done' and r.outcome = 'waiting'
                                """)
                        .param("raw", rawId)
                        .list(row -> new Awaited(row.text("code"), row.optionalText("domain"))));
    }

    /**
     * What a part of a message waits for.
     *
     * @param code the remark's
     * @param domain the domain, where it waits for one
     */
    record Awaited(String code, @Nullable String domain) {

        static Awaited of(Remark remark) {
            return new Awaited(
                    remark.code(), remark.awaited() == null ? null : remark.awaited().value());
        }
    }

    void insertRemark(Scope scope, long importId, long entryId, Remark remark) {
        db.as(scope)
                .sql(
                        """
                        insert into ledger_remark
                            (account_id, entry_id, import_id, outcome, file, code, reason, domain)
                        values (:account, :entry, :import, :outcome, :file, :code, :reason,
                            cast(:domain as text))
                        """)
                .param("entry", entryId)
                .param("import", importId)
                .param("outcome", code(remark.outcome()))
                .param("file", storable(remark.file()))
                .param("code", remark.code())
                .param("reason", storable(remark.reason()))
                .param("domain", Awaited.of(remark).domain())
                .update();
    }

    /**
     * Puts entries back into the queue that wait for one of these domains or for a name below one.
     * Their counters stay until they are worked.
     */
    void queueAwaiting(Scope scope, Collection<DomainName> names) {
        // OFFSET keeps the planner from comparing each name with every remark: see DomainTable.
        db.as(scope)
                .sql(
                        """
                        with awaiting as (
                            select distinct r.entry_id
                            from unnest(:names) n(name)
                            cross join lateral (values
                                (reverse(n.name), reverse(n.name) || ' '),
                                (reverse('.' || n.name), reverse('/' || n.name))
                            ) span(first, beyond)
                            cross join lateral (
                                select entry_id from ledger_remark
                                where account_id = :account and domain is not null
                                    and reverse(domain) collate "C" >= span.first
                                    and reverse(domain) collate "C" < span.beyond
                                offset 0) r),
                        queued as (
                            update ledger_entry e set state = 'queued', finished = null,
                                attempts = 0
                            from awaiting a
                            where e.account_id = :account and e.id = a.entry_id
                                and e.state = 'done' and e.raw_id is not null
                            returning e.id)
                        delete from ledger_remark r using queued q
                        where r.account_id = :account and r.entry_id = q.id
                        """)
                .param("names", names.stream().map(DomainName::value).toArray(String[]::new))
                .update();
    }

    /** Those of these messages that are still to be worked, wholly or in part. */
    List<Long> messagesInWork(Scope scope, Collection<Long> messages) {
        return db.as(scope)
                .sql(
                        """
                        select distinct raw_id from ledger_entry
                        where account_id = :account and raw_id = any(:messages)
                            and (state = 'queued' or waiting > 0)
                        """)
                .param("messages", messages.stream().mapToLong(Long::longValue).toArray())
                .list(row -> row.number("raw_id"));
    }

    /** Those of these messages that entries other than these are still to work. */
    List<Long> messagesOfOtherEntries(
            Scope scope, Collection<Long> messages, Collection<Long> entries) {
        return db.as(scope)
                .sql(
                        """
                        select distinct raw_id from ledger_entry
                        where account_id = :account and raw_id = any(:messages)
                            and (state = 'queued' or waiting > 0) and id <> all(:entries)
                        """)
                .param("messages", messages.stream().mapToLong(Long::longValue).toArray())
                .param("entries", entries.stream().mapToLong(Long::longValue).toArray())
                .list(row -> row.number("raw_id"));
    }

    /** Notes that the messages of these entries held failure reports. */
    void setHoldsFailure(Scope scope, Collection<Long> entries) {
        if (entries.isEmpty()) {
            return;
        }
        db.as(scope)
                .sql(
                        """
                        update ledger_entry set holds_failure = true
                        where account_id = :account and id = any(:entries)
                        """)
                .param("entries", entries.stream().mapToLong(Long::longValue).toArray())
                .update();
    }

    long countRemarks(Scope scope, long importId, Outcome outcome) {
        return db.as(scope)
                .sql(
                        """
                        select count(*) from ledger_remark
                        where account_id = :account and import_id = :import and outcome = :outcome
                        """)
                .param("import", importId)
                .param("outcome", code(outcome))
                .one(row -> row.number("count"));
    }

    List<Remark> remarks(Scope scope, long importId, Outcome outcome, Window window) {
        return db.as(scope)
                .sql(
                        """
                        select file, code, reason from ledger_remark
                        where account_id = :account and import_id = :import and outcome = :outcome
                        order by id limit :limit offset :offset
                        """)
                .param("import", importId)
                .param("outcome", code(outcome))
                .param("limit", window.limit())
                .param("offset", window.offset())
                .list(row ->
                        new Remark(
                                outcome, row.text("file"), row.text("code"), row.text("reason")));
    }

    /**
     * Takes entries from the queue's head, of whatever account, until a point in time. Another
     * worker passes over them until then.
     *
     * @param tried whether those are wanted that a worker has had before and not finished
     */
    List<Claim> claim(boolean tried, int limit, Instant now, Instant until) {
        return system.sql(
                        """
                        update ledger_entry set leased_until = :until, attempts = attempts + 1
                        where id in (
                            select id from ledger_entry
                            where state = 'queued' and (attempts > 0) = :tried
                                and (leased_until is null or leased_until < :now)
                            order by id limit :limit for update skip locked)
                        returning id, account_id, import_id, name, raw_id, attempts,
                            (select length(deflated) from raw_message r
                                where r.id = ledger_entry.raw_id) as size
                        """)
                .param("tried", tried)
                .param("limit", limit)
                .param("now", now)
                .param("until", until)
                .list(row ->
                        new Claim(
                                row.number("id"),
                                Scope.ofAccount(row.number("account_id")),
                                row.number("import_id"),
                                row.text("name"),
                                row.optionalNumber("raw_id"),
                                row.sum("size"),
                                row.number("attempts")));
    }

    /** An entry that a worker has taken from the queue. */
    record Claim(
            long entryId,
            Scope scope,
            long importId,
            String name,
            @Nullable Long rawId,
            long size,
            long attempts) {}

    /**
     * Gives back those of these entries that were not finished, of whatever account.
     *
     * @param untried whether having had them is not to count as a try
     */
    void release(List<Claim> claims, boolean untried) {
        system.sql(
                        """
                        update ledger_entry set leased_until = null,
                            attempts = attempts - case when :untried then 1 else 0 end
                        where id = any(:ids) and state = 'queued'
                        """)
                .param("untried", untried)
                .param("ids", claims.stream().mapToLong(Claim::entryId).toArray())
                .update();
    }

    /**
     * Ends all leases, of whatever account: for a service that has the database to itself, whose
     * earlier run may have died with some.
     */
    void endLeases() {
        system.sql("update ledger_entry set leased_until = null where leased_until is not null")
                .update();
    }

    private static String code(Outcome outcome) {
        return outcome.name().toLowerCase(Locale.ROOT);
    }

    /** PostgreSQL's text can't hold U+0000, which a file's or an archive entry's name may. */
    private static String storable(String text) {
        return text.replace("\0", "");
    }
}
