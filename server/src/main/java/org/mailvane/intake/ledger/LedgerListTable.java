package org.mailvane.intake.ledger;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.intake.files.ImportPace;
import org.mailvane.intake.ledger.Remark.Outcome;
import org.mailvane.intake.reading.TransportMessageInfo;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.mailvane.text.Message;
import org.mailvane.text.MessageJson;
import org.springframework.stereotype.Repository;

/** SQL of the lists of ledger entries and their remarks, and of the figures of an import. */
@Repository
public class LedgerListTable {

    private final Db db;

    LedgerListTable(Db db) {
        this.db = db;
    }

    /** Returns which of these entries are finished, and whether anything in them failed. */
    public Map<Long, Boolean> finished(Scope scope, long[] ids) {
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

    /** Returns what failed in these entries, the first of it. */
    public List<Remark> failures(Scope scope, long[] ids, int limit) {
        return db.as(scope)
                .sql(
                        """
                        select file, code, message, reason from ledger_remark
                        where account_id = :account and entry_id = any(:ids) and outcome = 'failed'
                        order by id limit :limit
                        """)
                .param("ids", ids)
                .param("limit", limit)
                .list(row ->
                        new Remark(
                                Outcome.FAILED, row.text("file"), row.text("code"), reason(row)));
    }

    /** Reports that wait for a domain that one may add, and one of these domains. */
    WaitingReports waiting(Scope scope) {
        return db.as(scope)
                .sql(
                        """
                        select count(*) as reports, min(domain) as domain from ledger_remark
                        where account_id = :account and domain is not null
                            and outcome = 'waiting' and code <> :suffix
                        """)
                .param("suffix", Remark.PUBLIC_SUFFIX)
                .one(row -> new WaitingReports(row.number("reports"), row.optionalText("domain")));
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
                        .list(LedgerListTable::entry);
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
                .optional(LedgerListTable::entry);
    }

    private static String having(LedgerEntryFilter filter) {
        String outcome =
                filter.outcome() == null
                        ? ""
                        : " and " + LedgerTable.code(filter.outcome()) + " > 0";
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
                        select k.entry_id, k.outcome, k.file, k.code, k.message, k.reason,
                            -- It may be gone by now.
                            (select r.id from published.report r
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
                                                reason(row),
                                                null,
                                                row.optionalNumber("report_id"))));
        return entries.stream()
                .map(entry -> entry.withReasons(remarks.getOrDefault(entry.id(), List.of())))
                .toList();
    }

    /** Rows from before messages were stored have an English text. */
    private static Message reason(Row row) throws SQLException {
        String stored = row.optionalText("message");
        return stored == null
                ? Message.verbatim(row.text("reason"))
                : MessageJson.read(stored).sentences().getFirst();
    }

    private static LedgerEntry entry(Row row) throws SQLException {
        return new LedgerEntry(
                row.number("id"),
                row.text("name"),
                row.optionalNumber("raw_id"),
                row.text("state").equals("queued"),
                row.optionalInstant("deferred_until") != null,
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
                new TransportMessageInfo(row.text("header_from"), row.text("dkim")),
                LedgerTable.authentication(row),
                row.flag("holds_failure"),
                List.of());
    }

    /** How fast an import was read since a time; empty where not even two entries were. */
    Optional<ImportPace> pace(Scope scope, long importId, Instant since, Instant now) {
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
                        new ImportPace(
                                row.number("read"), Duration.between(row.instant("time"), now)));
    }

    long countRemarks(Scope scope, long importId, Outcome outcome) {
        return db.as(scope)
                .sql(
                        """
                        select count(*) from ledger_remark
                        where account_id = :account and import_id = :import and outcome = :outcome
                        """)
                .param("import", importId)
                .param("outcome", LedgerTable.code(outcome))
                .one(row -> row.number("count"));
    }

    List<Remark> remarks(Scope scope, long importId, Outcome outcome, Window window) {
        return db.as(scope)
                .sql(
                        """
                        select file, code, message, reason from ledger_remark
                        where account_id = :account and import_id = :import and outcome = :outcome
                        order by id limit :limit offset :offset
                        """)
                .param("import", importId)
                .param("outcome", LedgerTable.code(outcome))
                .param("limit", window.limit())
                .param("offset", window.offset())
                .list(row -> new Remark(outcome, row.text("file"), row.text("code"), reason(row)));
    }
}
