package org.mailvane.detailreport;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.mailvane.detailreport.DetailReports.Creation;
import org.mailvane.detailreport.queue.DetailWorker;
import org.mailvane.detailreport.snapshot.Snapshot;
import org.mailvane.detailreport.snapshot.SnapshotStream;
import org.mailvane.domains.Discovery.Sighting;
import org.mailvane.domains.DomainDiscovery;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.jobs.StopSign;
import org.mailvane.platform.settings.DatabaseUrl;
import org.mailvane.platform.store.Database;
import org.mailvane.platform.store.Partitions;
import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.Scope.Reach;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestSql;

/**
 * A service with accounts, whose people ask for reports. Its worker is stopped, so that it takes no
 * small report away from the thread that asks for it.
 */
public final class DetailFixture implements AutoCloseable {

    static final StopSign NEVER = new StopSign(() -> false);

    public final TestClock clock = new TestClock(Instant.parse("2026-11-20T12:00:00Z"));
    public final TestService service = TestService.shared(clock);
    public final Database database = service.database();
    public final TestSql sql = service.sql();

    public DetailFixture() {
        service.part(DetailWorker.class).stop();
    }

    DetailReports reports() {
        return service.part(DetailReports.class);
    }

    public LocalDate today() {
        return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    }

    /** Lets time pass until it is noon (UTC). */
    void noon() {
        Instant noon = today().plusDays(1).atStartOfDay(ZoneOffset.UTC).plusHours(12).toInstant();
        clock.advance(Duration.between(clock.instant(), noon));
    }

    /** A new account's owner. */
    public Person owner(String name) {
        var created = service.account(name);
        return new Person(
                created.account().id(), created.owner().id(), Reach.ACCOUNT, created.apiToken());
    }

    /** Opens a separate connection. */
    Connection connection() throws SQLException {
        DatabaseUrl url = database.url();
        return DriverManager.getConnection(url.jdbcUrl(), url.user(), url.password());
    }

    /** Something of a report. */
    public String of(DetailReport report, String columns) {
        return sql.value(
                "select %s from detail_report where id = %d".formatted(columns, report.id()));
    }

    /** Changes a report past the program. */
    public void set(DetailReport report, String assignments) {
        sql.execute(
                "update detail_report set %s where id = %d".formatted(assignments, report.id()));
    }

    /** Gives a ready report to a worker of this generation, which does not do anything. */
    public void setRunning(DetailReport report, long generation) {
        set(
                report,
                """
                state = 'running', stage = 'reading', progress = 0, found = 0, bytes = 0,
                    attempts = 1, leased_until = timestamptz '2099-01-01', generation = %d
                """
                        .formatted(generation));
        sql.execute("delete from detail_snapshot where report_id = " + report.id());
    }

    /** Pieces that are stored of a report. */
    public long pieces(DetailReport report) {
        return Long.parseLong(
                sql.value("select count(*) from detail_snapshot where report_id = " + report.id()));
    }

    public boolean isThere(DetailReport report) {
        return !sql.rows("select id from detail_report where id = " + report.id()).isEmpty();
    }

    void cleanUp() {
        service.part(DetailCleanUp.class).run(NEVER);
    }

    /** The stored form of a snapshot, by which two can be compared. */
    public static byte[] bytes(Snapshot snapshot) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            SnapshotStream.write(snapshot, out);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return out.toByteArray();
    }

    static List<DomainName> names(String... names) {
        return Stream.of(names).map(DomainName::new).toList();
    }

    /** Somebody who asks for reports. */
    public final class Person {

        public final Scope scope;
        private final String token;

        Person(long accountId, long userId, Reach reach, String token) {
            this.scope = new Scope(accountId, userId, reach, reach);
            this.token = token;
        }

        public Scope account() {
            return Scope.ofAccount(scope.accountId());
        }

        /** Another admin of the account. */
        Person admin(String name) {
            return user(name, true, Reach.ACCOUNT);
        }

        /** A user of the account who sees nothing. */
        Person colleague(String name) {
            return user(name, false, Reach.GROUPS);
        }

        private Person user(String name, boolean admin, Reach reach) {
            String id =
                    sql.value(
                            """
                            insert into account_user (account_id, email, is_active, is_owner, is_admin,
                                has_forensic_access, has_billing_access, date_joined)
                            values (%1$d, '%2$s-%1$d@people.example', true, false, %3$s, false, false,
                                now())
                            returning id
                            """
                                    .formatted(scope.accountId(), name, admin));
            return new Person(scope.accountId(), Long.parseLong(id), reach, "");
        }

        /** Lets this user read a new group with these domains. */
        Person reads(String... names) {
            sql.execute(
                    """
                    with made as (insert into domain_group (account_id, label, is_default)
                        values (%1$d, 'some', false) returning id),
                    access as (insert into group_access (account_id, group_id, user_id, writes)
                        select %1$d, made.id, %2$d, false from made)
                    insert into domain_group_member (account_id, group_id, domain_id)
                    select %1$d, made.id, d.id from made, domain d
                    where d.account_id = %1$d and d.name = any('{%3$s}')
                    """
                            .formatted(scope.accountId(), scope.userId(), String.join(",", names)));
            return this;
        }

        /** Takes all access from this user. */
        void seesNothing() {
            sql.execute("delete from group_access where user_id = " + scope.userId());
        }

        /** Adds domains by hand. */
        public Person add(String... names) {
            service.part(Domains.class).add(scope, names(names));
            return this;
        }

        /** Adds domains as reports do. */
        void discover(String... names) {
            service.part(DomainDiscovery.class)
                    .discover(
                            scope,
                            names(names).stream()
                                    .map(name -> new Sighting(name, Set.of()))
                                    .toList(),
                            true);
        }

        /** Deletes a domain; the owner alone calls the API here. */
        public void delete(String name) {
            String path = "/api/v1/domains/%d/".formatted(id(name).value());
            int status =
                    service.call("DELETE", token, path, BodyPublishers.noBody(), Map.of()).status();
            if (status != 200) {
                throw new AssertionError(status);
            }
        }

        /** The status of a call of the API; the owner alone calls it here. */
        int status(String path) {
            return service.get(token, path).status();
        }

        public DomainId id(String domain) {
            return new DomainId(
                    Long.parseLong(
                            sql.value(
                                    "select id from domain where name = '%s' and account_id = %d"
                                            .formatted(domain, scope.accountId()))));
        }

        /** Rows of a day, each of another address. */
        public Person sent(String domain, LocalDate day, int rows) {
            service.part(Partitions.class).ensure(List.of(day));
            long id = id(domain).value();
            sql.execute(
                    """
                    insert into auth_result (account_id, domain_id, hash, reporter, policy_domain, dkim,
                        spf, reasons)
                    values (%1$d, %2$d, '%3$s', 'Postbox One', '%4$s', '[]', '[]', '[]')
                    on conflict do nothing;
                    insert into fact (account_id, domain_id, report_id, day, header_from, address,
                        category, source, rule, rules_version, disposition, dkim_aligned, spf_aligned,
                        messages, detail)
                    select %1$d, %2$d, 1, '%5$s', '%4$s', inet '10.0.0.0' + i, 1, 1, 7, 1, 0, true,
                        false, 2, '%3$s' from generate_series(1, %6$d) i;
                    insert into daily (account_id, domain_id, day, source, category, messages, dmarc,
                        dkim, spf, quarantined, rejected)
                    values (%1$d, %2$d, '%5$s', 1, 1, 2 * %6$d, 2 * %6$d, 2 * %6$d, 0, 0, 0)
                    """
                            .formatted(
                                    scope.accountId(),
                                    id,
                                    "00000000-0000-0000-0000-%012d".formatted(id),
                                    domain,
                                    day,
                                    rows));
            return this;
        }

        Creation asks(ReportCriteria criteria) {
            return reports().create(scope, criteria);
        }

        /** A new report about some domains, or all, on days that are over for long. */
        public DetailReport report(String... domains) {
            return created(asks(someDays(domains)));
        }

        public DetailReport find(DetailReport report) {
            return reports().find(scope, report.searchToken()).orElseThrow();
        }

        public boolean finds(DetailReport report) {
            return reports().find(scope, report.searchToken()).isPresent();
        }

        public Snapshot snapshot(DetailReport report) {
            return reports().snapshot(scope, find(report)).orElseThrow();
        }

        /** So many further reports of this user, of a state. */
        void fill(int reports, String state) {
            sql.execute(
                    """
                    insert into detail_report (account_id, user_id, search_token, criteria,
                        criteria_hash, domains, weight, state, stage, progress, created, expires,
                        leased_until)
                    select %1$d, %2$d, 'x' || lpad((%2$d * 1000 + n)::text, 15, '0'), '%3$s',
                        decode(md5(n::text), 'hex'), '{}', 0, '%4$s',
                        case '%4$s' when 'running' then 'reading' else '%4$s' end, 0, '%5$s',
                        timestamptz '%5$s' + interval '3 days', timestamptz '2099-01-01'
                    from generate_series(1, %6$d) n
                    """
                            .formatted(
                                    scope.accountId(),
                                    scope.userId(),
                                    CriteriaJson.write(someDays()),
                                    state,
                                    clock.instant(),
                                    reports));
        }
    }

    /** Days that are over for long. */
    ReportCriteria someDays(String... domains) {
        return ReportCriteria.all(names(domains), today().minusDays(20), today().minusDays(10));
    }

    static DetailReport created(Creation creation) {
        if (creation instanceof Creation.Created(DetailReport report)) {
            return report;
        }
        throw new AssertionError(creation);
    }

    static DetailReport existing(Creation creation) {
        if (creation instanceof Creation.Existing(DetailReport report)) {
            return report;
        }
        throw new AssertionError(creation);
    }

    void pass(Duration time) {
        clock.advance(time);
    }

    @Override
    public void close() {
        service.close();
    }
}
