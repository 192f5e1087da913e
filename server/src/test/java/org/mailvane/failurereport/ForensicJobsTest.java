package org.mailvane.failurereport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.failurereport.ForensicFixture.Person;
import org.mailvane.platform.settings.DatabaseUrl;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.FailureMail;
import org.mailvane.testing.TestService.Answer;
import tools.jackson.databind.JsonNode;

/** Jobs from their creation to their end. */
class ForensicJobsTest {

    private static final String NOVEMBER =
            "{\"start_date\": \"2026-11-01\", \"end_date\": \"2026-11-30\"}";

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static ForensicFixture house;
    private static int accounts;
    private Person owner;

    @BeforeAll
    static void start() {
        house = new ForensicFixture();
    }

    @AfterAll
    static void stop() {
        house.close();
    }

    @BeforeEach
    void newAccount() {
        owner = house.owner("jobs" + ++accounts);
    }

    /** Keeps jobs from searching until it is closed. */
    private static Connection lockedReports() throws SQLException {
        DatabaseUrl url = house.database.url();
        Connection connection =
                DriverManager.getConnection(url.jdbcUrl(), url.user(), url.password());
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("lock table forensic_job_record in share mode");
        }
        return connection;
    }

    @Test
    void aJobIsQueuedThenWorkedThenCompleted() throws SQLException {
        owner.upload(FailureMail.about("example.com"));
        String token;
        try (Connection locked = lockedReports()) {
            Answer created = owner.post(ForensicFixture.JOBS, NOVEMBER);
            assertThat(created.status()).isEqualTo(202);
            JsonNode job = created.json();
            token = job.get("search_token").asString();
            assertThat(token).matches("[A-Za-z][A-Za-z0-9]{15}");
            assertThat(job.get("progress").asInt()).isZero();
            String id = job.get("id").asString();
            assertThat(job.get("_links").get("self").asString())
                    .endsWith(ForensicFixture.JOBS + id + "/")
                    .isEqualTo(created.header("location"));
            assertThat(job.get("_links").get("data").asString())
                    .endsWith(ForensicFixture.DATA + "?search_token=" + token);
            Awaiting.until("it is worked", PATIENCE, () -> owner.progress(token) == 1);
            assertThat(owner.get(ForensicFixture.DATA + "?search_token=" + token).status())
                    .isEqualTo(404);
            locked.rollback();
        }
        Awaiting.until("it is done", PATIENCE, () -> owner.progress(token) == 100);
        assertThat(owner.records(token)).hasSize(1);
    }

    @Test
    void whatComesLaterIsNotAddedToWhatAJobHasFound() {
        owner.upload(FailureMail.about("example.com").message("1"));
        String job = owner.search();
        owner.upload(FailureMail.about("example.com").message("2"));
        assertThat(owner.page(job).get("count").asInt()).isEqualTo(1);
        assertThat(owner.names()).hasSize(2);
    }

    @Test
    void aJobAndWhatItFoundGoAfterThreeDays() {
        ForensicJobs jobs = house.service.part(ForensicJobs.class);
        owner.upload(FailureMail.about("example.com"));
        String job = owner.search();
        house.clock.advance(ForensicJobs.KEPT.minusSeconds(1));
        jobs.deleteExpired();
        assertThat(owner.page(job).get("count").asInt()).isEqualTo(1);
        house.clock.advance(Duration.ofSeconds(1));
        assertThat(owner.get(ForensicFixture.JOBS + job + "/").status()).isEqualTo(404);
        assertThat(owner.get(ForensicFixture.DATA + "?search_token=" + job).status())
                .isEqualTo(404);
        jobs.deleteExpired();
        assertThat(owner.count("forensic_job")).isZero();
        assertThat(owner.count("forensic_job_record")).isZero();
        assertThat(owner.count("failure_report")).isEqualTo(1);
    }

    @Test
    void aJobWhoseServerDiedIsBegunAgain() {
        owner.upload(FailureMail.about("example.com"));
        String job = owner.search();
        died(job, 1);
        work(job);
        assertThat(owner.progress(job)).isEqualTo(100);
        assertThat(owner.records(job)).hasSize(1);
    }

    @Test
    void aJobThatHasEndedThreeServersHasFailed() {
        String job = owner.search();
        died(job, ForensicJobs.MAX_ATTEMPTS);
        work(job);
        assertThat(owner.progress(job)).isEqualTo(700);
        assertThat(owner.get(ForensicFixture.DATA + "?search_token=" + job).status())
                .isEqualTo(404);
    }

    @Test
    void aJobThatFailsThreeTimesHasFailed() {
        owner.upload(FailureMail.about("example.com"));
        String job = owner.search();
        died(job, 0);
        house.sql.execute(
                """
                alter table forensic_job_record add constraint broken
                    check (account_id <> %d) not valid
                """
                        .formatted(owner.scope.accountId()));
        try {
            for (int failure = 1; failure < ForensicJobs.MAX_ATTEMPTS; failure++) {
                assertThatThrownBy(() -> work(job)).isNotNull();
                assertThat(owner.progress(job)).as("waits").isZero();
            }
            work(job);
            assertThat(owner.progress(job)).isEqualTo(700);
        } finally {
            house.sql.execute("alter table forensic_job_record drop constraint broken");
        }
    }

    @Test
    void aJobOfAUserWhoIsNotActiveAnyMoreFails() {
        Person user = owner.colleague("user", false, true);
        String job = user.search();
        died(job, 0);
        house.sql.execute("update account_user set is_active = false where id = " + user.userId);
        work(job);
        assertThat(
                        house.sql.value(
                                "select progress from forensic_job where search_token = '"
                                        + job
                                        + "'"))
                .isEqualTo("700");
    }

    /** Sets a job back to where it was when its server died. */
    private static void died(String job, int attempts) {
        house.sql.execute(
                """
                update forensic_job set progress = 1, attempts = %1$d where search_token = '%2$s';
                delete from forensic_job_record where job_id =
                    (select id from forensic_job where search_token = '%2$s')
                """
                        .formatted(attempts, job));
    }

    private void work(String job) {
        long id =
                Long.parseLong(
                        house.sql.value(
                                "select id from forensic_job where search_token = '" + job + "'"));
        house.service.part(ForensicJobs.class).work(owner.scope, id);
    }

    @Test
    void forANewJobTheOldestThatIsDoneGoes() {
        Person user = owner.colleague("busy", false, true);
        String first = user.search();
        fill(user, ForensicJobs.MAX_JOBS - 1, 100);
        user.search();
        assertThat(user.get(ForensicFixture.JOBS + first + "/").status()).isEqualTo(404);
        assertThat(user.get(ForensicFixture.JOBS).json().get("count").asInt())
                .isEqualTo(ForensicJobs.MAX_JOBS);
    }

    @Test
    void whoHasTooManyJobsThatAreNotDoneMustWait() {
        Person user = owner.colleague("hasty", false, true);
        fill(user, ForensicJobs.MAX_JOBS, 1);
        Answer refused = user.post(ForensicFixture.JOBS, NOVEMBER);
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.header("retry-after")).isNotEmpty();
        assertThat(owner.search()).as("others go on").isNotEmpty();
    }

    private static void fill(Person user, int jobs, int progress) {
        house.sql.execute(
                """
                insert into forensic_job (account_id, user_id, search_token, progress, start_date,
                    end_date, subject, report_source_ip, domains, created, expires)
                select %1$d, %2$d, 'x' || lpad((%2$d * 1000 + n)::text, 15, '0'), %3$d,
                    '2026-11-01', '2026-11-02', '', '', '{}', now(), timestamptz '2036-01-01'
                from generate_series(1, %4$d) n
                """
                        .formatted(user.scope.accountId(), user.userId, progress, jobs));
    }

    @Test
    @Tag("slow")
    void aJobFindsTheNewestUpToTheLimit() {
        owner.upload(FailureMail.about("example.com").subject("copied"));
        house.sql.execute(
                """
                insert into failure_report overriding system value
                select copied.*
                from failure_report f, generate_series(1, %d) n,
                    jsonb_populate_record(f, jsonb_build_object('id', 10000000 + n,
                    'content_hash', gen_random_uuid(), 'received', f.received - interval '1 hour')) copied
                where f.account_id = %d
                """
                        .formatted(ForensicJobs.MAX_RECORDS, owner.scope.accountId()));
        JsonNode page = owner.page(owner.search());
        assertThat(page.get("count").asInt()).isEqualTo(ForensicJobs.MAX_RECORDS);
        assertThat(page.get("results").get(0).get("received_datetime").asString())
                .isEqualTo("2026-11-19T08:00:00Z");
    }
}
