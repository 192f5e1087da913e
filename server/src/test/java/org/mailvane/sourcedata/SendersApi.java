package org.mailvane.sourcedata;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.mailvane.accounts.Accounts;
import org.mailvane.domains.Discovery.Sighting;
import org.mailvane.domains.DomainDiscovery;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.Database;
import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.Scope.Reach;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.testing.TestSql;
import tools.jackson.databind.JsonNode;

/** A service with accounts, and what tests of source data say to it. */
final class SendersApi implements AutoCloseable {

    static final String V1 = "/api/v1/";
    static final String TODAY = "2026-11-20";

    final TestClock clock = new TestClock(Instant.parse(TODAY + "T10:00:00Z"));
    final TestService service = TestService.shared(clock);
    final Database database = service.database();
    final TestSql sql = service.sql();

    /** An account with its owner. */
    Person account(String name) {
        Accounts.Created created = service.account(name);
        return new Person(
                created.account().id(), created.owner().id(), Reach.ACCOUNT, created.apiToken());
    }

    /** Somebody who calls the API. */
    final class Person {

        final Scope scope;
        final long userId;
        final String token;

        Person(long accountId, long userId, Reach reach, String token) {
            this.scope = new Scope(accountId, userId, reach, reach);
            this.userId = userId;
            this.token = token;
        }

        /** A user of the same account who sees nothing. */
        Person colleague(String name) {
            String email = name + "-" + scope.accountId() + "@example.com";
            String id =
                    sql.value(
                            """
                            insert into account_user (account_id, email, is_active, is_owner, is_admin,
                                has_forensic_access, has_billing_access, date_joined)
                            values (%d, '%s', true, false, false, false, false, now()) returning id
                            """
                                    .formatted(scope.accountId(), email));
            return new Person(
                    scope.accountId(),
                    Long.parseLong(id),
                    Reach.GROUPS,
                    service.part(Accounts.class).createToken(email));
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
                            .formatted(scope.accountId(), userId, String.join(",", names)));
            return this;
        }

        /** Takes all access from this user. */
        void seesNothing() {
            sql.execute("delete from group_access where user_id = " + userId);
        }

        /** Adds domains by hand. */
        void add(String... names) {
            service.part(Domains.class).add(scope, domains(names));
        }

        /** Adds domains as reports do. */
        void discover(String... names) {
            service.part(DomainDiscovery.class)
                    .discover(
                            scope,
                            domains(names).stream()
                                    .map(name -> new Sighting(name, Set.of()))
                                    .toList(),
                            true);
        }

        void set(String domain, String assignments) {
            sql.execute(
                    "update domain set %s where name = '%s' and account_id = %d"
                            .formatted(assignments, domain, scope.accountId()));
        }

        long id(String domain) {
            return Long.parseLong(
                    sql.value(
                            "select id from domain where name = '%s' and account_id = %d"
                                    .formatted(domain, scope.accountId())));
        }

        /** Messages of a day that all passed both. */
        void sent(String domain, String day, int source, int category, long messages) {
            sent(domain, day, source, category, messages, messages, messages, messages);
        }

        /** Messages of a day, with those that passed. */
        void sent(
                String domain,
                String day,
                int source,
                int category,
                long messages,
                long dmarc,
                long spf,
                long dkim) {
            String column =
                    List.of("capable", "non_compliant", "forwarded", "threat").get(category - 1);
            sql.execute(
                    """
                    insert into daily values (%1$d, %2$d, '%3$s', %4$d, %5$d, %6$d, %7$d, %8$d, %9$d,
                        0, 0);
                    insert into domain_day (account_id, domain_id, day, capable, non_compliant,
                        forwarded, threat, passed)
                    select account_id, domain_id, day, 0, 0, 0, 0, 0 from daily
                    where domain_id = %2$d and day = '%3$s' on conflict do nothing;
                    update domain_day set %10$s = %10$s + %6$d, passed = passed + %7$d
                    where domain_id = %2$d and day = '%3$s'
                    """
                            .formatted(
                                    scope.accountId(),
                                    id(domain),
                                    day,
                                    source,
                                    category,
                                    messages,
                                    dmarc,
                                    dkim,
                                    spf,
                                    column));
        }

        Answer get(String path) {
            return service.get(token, path.startsWith("http") ? path : V1 + path);
        }

        Answer send(String method, String path, String json) {
            return service.send(method, token, V1 + path, json);
        }

        /** All items of a list. */
        List<JsonNode> items(String path) {
            Answer answer = get(path + (path.contains("?") ? "&" : "?") + "limit=500");
            if (answer.status() != 200) {
                throw new AssertionError(answer.status() + " " + answer.text());
            }
            return answer.json().path("results").valueStream().toList();
        }

        /** Sources as texts: number, domains, messages. */
        List<String> sources(String query) {
            return texts(items("sources/?" + query), "number", "domain_count", "message_count");
        }

        /** Sources by domain as texts: number, domain, messages. */
        List<String> sourceDomains(String query) {
            return texts(
                    items("source-domains/?" + query), "source_number", "domain", "message_count");
        }

        Answer createFilter(String... names) {
            return send(
                    "POST",
                    "source-filters/",
                    Stream.of(names)
                            .map(name -> "\"" + name + "\"")
                            .collect(Collectors.joining(", ", "{\"domains\": [", "]}")));
        }

        /** The number of a new filter. */
        long filter(String... names) {
            Answer answer = createFilter(names);
            if (answer.status() != 201) {
                throw new AssertionError(answer.status() + " " + answer.text());
            }
            return answer.json().path("id").asLong();
        }
    }

    private static List<String> texts(List<JsonNode> items, String... members) {
        return items.stream()
                .map(item ->
                        Stream.of(members)
                                .map(member -> item.path(member).asString())
                                .collect(Collectors.joining(" ")))
                .toList();
    }

    static List<DomainName> domains(String... names) {
        return Stream.of(names).map(n -> DomainName.parse(n).orElseThrow()).toList();
    }

    @Override
    public void close() {
        service.close();
    }
}
