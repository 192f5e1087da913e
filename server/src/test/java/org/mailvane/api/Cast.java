package org.mailvane.api;

import static java.util.Objects.requireNonNull;

import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mailvane.accounts.Accounts;
import org.mailvane.api.ApiDocument.Operation;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.store.Database;
import org.mailvane.sources.SourceNumbers;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.DnsServer;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.TestDatabases;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.testing.TestSql;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Two accounts with people and things, for tests that call every operation of the document. */
final class Cast implements AutoCloseable {

    static final String OWN_PASSWORD = "users_password_change";

    /** Which kind of filter an operation is about. */
    private static final Map<String, String> FILTER_KINDS =
            Map.of(
                    "/api/v1/source-filters/{id}/", "source",
                    "/api/v1/policy-domain-filters/{id}/", "policy",
                    "/api/v1/timeline-event-filters/{id}/", "event");

    private static final Pattern VARIABLE = Pattern.compile("\\{([^}]+)}");

    private final Database database = TestDatabases.migrated();
    private final TestSql sql = new TestSql(database);
    private final AtomicInteger number = new AtomicInteger();

    /** Domains of which there are rows. */
    private final Set<String> withRows = new HashSet<>();

    /** Knows no name. */
    private final DnsServer dns = DnsServer.of("");

    final TestService service =
            TestService.start(
                    Map.of(
                            Setting.RATE_TOKEN,
                            "0",
                            Setting.RATE_ANONYMOUS,
                            "0",
                            Setting.OIDC_ISSUER,
                            "https://login.example.com",
                            Setting.DNS_SERVERS,
                            dns.setting()),
                    database);
    final ApiDocument document = ApiDocument.of(service);
    final Accounts.Created first = service.account("first");
    final Accounts.Created second = service.account("second");

    private final long reader = user(first, "reader", false);
    private final long writer = user(first, "writer", false);
    private final long defaultReader = user(first, "default-reader", false);
    private final long defaultWriter = user(first, "default-writer", false);

    /** Writes to the group of things and reads DEFAULT. */
    private final long mixed = user(first, "mixed", false);

    private final Map<Who, String> tokens = new HashMap<>();

    /** The people of the first account, who have a password. */
    private final Map<Who, Long> people = new HashMap<>();

    Cast() {
        Accounts accounts = service.part(Accounts.class);
        people.put(Who.NO_ACCESS, user(first, "nobody", false));
        people.put(Who.READER, reader);
        people.put(Who.WRITER, writer);
        people.put(Who.DEFAULT_READER, defaultReader);
        people.put(Who.DEFAULT_WRITER, defaultWriter);
        giveDefault(defaultReader, false);
        giveDefault(defaultWriter, true);
        giveDefault(mixed, false);
        people.put(Who.ADMIN, user(first, "admin", true));
        people.put(Who.NO_FORENSIC, user(first, "no-forensic", true));
        sql.execute(
                "update account_user set has_forensic_access = false where id = "
                        + people.get(Who.NO_FORENSIC));
        people.put(Who.OWNER, first.owner().id());
        user(second, "stranger", true);
        tokens.put(Who.WRONG_TOKEN, "mvt_" + "0".repeat(40));
        Accounts.Created revoked = service.account("revoked");
        accounts.createToken(revoked.owner().email());
        tokens.put(Who.REVOKED_TOKEN, revoked.apiToken());
        tokens.put(Who.NO_ACCESS, accounts.createToken("nobody@people.example"));
        tokens.put(Who.READER, accounts.createToken("reader@people.example"));
        tokens.put(Who.WRITER, accounts.createToken("writer@people.example"));
        tokens.put(Who.DEFAULT_READER, accounts.createToken("default-reader@people.example"));
        tokens.put(Who.DEFAULT_WRITER, accounts.createToken("default-writer@people.example"));
        tokens.put(Who.ADMIN, accounts.createToken("admin@people.example"));
        tokens.put(Who.NO_FORENSIC, accounts.createToken("no-forensic@people.example"));
        tokens.put(Who.OWNER, first.apiToken());
        tokens.put(Who.OTHER_ACCOUNT, accounts.createToken("stranger@people.example"));
        Accounts.Created expired = service.account("expired");
        accounts.setExpiry(expired.account().id(), LocalDate.now(ZoneOffset.UTC).minusDays(1));
        tokens.put(Who.EXPIRED, expired.apiToken());
        tokens.put(Who.OTHER_IDS, first.apiToken());
    }

    /** The callers, in the order of the table's columns. */
    enum Who {
        NO_TOKEN("no token"),
        WRONG_TOKEN("wrong token"),
        REVOKED_TOKEN("revoked token"),
        NO_ACCESS("no access"),
        READER("reader"),
        WRITER("writer"),
        DEFAULT_READER("reader of DEFAULT"),
        DEFAULT_WRITER("writer of DEFAULT"),
        ADMIN("admin"),
        NO_FORENSIC("admin without forensic access"),
        OWNER("owner"),
        OTHER_ACCOUNT("other account's admin"),
        EXPIRED("expired"),
        OTHER_IDS("owner, other's ids");

        final String title;

        Who(String title) {
            this.title = title;
        }
    }

    /** Things of one account that belong together and that no call has changed yet. */
    record Things(
            int number,
            long domain,
            String domainName,
            long group,
            long user,
            long newUser,
            long anImport,
            long anEntry,
            long tlsPolicy,
            long customSource,
            int customNumber,
            long decision,
            long issue,
            long task,
            Function<String, String> newFilter,
            Supplier<Job> newJob,
            Supplier<String> newRecord,
            Supplier<Stored> newStored,
            Supplier<String> newReport) {

        /** The same with this report. */
        Things withReport(String token) {
            return new Things(
                    number,
                    domain,
                    domainName,
                    group,
                    user,
                    newUser,
                    anImport,
                    anEntry,
                    tlsPolicy,
                    customSource,
                    customNumber,
                    decision,
                    issue,
                    task,
                    newFilter,
                    newJob,
                    newRecord,
                    newStored,
                    () -> token);
        }
    }

    /** A stored aggregate report with its reporter. */
    record Stored(String id, String reporter) {}

    /** A job that looks for failure reports, and that is done. */
    record Job(String id, String token) {}

    @Nullable String token(Who who) {
        return tokens.get(who);
    }

    /** A token of somebody who may change what the group of new things holds and read all else. */
    String mixedToken() {
        return service.part(Accounts.class).createToken("mixed@people.example");
    }

    /** Takes the access to the group of things from everybody. */
    void withdraw(Things things) {
        sql.execute("delete from group_access where group_id = " + things.group());
    }

    private void giveDefault(long user, boolean writes) {
        sql.execute(
                """
                insert into group_access (account_id, group_id, user_id, writes)
                select account_id, id, %d, %s from domain_group
                where account_id = %d and is_default
                """
                        .formatted(user, writes, first.account().id()));
    }

    /** New things: a domain in a group, which the reader may read and the writer change. */
    Things fresh(Accounts.Created account) {
        int n = number.incrementAndGet();
        String name = "d" + n + ".example";
        String access =
                account.equals(first)
                        ? """
                        , access as (
                            insert into group_access (account_id, group_id, user_id, writes)
                            select %d, g.id, u.user_id, u.writes
                            from g, (values (%d, false), (%d, true), (%d, true)) as u (user_id, writes))
                        """
                                .formatted(account.account().id(), reader, writer, mixed)
                        : "";
        String[] ids =
                sql.value(
                                """
                                with d as (
                                    insert into domain (account_id, name, top_level, origin, added_date)
                                    values (%1$d, '%2$s', true, 'm', now()) returning id),
                                g as (
                                    insert into domain_group (account_id, label, is_default)
                                    values (%1$d, 'Group %3$d', false) returning id),
                                u as (
                                    insert into account_user (account_id, email, is_active, is_owner,
                                        is_admin, has_forensic_access, has_billing_access, date_joined)
                                    values (%1$d, 'u%3$d@people.example', true, false, false, false,
                                        false, now()) returning id),
                                n as (
                                    insert into account_user (account_id, email, is_active, is_owner,
                                        is_admin, has_forensic_access, has_billing_access, date_joined)
                                    values (%1$d, 'n%3$d@people.example', false, false, false, false,
                                        false, now()) returning id),
                                i as (
                                    insert into import (account_id, origin, state, created, updated)
                                    values (%1$d, 'command', 'done', now(), now()) returning id),
                                raw as (
                                    insert into raw_message (account_id, content_hash, size, deflated,
                                        received)
                                    values (%1$d, decode(md5('%2$s'), 'hex'), 0,
                                        '\\x789c030000000001', now()) returning id),
                                e as (
                                    insert into ledger_entry (account_id, import_id, name, raw_id,
                                        state, received, finished, found, failed)
                                    select %1$d, i.id, 'mail', raw.id, 'done', now(), now(), 1, 1
                                    from i, raw returning id),
                                t as (
                                    insert into tls_policy (account_id, domain_id, p_domain, p_type,
                                        sts_p_mode, sum_success, sum_failed, results, counted,
                                        last_seen)
                                    select %1$d, d.id, '%2$s', 's', 'e', 1, 0, 1, 1, now() from d
                                    returning number as id),
                                c as (
                                    insert into custom_source (account_id, name, slug, networks,
                                        ptr_domains, dkim_domains, spf_domains, category,
                                        capable_spf, capable_dkim, notes_spf, notes_dkim,
                                        notes_dmarc, created)
                                    values (%1$d, 'Sender %3$d', 'sender-%3$d', '{192.0.2.0/24}',
                                        '{}', '{}', '{}', 1, true, true, '', '', '', now())
                                    returning id, number),
                                s as (
                                    insert into source_decision (account_id, domain_id, source,
                                        decision, created)
                                    select %1$d, d.id, 100, 'ours', now() from d returning id),
                                p as (
                                    insert into issue (account_id, domain_id, record, code, subject,
                                        level, problem, solution, details, created)
                                    select %1$d, d.id, 'spf', 'spf.record.missing', '', 'err', 'P', 'S',
                                        '', now() from d returning id),
                                k as (
                                    insert into task (account_id, domain_id, code, subject, category,
                                        details, created)
                                    select %1$d, d.id, 'publish', '', 'dmarc', 'D', now() from d
                                    returning id),
                                m as (
                                    insert into domain_group_member (account_id, group_id, domain_id)
                                    select %1$d, g.id, d.id from g, d)%4$s
                                select concat_ws(' ', d.id, g.id, u.id, n.id, i.id, e.id, t.id,
                                    c.id, c.number, s.id, p.id, k.id)
                                from d, g, u, n, i, e, t, c, s, p, k
                                """
                                        .formatted(account.account().id(), name, n, access))
                        .split(" ", -1);
        long domain = Long.parseLong(ids[0]);
        return new Things(
                n,
                domain,
                name,
                Long.parseLong(ids[1]),
                Long.parseLong(ids[2]),
                Long.parseLong(ids[3]),
                Long.parseLong(ids[4]),
                Long.parseLong(ids[5]),
                Long.parseLong(ids[6]),
                Long.parseLong(ids[7]),
                Integer.parseInt(ids[8]),
                Long.parseLong(ids[9]),
                Long.parseLong(ids[10]),
                Long.parseLong(ids[11]),
                kind -> filter(account.owner().id(), kind, domain),
                () -> job(account.owner().id(), domain),
                () -> record(domain),
                () -> stored(domain),
                () -> report(account.apiToken(), account, name).orElseThrow());
    }

    /**
     * The token of a ready report of the detail viewer about a domain, which then has a row; empty
     * where the caller may not read the domain.
     */
    private Optional<String> report(
            @Nullable String caller, Accounts.Created account, String domain) {
        if (withRows.add(domain)) {
            LocalDate day = LocalDate.now(ZoneOffset.UTC).minusDays(1);
            byte[] xml =
                    SampleReport.about(domain)
                            .period(day + "T00:00:00Z", day + "T23:59:59Z")
                            // No address of the custom sources.
                            .record("198.51.100.1", 3, "none", false, false)
                            .xml();
            JsonNode upload =
                    service.call(
                                    "POST",
                                    account.apiToken(),
                                    "/api/v1/imports/",
                                    BodyPublishers.ofByteArray(xml),
                                    Map.of())
                            .json();
            String link = "/api/v1/imports/" + upload.get("id").asLong() + "/";
            awaiting(account.apiToken(), link, "state", "done");
        }
        Answer answer =
                service.send(
                        "POST",
                        caller,
                        "/api/v1/detail-viewer/",
                        """
                        {"start_date": "2012-01-01", "end_date": "9999-12-31", "filter_option": "n",
                         "domains": ["%s"]}
                        """
                                .formatted(domain));
        if (answer.status() == 400 && !account.apiToken().equals(caller)) {
            return Optional.empty();
        }
        if (answer.status() >= 300) {
            throw new AssertionError(answer.status() + " " + answer.text());
        }
        String token = answer.json().get("search_token").asString();
        awaiting(caller, "/api/v1/detail-viewer/" + token + "/", "state", "ready");
        return Optional.of(token);
    }

    private void awaiting(@Nullable String caller, String path, String member, String value) {
        Awaiting.until(
                path + " is " + value,
                Duration.ofSeconds(30),
                () -> service.get(caller, path).json().path(member).asString("").equals(value));
    }

    /** A job of a user about a domain. */
    private Job job(long user, long domain) {
        String[] names =
                sql.value(
                                """
                                with j as (
                                    insert into forensic_job (account_id, user_id, search_token, progress,
                                        start_date, end_date, subject, report_source_ip, domains,
                                        created, expires)
                                    select account_id, id, left(translate(gen_random_uuid()::text,
                                            '-0123456789', 'xabcdefghij'), 16), 100,
                                        current_date, current_date, '', '', '{}', now(),
                                        now() + interval '1 day'
                                    from account_user where id = %d
                                    returning account_id, id, search_token),
                                d as (
                                    insert into forensic_job_domain (account_id, job_id, domain_id, named)
                                    select account_id, id, %d, true from j)
                                select id || ' ' || search_token from j
                                """
                                        .formatted(user, domain))
                        .split(" ", -1);
        return new Job(names[0], names[1]);
    }

    /** The number of a user's new filter of source data that holds a domain. */
    private String filter(long user, String kind, long domain) {
        return sql.value(
                """
                with f as (
                    insert into saved_filter (account_id, user_id, kind, domains, created)
                    select account_id, id, '%s', 1, now() from account_user where id = %d
                    returning account_id, id),
                h as (
                    insert into saved_filter_domain (account_id, filter_id, place, domain_id, name)
                    select f.account_id, f.id, 1, d.id, d.name from f, domain d where d.id = %d)
                select id from f
                """
                        .formatted(kind, user, domain));
    }

    /** A new aggregate report about a domain, without rows. */
    private Stored stored(long domain) {
        String[] ids =
                sql.value(
                                """
                                with p as (
                                    insert into reporter (account_id, name, domain, trust)
                                    select account_id, 'Reporter', name, 'default' from domain
                                    where id = %1$d
                                    on conflict (account_id, name, domain) do update
                                        set trust = excluded.trust
                                    returning account_id, id),
                                r as (
                                    insert into report (account_id, domain_id, reporter, report_id,
                                        begin_at, end_at, content_hash, received, policy_domain,
                                        email, records, messages, skipped, not_stored, remarks,
                                        errors, reporter_number)
                                    select p.account_id, %1$d, 'Reporter', gen_random_uuid()::text,
                                        now() - interval '2 days', now() - interval '1 day',
                                        gen_random_uuid(), now(), '', '', 1, 1, 0, 0, '{}', '{}', p.id
                                    from p returning id, reporter_number)
                                select id || ' ' || reporter_number from r
                                """
                                        .formatted(domain))
                        .split(" ", -1);
        return new Stored(ids[0], ids[1]);
    }

    /** The name of a new record about a domain. */
    private String record(long domain) {
        return sql.value(
                """
                insert into failure_report overriding system value
                select (jsonb_populate_record(null::failure_report, jsonb_build_object(
                    'account_id', account_id, 'domain_id', id,
                    'id', nextval(pg_get_serial_sequence('failure_report', 'id')),
                    'content_hash', gen_random_uuid(), 'received', now(), 'stored', now(),
                    'incidents', 1, 'sample_headers', '[]'::jsonb)
                    || (select jsonb_object_agg(column_name,
                            case data_type when 'ARRAY' then '[]'::jsonb else '""'::jsonb end)
                        from information_schema.columns
                        where table_name = 'failure_report'
                            and data_type in ('text', 'ARRAY')))).*
                from domain where id = %d
                returning replace(content_hash::text, '-', '') || '.eml'
                """
                        .formatted(domain));
    }

    private long user(Accounts.Created account, String name, boolean admin) {
        return Long.parseLong(
                sql.value(
                        """
                        insert into account_user (account_id, email, is_active, is_owner, is_admin,
                            has_forensic_access, has_billing_access, date_joined)
                        values (%d, '%s@people.example', true, false, %s, true, false, now())
                        returning id
                        """
                                .formatted(account.account().id(), name, admin)));
    }

    /** The path of an operation about these things. */
    static String path(Operation operation, Things things) {
        Matcher variables = VARIABLE.matcher(operation.path());
        return variables.replaceAll(variable -> value(operation, variable.group(1), things));
    }

    private static String value(Operation operation, String variable, Things things) {
        if (operation.path().endsWith("/activation-reminder/")) {
            return String.valueOf(things.newUser());
        }
        return switch (operation.tag() + " " + variable) {
            case "domains id" -> String.valueOf(things.domain());
            case "domain-groups id", "domain-groups-acl id" -> String.valueOf(things.group());
            case "users id" -> String.valueOf(things.user());
            case "forensic-reports id" -> things.newJob().get().id();
            case "imports id" -> String.valueOf(things.anImport());
            case "imports entry" -> String.valueOf(things.anEntry());
            case "reports id" -> things.newStored().get().id();
            case "reporters id" -> things.newStored().get().reporter();
            case "tls-policies id" -> String.valueOf(things.tlsPolicy());
            case "custom-sources id" -> String.valueOf(things.customSource());
            case "issues id" -> String.valueOf(things.issue());
            case "tasks id" -> String.valueOf(things.task());
            case "source-decisions id" -> String.valueOf(things.decision());
            case "source-filters id", "policy-domain-filters id", "timeline-event-filters id" ->
                    things.newFilter().apply(requireNonNull(FILTER_KINDS.get(operation.path())));
            case "find ip" -> "192.0.2.1";
            case "detail-viewer search_token", "aggregate-report search_token" ->
                    things.newReport().get();
            case "aggregate-report source_number" -> String.valueOf(SourceNumbers.NAMELESS);
            default -> throw new AssertionError("say here what stands for %s: " + operation);
        };
    }

    /** Whether an operation names things, in its path or its body. */
    static boolean namesThings(Operation operation) {
        boolean inPath = operation.variables().stream().anyMatch(v -> !v.equals("ip"));
        JsonNode body = operation.validBody();
        return inPath
                || body.has("users")
                || body.has("domains")
                || body.has("source_number")
                || body.has("email_file_names")
                || needsJob(operation);
    }

    private static boolean needsJob(Operation operation) {
        return operation.parameters("query").stream()
                .anyMatch(p -> p.get("name").asString().equals("search_token"));
    }

    /**
     * The parameters that an operation must have, with a question mark; empty where it has none.
     */
    String query(Operation operation, Who who, Things things) {
        if (operation.id().equals("sources_explain")) {
            return "?ip=192.0.2.1";
        }
        return needsJob(operation) ? "?search_token=" + jobOf(who, things).token() : "";
    }

    /** A job belongs to who made it; of somebody of another account it is the owner's. */
    private Job jobOf(Who who, Things things) {
        Long own = people.get(who);
        return own == null || who == Who.OWNER ? things.newJob().get() : job(own, things.domain());
    }

    /** The body of the story's successful call, about these things. */
    static JsonNode body(Operation operation, Things things) {
        JsonNode body = operation.validBody();
        return body instanceof ObjectNode object ? about(object.deepCopy(), things) : body;
    }

    private static ObjectNode about(ObjectNode body, Things things) {
        for (String name : body.propertyNames().stream().toList()) {
            JsonNode value = body.get(name);
            switch (name) {
                case "users" -> body.putArray(name).add(things.user());
                case "email_file_names" -> body.putArray(name).add(things.newRecord().get());
                case "group_id" -> body.put(name, things.group());
                case "domain" -> body.put(name, things.domainName());
                case "source_number" -> body.put(name, things.customNumber());
                case "name" -> body.put(name, "Thing " + things.number());
                case "email" -> body.put(name, "new" + things.number() + "@people.example");
                case "domains" -> {
                    JsonNode like = value.get(0);
                    ArrayNode one = body.putArray(name);
                    if (like instanceof ObjectNode object) {
                        one.add(about(object.deepCopy(), things));
                    } else {
                        one.add(things.domainName());
                    }
                }
                default -> {}
            }
        }
        return body;
    }

    /** The same as somebody calls it: nobody may change another's password. */
    String path(Operation operation, Who who, Things things) {
        Long own = people.get(who);
        if (operation.path().equals("/api/v1/forensic-reports/{id}/")) {
            return operation.path().replace("{id}", jobOf(who, things).id());
        }
        String filterKind = FILTER_KINDS.get(operation.path());
        if (filterKind != null) {
            // A filter belongs to who made it, as a job does.
            String id =
                    own == null || who == Who.OWNER
                            ? things.newFilter().apply(filterKind)
                            : filter(own, filterKind, things.domain());
            return operation.path().replace("{id}", id);
        }
        if (operation.variables().contains("search_token") && own != null && who != Who.OWNER) {
            // So does a report; whoever may not read its domain has none.
            String token =
                    report(token(who), first, things.domainName()).orElseGet(things.newReport());
            return path(operation, things.withReport(token));
        }
        return operation.id().equals(OWN_PASSWORD) && own != null
                ? operation.path().replace("{id}", own.toString())
                : path(operation, things);
    }

    /** Sees to it that the password of the story is the caller's, where they are to change it. */
    void learnPassword(Operation operation, Who who) {
        Long own = people.get(who);
        if (operation.id().equals(OWN_PASSWORD) && own != null) {
            service.part(Accounts.class)
                    .resetPassword(
                            sql.value("select email from account_user where id = " + own),
                            operation.validBody().get("password_old").asString());
        }
    }

    /** Calls an operation about some things, with a body that is right. */
    Answer call(Operation operation, Who who, Things things) {
        learnPassword(operation, who);
        String path = path(operation, who, things) + query(operation, who, things);
        if (!operation.body().isMissingNode()) {
            JsonNode body = body(operation, things);
            String text = body.isMissingNode() ? "{}" : body.toString();
            return service.send(operation.method(), token(who), path, text);
        }
        boolean files = operation.json().has("requestBody");
        return service.call(
                operation.method(),
                token(who),
                path,
                files ? BodyPublishers.ofString("no report") : BodyPublishers.noBody(),
                Map.of());
    }

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    @Override
    public void close() {
        service.close();
        dns.close();
    }
}
