package org.mailvane.monitor;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.mailvane.actions.FoundProblem;
import org.mailvane.domains.DomainId;
import org.mailvane.monitor.DnsObservation.RecordKey;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.mailvane.text.MessageJson;
import org.springframework.stereotype.Repository;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** SQL of {@code watched_record}. */
@Repository
class WatchedRecordTable {

    private static final JsonMapper JSON = new JsonMapper();

    /** Members of the findings, which SQL of other modules reads too. */
    private static final String CODE = "code";

    private static final String SUBJECT = "subject";
    private static final String LEVEL = "level";
    private static final String PROBLEM = "problem";
    private static final String SOLUTION = "solution";
    private static final String DETAILS = "details";

    private static final TypeReference<Map<String, Object>> MEMBERS = new TypeReference<>() {};

    private final Db db;

    WatchedRecordTable(Db db) {
        this.db = db;
    }

    /** Returns what is known of these domains' records. */
    Map<DomainId, List<WatchedRecord>> list(Scope scope, Collection<DomainId> domains) {
        record Read(DomainId id, WatchedRecord record) {}
        Map<DomainId, List<WatchedRecord>> found = new HashMap<>();
        db.as(scope)
                .sql(
                        """
                        select domain_id, kind, selector, state, value, findings, details,
                            fingerprint, seen_once, checked, known, failing_since,
                            unanswered_since, unknown, first_seen_late
                        from watched_record
                        where account_id = :account and domain_id = any(:domains)
                        """)
                .param("domains", domains.stream().mapToLong(DomainId::value).toArray())
                .list(row -> new Read(new DomainId(row.number("domain_id")), record(row)))
                .forEach(read ->
                        found.computeIfAbsent(read.id(), id -> new ArrayList<>())
                                .add(read.record()));
        return found;
    }

    private static WatchedRecord record(Row row) throws SQLException {
        return new WatchedRecord(
                new RecordKey(RecordKind.ofCode(row.text("kind")), row.text("selector")),
                new RecordContent(
                        RecordState.ofCode(row.text("state")),
                        row.text("value"),
                        problems(row.text("findings")),
                        JSON.readValue(row.text("details"), MEMBERS)),
                row.text("fingerprint"),
                row.optionalText("seen_once"),
                row.instant("checked"),
                row.optionalInstant("known"),
                row.optionalInstant("failing_since"),
                row.optionalInstant("unanswered_since"),
                row.flag("unknown"),
                row.flag("first_seen_late"));
    }

    /**
     * What says how a domain's records are to be asked for.
     *
     * @param selectors DKIM selectors of which something is known
     * @param confirms whether something was read that is to be read once more
     */
    record Outline(List<String> selectors, boolean confirms) {

        static final Outline NOTHING = new Outline(List.of(), false);
    }

    /** Returns the records of domains of which anything is known. */
    Map<DomainId, Outline> outlines(Scope scope, Collection<DomainId> domains) {
        Map<DomainId, Outline> outlines = new HashMap<>();
        db.as(scope)
                .sql(
                        """
                        select domain_id,
                            coalesce(array_agg(selector order by checked desc, selector)
                                filter (where kind = 'dkim'), '{}') as selectors,
                            coalesce(bool_or(seen_once is not null), false) as confirms
                        from watched_record
                        where account_id = :account and domain_id = any(:domains)
                        group by domain_id
                        """)
                .param("domains", domains.stream().mapToLong(DomainId::value).toArray())
                .forEach(row ->
                        outlines.put(
                                new DomainId(row.number("domain_id")),
                                new Outline(row.texts("selectors"), row.flag("confirms"))));
        return outlines;
    }

    /** Keeps what is known of some of a domain's records. */
    void save(Scope scope, DomainId domain, List<WatchedRecord> records) {
        db.as(scope)
                .sql(
                        """
                        insert into watched_record (account_id, domain_id, kind, selector, state,
                            value, findings, details, fingerprint, seen_once, checked, known,
                            failing_since, unanswered_since, unknown, first_seen_late)
                        select :account, :domain, r.kind, r.selector, r.state, r.value,
                            cast(r.findings as jsonb), cast(r.details as jsonb), r.fingerprint,
                            r.seen_once, r.checked, r.known, r.failing_since,
                            r.unanswered_since, r.unknown, r.first_seen_late
                        from unnest(:kinds, :selectors, :states, :values, :findings, :details,
                            :fingerprints, :seenOnce, cast(:checked as timestamptz[]),
                            cast(:known as timestamptz[]), cast(:failingSince as timestamptz[]),
                            cast(:unansweredSince as timestamptz[]), :unknown, :late)
                            r(kind, selector, state, value, findings, details, fingerprint,
                                seen_once, checked, known, failing_since, unanswered_since,
                                unknown, first_seen_late)
                        on conflict (domain_id, kind, selector) do update set
                            state = excluded.state, value = excluded.value,
                            findings = excluded.findings, details = excluded.details,
                            fingerprint = excluded.fingerprint, seen_once = excluded.seen_once,
                            checked = excluded.checked, known = excluded.known,
                            failing_since = excluded.failing_since,
                            unanswered_since = excluded.unanswered_since,
                            unknown = excluded.unknown
                        """)
                .param("domain", domain.value())
                .param("kinds", texts(records, r -> r.key().kind().code()))
                .param("selectors", texts(records, r -> r.key().selector()))
                .param("states", texts(records, r -> r.content().state().code()))
                .param("values", texts(records, r -> r.content().value()))
                .param("findings", texts(records, r -> problems(r.content().problems())))
                .param("details", texts(records, r -> json(r.content().details())))
                .param("fingerprints", texts(records, WatchedRecord::fingerprint))
                .param("seenOnce", texts(records, WatchedRecord::seenOnce))
                .param("checked", times(records, WatchedRecord::checked))
                .param("known", times(records, WatchedRecord::known))
                .param("failingSince", times(records, WatchedRecord::failingSince))
                .param("unansweredSince", times(records, WatchedRecord::unansweredSince))
                .param(
                        "unknown",
                        records.stream().map(WatchedRecord::unknown).toArray(Boolean[]::new))
                .param("late", records.stream().map(WatchedRecord::late).toArray(Boolean[]::new))
                .update();
    }

    /** Notes that records were asked for, and say what they have said. */
    void touch(Scope scope, DomainId domain, List<RecordKey> keys, Instant now) {
        db.as(scope)
                .sql(
                        """
                        update watched_record w
                        set checked = :now, known = :now, failing_since = null,
                            unanswered_since = null, unknown = false
                        from unnest(:kinds, :selectors) k(kind, selector)
                        where w.account_id = :account and w.domain_id = :domain
                            and w.kind = k.kind and w.selector = k.selector
                        """)
                .param("domain", domain.value())
                .param("now", now)
                .param("kinds", kinds(keys))
                .param("selectors", selectors(keys))
                .update();
    }

    /** Forgets records that are not watched any more. */
    void delete(Scope scope, DomainId domain, List<RecordKey> keys) {
        db.as(scope)
                .sql(
                        """
                        delete from watched_record w
                        using unnest(:kinds, :selectors) k(kind, selector)
                        where w.account_id = :account and w.domain_id = :domain
                            and w.kind = k.kind and w.selector = k.selector
                        """)
                .param("domain", domain.value())
                .param("kinds", kinds(keys))
                .param("selectors", selectors(keys))
                .update();
    }

    private static String[] kinds(List<RecordKey> keys) {
        return keys.stream().map(key -> key.kind().code()).toArray(String[]::new);
    }

    private static String[] selectors(List<RecordKey> keys) {
        return keys.stream().map(RecordKey::selector).toArray(String[]::new);
    }

    /** The database has no character of number 0; DNS may. */
    private static String[] texts(
            List<WatchedRecord> records, Function<WatchedRecord, @Nullable String> text) {
        return records.stream()
                .map(record -> {
                    String value = text.apply(record);
                    return value;
                })
                .toArray(String[]::new);
    }

    private static String[] times(
            List<WatchedRecord> records, Function<WatchedRecord, @Nullable Instant> time) {
        return records.stream()
                .map(record -> {
                    Instant value = time.apply(record);
                    return value == null ? null : value.toString();
                })
                .toArray(String[]::new);
    }

    private static List<FoundProblem> problems(String stored) {
        return JSON.readTree(stored)
                .valueStream()
                .map(problem ->
                        new FoundProblem(
                                problem.path(CODE).asString(""),
                                problem.path(SUBJECT).asString(""),
                                problem.path(LEVEL).asString(""),
                                MessageJson.read(problem.path(PROBLEM)),
                                MessageJson.read(problem.path(SOLUTION)),
                                MessageJson.read(problem.path(DETAILS))))
                .toList();
    }

    private static String problems(List<FoundProblem> problems) {
        ArrayNode array = JSON.createArrayNode();
        for (FoundProblem problem : problems) {
            ObjectNode node = array.addObject();
            node.put(CODE, problem.code());
            node.put(SUBJECT, problem.subject());
            node.put(LEVEL, problem.level());
            node.set(PROBLEM, MessageJson.node(problem.problem()));
            node.set(SOLUTION, MessageJson.node(problem.solution()));
            node.set(DETAILS, MessageJson.node(problem.details()));
        }
        return array.toString();
    }

    private static String json(Object value) {
        return JSON.writeValueAsString(value);
    }
}
