package org.mailvane.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mailvane.accounts.Accounts;
import org.mailvane.domains.Discovery;
import org.mailvane.domains.Discovery.Sighting;
import org.mailvane.domains.DomainDiscovery;
import org.mailvane.domains.Domains;
import org.mailvane.domains.StoreOutcome;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.store.Database;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.reporters.ReportAuthentication;
import org.mailvane.reporters.VouchingDomains;
import org.mailvane.reports.Limits;
import org.mailvane.reports.Problem;
import org.mailvane.reports.ReportReader;
import org.mailvane.reports.ReportSink;
import org.mailvane.reports.aggregate.AggregateRecord;
import org.mailvane.reports.aggregate.AggregateReport;
import org.mailvane.reports.failure.FailureReport;
import org.mailvane.reports.tls.TlsReport;
import org.mailvane.testing.SampleTls;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.testing.TestSql;
import tools.jackson.databind.JsonNode;

/** A service with accounts, and what tests of TLS reports say to it. */
final class TlsApi implements AutoCloseable {

    /** The day after that of sample reports. */
    final TestClock clock = new TestClock(Instant.parse("2026-11-20T10:00:00Z"));

    final TestService service;
    final Database database;
    final TestSql sql;

    TlsApi(Map<Setting, String> settings) {
        service = TestService.shared(settings, clock);
        database = service.database();
        sql = service.sql();
    }

    /** An account with its owner. */
    Person account(String name) {
        Accounts.Created created = service.account(name);
        return new Person(created.account().scope(), created.apiToken());
    }

    /** Somebody who calls the API. */
    final class Person {

        final Scope scope;
        final String token;

        Person(Scope scope, String token) {
            this.scope = scope;
            this.token = token;
        }

        /** A user of the same account who reads a group with these domains alone. */
        Person colleague(String name, String... domains) {
            String email = name + "-" + scope.accountId() + "@example.com";
            sql.execute(
                    """
                    with person as (insert into account_user (account_id, email, is_active, is_owner,
                            is_admin, has_forensic_access, has_billing_access, date_joined)
                        values (%1$d, '%2$s', true, false, false, false, false, now())
                        returning id),
                    made as (insert into domain_group (account_id, label, is_default)
                        values (%1$d, 'some', false) returning id),
                    access as (insert into group_access (account_id, group_id, user_id, writes)
                        select %1$d, made.id, person.id, false from made, person)
                    insert into domain_group_member (account_id, group_id, domain_id)
                    select %1$d, made.id, d.id from made, domain d
                    where d.account_id = %1$d and d.name = any('{%3$s}')
                    """
                            .formatted(scope.accountId(), email, String.join(",", domains)));
            return new Person(scope, service.part(Accounts.class).createToken(email));
        }

        /** Adds domains by hand. */
        void add(String... names) {
            service.part(Domains.class).add(scope, names(names));
        }

        /** Adds a domain as reports do. */
        void discover(String name) {
            List<Sighting> sightings =
                    names(name).stream().map(n -> new Sighting(n, Set.of())).toList();
            service.part(DomainDiscovery.class).discover(scope, sightings, true);
        }

        /** Deletes a domain. */
        void delete(String name) {
            Answer list = get("/api/v1/domains/?domain_exact=" + name);
            long id = list.json().at("/results/0/id").asLong();
            service.send("DELETE", token, "/api/v1/domains/" + id + "/", "");
        }

        /** Stores reports as mail brings them: unknown domains are not added. */
        List<StoreOutcome> store(SampleTls... samples) {
            return store(null, samples);
        }

        /** As {@link #store(SampleTls...)}, from a message. */
        List<StoreOutcome> store(@Nullable Long rawId, SampleTls... samples) {
            return store(rawId, ReportAuthentication.BY_PERSON, samples);
        }

        /** As {@link #store(SampleTls...)}, from a mail. */
        List<StoreOutcome> store(
                @Nullable Long rawId, ReportAuthentication authentication, SampleTls... samples) {
            String voucher = service.part(VouchingDomains.class).of(authentication);
            List<IncomingTls> incoming = new ArrayList<>();
            for (SampleTls sample : samples) {
                TlsReport report = read(sample);
                List<DomainName> about =
                        report.policies().stream()
                                .map(policy -> DomainName.parse(policy.policyDomain()))
                                .flatMap(Optional::stream)
                                .distinct()
                                .toList();
                incoming.add(new IncomingTls(report, about, rawId, authentication, voucher));
            }
            List<Sighting> sightings =
                    incoming.stream()
                            .flatMap(one -> one.domains().stream())
                            .map(name -> new Sighting(name, Set.of()))
                            .toList();
            DomainDiscovery domains = service.part(DomainDiscovery.class);
            Discovery discovery = domains.discover(scope, sightings, false);
            return service.part(Db.class)
                    .inTransaction(() -> {
                        domains.lock(scope, discovery, sightings);
                        return service.part(TlsReports.class).store(scope, discovery, incoming);
                    });
        }

        Answer get(String path) {
            return service.get(token, path);
        }

        Answer failures(String query) {
            return get("/api/v1/tls-failures/?" + query);
        }

        Answer policies(String query) {
            return get("/api/v1/tls-policies/?" + query);
        }

        /** A member of each item of a list. */
        List<String> list(Answer answer, String member) {
            if (answer.status() != 200) {
                throw new AssertionError(answer.status() + " " + answer.text());
            }
            return answer.json()
                    .path("results")
                    .valueStream()
                    .map(item -> item.path(member).asString())
                    .toList();
        }

        /** Policies as texts: domain, type, mode, sessions with and without, when last seen. */
        List<String> policyLines(String query) {
            Answer answer = policies(query);
            if (answer.status() != 200) {
                throw new AssertionError(answer.status() + " " + answer.text());
            }
            return answer.json().path("results").valueStream().map(TlsApi::line).toList();
        }

        /** Rows of a table of this account. */
        long rows(String table) {
            return Long.parseLong(
                    sql.value(
                            "select count(*) from %s where account_id = %d"
                                    .formatted(table, scope.accountId())));
        }
    }

    static String line(JsonNode policy) {
        return Stream.of(
                        "p_domain",
                        "p_type",
                        "sts_p_mode",
                        "sum_success",
                        "sum_failed",
                        "last_seen")
                .map(member -> policy.path(member).asString())
                .reduce((a, b) -> a + " " + b)
                .orElseThrow();
    }

    private static List<DomainName> names(String... names) {
        return Stream.of(names).map(n -> DomainName.parse(n).orElseThrow()).toList();
    }

    private static TlsReport read(SampleTls sample) {
        List<TlsReport> read = new ArrayList<>();
        byte[] json = sample.json();
        try {
            new ReportReader(Limits.DEFAULT)
                    .read("r.json", () -> new ByteArrayInputStream(json), new Sink(read));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return read.getFirst();
    }

    private record Sink(List<TlsReport> read) implements ReportSink {

        @Override
        public void tls(TlsReport report) {
            read.add(report);
        }

        @Override
        public void record(AggregateRecord record) {
            throw new AssertionError(record);
        }

        @Override
        public void restart() {
            throw new AssertionError("restart");
        }

        @Override
        public void aggregate(AggregateReport report) {
            throw new AssertionError(report);
        }

        @Override
        public void failure(FailureReport report) {
            throw new AssertionError(report);
        }

        @Override
        public void problem(Problem problem) {
            throw new AssertionError(problem);
        }
    }

    @Override
    public void close() {
        service.close();
    }
}
