package org.mailvane.failurereport;

import java.net.InetAddress;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.domains.DomainAccess;
import org.mailvane.domains.DomainId;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.system.SystemDb;
import org.mailvane.reports.failure.FailureReport;
import org.mailvane.reports.failure.FailureReport.HeaderField;
import org.mailvane.reports.failure.FailureReport.Sample;
import org.springframework.stereotype.Repository;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** SQL of {@code failure_report} and {@code failure_message}. */
@Repository
class FailureReportTable {

    private static final JsonMapper JSON = new JsonMapper();

    /** What a report says, without the two columns that belong to its place in the account. */
    private static final String COLUMNS =
            """
            domain_id, content_hash, received, stored, carrier_from, carrier_to, carrier_subject,
            carrier_message_id, user_agent, auth_failure, identity_alignment, delivery_result,
            original_mail_from, original_rcpt_to, original_envelope_id, source_ip, source_port,
            reported_domains, reported_uris, authentication_results, dkim_domain, dkim_identity,
            dkim_selector, spf_dns, incidents, subject, sample_headers, sample_body, remarks
            """;

    /** Characters of reports after which a statement takes no more. */
    static final int STATEMENT_CHARACTERS = 4 << 20;

    /** What is shown of a record {@code f} of a domain {@code d}. */
    private static final String SHOWN =
            """
            replace(f.content_hash::text, '-', '') as hash, d.name, f.received,
                f.original_mail_from, f.auth_failure, f.authentication_results,
                host(f.source_ip) as source_ip, f.reported_domains, f.subject,
                f.sample_headers, f.sample_body\
            """;

    private final Db db;
    private final SystemDb system;

    FailureReportTable(Db db, SystemDb system) {
        this.db = db;
        this.system = system;
    }

    /** Where a report is stored. */
    record Place(DomainId domain, long id) {}

    /**
     * An incoming report.
     *
     * @param received when the receiver got the mail
     * @param remarks codes of its oddities
     * @param body the body of the mail that failed, where it is kept
     */
    record NewReport(
            DomainId domain,
            FailureReport report,
            Instant received,
            List<String> remarks,
            @Nullable String body) {}

    /** Returns those of these reports that the account has already, by their hashes. */
    Map<String, Place> find(Scope scope, Collection<String> contentHashes) {
        Map<String, Place> found = new HashMap<>();
        db.as(scope)
                .sql(
                        """
                        select replace(content_hash::text, '-', '') as hash, domain_id, id
                        from failure_report
                        where account_id = :account and content_hash = any(cast(:hashes as uuid[]))
                        """)
                .param("hashes", contentHashes.toArray(String[]::new))
                .list(row -> found.put(row.text("hash"), place(row, "id")));
        return found;
    }

    /** Adds reports of which none is there; answers where, by their hashes. */
    Map<String, Place> insert(Scope scope, List<NewReport> reports, Instant stored) {
        Map<String, Place> added = new HashMap<>();
        List<String> some = new ArrayList<>();
        long characters = 0;
        for (NewReport report : reports) {
            String row = json(report, stored).toString();
            some.add(row);
            characters += row.length();
            if (characters > STATEMENT_CHARACTERS) {
                added.putAll(insert(scope, some));
                some.clear();
                characters = 0;
            }
        }
        if (!some.isEmpty()) {
            added.putAll(insert(scope, some));
        }
        return added;
    }

    private Map<String, Place> insert(Scope scope, List<String> rows) {
        Map<String, Place> added = new HashMap<>();
        db.as(scope)
                .sql(
                        """
                        insert into failure_report (account_id, %1$s)
                        select :account, %1$s
                        from unnest(:reports) with ordinality g(report, place)
                        cross join lateral jsonb_populate_record(
                            null::failure_report, cast(g.report as jsonb)) f
                        order by g.place
                        returning replace(content_hash::text, '-', '') as hash, domain_id, id
                        """
                                .formatted(COLUMNS))
                .param("reports", rows.toArray(String[]::new))
                .list(row -> added.put(row.text("hash"), place(row, "id")));
        return added;
    }

    private static ObjectNode json(NewReport one, Instant stored) {
        FailureReport report = one.report();
        ObjectNode row = JSON.createObjectNode();
        row.put("domain_id", one.domain().value());
        row.put("content_hash", report.contentHash());
        row.put("received", one.received().toString());
        row.put("stored", stored.toString());
        row.put("carrier_from", storable(report.carrier().from()));
        row.put("carrier_to", storable(report.carrier().to()));
        row.put("carrier_subject", storable(report.carrier().subject()));
        row.put("carrier_message_id", storable(report.carrier().messageId()));
        row.put("user_agent", storable(report.userAgent()));
        row.set("auth_failure", texts(report.authFailure()));
        row.set("identity_alignment", texts(report.identityAlignment()));
        row.put("delivery_result", storable(report.deliveryResult()));
        row.put("original_mail_from", storable(report.originalMailFrom()));
        row.set("original_rcpt_to", texts(report.originalRcptTo()));
        row.put("original_envelope_id", storable(report.originalEnvelopeId()));
        InetAddress source = report.sourceIp();
        row.put("source_ip", source == null ? null : source.getHostAddress());
        row.put("source_port", report.sourcePort());
        row.set("reported_domains", texts(report.reportedDomains()));
        row.set("reported_uris", texts(report.reportedUris()));
        row.set("authentication_results", texts(report.authenticationResults()));
        row.put("dkim_domain", storable(report.dkimDomain()));
        row.put("dkim_identity", storable(report.dkimIdentity()));
        row.put("dkim_selector", storable(report.dkimSelector()));
        row.set("spf_dns", texts(report.spfDns()));
        row.put("incidents", report.incidents());
        row.put("subject", storable(report.subject()));
        ArrayNode headers = row.putArray("sample_headers");
        for (HeaderField field : report.sample().headers()) {
            headers.addObject().put("n", storable(field.name())).put("v", storable(field.value()));
        }
        row.put("sample_body", one.body() == null ? null : storable(one.body()));
        row.set("remarks", texts(one.remarks()));
        return row;
    }

    private static ArrayNode texts(List<String> texts) {
        ArrayNode array = JSON.createArrayNode();
        texts.forEach(text -> array.add(storable(text)));
        return array;
    }

    /** PostgreSQL's text can't hold U+0000. */
    private static String storable(String text) {
        return text.replace("\0", "");
    }

    /** A message in which a report came. */
    record Carried(Place place, long rawId) {}

    /** Notes in which messages reports came. */
    void insertMessages(Scope scope, Collection<Carried> carried) {
        if (carried.isEmpty()) {
            return;
        }
        List<Carried> all = List.copyOf(carried);
        db.as(scope)
                .sql(
                        """
                        insert into failure_message (account_id, domain_id, report_id, raw_id)
                        select :account, m.domain_id, m.report_id, m.raw_id
                        from unnest(:domains, :reports, :raws) m(domain_id, report_id, raw_id)
                        order by 2, 3, 4
                        on conflict (domain_id, report_id, raw_id) do nothing
                        """)
                .param("domains", numbers(all, one -> one.place().domain().value()))
                .param("reports", numbers(all, one -> one.place().id()))
                .param("raws", numbers(all, Carried::rawId))
                .update();
    }

    /**
     * A record that somebody wants to delete.
     *
     * @param writable whether they may
     */
    record Named(Place place, boolean writable) {}

    /** Returns the records of these names whose domains the caller may read. */
    List<Named> named(Scope scope, Collection<RecordName> names) {
        return db.as(scope)
                .sql(
                        """
                        select f.domain_id, f.id, %s as writable
                        from failure_report f
                        join published.domain d on d.account_id = f.account_id and d.id = f.domain_id
                        where f.account_id = :account
                            and f.content_hash = any(cast(:hashes as uuid[])) and %s
                        """
                                .formatted(
                                        DomainAccess.writable(scope, "d"),
                                        DomainAccess.readable(scope, "d")))
                .param("hashes", names.stream().map(RecordName::contentHash).toArray(String[]::new))
                .list(row -> new Named(place(row, "id"), row.flag("writable")));
    }

    /** Returns some of the account's records, of those that have numbers up to one. */
    List<Place> some(Scope scope, long last, int limit) {
        return db.as(scope)
                .sql(
                        """
                        select domain_id, id from failure_report
                        where account_id = :account and id <= :last limit :limit
                        """)
                .param("last", last)
                .param("limit", limit)
                .list(row -> place(row, "id"));
    }

    /** Returns the greatest number of the account's records; 0 where there are none. */
    long last(Scope scope) {
        return db.as(scope)
                .sql("select max(id) as last from failure_report where account_id = :account")
                .one(row -> row.sum("last"));
    }

    /** Removes records; answers how many there were, and in which messages they came. */
    Deleted delete(Scope scope, Collection<Place> places) {
        List<Place> all = List.copyOf(places);
        Set<Long> messages = new TreeSet<>();
        db.as(scope)
                .sql(
                        """
                        delete from failure_message m
                        using unnest(:domains, :reports) p(domain_id, id)
                        where m.account_id = :account and m.domain_id = p.domain_id
                            and m.report_id = p.id
                        returning m.raw_id
                        """)
                .param("domains", numbers(all, one -> one.domain().value()))
                .param("reports", numbers(all, Place::id))
                .list(row -> messages.add(row.number("raw_id")));
        int records =
                db.as(scope)
                        .sql(
                                """
                                delete from failure_report f
                                using unnest(:domains, :reports) p(domain_id, id)
                                where f.account_id = :account and f.domain_id = p.domain_id
                                    and f.id = p.id
                                """)
                        .param("domains", numbers(all, one -> one.domain().value()))
                        .param("reports", numbers(all, Place::id))
                        .update();
        return new Deleted(records, messages);
    }

    /** What was removed. */
    record Deleted(int records, Set<Long> messages) {}

    void deleteOf(Scope scope, Collection<DomainId> domains) {
        for (String table : List.of("failure_message", "failure_report")) {
            db.as(scope)
                    .sql(
                            "delete from "
                                    + table
                                    + " where account_id = :account and domain_id = any(:domains)")
                    .param("domains", ids(domains))
                    .update();
        }
    }

    /**
     * Returns some of the messages in which reports about these domains came, in ascending order.
     */
    List<Long> messages(Scope scope, Collection<DomainId> domains, long after, int limit) {
        return db.as(scope)
                .sql(
                        """
                        select distinct raw_id from failure_message
                        where account_id = :account and domain_id = any(:domains)
                            and raw_id > :after
                        order by raw_id limit :limit
                        """)
                .param("domains", ids(domains))
                .param("after", after)
                .param("limit", limit)
                .list(row -> row.number("raw_id"));
    }

    /** Returns those of these messages that contain reports about other domains too. */
    List<Long> messagesOfOthers(
            Scope scope, Collection<Long> messages, Collection<DomainId> domains) {
        return db.as(scope)
                .sql(
                        """
                        select distinct raw_id from failure_message
                        where account_id = :account and raw_id = any(:messages)
                            and domain_id <> all(:domains)
                        """)
                .param("messages", messages.stream().mapToLong(Long::longValue).toArray())
                .param("domains", ids(domains))
                .list(row -> row.number("raw_id"));
    }

    /**
     * Removes records of whatever account that were received before a point in time, some at once;
     * answers how many.
     */
    int forget(Instant before, int limit) {
        return Math.toIntExact(
                system.sql(
                                """
                                with old as (
                                    select domain_id, id from failure_report
                                    where received < :before
                                    limit :limit),
                                messages as (
                                    delete from failure_message m using old o
                                    where m.domain_id = o.domain_id and m.report_id = o.id),
                                found as (
                                    delete from forensic_job_record r using old o
                                    where r.domain_id = o.domain_id and r.report_id = o.id),
                                gone as (
                                    delete from failure_report f using old o
                                    where f.domain_id = o.domain_id and f.id = o.id
                                    returning 1)
                                select count(*) as number from gone
                                """)
                        .param("before", before)
                        .param("limit", limit)
                        .one(row -> row.number("number")));
    }

    /**
     * Counts the records that a job found and that still exist; the caller must be allowed to see
     * it.
     */
    long countFound(Scope scope, long job) {
        return db.as(scope.wholeAccount())
                .sql(
                        """
                        select count(*) from forensic_job_record
                        where account_id = :account and job_id = :job
                        """)
                .param("job", job)
                .one(row -> row.number("count"));
    }

    /** Returns some of the records that a job found; the caller must be allowed to see the job. */
    List<ForensicRecord> found(Scope scope, long job, Window window) {
        return db.as(scope)
                .sql(
                        """
                        select %s
                        from (select place, domain_id, report_id from forensic_job_record
                            where account_id = :account and job_id = :job
                            order by place limit :limit offset :offset) r
                        join failure_report f on f.domain_id = r.domain_id and f.id = r.report_id
                        join published.domain d on d.id = f.domain_id
                        where f.account_id = :account and %s
                        order by r.place
                        """
                                .formatted(SHOWN, DomainAccess.readable(scope, "d")))
                .param("job", job)
                .param("limit", window.limit())
                .param("offset", window.offset())
                .list(FailureReportTable::record);
    }

    /** Returns those of these records that a job has found, the newest first. */
    List<ForensicRecord> found(Scope scope, long job, Collection<RecordName> names) {
        return db.as(scope)
                .sql(
                        """
                        select %s
                        from forensic_job_record r
                        join failure_report f on f.domain_id = r.domain_id and f.id = r.report_id
                        join published.domain d on d.id = f.domain_id
                        where r.account_id = :account and r.job_id = :job
                            and f.account_id = :account
                            and f.content_hash = any(cast(:hashes as uuid[])) and %s
                        order by r.place
                        """
                                .formatted(SHOWN, DomainAccess.readable(scope, "d")))
                .param("job", job)
                .param("hashes", names.stream().map(RecordName::contentHash).toArray(String[]::new))
                .list(FailureReportTable::record);
    }

    private static ForensicRecord record(Row row) throws SQLException {
        String source = row.optionalText("source_ip");
        List<HeaderField> headers = new ArrayList<>();
        for (JsonNode field : JSON.readTree(row.text("sample_headers"))) {
            headers.add(new HeaderField(field.get("n").asString(), field.get("v").asString()));
        }
        return new ForensicRecord(
                row.text("hash"),
                row.text("name"),
                row.instant("received"),
                row.text("original_mail_from"),
                row.texts("auth_failure"),
                row.texts("authentication_results"),
                source == null ? "" : source,
                row.texts("reported_domains"),
                row.text("subject"),
                new Sample(headers, row.optionalText("sample_body")));
    }

    private static Place place(Row row, String id) throws SQLException {
        return new Place(new DomainId(row.number("domain_id")), row.number(id));
    }

    private static long[] ids(Collection<DomainId> domains) {
        return domains.stream().mapToLong(DomainId::value).toArray();
    }

    private static <T> long[] numbers(List<T> all, ToLongFunction<T> number) {
        return all.stream().mapToLong(number).toArray();
    }
}
