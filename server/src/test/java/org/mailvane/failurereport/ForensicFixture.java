package org.mailvane.failurereport;

import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.mailvane.accounts.Accounts;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.store.Database;
import org.mailvane.platform.store.Scope;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.FailureMail;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.testing.TestSql;
import tools.jackson.databind.JsonNode;

/** A service with accounts, and what tests of failure reports say to it. */
public final class ForensicFixture implements AutoCloseable {

    public static final String JOBS = "/api/v1/forensic-reports/";
    public static final String DATA = "/api/v1/forensic-data/";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    public final TestClock clock = new TestClock(Instant.parse("2026-11-20T10:00:00Z"));
    public final TestService service;
    public final Database database;
    public final TestSql sql;

    public ForensicFixture() {
        this(Map.of());
    }

    public ForensicFixture(Map<Setting, String> settings) {
        service = TestService.shared(settings, clock);
        database = service.database();
        sql = service.sql();
    }

    /** A new account's owner. */
    public Person owner(String name) {
        Accounts.Created created = service.account(name);
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

        /** Another user of the account, without access to any group. */
        public Person colleague(String name, boolean admin, boolean forensic) {
            String email = name + "-" + scope.accountId() + "@people.example";
            long id =
                    Long.parseLong(
                            sql.value(
                                    """
                                    insert into account_user (account_id, email, is_active, is_owner,
                                        is_admin, has_forensic_access, has_billing_access, date_joined)
                                    values (%d, '%s', true, false, %s, %s, false, now())
                                    returning id
                                    """
                                            .formatted(scope.accountId(), email, admin, forensic)));
            return new Person(scope, id, service.part(Accounts.class).createToken(email));
        }

        /** Gives this user access to a group that holds these domains. */
        public Person sees(boolean writes, String... domains) {
            long group =
                    Long.parseLong(
                            sql.value(
                                    """
                                    insert into domain_group (account_id, label, is_default)
                                    values (%d, 'Group', false) returning id
                                    """
                                            .formatted(scope.accountId())));
            for (String domain : domains) {
                sql.execute(
                        """
                        insert into domain_group_member (account_id, group_id, domain_id)
                        select account_id, %d, id from domain where account_id = %d and name = '%s'
                        """
                                .formatted(group, scope.accountId(), domain));
            }
            sql.execute(
                    "insert into group_access (account_id, group_id, user_id, writes) values (%d, %d, %d, %s)"
                            .formatted(scope.accountId(), group, userId, writes));
            return this;
        }

        /** Takes all access from this user. */
        public void losesAccess() {
            sql.execute("delete from group_access where user_id = " + userId);
        }

        /** Adds domains by hand. */
        public void add(String... names) {
            service.part(Domains.class)
                    .add(
                            scope,
                            Stream.of(names).map(n -> DomainName.parse(n).orElseThrow()).toList());
        }

        public Answer get(String path) {
            return service.get(token, path);
        }

        public Answer post(String path, String json) {
            return service.send("POST", token, path, json);
        }

        public Answer delete(String path, String json) {
            return service.send("DELETE", token, path, json);
        }

        /** Uploads reports, one after the other; answers what became of the last. */
        public JsonNode upload(FailureMail... mails) {
            JsonNode last = null;
            for (FailureMail mail : mails) {
                last = upload(mail.bytes());
            }
            return java.util.Objects.requireNonNull(last);
        }

        /** Uploads a file; answers what became of it. */
        public JsonNode upload(byte[] file) {
            Answer answer =
                    service.call(
                            "POST",
                            token,
                            "/api/v1/imports/",
                            BodyPublishers.ofByteArray(file),
                            Map.of());
            String self = answer.json().get("_links").get("self").asString();
            Awaiting.until(
                    "the upload is worked",
                    PATIENCE,
                    () -> get(self).json().get("state").asString().equals("done"));
            return get(self).json();
        }

        /** Starts a job; answers its token. */
        public String start(String criteria) {
            Answer answer = post(JOBS, criteria);
            if (answer.status() != 202) {
                throw new AssertionError(answer.status() + " " + answer.text());
            }
            return answer.json().get("search_token").asString();
        }

        public int progress(String job) {
            return get(JOBS + job + "/").json().get("progress").asInt();
        }

        /** Starts a job and waits until it is done; answers its token. */
        public String search(String criteria) {
            String job = start(criteria);
            Awaiting.until("the job is done", PATIENCE, () -> progress(job) >= 100);
            return job;
        }

        /** A search of November 2026. */
        public String search() {
            return search("{\"start_date\": \"2026-11-01\", \"end_date\": \"2026-11-30\"}");
        }

        /** The only object of the answer's array. */
        public JsonNode page(String job) {
            return get(DATA + "?search_token=" + job).json().get(0);
        }

        /** What a job has found. */
        public List<JsonNode> records(String job) {
            return page(job).get("results").valueStream().toList();
        }

        /**
         * Subjects of what a new search with further criteria finds, such as {@code "subject":
         * "a"}.
         */
        public List<String> found(String criteria) {
            String more = criteria.isEmpty() ? "" : ", " + criteria;
            return records(
                            search(
                                    "{\"start_date\": \"2026-11-01\", \"end_date\": \"2026-11-30\""
                                            + more
                                            + "}"))
                    .stream()
                    .map(one -> one.get("subject").asString())
                    .toList();
        }

        /** Names of all records. */
        public List<String> names() {
            return records(search()).stream()
                    .map(one -> one.get("email_file_name").asString())
                    .toList();
        }

        /** A number from a table of this account. */
        public long count(String table) {
            return Long.parseLong(
                    sql.value(
                            "select count(*) from "
                                    + table
                                    + " where account_id = "
                                    + scope.accountId()));
        }
    }

    @Override
    public void close() {
        service.close();
    }
}
