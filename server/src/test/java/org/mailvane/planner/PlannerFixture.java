package org.mailvane.planner;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.mailvane.accounts.Accounts;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Domains;
import org.mailvane.intake.ledger.Counts;
import org.mailvane.intake.ledger.ImportProgress;
import org.mailvane.intake.ledger.Imports;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.Database;
import org.mailvane.platform.store.Scope;
import org.mailvane.reporters.Trust;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.testing.TestSql;
import tools.jackson.databind.JsonNode;

/**
 * A service whose time is moved by the test, whose reports are uploaded and whose DNS is written.
 */
final class PlannerFixture implements AutoCloseable {

    static final String PATH = "/api/v1/policy-domains/";
    static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

    /** The last day that is judged. */
    static final LocalDate LAST = LocalDate.of(2026, 11, 16);

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final AtomicInteger ACCOUNTS = new AtomicInteger();

    final TestClock clock = new TestClock(NOW);
    final TestService service = TestService.shared(clock);
    final Database database = service.database();
    final TestSql sql = service.sql();
    private final AtomicInteger reports = new AtomicInteger();

    /** Somebody of an account. */
    final class Person {

        final Scope scope;
        final String token;

        private Person(Scope scope, String token) {
            this.scope = scope;
            this.token = token;
        }

        /** Adds domains, as people do. */
        Person add(String... names) {
            service.part(Domains.class).add(scope, Stream.of(names).map(DomainName::new).toList());
            return this;
        }

        DomainId id(String name) {
            return new DomainId(
                    Long.parseLong(
                            sql.value(
                                    "select id from domain where account_id = %d and name = '%s'"
                                            .formatted(scope.accountId(), name))));
        }

        /** Gives the domain its own record with this text. */
        Person publishes(String name, String record) {
            return watched(name, "present", record, "{\"policy_domain\": \"" + name + "\"}");
        }

        /** What the monitor would have written of it. */
        Person watched(String name, String state, String record, String details) {
            sql.execute(
                    """
                    insert into watched_record (account_id, domain_id, kind, state, value, details,
                        fingerprint, checked, known)
                    values (%1$d, %2$d, 'dmarc', '%3$s', '%4$s', '%5$s', 'x', now(), now())
                    on conflict (domain_id, kind, selector) do update set state = excluded.state,
                        value = excluded.value, details = excluded.details
                    """
                            .formatted(
                                    scope.accountId(), id(name).value(), state, record, details));
            changed(name);
            return this;
        }

        /**
         * What the monitor would have found out of a further record: what is wrong with it, if
         * anything.
         */
        Person found(String name, String kind, String selector, String state, String problem) {
            sql.execute(
                    """
                    insert into watched_record (account_id, domain_id, kind, selector, state,
                        fingerprint, findings, checked, known)
                    values (%d, %d, '%s', '%s', '%s', 'f', '%s', now(), now())
                    on conflict (domain_id, kind, selector) do update set state = excluded.state,
                        findings = excluded.findings, fingerprint = excluded.fingerprint
                    """
                            .formatted(
                                    scope.accountId(),
                                    id(name).value(),
                                    kind,
                                    selector,
                                    state,
                                    problem.isEmpty()
                                            ? "[]"
                                            : "[{\"code\": \"%s\", \"level\": \"warn\"}]"
                                                    .formatted(problem)));
            changed(name);
            return this;
        }

        /** Reports have shown these selectors. */
        Person signs(String name, String... selectors) {
            sql.execute(
                    """
                    insert into watched_domain (account_id, domain_id, dmarc_due, full_due,
                        seen_selectors)
                    values (%d, %d, '2100-01-01', '2100-01-01', '{%s}')
                    on conflict (domain_id) do update set seen_selectors = excluded.seen_selectors
                    """
                            .formatted(
                                    scope.accountId(),
                                    id(name).value(),
                                    String.join(",", selectors)));
            changed(name);
            return this;
        }

        void changed(String... names) {
            service.part(PolicyAdvices.class)
                    .changed(scope, Stream.of(names).map(this::id).toList());
        }

        /** A report about one day. */
        void report(String policyDomain, LocalDate day, String from, int passed, int failed) {
            SampleReport report =
                    SampleReport.about(policyDomain)
                            .id("r" + reports.incrementAndGet())
                            .period(day + "T00:00:00Z", day + "T23:59:59Z");
            if (passed > 0) {
                report.record("192.0.2.1", passed, "none", true, true, from, "");
            }
            if (failed > 0) {
                report.record("198.51.100.1", failed, "none", false, false, from, "");
            }
            take(report);
        }

        void take(SampleReport report) {
            try {
                Path file = Files.createTempFile("mailvane-test-", ".xml");
                Files.write(file, report.xml());
                service.part(Imports.class)
                        .importFiles(scope, List.of(file), new Unheard(), () -> false);
                Files.delete(file);
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }

        /** What a source sent in the name of a row, as if it had been reported. */
        void sent(String name, String day, int source, int category, long messages, long passed) {
            sent(name, day, source, category, Trust.ACCEPTED, messages, passed);
        }

        private void sent(
                String name,
                String day,
                int source,
                int category,
                Trust trust,
                long messages,
                long passed) {
            sql.execute(
                    """
                    insert into daily as d (account_id, domain_id, day, source, category, trust, messages,
                        dmarc, dkim, spf, quarantined, rejected)
                    values (%d, %d, '%s', %d, %d, %d, %d, %8$d, %8$d, %8$d, 0, 0)
                    on conflict (domain_id, day, source, category, trust) do update
                        set messages = d.messages + excluded.messages,
                            dmarc = d.dmarc + excluded.dmarc, dkim = d.dkim + excluded.dkim,
                            spf = d.spf + excluded.spf
                    """
                            .formatted(
                                    scope.accountId(),
                                    id(name).value(),
                                    day,
                                    source,
                                    category,
                                    trust.number(),
                                    messages,
                                    passed));
        }

        /**
         * Stores what a reporter says about a source, in a separate verified report.
         *
         * @param trust {@code accepted} or {@code default}
         */
        void reported(
                String name,
                String reporter,
                String trust,
                LocalDate day,
                int source,
                int category,
                long messages,
                long passed) {
            Trust counts = trust.equals("accepted") ? Trust.ACCEPTED : Trust.VERIFIED;
            sql.execute(
                    """
                    with p as (
                        insert into reporter as p (account_id, name, domain, organization, trust)
                        values (%1$d, '%3$s', '%3$s.example', '%3$s.example', '%4$s')
                        on conflict (account_id, name, domain) do update set trust = p.trust
                        returning id),
                    r as (
                        insert into report (account_id, domain_id, reporter, report_id, begin_at,
                            end_at, content_hash, received, policy_domain, email, records, messages,
                            skipped, not_stored, remarks, errors, reporter_number, authentication,
                            mechanism, voucher, fact_domains, trust)
                        select %1$d, %2$d, '%3$s', 'n%10$d', '%5$s', '%5$s', gen_random_uuid(), now(),
                            'x.example', 'a@%3$s.example', 1, %8$d, 0, 0, '{}', '{}', p.id,
                            'verified', 'dkim', '%3$s.example', array[]::bigint[], %11$d
                        from p returning id)
                    insert into fact (account_id, domain_id, report_id, day, header_from, address,
                        category, source, rule, rules_version, disposition, dkim_aligned,
                        spf_aligned, messages, detail, trust)
                    select %1$d, %2$d, r.id, '%5$s', 'x.example', '192.0.2.1', %7$d, %6$d, 1, 1, 0,
                        passes, passes, n, gen_random_uuid(), %11$d
                    from r, (values (true, %9$d), (false, %8$d - %9$d)) sums(passes, n)
                    where n > 0
                    """
                            .formatted(
                                    scope.accountId(),
                                    id(name).value(),
                                    reporter,
                                    trust,
                                    day,
                                    source,
                                    category,
                                    messages,
                                    passed,
                                    reports.incrementAndGet(),
                                    counts.number()));
            sent(name, day.toString(), source, category, counts, messages, passed);
        }

        Answer get(String query) {
            return service.get(token, query.startsWith("http") ? query : PATH + query);
        }

        /** The rows of the list, when nothing is due any more. */
        List<JsonNode> rows(String query) {
            judgeAll();
            Answer answer = get(query);
            if (answer.status() != 200) {
                throw new AssertionError(answer.status() + " " + answer.text());
            }
            return answer.json().path("results").valueStream().toList();
        }

        List<String> names(String query) {
            return rows(query).stream().map(row -> row.path("domain").asString()).toList();
        }

        JsonNode row(String name) {
            return rows("?limit=500").stream()
                    .filter(row -> row.path("domain").asString().equals(name))
                    .findFirst()
                    .orElseThrow();
        }

        /** A colleague who may read these domains. */
        Person reader(String... names) {
            int n = ACCOUNTS.incrementAndGet();
            String mail = "reader" + n + "@people.example";
            long user =
                    Long.parseLong(
                            sql.value(
                                    """
                                    insert into account_user (account_id, email, is_active, is_owner,
                                        is_admin, has_forensic_access, has_billing_access, date_joined)
                                    values (%d, '%s', true, false, false, false, false, now())
                                    returning id
                                    """
                                            .formatted(scope.accountId(), mail)));
            long group =
                    Long.parseLong(
                            sql.value(
                                    """
                                    insert into domain_group (account_id, label, is_default)
                                    values (%d, 'Group %d', false) returning id
                                    """
                                            .formatted(scope.accountId(), n)));
            sql.execute(
                    "insert into group_access (account_id, group_id, user_id, writes) values (%d, %d, %d, false)"
                            .formatted(scope.accountId(), group, user));
            for (String name : names) {
                sql.execute(
                        "insert into domain_group_member (account_id, group_id, domain_id) values (%d, %d, %d)"
                                .formatted(scope.accountId(), group, id(name).value()));
            }
            Accounts accounts = service.part(Accounts.class);
            return new Person(
                    accounts.scopeOf(scope.accountId(), user).orElseThrow(),
                    accounts.createToken(mail));
        }
    }

    /** The owner of a new account. */
    Person owner() {
        Accounts.Created created = service.account("planner" + ACCOUNTS.incrementAndGet());
        return new Person(created.account().scope(), created.apiToken());
    }

    /** Waits until the rows of all reports are classified, which happens soon after they come. */
    void settleAll() {
        String open =
                " from reclassification_queue where not (isempty(fresh) and isempty(stale)) or leased_until is not null";
        List<String> accounts = sql.rows("select distinct account_id" + open);
        if (accounts.isEmpty()) {
            return;
        }
        // The clock does not move, so that nothing that is due later ever is.
        sql.execute("update reclassification_queue set due = '%s'".formatted(clock.instant()));
        Awaiting.until(
                "all rows are classified",
                PATIENCE,
                () -> {
                    sql.execute(
                            "update reclassification_queue set due = '%s' where leased_until is null and not (isempty(fresh) and isempty(stale))"
                                    .formatted(clock.instant()));
                    return sql.value("select count(*)" + open).equals("0");
                });
        // Only of these: tests share the service, and the domains of all would take their time.
        sql.execute(
                "update policy_advice set due = '%s' where leased_until is null and account_id in (%s)"
                        .formatted(clock.instant(), String.join(", ", accounts)));
    }

    /** Waits until no domain is due. */
    void judgeAll() {
        settleAll();
        awaitJudged();
    }

    /** The same whether or not the rows of reports are classified. */
    void awaitJudged() {
        Awaiting.until(
                "all domains are judged",
                PATIENCE,
                () ->
                        sql.value(
                                        "select count(*) from policy_advice where due <= '%s' or leased_until is not null"
                                                .formatted(clock.instant()))
                                .equals("0"));
    }

    @Override
    public void close() {
        service.close();
    }

    private static final class Unheard implements ImportProgress {

        @Override
        public void progressed(long expected, long read, Counts counts) {}

        @Override
        public void failed(List<Failure> failures) {}
    }
}
