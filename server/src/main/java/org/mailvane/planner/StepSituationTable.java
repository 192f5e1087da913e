package org.mailvane.planner;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.actions.OpenSteps;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.finding.MtaStsFindings;
import org.mailvane.planner.PolicyAdvice.SenderEvidence;
import org.mailvane.planner.RecordEvidence.Gone;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.SourceName;
import org.mailvane.sources.SourceNames;
import org.mailvane.text.MessageJson;
import org.mailvane.text.Passage;
import org.mailvane.timeline.Change;
import org.mailvane.tls.TlsReports;
import org.springframework.stereotype.Repository;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads what says which steps are next for a domain; of {@code watched_record}, which the monitor
 * writes, how the records were when that was known last.
 */
@Repository
class StepSituationTable {

    /** A line of an MTA-STS policy (RFC 8461, section 3.2). */
    private static final String TESTING = "(^|\\n)mode:[ \\t]*testing[ \\t\\r]*(\\n|$)";

    private static final JsonMapper JSON = new JsonMapper();

    /** As the findings of a policy hold it that leaves out a mail exchanger. */
    private static final String LEAVES_OUT =
            "[{\"code\": \"%s\"}]".formatted(MtaStsFindings.MX_UNMATCHED_TESTING.entry().code());

    /**
     * The events that say that a record has gone, for the records that tasks mention, except
     * DMARC's.
     */
    private static final Map<String, String> REMOVED =
            Map.of(
                    Change.SPF_REMOVED.code(), "spf",
                    Change.MTA_STS_REMOVED.code(), "mta_sts");

    /** Days without failed sessions before a policy of MTA-STS is to be enforced. */
    static final int DAYS_WITHOUT_FAILURES = 14;

    private final Db db;
    private final TlsReports tls;
    private final SourceNames names;

    StepSituationTable(Db db, TlsReports tls, SourceNames names) {
        this.db = db;
        this.tls = tls;
        this.names = names;
    }

    /**
     * A record.
     *
     * @param refuses of mail exchangers, whether they say that the domain takes no mail
     * @param testing of MTA-STS, whether its policy is only being tested
     * @param leavesOut whether its policy leaves out a mail exchanger
     * @param wrong its first error, with the value found; null where it has none
     * @param alias of DMARC, what its name is an alias of; null where it is not an alias
     */
    private record Known(
            String kind,
            String selector,
            String state,
            boolean refuses,
            boolean testing,
            boolean leavesOut,
            @Nullable Passage wrong,
            @Nullable String alias) {}

    /**
     * The domain's row.
     *
     * @param given the selectors that people have given
     * @param seen those that reports have shown
     */
    private record Found(List<String> given, List<String> seen) {

        boolean isCurrent(String selector) {
            return given.contains(selector) || seen.contains(selector);
        }
    }

    /** Empty where the domain is gone. */
    Optional<StepSituation> find(
            Scope scope,
            PlannedDomain domain,
            Judgement judgement,
            String mailbox,
            FailedMail failed,
            OpenSteps open) {
        return db.as(scope)
                .sql(
                        """
                        select d.selectors,
                            coalesce(w.seen_selectors, '{}') as seen_selectors
                        from published.domain d left join published.watched_domain w on w.domain_id = d.id
                        where d.account_id = :account and d.id = :id
                        """)
                .param("id", domain.id().value())
                .optional(row -> new Found(row.texts("selectors"), row.texts("seen_selectors")))
                .map(found -> {
                    Map<String, String> states = new HashMap<>();
                    List<String> missing = new ArrayList<>();
                    List<Known> records = records(scope, domain.id());
                    for (Known record : records) {
                        note(record, found, states, missing);
                    }
                    boolean testing = records.stream().anyMatch(Known::testing);
                    PolicyAdvice advice = judgement.advice();
                    Instant judged = advice.judged();
                    return new StepSituation(
                            domain,
                            states,
                            records.stream()
                                    .anyMatch(record -> record.testing() && record.leavesOut()),
                            testing && judged != null
                                    ? tls.failedSince(
                                            scope,
                                            domain.id(),
                                            judged.minus(Duration.ofDays(DAYS_WITHOUT_FAILURES)))
                                    : 0,
                            missing.stream().sorted().toList(),
                            mailbox,
                            judgement,
                            sources(scope, advice),
                            failed,
                            spfBelow(scope, advice),
                            evidence(scope, domain.id(), records, found, states),
                            open);
                });
    }

    private RecordEvidence evidence(
            Scope scope,
            DomainId domain,
            List<Known> records,
            Found found,
            Map<String, String> states) {
        Map<String, Passage> wrong = new HashMap<>();
        String alias = "";
        for (Known record : records) {
            if (record.wrong() != null
                    && record.state().equals("error")
                    && (record.selector().isEmpty() || found.isCurrent(record.selector()))) {
                wrong.putIfAbsent(record.kind(), record.wrong());
            }
            if (record.alias() != null) {
                alias = record.alias();
            }
        }
        boolean isMissing =
                REMOVED.values().stream().anyMatch(kind -> "missing".equals(states.get(kind)));
        return new RecordEvidence(wrong, isMissing ? gone(scope, domain, states) : Map.of(), alias);
    }

    /** Of several records at one name none was used, so that none is shown. */
    private Map<String, Gone> gone(Scope scope, DomainId domain, Map<String, String> states) {
        Map<String, Gone> gone = new HashMap<>();
        db.as(scope)
                .sql(
                        """
                        select distinct on (change) change, old_value, created
                        from published.timeline_event
                        where account_id = :account and domain_id = :id and change = any(:removed)
                        order by change, created desc
                        """)
                .param("id", domain.value())
                .param("removed", REMOVED.keySet().toArray(String[]::new))
                .forEach(row -> {
                    String kind = REMOVED.get(row.text("change"));
                    String text = row.text("old_value");
                    if (kind != null
                            && "missing".equals(states.get(kind))
                            && !text.isBlank()
                            && text.lines().count() == 1) {
                        gone.put(
                                kind,
                                new Gone(
                                        text,
                                        LocalDate.ofInstant(
                                                row.instant("created"), ZoneOffset.UTC)));
                    }
                });
        return gone;
    }

    /** Returns those that block the next policy. */
    private Map<Integer, SourceName> sources(Scope scope, PolicyAdvice advice) {
        return names.of(
                scope,
                advice.sources().stream()
                        .filter(SenderEvidence::blocks)
                        .map(SenderEvidence::number)
                        .toList());
    }

    private Map<String, String> spfBelow(Scope scope, PolicyAdvice advice) {
        Map<String, String> states = new HashMap<>();
        String[] names =
                advice.sources().stream()
                        .filter(source -> source.blocks() && !source.undecided())
                        .flatMap(source -> source.failingNames().stream())
                        .distinct()
                        .toArray(String[]::new);
        if (names.length > 0) {
            db.as(scope)
                    .sql(
                            """
                            select d.name, r.state from published.domain d
                            join published.watched_record r on r.domain_id = d.id and r.kind = 'spf'
                                and r.selector = ''
                            where d.account_id = :account and d.name = any(:names)
                                and r.state in ('missing', 'error') and r.fingerprint <> ''
                            """)
                    .param("names", names)
                    .list(row -> states.put(row.text("name"), row.text("state")));
        }
        return states;
    }

    private List<Known> records(Scope scope, DomainId domain) {
        return db.as(scope)
                .sql(
                        """
                        select kind, selector, state, kind = 'mx' and value like '% .' as refuses,
                            kind = 'mta_sts' and state = 'present' and coalesce(
                                details ->> 'policy_file', '') ~ :testing as testing,
                            coalesce(findings @> cast(:leavesOut as jsonb), false) as leaves_out,
                            e.wrong, nullif(details ->> 'alias', '') as alias
                        from published.watched_record
                        left join lateral (
                            select cast(jsonb_build_array(f.one -> 'problem', f.one -> 'details')
                                as text) as wrong
                            from jsonb_array_elements(findings) with ordinality f(one, n)
                            where f.one ->> 'level' = 'err' and f.one ->> 'problem' is not null
                            order by f.n limit 1) e on true
                        where account_id = :account and domain_id = :id and state <> 'unknown'
                            and fingerprint <> ''
                        order by kind, selector
                        """)
                .param("id", domain.value())
                .param("testing", TESTING)
                .param("leavesOut", LEAVES_OUT)
                .list(row ->
                        new Known(
                                row.text("kind"),
                                row.text("selector"),
                                row.text("state"),
                                row.flag("refuses"),
                                row.flag("testing"),
                                row.flag("leaves_out"),
                                wrong(row.optionalText("wrong")),
                                row.optionalText("alias")));
    }

    private static @Nullable Passage wrong(@Nullable String stored) {
        if (stored == null) {
            return null;
        }
        JsonNode both = JSON.readTree(stored);
        return MessageJson.read(both.path(0)).and(MessageJson.read(both.path(1)));
    }

    private static void note(
            Known record, Found found, Map<String, String> states, List<String> missing) {
        String selector = record.selector();
        if (selector.isEmpty()) {
            states.put(
                    record.kind(),
                    record.refuses() ? "missing" : record.testing() ? "testing" : record.state());
        } else if (record.state().equals("error")) {
            // A key with which nobody signs any more harms nobody.
            if (found.isCurrent(selector)) {
                states.put(record.kind(), record.state());
            }
        } else if (record.state().equals("missing") && found.given().contains(selector)) {
            missing.add(selector);
        }
    }
}
