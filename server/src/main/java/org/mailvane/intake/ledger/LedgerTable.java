package org.mailvane.intake.ledger;

import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mailvane.intake.ledger.Remark.Outcome;
import org.mailvane.intake.queue.QueueTable;
import org.mailvane.intake.reading.TransportMessageInfo;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Query;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.system.SystemDb;
import org.mailvane.reporters.ReportAuthentication;
import org.mailvane.text.MessageJson;
import org.mailvane.text.Passage;
import org.springframework.stereotype.Repository;

/**
 * SQL of {@code ledger_entry} and {@code ledger_remark}: what came in, and what became of it.
 * {@link QueueTable} has what still waits.
 */
@Repository
public class LedgerTable {

    private final Db db;
    private final SystemDb system;

    LedgerTable(Db db, SystemDb system) {
        this.db = db;
        this.system = system;
    }

    /** Notes an envelope that was never in the queue; answers the entry's number. */
    public long insertDone(Scope scope, long importId, Done entry, Instant now) {
        return withCounts(
                        db.as(scope)
                                .sql(
                                        """
                                        insert into ledger_entry (account_id, import_id, name, raw_id,
                                            state, received, finished, header_from, dkim, found,
                                            imported, duplicate, not_a_report, waiting, failed,
                                            records, not_stored, authentication, author_domain,
                                            vouching_domain, mechanism, authentication_detail)
                                        values (:account, :import, :name, cast(:raw as bigint),
                                            'done', :now, :now, :headerFrom, :dkim, :found,
                                            :imported, :duplicate, :notAReport, :waiting, :failed,
                                            :records, :notStored, cast(:authentication as text),
                                            :author, cast(:vouching as text),
                                            :mechanism, :detail)
                                        returning id
                                        """),
                        entry.counts())
                .param("import", importId)
                .param("name", storable(entry.name()))
                .param("raw", entry.rawId())
                .param("headerFrom", storable(entry.carrier().headerFrom()))
                .param("dkim", storable(entry.carrier().dkim()))
                .param("authentication", result(entry.authentication()))
                .param("author", entry.authentication().fromDomain())
                .param("vouching", entry.authentication().domain())
                .param("mechanism", entry.authentication().mechanism().code())
                .param("detail", entry.authentication().detail())
                .param("now", now)
                .one(row -> row.number("id"));
    }

    /** An envelope that was never in the queue, and what became of it. */
    public record Done(
            String name,
            @Nullable Long rawId,
            Counts counts,
            TransportMessageInfo carrier,
            ReportAuthentication authentication) {

        /** A message or file of which nothing is kept. */
        public static Done refused(String name) {
            return new Done(
                    name,
                    null,
                    Counts.one(Outcome.FAILED),
                    TransportMessageInfo.NONE,
                    ReportAuthentication.NONE);
        }
    }

    /** As {@link #insertDone(Scope, long, Done, Instant)}, for many. */
    public void insertDone(Scope scope, long importId, List<Done> entries, Instant now) {
        if (entries.isEmpty()) {
            return;
        }
        Query query =
                db.as(scope)
                        .sql(
                                """
                                insert into ledger_entry (account_id, import_id, name, raw_id,
                                    state, received, finished, header_from, dkim, found, imported,
                                    duplicate, not_a_report, waiting, failed, records, not_stored,
                                    authentication, author_domain, vouching_domain, mechanism,
                                    authentication_detail)
                                select :account, cast(:import as bigint), e.name, e.raw_id, 'done',
                                    cast(:now as timestamptz), cast(:now as timestamptz),
                                    e.header_from, e.dkim, e.found, e.imported, e.duplicate,
                                    e.not_a_report, e.waiting, e.failed, e.records, e.not_stored,
                                    e.authentication, e.author, e.vouching_domain, e.mechanism, e.detail
                                from unnest(:names, :raws, :headerFroms, :dkims, :found, :imported,
                                        :duplicate, :notAReport, :waiting, :failed, :records,
                                        :notStored, cast(:authentications as text[]), :authors,
                                        cast(:vouching as text[]),
                                        :mechanisms, :details)
                                    e(name, raw_id, header_from, dkim, found, imported, duplicate,
                                        not_a_report, waiting, failed, records, not_stored,
                                        authentication, author, vouching_domain, mechanism, detail)
                                """)
                        .param("import", importId)
                        .param("now", now)
                        .param(
                                "names",
                                entries.stream()
                                        .map(e -> storable(e.name()))
                                        .toArray(String[]::new))
                        .param("raws", entries.stream().map(Done::rawId).toArray(Long[]::new));
        withCarriers(query, entries.stream().map(Done::carrier).toList());
        withAuthentications(query, entries.stream().map(Done::authentication).toList());
        withCounts(query, entries.stream().map(Done::counts).toList()).update();
    }

    private static Query withCounts(Query query, List<Counts> counts) {
        return query.param("found", numbers(counts, Counts::found))
                .param("imported", numbers(counts, Counts::imported))
                .param("duplicate", numbers(counts, Counts::duplicate))
                .param("notAReport", numbers(counts, Counts::notAReport))
                .param("waiting", numbers(counts, Counts::waiting))
                .param("failed", numbers(counts, Counts::failed))
                .param("records", numbers(counts, Counts::records))
                .param("notStored", numbers(counts, Counts::notStored));
    }

    private static long[] numbers(List<Counts> counts, ToLongFunction<Counts> number) {
        return counts.stream().mapToLong(number).toArray();
    }

    private static void withCarriers(Query query, List<TransportMessageInfo> carriers) {
        query.param(
                        "headerFroms",
                        storable(carriers.stream().map(TransportMessageInfo::headerFrom)))
                .param("dkims", storable(carriers.stream().map(TransportMessageInfo::dkim)));
    }

    /** Nothing is known of what was not authenticated, since it held no report. */
    private static @Nullable String result(ReportAuthentication authentication) {
        return authentication.equals(ReportAuthentication.NONE)
                ? null
                : authentication.result().code();
    }

    private static void withAuthentications(Query query, List<ReportAuthentication> all) {
        query.param("authentications", all.stream().map(LedgerTable::result).toArray(String[]::new))
                .param(
                        "authors",
                        all.stream().map(ReportAuthentication::fromDomain).toArray(String[]::new))
                .param(
                        "vouching",
                        all.stream().map(ReportAuthentication::domain).toArray(String[]::new))
                .param(
                        "mechanisms",
                        all.stream().map(a -> a.mechanism().code()).toArray(String[]::new))
                .param(
                        "details",
                        all.stream().map(ReportAuthentication::detail).toArray(String[]::new));
    }

    private static String[] storable(Stream<String> texts) {
        return texts.map(LedgerTable::storable).toArray(String[]::new);
    }

    /** An entry of the queue, and what became of it. */
    public record Finished(
            long entryId,
            Counts counts,
            TransportMessageInfo carrier,
            ReportAuthentication authentication) {}

    /**
     * Ends entries of the queue; answers which. Others were ended by another worker meanwhile. What
     * an entry imported when it was worked before is found again as duplicate, and stays imported.
     */
    public Set<Long> finish(Scope scope, List<Finished> entries, Instant now) {
        if (entries.isEmpty()) {
            return Set.of();
        }
        Query query =
                db.as(scope)
                        .sql(
                                """
                                update ledger_entry e set state = 'done', leased_until = null,
                                    generation = e.generation + 1, sender = null,
                                    uploaded = false, finished = :now,
                                    -- What is kept of a message may say less than what came.
                                    header_from = coalesce(nullif(f.header_from, ''), e.header_from),
                                    dkim = coalesce(nullif(f.dkim, ''), e.dkim), found = f.found,
                                    authentication = f.authentication,
                                    author_domain = f.author,
                                    vouching_domain = f.vouching_domain, mechanism = f.mechanism,
                                    authentication_detail = f.detail,
                                    imported = f.imported + least(e.imported, f.duplicate),
                                    duplicate = f.duplicate - least(e.imported, f.duplicate),
                                    not_a_report = f.not_a_report, waiting = f.waiting,
                                    failed = f.failed,
                                    -- Reports that were deleted meanwhile are counted anew.
                                    records = f.records + case
                                        when f.duplicate >= e.imported then e.records else 0 end,
                                    not_stored = f.not_stored + case
                                        when f.duplicate >= e.imported then e.not_stored else 0 end
                                from unnest(:ids, :headerFroms, :dkims, :found, :imported,
                                        :duplicate, :notAReport, :waiting, :failed, :records,
                                        :notStored, cast(:authentications as text[]), :authors,
                                        cast(:vouching as text[]),
                                        :mechanisms, :details)
                                    f(id, header_from, dkim, found, imported, duplicate,
                                        not_a_report, waiting, failed, records, not_stored,
                                        authentication, author, vouching_domain, mechanism, detail)
                                where e.account_id = :account and e.id = f.id
                                    and e.state = 'queued'
                                returning e.id
                                """)
                        .param("ids", entries.stream().mapToLong(Finished::entryId).toArray())
                        .param("now", now);
        withCarriers(query, entries.stream().map(Finished::carrier).toList());
        withAuthentications(query, entries.stream().map(Finished::authentication).toList());
        return new HashSet<>(
                withCounts(query, entries.stream().map(Finished::counts).toList())
                        .list(row -> row.number("id")));
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

    /** Returns what parts of the same message wait for by earlier entries. */
    public Set<Awaited> awaited(Scope scope, long rawId) {
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
    public record Awaited(String code, @Nullable String domain) {

        public static Awaited of(Remark remark) {
            return new Awaited(
                    remark.code(), remark.awaited() == null ? null : remark.awaited().value());
        }
    }

    /** An incoming remark. */
    public record NewRemark(long importId, long entryId, Remark remark) {}

    public void insertRemarks(Scope scope, List<NewRemark> remarks) {
        if (remarks.isEmpty()) {
            return;
        }
        db.as(scope)
                .sql(
                        """
                        insert into ledger_remark
                            (account_id, entry_id, import_id, outcome, file, code, message, domain,
                            report_id)
                        select :account, r.entry_id, r.import_id, r.outcome, r.file, r.code,
                            r.message, r.domain, r.report_id
                        from unnest(:entries, :imports, :outcomes, :files, :codes, :messages,
                            cast(:domains as text[]), cast(:reports as bigint[])) with ordinality
                            r (entry_id, import_id, outcome, file, code, message, domain, report_id,
                                place)
                        -- What was said when a message was read before stays.
                        where not exists (select from ledger_remark k
                            where k.account_id = :account and k.entry_id = r.entry_id
                                and k.outcome = 'imported' and r.outcome = 'imported'
                                and k.file = r.file and k.code = r.code)
                        order by r.place
                        """)
                .param("entries", remarks.stream().mapToLong(NewRemark::entryId).toArray())
                .param("imports", remarks.stream().mapToLong(NewRemark::importId).toArray())
                .param("outcomes", texts(remarks, r -> code(r.outcome())))
                .param("files", texts(remarks, r -> storable(r.file())))
                .param("codes", texts(remarks, Remark::code))
                .param("messages", texts(remarks, r -> MessageJson.write(Passage.of(r.reason()))))
                .param("domains", texts(remarks, r -> Awaited.of(r).domain()))
                .param(
                        "reports",
                        remarks.stream().map(r -> r.remark().storedReport()).toArray(Long[]::new))
                .update();
    }

    private static String[] texts(
            List<NewRemark> remarks, Function<Remark, @Nullable String> text) {
        return remarks.stream().map(NewRemark::remark).map(text).toArray(String[]::new);
    }

    /**
     * Returns some of the messages whose failure reports wait for their domains, and that are not
     * in the queue, in ascending order.
     */
    List<Long> waitingFailures(Scope scope, long after, int limit) {
        return db.as(scope)
                .sql(
                        """
                        select distinct e.raw_id from ledger_entry e
                        where e.account_id = :account and e.holds_failure and e.waiting > 0
                            and e.raw_id > :after
                            and not exists (select from ledger_entry q
                                where q.account_id = :account and q.raw_id = e.raw_id
                                    and q.state = 'queued')
                        order by e.raw_id limit :limit
                        """)
                .param("after", after)
                .param("limit", limit)
                .list(row -> row.number("raw_id"));
    }

    /** Returns those of these messages that are still to be worked, wholly or in part. */
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

    /** Returns those of these messages that entries other than these are still to work. */
    public List<Long> messagesOfOtherEntries(
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

    /** Notes that the messages of these entries contained failure reports. */
    public void setHoldsFailure(Scope scope, Collection<Long> entries) {
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

    /**
     * Goes through some entries of whatever account and deletes those that are finished and came
     * before a time, with their remarks.
     *
     * @param after the number after which to look
     * @param limit how many to go through
     * @return the last that was gone through, if any of them came before that time
     */
    Optional<Long> deleteOld(long after, int limit, Instant before, Instant now) {
        return system.sql(
                        """
                        with part as (
                            select id, received from ledger_entry
                            where id > :after order by id limit :limit),
                        gone as (
                            delete from ledger_entry e using part
                            where e.id = part.id and part.received < :before and e.state = 'done')
                        select max(id) as last from part
                            having bool_or(received < :before or received > :now)
                        """)
                .param("after", after)
                .param("limit", limit)
                .param("before", before)
                .param("now", now)
                .optional(row -> row.number("last"));
    }

    public static @Nullable ReportAuthentication authentication(Row row) throws SQLException {
        String result = row.optionalText("authentication");
        if (result == null) {
            return null;
        }
        return new ReportAuthentication(
                ReportAuthentication.Result.of(result),
                row.optionalText("vouching_domain"),
                ReportAuthentication.Mechanism.of(row.text("mechanism")),
                row.text("authentication_detail"),
                row.text("author_domain"));
    }

    /** Returns the word in which an outcome is stored. */
    static String code(Outcome outcome) {
        return outcome.name().toLowerCase(Locale.ROOT);
    }

    /** PostgreSQL's text can't hold U+0000, which a file's or an archive entry's name may. */
    public static String storable(String text) {
        return text.replace("\0", "");
    }
}
