package org.mailvane.intake;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.PageRequest.Window;
import org.mailvane.intake.Import.Origin;
import org.mailvane.intake.Imports.Pace;
import org.mailvane.intake.Imports.Waiting;
import org.mailvane.intake.Remark.Outcome;
import org.mailvane.jobs.QueueTurns;
import org.mailvane.mailauth.arrival.SmtpClient;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.reporters.ReportAuthentication;
import org.mailvane.store.Db;
import org.mailvane.store.Query;
import org.mailvane.store.Row;
import org.mailvane.store.Scope;
import org.mailvane.store.system.SystemDb;
import org.springframework.stereotype.Repository;

/** SQL of {@code ledger_entry} and {@code ledger_remark}. The queue is one for all accounts. */
@Repository
class LedgerTable {

    /** Takes entries that a sub-query chooses. */
    private static final String CLAIM =
            """
            update ledger_entry e set leased_until = :until
            from import i
            where i.id = e.import_id and e.id in (%s)
            returning e.id, e.account_id, e.import_id, i.origin, e.name, e.raw_id, e.attempts,
                e.received, e.envelope_from, host(e.client_address) as client_address, e.helo,
                e.author_domain, e.authentication, e.vouching_domain, e.mechanism,
                e.authentication_detail,
                (select length(deflated) from raw_message r where r.id = e.raw_id) as size
            """;

    private final Db db;
    private final SystemDb system;

    LedgerTable(Db db, SystemDb system) {
        this.db = db;
        this.system = system;
    }

    /** Puts a file into the queue that a person has uploaded. */
    void insertUploaded(Scope scope, long importId, String name, long rawId, Instant received) {
        db.as(scope)
                .sql(
                        """
                        insert into ledger_entry
                            (account_id, import_id, name, raw_id, state, received, uploaded)
                        values (:account, :import, :name, :raw, 'queued', :received, true)
                        """)
                .param("import", importId)
                .param("name", storable(name))
                .param("raw", rawId)
                .param("received", received)
                .update();
    }

    /** A message that is put into the queue. */
    record New(
            String name, long rawId, @Nullable String envelopeFrom, @Nullable SmtpClient client) {

        private @Nullable String clientAddress() {
            return client == null ? null : client.address().toString();
        }

        private @Nullable String helo() {
            return client == null ? null : storable(client.helo());
        }
    }

    /** Puts messages into the queue; answers their entries. */
    List<Entry> insertQueued(Scope scope, long importId, List<New> entries, Instant received) {
        return db.as(scope)
                .sql(
                        """
                        insert into ledger_entry (account_id, import_id, name, raw_id, state,
                            received, envelope_from, client_address, helo)
                        select :account, cast(:import as bigint), e.name, e.raw_id, 'queued',
                            cast(:received as timestamptz), e.envelope_from,
                            cast(e.client_address as inet), e.helo
                        from unnest(:names, :raws, cast(:senders as text[]),
                                cast(:clients as text[]), cast(:helos as text[]))
                            e(name, raw_id, envelope_from, client_address, helo)
                        returning id, name
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
                .param("clients", entries.stream().map(New::clientAddress).toArray(String[]::new))
                .param("helos", entries.stream().map(New::helo).toArray(String[]::new))
                .list(row -> new Entry(row.number("id"), row.text("name")));
    }

    /** An entry. */
    record Entry(long id, String name) {}

    /** Which of these entries are finished, and whether anything in them failed. */
    Map<Long, Boolean> finished(Scope scope, long[] ids) {
        Map<Long, Boolean> found = new HashMap<>();
        db.as(scope)
                .sql(
                        """
                        select e.id, coalesce(l.failed, 0) > 0 as failed
                        from unnest(:ids) e(id)
                        left join ledger_entry l on l.account_id = :account and l.id = e.id
                        where l.id is null or l.state <> 'queued'
                        """)
                .param("ids", ids)
                .list(row -> found.put(row.number("id"), row.flag("failed")));
        return found;
    }

    /** What failed in these entries, the first of it. */
    List<Remark> failures(Scope scope, long[] ids, int limit) {
        return db.as(scope)
                .sql(
                        """
                        select file, code, reason from ledger_remark
                        where account_id = :account and entry_id = any(:ids) and outcome = 'failed'
                        order by id limit :limit
                        """)
                .param("ids", ids)
                .param("limit", limit)
                .list(row ->
                        new Remark(
                                Outcome.FAILED,
                                row.text("file"),
                                row.text("code"),
                                row.text("reason")));
    }

    /** Notes an envelope that was never in the queue; answers the entry's number. */
    long insertDone(Scope scope, long importId, Done entry, Instant now) {
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
    record Done(
            String name,
            @Nullable Long rawId,
            Counts counts,
            Carrier carrier,
            ReportAuthentication authentication) {

        /** A message or file of which nothing is kept. */
        static Done refused(String name) {
            return new Done(
                    name,
                    null,
                    Counts.one(Outcome.FAILED),
                    Carrier.NONE,
                    ReportAuthentication.NONE);
        }
    }

    /** As {@link #insertDone(Scope, long, Done, Instant)}, for many. */
    void insertDone(Scope scope, long importId, List<Done> entries, Instant now) {
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

    private static void withCarriers(Query query, List<Carrier> carriers) {
        query.param("headerFroms", storable(carriers.stream().map(Carrier::headerFrom)))
                .param("dkims", storable(carriers.stream().map(Carrier::dkim)));
    }

    /** Nothing is known of what was not authenticated, since it held no aggregate report. */
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
    record Finished(
            long entryId, Counts counts, Carrier carrier, ReportAuthentication authentication) {}

    /**
     * Ends entries of the queue; answers which. Others were ended by another worker meanwhile. What
     * an entry imported when it was worked before is found again as duplicate, and stays imported.
     */
    Set<Long> finish(Scope scope, List<Finished> entries, Instant now) {
        if (entries.isEmpty()) {
            return Set.of();
        }
        Query query =
                db.as(scope)
                        .sql(
                                """
                                update ledger_entry e set state = 'done', leased_until = null,
                                    finished = :now,
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

    /** Reports that wait for a domain that one may add, and one of these domains. */
    Waiting waiting(Scope scope) {
        return db.as(scope)
                .sql(
                        """
                        select count(*) as reports, min(domain) as domain from ledger_remark
                        where account_id = :account and domain is not null
                            and outcome = 'waiting' and code <> :suffix
                        """)
                .param("suffix", Remark.PUBLIC_SUFFIX)
                .one(row -> new Waiting(row.number("reports"), row.optionalText("domain")));
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

    /** A remark on its way in. */
    record NewRemark(long importId, long entryId, Remark remark) {}

    void insertRemarks(Scope scope, List<NewRemark> remarks) {
        if (remarks.isEmpty()) {
            return;
        }
        db.as(scope)
                .sql(
                        """
                        insert into ledger_remark
                            (account_id, entry_id, import_id, outcome, file, code, reason, domain,
                            report_id)
                        select :account, r.entry_id, r.import_id, r.outcome, r.file, r.code,
                            r.reason, r.domain, r.report_id
                        from unnest(:entries, :imports, :outcomes, :files, :codes, :reasons,
                            cast(:domains as text[]), cast(:reports as bigint[])) with ordinality
                            r (entry_id, import_id, outcome, file, code, reason, domain, report_id,
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
                .param("reasons", texts(remarks, r -> storable(r.reason())))
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
                            and r.outcome <> 'imported'
                        """)
                .param("names", names.stream().map(DomainName::value).toArray(String[]::new))
                .update();
    }

    /**
     * Puts mails back into the queue whose authentication has this detail, of whatever account:
     * those first that were read longest ago. Answers how many.
     */
    int queueUnauthenticated(String detail, Instant since, int limit) {
        return system.sql(
                        """
                        with queued as (
                            update ledger_entry set state = 'queued', finished = null, attempts = 0
                            where id in (
                                select id from ledger_entry
                                where authentication_detail = :detail and state = 'done'
                                    and received >= :since and raw_id is not null
                                order by finished limit :limit)
                            returning id),
                        forgotten as (
                            delete from ledger_remark r using queued q
                            where r.entry_id = q.id and r.outcome <> 'imported')
                        select count(*) from queued
                        """)
                .param("detail", detail)
                .param("since", since)
                .param("limit", limit)
                .one(row -> Math.toIntExact(row.number("count")));
    }

    /**
     * Some of the messages whose failure reports wait for their domains, and that are not in the
     * queue, in ascending order.
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

    long countEntries(Scope scope, long importId, LedgerEntryFilter filter) {
        return db.as(scope)
                .sql(
                        "select count(*) from ledger_entry e"
                                + " where account_id = :account and import_id = :import"
                                + having(filter))
                .param("import", importId)
                .one(row -> row.number("count"));
    }

    List<LedgerEntry> entries(Scope scope, long importId, LedgerEntryFilter filter, Window window) {
        List<LedgerEntry> entries =
                db.as(scope)
                        .sql(
                                "select * from ledger_entry e"
                                        + " where account_id = :account and import_id = :import"
                                        + having(filter)
                                        + " order by id limit :limit offset :offset")
                        .param("import", importId)
                        .param("limit", window.limit())
                        .param("offset", window.offset())
                        .list(LedgerTable::entry);
        return withRemarks(scope, entries);
    }

    Optional<LedgerEntry> findEntry(Scope scope, long importId, long id) {
        return db.as(scope)
                .sql(
                        """
                        select * from ledger_entry
                        where account_id = :account and import_id = :import and id = :id
                        """)
                .param("import", importId)
                .param("id", id)
                .optional(LedgerTable::entry);
    }

    private static String having(LedgerEntryFilter filter) {
        String outcome = filter.outcome() == null ? "" : " and " + code(filter.outcome()) + " > 0";
        if (filter.incomplete() == null) {
            return outcome;
        }
        return outcome
                + (filter.incomplete() ? " and" : " and not")
                + " e.id in (select r.entry_id from ledger_remark r where r.account_id = :account"
                + " and r.import_id = :import and r.outcome = 'imported')";
    }

    private List<LedgerEntry> withRemarks(Scope scope, List<LedgerEntry> entries) {
        Map<Long, List<Remark>> remarks = new HashMap<>();
        db.as(scope)
                .sql(
                        """
                        select k.entry_id, k.outcome, k.file, k.code, k.reason,
                            -- It may be gone by now.
                            (select r.id from report r
                                where r.account_id = :account and r.id = k.report_id) as report_id
                        from ledger_remark k
                        where k.account_id = :account and k.entry_id = any(:entries) order by k.id
                        """)
                .param("entries", entries.stream().mapToLong(LedgerEntry::id).toArray())
                .list(row ->
                        remarks.computeIfAbsent(row.number("entry_id"), id -> new ArrayList<>())
                                .add(
                                        new Remark(
                                                Outcome.valueOf(
                                                        row.text("outcome")
                                                                .toUpperCase(Locale.ROOT)),
                                                row.text("file"),
                                                row.text("code"),
                                                row.text("reason"),
                                                null,
                                                row.optionalNumber("report_id"))));
        return entries.stream()
                .map(entry -> entry.withReasons(remarks.getOrDefault(entry.id(), List.of())))
                .toList();
    }

    private static LedgerEntry entry(Row row) throws SQLException {
        return new LedgerEntry(
                row.number("id"),
                row.text("name"),
                row.optionalNumber("raw_id"),
                row.text("state").equals("queued"),
                new Counts(
                        row.number("found"),
                        row.number("imported"),
                        row.number("duplicate"),
                        row.number("not_a_report"),
                        row.number("waiting"),
                        row.number("failed"),
                        row.number("records"),
                        row.number("not_stored")),
                row.instant("received"),
                row.optionalInstant("finished"),
                row.optionalText("envelope_from"),
                new Carrier(row.text("header_from"), row.text("dkim")),
                authentication(row),
                row.flag("holds_failure"),
                List.of());
    }

    /**
     * Puts entries of an import back into the queue whose messages are kept: one of them, or all
     * that hold what failed or waits. Their counters stay until they are worked. Answers how many.
     *
     * @param id the entry; null for all
     */
    int retry(Scope scope, long importId, @Nullable Long id) {
        return db.as(scope)
                .sql(
                        """
                        with queued as (
                            update ledger_entry e set state = 'queued', finished = null,
                                attempts = 0
                            where e.account_id = :account and e.import_id = :import
                                and e.state = 'done' and e.raw_id is not null
                                and (e.id = cast(:id as bigint)
                                    or (cast(:id as bigint) is null
                                        and (e.failed > 0 or e.waiting > 0)))
                            returning e.id),
                        forgotten as (
                            -- Of what is stored already nothing is said again.
                            delete from ledger_remark r using queued q
                            where r.account_id = :account and r.entry_id = q.id
                                and r.outcome <> 'imported')
                        select count(*) from queued
                        """)
                .param("import", importId)
                .param("id", id)
                .one(row -> Math.toIntExact(row.number("count")));
    }

    /** How fast an import was read since a time; empty where not even two entries were. */
    Optional<Pace> pace(Scope scope, long importId, Instant since, Instant now) {
        return db.as(scope)
                .sql(
                        """
                        with lately as materialized (
                            select finished from ledger_entry
                            where account_id = :account and import_id = :import
                                and finished >= :since),
                        first as (select min(finished) as time from lately)
                        select count(*) as read, f.time
                        from lately l join first f on l.finished > f.time
                        group by f.time
                        """)
                .param("import", importId)
                .param("since", since)
                .optional(row ->
                        new Pace(row.number("read"), Duration.between(row.instant("time"), now)));
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
     * Accounts that have something in the queue, in ascending order.
     *
     * @param after the last that is known already; 0: none
     */
    List<Long> accountsInQueue(long after, int limit) {
        // One look into the index for each account, however long its queue is.
        return system.sql(
                        """
                        with recursive account(id, n) as (
                            (select account_id, 1 from ledger_entry
                                where state = 'queued' and account_id > :after
                                order by account_id limit 1)
                            union all
                            select (select e.account_id from ledger_entry e
                                where e.state = 'queued' and e.account_id > a.id
                                order by e.account_id limit 1), a.n + 1
                            from account a where a.id is not null and a.n < :limit)
                        select id from account where id is not null order by id
                        """)
                .param("after", after)
                .param("limit", limit)
                .list(row -> row.number("id"));
    }

    /**
     * Takes entries from the queues of accounts, from each so many, until a point in time. Another
     * worker passes over them until then.
     *
     * @param turns whose, and after which entry to look for further ones
     */
    List<Claim> claim(List<QueueTurns.Turn> turns, int each, Instant until) {
        return claims(
                system.sql(
                                CLAIM.formatted(
                                        """
                                        select q.id
                                        from unnest(:accounts, :after) t(account_id, after)
                                        cross join lateral (
                                            select id from ledger_entry
                                            where account_id = t.account_id and id > t.after
                                                and state = 'queued' and attempts = 0
                                                and leased_until is null
                                            order by id limit :each for update skip locked) q
                                        """))
                        .param(
                                "accounts",
                                turns.stream().mapToLong(QueueTurns.Turn::accountId).toArray())
                        .param("after", turns.stream().mapToLong(QueueTurns.Turn::after).toArray())
                        .param("each", each)
                        .param("until", until));
    }

    /**
     * Takes uploads from the queues of all accounts but some, the first that came.
     *
     * @param butNotOf accounts that rest
     */
    List<Claim> claimUploads(Collection<Long> butNotOf, int limit, Instant until) {
        return claims(
                system.sql(
                                CLAIM.formatted(
                                        """
                                        select id from ledger_entry
                                        where state = 'queued' and uploaded and attempts = 0
                                            and leased_until is null and account_id <> all(:others)
                                        order by id limit :limit for update skip locked
                                        """))
                        .param("others", butNotOf.stream().mapToLong(Long::longValue).toArray())
                        .param("limit", limit)
                        .param("until", until));
    }

    /**
     * Goes through some entries of whatever account and deletes those that are finished and came
     * before a time, with their remarks.
     *
     * @param after the number after which to look
     * @param limit how many to go through
     * @return the last that was gone through, if any of them came before that time
     */
    Optional<Long> deleteOld(long after, int limit, Instant before) {
        return system.sql(
                        """
                        with part as (
                            select id, received from ledger_entry
                            where id > :after order by id limit :limit),
                        gone as (
                            delete from ledger_entry e using part
                            where e.id = part.id and part.received < :before and e.state = 'done')
                        select max(id) as last from part having bool_or(received < :before)
                        """)
                .param("after", after)
                .param("limit", limit)
                .param("before", before)
                .optional(row -> row.number("last"));
    }

    /** Whether there is an entry that has ended a worker before, of whatever account but these. */
    boolean isAnyTried(Collection<Long> butNotOf) {
        return system.sql(
                        """
                        select exists (select from ledger_entry
                            where state = 'queued' and attempts > 0 and leased_until is null
                                and account_id <> all(:others)) as found
                        """)
                .param("others", butNotOf.stream().mapToLong(Long::longValue).toArray())
                .one(row -> row.flag("found"));
    }

    /** Takes an entry that has ended a worker before, of whatever account but these. */
    Optional<Claim> claimTried(Collection<Long> butNotOf, Instant until) {
        return claims(
                        system.sql(
                                        CLAIM.formatted(
                                                """
                                                select id from ledger_entry
                                                where state = 'queued' and attempts > 0
                                                    and leased_until is null
                                                    and account_id <> all(:others)
                                                order by attempts, id limit 1
                                                for update skip locked
                                                """))
                                .param(
                                        "others",
                                        butNotOf.stream().mapToLong(Long::longValue).toArray())
                                .param("until", until))
                .stream()
                .findFirst();
    }

    private static List<Claim> claims(Query query) {
        return query.list(row ->
                new Claim(
                        row.number("id"),
                        Scope.ofAccount(row.number("account_id")),
                        row.number("import_id"),
                        Origin.of(row.text("origin")),
                        row.text("name"),
                        row.optionalNumber("raw_id"),
                        row.sum("size"),
                        row.number("attempts"),
                        row.instant("received"),
                        client(row),
                        authentication(row)));
    }

    private static @Nullable SmtpClient client(Row row) throws SQLException {
        String address = row.optionalText("client_address");
        String helo = row.optionalText("helo");
        return address == null || helo == null
                ? null
                : new SmtpClient(
                        IpAddress.parse(address).orElseThrow(),
                        helo,
                        Objects.requireNonNullElse(row.optionalText("envelope_from"), ""));
    }

    private static @Nullable ReportAuthentication authentication(Row row) throws SQLException {
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

    /**
     * An entry that a worker has taken from the queue.
     *
     * @param attempts how many workers it has ended before
     * @param client the SMTP client; null where there was none
     * @param authentication what the authentication of its mail showed when it was read before;
     *     null where it was not
     */
    record Claim(
            long entryId,
            Scope scope,
            long importId,
            Origin origin,
            String name,
            @Nullable Long rawId,
            long size,
            long attempts,
            Instant received,
            @Nullable SmtpClient client,
            @Nullable ReportAuthentication authentication) {}

    /** Gives these entries more time, of whatever account. */
    void extend(Collection<Claim> claims, Instant until) {
        system.sql(
                        """
                        update ledger_entry set leased_until = :until
                        where id = any(:ids) and state = 'queued'
                        """)
                .param("until", until)
                .param("ids", ids(claims))
                .update();
    }

    /**
     * Gives back those of these entries that were not finished, of whatever account.
     *
     * @param tried whether they may be what ended the work
     */
    void release(Collection<Claim> claims, boolean tried) {
        system.sql(
                        """
                        update ledger_entry set leased_until = null,
                            attempts = attempts + case when :tried then 1 else 0 end
                        where id = any(:ids) and state = 'queued'
                        """)
                .param("tried", tried)
                .param("ids", ids(claims))
                .update();
    }

    private static long[] ids(Collection<Claim> claims) {
        return claims.stream().mapToLong(Claim::entryId).toArray();
    }

    /** Takes entries from workers whose time is over: they may be what ended them. */
    void endLeases(Instant before) {
        system.sql(
                        """
                        update ledger_entry set leased_until = null, attempts = attempts + 1
                        where state = 'queued' and leased_until < :before
                        """)
                .param("before", before)
                .update();
    }

    /**
     * Ends all leases: for a service that has the database to itself, whose earlier run may have
     * died with some.
     */
    void endLeases() {
        system.sql(
                        """
                        update ledger_entry set leased_until = null, attempts = attempts + 1
                        where state = 'queued' and leased_until is not null
                        """)
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
