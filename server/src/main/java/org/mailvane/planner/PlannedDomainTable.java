package org.mailvane.planner;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dmarc.DmarcDiscovery.State;
import org.mailvane.mailauth.dmarc.DmarcParser;
import org.mailvane.mailauth.dmarc.DmarcPolicy;
import org.mailvane.mailauth.dmarc.DmarcRecord;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.finding.DmarcFindings;
import org.mailvane.mailauth.finding.Level;
import org.mailvane.mailauth.finding.SpfFindings;
import org.mailvane.planner.Authentication.Spf;
import org.mailvane.planner.PlannedDomain.Remembered;
import org.mailvane.planner.PublishedPolicy.Refusal;
import org.mailvane.planner.PublishedPolicy.Removed;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.mailvane.text.MessageJson;
import org.mailvane.text.Passage;
import org.mailvane.timeline.Change;
import org.springframework.stereotype.Repository;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads what domains are judged by. The tables {@code watched_record} and {@code watched_domain}
 * are those of the monitor, which writes them, and {@code timeline_event} is the timeline's;
 * nothing else of this package reads them, but {@link PolicyAdviceTable} to know which subdomains
 * have their own record.
 */
@Repository
class PlannedDomainTable {

    /**
     * How long the last answer of DNS counts while lookups fail: name servers that are unreachable
     * for a weekend change no policy.
     */
    static final Duration TRUSTED = Duration.ofDays(3);

    private static final JsonMapper JSON = new JsonMapper();
    private static final String ERROR = Level.ERR.toString();

    /** Of a mailbox that no report reaches. */
    private static final Set<DmarcFindings> DEAF =
            EnumSet.of(DmarcFindings.MAILBOX_REFUSED, DmarcFindings.MAILBOX_NO_HOST);

    /** As the findings of an SPF record hold it. */
    private static final String ANYONE =
            "[{\"code\": \"%s\"}]".formatted(SpfFindings.ALL_PASS.entry().code());

    /** The code of a finding on an SPF record that lets too many hosts send. */
    private static final String BROAD = SpfFindings.NETWORK_BROAD.entry().code();

    /** SQL of what is wrong with such a record {@code spf}; null for others. */
    private static final String BROAD_TEXT =
            """
            (select coalesce(cast(f.one -> 'problem' as text), '""') from jsonb_array_elements(spf.findings)
                    with ordinality f(one, n)
                where f.one ->> 'code' = :broad order by f.n limit 1) as broad\
            """;

    /** An SPF record with no term by which anybody passes. */
    private static final String NOBODY_PASSES = "v=spf1( +([-~?]all|exp=\\S*))* *";

    private static final Pattern NOBODY = Pattern.compile("(?i)" + NOBODY_PASSES);

    private final Db db;

    PlannedDomainTable(Db db) {
        this.db = db;
    }

    /** Returns what is known of these domains. */
    List<PlannedDomain> list(Scope scope, Collection<DomainId> ids, Instant now) {
        return db.as(scope)
                .sql(
                        """
                        select d.id, d.name, d.nxdomain and not d.unconfirmed as nxdomain, d.domain_state = 'inactive' as parked, r.state, r.value,
                            r.details ->> 'policy' as policy,
                            r.details ->> 'policy_domain' as policy_domain,
                            coalesce(r.details ->> 'organization', '') as organization,
                            exists (select from published.watched_record o where o.account_id = :account
                                and o.domain_id = d.id and o.kind = 'dmarc' and o.selector = ''
                                and o.fingerprint = '' and o.state <> 'unknown') as read_once,
                            r.findings, %s as shown,
                            coalesce(cast(r.details ->> 'rua_here' as boolean), false) as rua_here,
                            coalesce(r.unknown and r.unanswered_since <= :trusted, false) as untrusted,
                            spf.state as spf, spf.value as spf_record,
                            coalesce(spf.findings @> cast(:anyone as jsonb)
                                or cast(spf.details ->> 'anyone' as boolean), false) as anyone,
                            %s,
                            coalesce(keys.lost, '{}') as lost,
                            exists (select from published.watched_record k where k.account_id = :account
                                and k.domain_id = d.id and k.kind = 'dkim'
                                and k.state = 'present' and k.fingerprint <> ''
                                and k.selector = any(w.seen_selectors || d.selectors)) as has_key,
                            d.state_dkim = 'error' as broken_key, s.last_day as silent_since,
                            exists (select from published.daily y join published.domain below on below.id = y.domain_id
                                where y.account_id = :account and below.account_id = :account
                                    and (below.id = d.id or below.parent_id = d.id)
                                    and y.day > :judged and y.trust < 2 and y.messages > 0)
                                as reported_lately,
                            gone.old_value as removed_record, gone.created as removed,
                            w.reports_here_since, a.observed_since,
                            coalesce(a.levels, '') as levels, a.levels_since, a.subdomains_since
                        from published.domain d
                        left join published.watched_record r on r.domain_id = d.id and r.kind = 'dmarc'
                            and r.selector = '' and r.fingerprint <> ''
                        left join published.watched_record spf on spf.domain_id = d.id and spf.kind = 'spf'
                            and spf.selector = '' and spf.fingerprint <> ''
                        left join published.watched_domain w on w.domain_id = d.id
                        left join lateral (
                            select array_agg(k.selector order by k.selector)
                                filter (where k.selector = any(w.seen_selectors)) as lost
                            from published.watched_record k
                            where k.account_id = :account and k.domain_id = d.id
                                and k.kind = 'dkim'
                                and k.selector = any(w.seen_selectors || d.selectors)
                            having bool_and(k.fingerprint <> ''
                                and k.state in ('missing', 'error'))) keys on true
                        left join lateral (
                            select e.old_value, e.created from published.timeline_event e
                            where r.state in ('missing', 'inherited') and e.account_id = :account
                                and e.domain_id = d.id and e.change = :removed
                            order by e.created desc limit 1) gone on true
                        left join policy_advice a on a.domain_id = d.id
                        left join published.silent_reporter s on s.domain_id = d.id and s.reporter = ''
                        where d.account_id = :account and d.id = any(:ids)
                        order by d.id
                        """
                                .formatted(PolicyAdviceTable.SHOWN, BROAD_TEXT))
                .param("ids", PolicyAdviceTable.numbers(ids))
                .param("broad", BROAD)
                .param("trusted", now.minus(TRUSTED))
                .param("anyone", ANYONE)
                .param("removed", Change.DMARC_REMOVED.code())
                .param("judged", JudgedDays.at(now).last())
                .list(PlannedDomainTable::domain);
    }

    /**
     * A row whose messages count for a domain that is judged.
     *
     * @param id the row
     * @param judged the domain
     * @param name the row's name
     * @param decided the domain at which decisions on senders are made that count for the row
     * @param target how the domain's record counts for it
     */
    record Governed(DomainId id, DomainId judged, String name, String decided, Target target) {}

    /**
     * Returns the rows below these domains whose policy comes from the same record as theirs: those
     * without their own record, promoted or not. Where the monitor has not said which record
     * counts, it is the organisation's, and the row above belongs to the organisation. Within an
     * organisation, as public suffixes define it, a further name may be an organisation's by its
     * own record (RFC 9989, section 4.10.2); the monitor says so then.
     */
    List<Governed> governed(Scope scope, Collection<DomainId> ids) {
        return db.as(scope)
                .sql(
                        """
                        with governed as (
                        select c.id, d.id as judged, c.name, c.nxdomain, c.groups_of
                        from published.domain c
                        join published.domain d on d.account_id = :account and d.id = c.parent_id
                        left join published.watched_record r on r.domain_id = c.id and r.kind = 'dmarc'
                            and r.selector = ''
                        left join published.watched_record p on p.domain_id = d.id and p.kind = 'dmarc'
                            and p.selector = ''
                        where c.account_id = :account and c.parent_id = any(:ids)
                            and coalesce(r.state, '') not in ('present', 'error')
                            and coalesce(nullif(r.details ->> 'policy_domain', ''), d.name)
                                in (d.name, p.details ->> 'policy_domain')
                        union all
                        select c.id, d.id, c.name, c.nxdomain, c.groups_of
                        from published.domain d
                        join published.domain c on c.account_id = :account and c.parent_id = d.parent_id
                            and c.id <> d.id
                        join published.watched_record r on r.domain_id = c.id and r.kind = 'dmarc'
                            and r.selector = '' and r.state = 'inherited'
                            and r.details ->> 'policy_domain' = d.name
                        where d.account_id = :account and d.id = any(:ids))
                        select g.id, g.judged, g.name, g.nxdomain,
                            h.name as decided
                        from governed g
                        join published.domain h on h.account_id = :account and h.id = g.groups_of
                        order by g.id, g.judged
                        """)
                .param("ids", PolicyAdviceTable.numbers(ids))
                .list(row ->
                        new Governed(
                                new DomainId(row.number("id")),
                                new DomainId(row.number("judged")),
                                row.text("name"),
                                row.text("decided"),
                                row.flag("nxdomain")
                                        ? Target.MISSING_SUBDOMAIN
                                        : Target.SUBDOMAIN));
    }

    /**
     * A name at which something is not as it should be.
     *
     * @param id its row
     * @param spf its SPF record, where nobody passes by it, or everybody
     * @param keys selectors that reports have shown, which have no usable key
     */
    record Gone(DomainId id, String name, Spf spf, List<String> keys) {

        Gone {
            keys = List.copyOf(keys);
        }
    }

    /** Returns those of these rows at whose names something is not as it should be. */
    List<Gone> gone(Scope scope, Collection<DomainId> ids) {
        return db.as(scope)
                .sql(
                        """
                        select d.id, d.name, spf.state as spf, spf.value as spf_record,
                            coalesce(spf.findings @> cast(:anyone as jsonb)
                                or cast(spf.details ->> 'anyone' as boolean), false) as anyone,
                            %s,
                            coalesce(keys.gone, '{}') as gone
                        from published.domain d
                        left join published.watched_record spf on spf.domain_id = d.id and spf.kind = 'spf'
                            and spf.selector = '' and spf.fingerprint <> ''
                        left join published.watched_domain w on w.domain_id = d.id
                        left join lateral (
                            select array_agg(k.selector order by k.selector) as gone
                            from published.watched_record k
                            where k.account_id = :account and k.domain_id = d.id
                                and k.kind = 'dkim' and k.selector = any(w.seen_selectors)
                                and k.fingerprint <> '' and k.state in ('missing', 'error')) keys
                            on true
                        where d.account_id = :account and d.id = any(:ids)
                            and (keys.gone is not null or spf.state in ('missing', 'error')
                                or spf.findings @> cast(:anyone as jsonb)
                                or spf.findings @> cast(:broadFinding as jsonb)
                                or cast(spf.details ->> 'anyone' as boolean)
                                or spf.value ~ :nobody)
                        order by d.id
                        """
                                .formatted(BROAD_TEXT))
                .param("ids", PolicyAdviceTable.numbers(ids))
                .param("broad", BROAD)
                .param("broadFinding", "[{\"code\": \"%s\"}]".formatted(BROAD))
                .param("anyone", ANYONE)
                .param("nobody", "(?i)^" + NOBODY_PASSES + "$")
                .list(row ->
                        new Gone(
                                new DomainId(row.number("id")),
                                row.text("name"),
                                spf(row),
                                row.texts("gone")));
    }

    private static PlannedDomain domain(Row row) throws SQLException {
        @Nullable Instant here = row.optionalInstant("reports_here_since");
        PublishedPolicy published = published(row);
        return new PlannedDomain(
                new DomainId(row.number("id")),
                new DomainName(row.text("name")),
                // A name that has the policy of a domain above needs none in DNS.
                row.flag("nxdomain") && published.state() != State.INHERITED,
                row.flag("parked"),
                row.flag("shown"),
                published,
                new Authentication(
                        spf(row),
                        row.texts("lost"),
                        row.flag("has_key"),
                        row.flag("broken_key"),
                        Optional.ofNullable(row.optionalText("broad"))
                                .map(JSON::readTree)
                                .map(MessageJson::read)
                                .orElse(Passage.EMPTY),
                        LostAuthentication.NONE),
                row.optionalDay("silent_since"),
                row.flag("reported_lately"),
                here == null ? null : LocalDate.ofInstant(here, ZoneOffset.UTC),
                new Remembered(
                        row.optionalDay("observed_since"),
                        row.text("levels"),
                        row.optionalDay("levels_since"),
                        row.optionalDay("subdomains_since")));
    }

    private static Spf spf(Row row) throws SQLException {
        Spf spf =
                switch (row.optionalText("spf")) {
                    case "present" -> Spf.USABLE;
                    case "missing" -> Spf.MISSING;
                    case "error" -> Spf.BROKEN;
                    case null, default -> Spf.UNKNOWN;
                };
        if (spf != Spf.USABLE) {
            return spf;
        }
        if (row.flag("anyone")) {
            return Spf.ANYONE;
        }
        if (row.optionalText("broad") != null) {
            return Spf.BROAD;
        }
        return NOBODY.matcher(row.text("spf_record")).matches() ? Spf.NOBODY : Spf.USABLE;
    }

    private static PublishedPolicy published(Row row) throws SQLException {
        State state = row.flag("untrusted") ? State.UNKNOWN : state(row.optionalText("state"));
        List<DmarcRecord> records = records(row);
        @Nullable DmarcRecord record = inForce(records, row.text("levels"));
        boolean several = records.size() > 1;
        List<Refusal> refusals = refusals(row);
        if (record == null && state == State.INHERITED) {
            state = State.UNKNOWN;
        } else if (record == null && state == State.PRESENT) {
            state = State.ERROR;
        } else if (record != null && record.valid() && !several && state == State.ERROR) {
            // Receivers can read it: what is wrong is not what it says.
            state = State.PRESENT;
        }
        String policyDomain = Optional.ofNullable(row.optionalText("policy_domain")).orElse("");
        return new PublishedPolicy(
                state,
                record,
                several,
                state == State.PRESENT ? refusals : List.of(),
                deafHosts(row),
                has(row, DmarcFindings.PSD_NOT_PUBLIC),
                Optional.ofNullable(row.optionalText("policy"))
                        .flatMap(DmarcPolicy::of)
                        .orElseGet(() ->
                                record == null ? DmarcPolicy.NONE : Levels.of(record).subdomains()),
                policyDomain.isEmpty() ? row.text("name") : policyDomain,
                row.flag("rua_here"),
                row.text("organization"),
                row.flag("read_once"),
                removed(row));
    }

    /** Of several, none was used. */
    private static @Nullable Removed removed(Row row) throws SQLException {
        String text = row.optionalText("removed_record");
        Instant gone = row.optionalInstant("removed");
        return text == null || gone == null || text.isBlank() || text.lines().count() > 1
                ? null
                : new Removed(DmarcParser.parse(text), LocalDate.ofInstant(gone, ZoneOffset.UTC));
    }

    /** The monitor keeps records of one name line by line; what was meant as one is none. */
    private static List<DmarcRecord> records(Row row) throws SQLException {
        List<DmarcRecord> texts =
                Optional.ofNullable(row.optionalText("value")).stream()
                        .flatMap(String::lines)
                        .filter(line -> !line.isBlank())
                        .map(DmarcParser::parse)
                        .toList();
        return texts.size() > 1 && texts.stream().anyMatch(DmarcRecord::isDmarc)
                ? texts.stream().filter(DmarcRecord::isDmarc).toList()
                : texts.stream().limit(1).toList();
    }

    /**
     * Of several, of which receivers apply none, the one whose policies counted before; else the
     * one that asks for least.
     *
     * @param levels how far the policies reached that counted before
     */
    private static @Nullable DmarcRecord inForce(List<DmarcRecord> records, String levels) {
        Optional<DmarcRecord> before =
                records.size() < 2
                        ? Optional.empty()
                        : records.stream()
                                .filter(record -> Levels.reached(record).text().equals(levels))
                                .findFirst();
        return before.isPresent() ? before.get() : weakest(records);
    }

    private static @Nullable DmarcRecord weakest(List<DmarcRecord> records) {
        return records.stream()
                .min(Comparator.comparing(record -> Levels.of(record).domain()))
                .orElse(null);
    }

    private static List<Refusal> refusals(Row row) throws SQLException {
        return findings(row)
                .filter(finding -> finding.path("level").asString().equals(ERROR))
                .map(finding ->
                        new Refusal(
                                finding.path("subject").asString(),
                                MessageJson.read(finding.path("problem"))))
                .toList();
    }

    private static Set<String> deafHosts(Row row) throws SQLException {
        return findings(row)
                .filter(finding -> is(finding, DEAF))
                .map(finding -> finding.path("subject").asString())
                .map(subject -> subject.substring(subject.indexOf(' ') + 1))
                .collect(Collectors.toSet());
    }

    private static boolean has(Row row, DmarcFindings kind) throws SQLException {
        return findings(row).anyMatch(finding -> is(finding, EnumSet.of(kind)));
    }

    private static boolean is(JsonNode finding, Set<DmarcFindings> kinds) {
        return kinds.stream()
                .anyMatch(kind -> kind.entry().code().equals(finding.path("code").asString()));
    }

    private static Stream<JsonNode> findings(Row row) throws SQLException {
        String findings = row.optionalText("findings");
        return findings == null ? Stream.empty() : JSON.readTree(findings).valueStream();
    }

    private static State state(@Nullable String stored) {
        return switch (stored) {
            case "present" -> State.PRESENT;
            case "inherited" -> State.INHERITED;
            case "missing" -> State.MISSING;
            case "error" -> State.ERROR;
            case null, default -> State.UNKNOWN;
        };
    }
}
