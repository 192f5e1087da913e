package org.mailvane.domains;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.mailvane.accounts.Accounts;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.settings.DatabaseUrl;
import org.mailvane.platform.store.Database;
import org.mailvane.platform.store.Scope;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.testing.TestSql;
import tools.jackson.databind.JsonNode;

/** A service with accounts, and what tests of domains say to it. */
public final class DomainApi implements AutoCloseable {

    public static final String PATH = "/api/v1/domains/";

    public final TestService service;
    public final Database database;
    public final TestSql sql;

    public DomainApi() {
        this(TestService.shared());
    }

    public DomainApi(TestClock clock) {
        this(TestService.shared(clock));
    }

    /** On a service, which is closed with this. */
    DomainApi(TestService service) {
        this.service = service;
        database = service.database();
        sql = service.sql();
    }

    /** An account with its owner. */
    public Person account(String name) {
        Accounts.Created created =
                service.account(name.length() > 40 ? name.substring(0, 40) : name);
        return new Person(created.account().scope(), created.owner().id(), created.apiToken());
    }

    /** Somebody who calls the API. */
    public final class Person {

        public final Scope scope;
        public final long userId;
        public final String token;

        Person(Scope scope, long userId, String token) {
            this.scope = scope;
            this.userId = userId;
            this.token = token;
        }

        /** A user of the same account without access to anything. */
        public Person colleague(String name) {
            String email = name + "-" + scope.accountId() + "@example.com";
            long id =
                    Long.parseLong(
                            sql.value(
                                    """
                                    insert into account_user (account_id, email, is_active, is_owner,
                                        is_admin, has_forensic_access, has_billing_access, date_joined)
                                    values (%d, '%s', true, false, false, false, false, now())
                                    returning id
                                    """
                                            .formatted(scope.accountId(), email)));
            return new Person(scope, id, service.part(Accounts.class).createToken(email));
        }

        /** Gives this user access to a group. */
        public Person sees(long group, boolean writes) {
            sql.execute(
                    """
                    insert into group_access (account_id, group_id, user_id, writes)
                    values (%d, %d, %d, %s)
                    """
                            .formatted(scope.accountId(), group, userId, writes));
            return this;
        }

        /** A group with these domains. */
        public long group(String label, String... domains) {
            long id =
                    Long.parseLong(
                            sql.value(
                                    """
                                    insert into domain_group (account_id, label, is_default)
                                    values (%d, '%s', false) returning id
                                    """
                                            .formatted(scope.accountId(), label)));
            for (String domain : domains) {
                sql.execute(
                        """
                        insert into domain_group_member (account_id, group_id, domain_id)
                        select account_id, %d, id from domain where account_id = %d and name = '%s'
                        """
                                .formatted(id, scope.accountId(), domain));
            }
            return id;
        }

        public long defaultGroup() {
            return Long.parseLong(
                    sql.value(
                            "select id from domain_group where is_default and account_id = "
                                    + scope.accountId()));
        }

        /** Adds domains by hand. */
        public void add(String... names) {
            service.part(Domains.class)
                    .add(
                            scope,
                            Stream.of(names).map(n -> DomainName.parse(n).orElseThrow()).toList());
        }

        /** Adds a domain as if reports had shown it. */
        public void discover(String... names) {
            for (String name : names) {
                service.part(DomainDiscovery.class)
                        .discover(
                                scope,
                                List.of(
                                        new Discovery.Sighting(
                                                DomainName.parse(name).orElseThrow(),
                                                java.util.Set.of())),
                                true);
            }
        }

        public long id(String domain) {
            return Long.parseLong(
                    sql.value(
                            "select id from domain where name = '%s' and account_id = %d"
                                    .formatted(domain, scope.accountId())));
        }

        public void set(String domain, String assignments) {
            sql.execute(
                    "update domain set %s where name = '%s' and account_id = %d"
                            .formatted(assignments, domain, scope.accountId()));
        }

        public Answer get(String path) {
            return service.get(token, PATH + path);
        }

        public Answer send(String method, String path, String json) {
            return service.send(method, token, PATH + path, json);
        }

        /** The object of a domain. */
        public JsonNode domain(String name) {
            return get(id(name) + "/").json();
        }

        /** Names of a list. */
        public List<String> names(String query) {
            Answer answer = get("?limit=500&" + query);
            if (answer.status() != 200) {
                throw new AssertionError(answer.status() + " " + answer.text());
            }
            return answer.json()
                    .path("results")
                    .valueStream()
                    .map(d -> d.path("domain").asString())
                    .toList();
        }

        /** All names that the account has. */
        public List<String> all() {
            return sql.rows(
                    "select name from domain where account_id = %d order by name"
                            .formatted(scope.accountId()));
        }
    }

    /** Holds the lock of an account's tree of domains until the connection is rolled back. */
    public static Connection heldTree(Database database, Scope scope) throws SQLException {
        DatabaseUrl url = database.url();
        Connection connection =
                DriverManager.getConnection(url.jdbcUrl(), url.user(), url.password());
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    "select pg_advisory_xact_lock(hashtextextended('domain tree', %d))"
                            .formatted(scope.accountId()));
        }
        return connection;
    }

    /** Waits until somebody waits for {@link #heldTree}. */
    public static void awaitWaiting(TestSql sql) {
        Awaiting.until(
                "somebody waits for the lock",
                Duration.ofSeconds(20),
                () ->
                        !sql.rows(
                                        """
                                        select 1 from pg_locks
                                        where locktype = 'advisory' and not granted and database =
                                            (select oid from pg_database
                                            where datname = current_database())
                                        """)
                                .isEmpty());
    }

    @Override
    public void close() {
        service.close();
    }
}
