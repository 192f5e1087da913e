package org.mailvane.failurereport;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mailvane.failurereport.ForensicFixture.Person;
import org.mailvane.testing.FailureMail;
import org.mailvane.testing.TestService.Answer;
import tools.jackson.databind.JsonNode;

/** Tests who sees failure reports, and who deletes them. */
class ForensicAccessTest {

    private static final String ALL = ForensicFixture.DATA + "delete-all/";
    private static final String SOME = ForensicFixture.DATA + "delete/";

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
    void newAccountWithReports() {
        owner = house.owner("access" + ++accounts);
        owner.upload(
                FailureMail.about("one.example").subject("one").message("1"),
                FailureMail.about("two.example").subject("two").message("2"));
    }

    private static String names(String... names) {
        return "{\"email_file_names\": "
                + Stream.of(names)
                        .map(n -> "\"" + n + "\"")
                        .collect(Collectors.joining(", ", "[", "]"))
                + "}";
    }

    private String nameOf(String subject) {
        return owner.records(owner.search()).stream()
                .filter(one -> one.get("subject").asString().equals(subject))
                .map(one -> one.get("email_file_name").asString())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void withoutForensicAccessNothingIsSeenNotEvenByAnAdmin() {
        Person admin = owner.colleague("admin", true, false);
        String job = owner.search();
        assertThat(admin.get(ForensicFixture.JOBS).status()).isEqualTo(403);
        assertThat(admin.get(ForensicFixture.JOBS + job + "/").status()).isEqualTo(403);
        assertThat(admin.get(ForensicFixture.DATA + "?search_token=" + job).status())
                .isEqualTo(403);
        // Before it is looked at what was sent.
        assertThat(admin.post(ForensicFixture.JOBS, "{").status()).isEqualTo(403);
        assertThat(admin.post(SOME, "{").status()).isEqualTo(403);
        assertThat(admin.delete(ForensicFixture.DATA, "{").status()).isEqualTo(403);
        assertThat(admin.post(ALL, "").status()).isEqualTo(403);
        assertThat(admin.delete(ForensicFixture.DATA + "all/", "").status()).isEqualTo(403);
        JsonNode options =
                house.service
                        .call(
                                "OPTIONS",
                                admin.token,
                                ForensicFixture.JOBS,
                                BodyPublishers.noBody(),
                                Map.of())
                        .json();
        assertThat(options.get("actions")).isEmpty();
    }

    @Test
    void permissionsOfTheListOfJobsNameWhatMayBeDone() {
        assertThat(owner.get(ForensicFixture.JOBS).json().get("_permissions").toString())
                .isEqualTo("[\"create\",\"list\"]");
    }

    @Test
    void aUserFindsWhatTheirGroupsHold() {
        Person reader = owner.colleague("reader", false, true).sees(false, "one.example");
        assertThat(reader.found("")).containsExactly("one");
        assertThat(reader.found("\"domains\": [\"one.example\"]")).containsExactly("one");
        Answer refused =
                reader.post(
                        ForensicFixture.JOBS,
                        """
                        {"start_date": "2026-11-01", "end_date": "2026-11-30",
                            "domains": ["two.example"]}
                        """);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().get("domains").get("0").get(0).asString())
                .startsWith("\"two.example\" is not valid");
        assertThat(owner.colleague("nobody", false, true).found("")).isEmpty();
    }

    @Test
    void aJobIsItsUsersAlone() {
        String job = owner.search();
        Person admin = owner.colleague("admin", true, true);
        assertThat(admin.get(ForensicFixture.JOBS + job + "/").status()).isEqualTo(404);
        assertThat(admin.get(ForensicFixture.DATA + "?search_token=" + job).status())
                .isEqualTo(404);
        assertThat(admin.get(ForensicFixture.JOBS).json().get("count").asInt()).isZero();
        Person stranger = house.owner("stranger" + accounts);
        assertThat(stranger.get(ForensicFixture.JOBS + job + "/").status()).isEqualTo(404);
        String id = owner.get(ForensicFixture.JOBS + job + "/").json().get("id").asString();
        assertThat(stranger.get(ForensicFixture.JOBS + id + "/").status()).isEqualTo(404);
        assertThat(owner.get(ForensicFixture.JOBS + id + "/").status()).isEqualTo(200);
    }

    @Test
    void whoLosesADomainOfAJobDoesNotSeeTheJob() {
        Person reader =
                owner.colleague("reader", false, true)
                        .sees(false, "one.example")
                        .sees(false, "two.example");
        String everything = reader.search();
        String named =
                reader.search(
                        """
                        {"start_date": "2026-10-01", "end_date": "2026-10-02",
                            "domains": ["two.example"]}
                        """);
        String other =
                reader.search(
                        """
                        {"start_date": "2026-11-01", "end_date": "2026-11-30",
                            "domains": ["one.example"]}
                        """);
        house.sql.execute(
                """
                delete from group_access a using domain_group_member m, domain d
                where a.user_id = %d and m.group_id = a.group_id and d.id = m.domain_id
                    and d.name = 'two.example'
                """
                        .formatted(reader.userId));
        for (String lost : List.of(everything, named)) {
            assertThat(reader.get(ForensicFixture.JOBS + lost + "/").status()).isEqualTo(404);
            assertThat(reader.get(ForensicFixture.DATA + "?search_token=" + lost).status())
                    .isEqualTo(404);
        }
        assertThat(reader.get(ForensicFixture.DATA + "?search_token=" + other).status())
                .isEqualTo(200);
        assertThat(reader.get(ForensicFixture.JOBS).json().get("count").asInt()).isEqualTo(1);
    }

    @Test
    void whoWritesToTheDomainDeletesARecordWithItsMessages() {
        owner.upload(FailureMail.about("one.example").subject("one").message("1").carrier("copy"));
        assertThat(owner.count("raw_message")).isEqualTo(3);
        String job = owner.search();
        String name = nameOf("one");
        Person writer = owner.colleague("writer", false, true).sees(true, "one.example");
        Answer deleted = writer.post(SOME, names(name, "0".repeat(32) + ".eml"));
        assertThat(deleted.status()).isEqualTo(200);
        assertThat(deleted.text()).isEqualTo("{\"deleted\":1}");
        // Also from what was found before, and both messages in which it came.
        assertThat(owner.page(job).get("count").asInt()).isEqualTo(1);
        assertThat(owner.found("")).containsExactly("two");
        assertThat(owner.count("failure_report")).isEqualTo(1);
        assertThat(owner.count("failure_message")).isEqualTo(1);
        assertThat(owner.count("raw_message")).isEqualTo(1);
        assertThat(owner.count("ledger_entry")).isEqualTo(3);
        assertThat(writer.post(SOME, names(name)).status()).as("again").isEqualTo(404);
    }

    @Test
    void aRecordThatWasDeletedComesAgainWhenItIsSentAgain() {
        owner.post(SOME, names(nameOf("one")));
        owner.upload(FailureMail.about("one.example").subject("one").message("1"));
        assertThat(owner.found("")).containsExactlyInAnyOrder("one", "two");
    }

    @Test
    void whoOnlyReadsADomainDeletesNothingOfACall() {
        Person mixed =
                owner.colleague("mixed", false, true)
                        .sees(true, "one.example")
                        .sees(false, "two.example");
        String one = nameOf("one");
        String two = nameOf("two");
        assertThat(mixed.post(SOME, names(one, two)).status()).isEqualTo(403);
        assertThat(owner.count("failure_report")).isEqualTo(2);
        Person nobody = owner.colleague("nobody", false, true);
        assertThat(nobody.post(SOME, names(one, two)).status()).isEqualTo(404);
        assertThat(house.owner("stranger" + accounts).post(SOME, names(one)).status())
                .isEqualTo(404);
        assertThat(mixed.delete(ForensicFixture.DATA, names(one)).text())
                .isEqualTo("{\"deleted\":1}");
    }

    @Test
    void deletingNeedsNames() {
        assertThat(owner.delete(ForensicFixture.DATA, "").status()).isEqualTo(400);
        assertThat(owner.post(SOME, "{}").json().has("email_file_names")).isTrue();
        Answer odd = owner.post(SOME, names("x.eml"));
        assertThat(odd.status()).isEqualTo(400);
        assertThat(odd.json().get("email_file_names").get("0").get(0).asString())
                .isEqualTo("\"x.eml\" is not valid: it must be 32 hexadecimal digits and .eml.");
        String[] many = new String[FailureReports.MAX_NAMES + 1];
        Arrays.fill(many, "0".repeat(32) + ".eml");
        assertThat(owner.post(SOME, names(many)).status()).isEqualTo(400);
    }

    @Test
    void adminsDeleteEverythingOfTheirAccount() {
        Person stranger = house.owner("stranger" + accounts);
        stranger.upload(FailureMail.about("one.example"));
        String job = owner.search();
        assertThat(
                        owner.colleague("user", false, true)
                                .sees(true, "one.example")
                                .post(ALL, "")
                                .status())
                .isEqualTo(403);
        Person admin = owner.colleague("admin", true, true);
        Answer deleted = admin.delete(ForensicFixture.DATA + "all/", "");
        assertThat(deleted.status()).isEqualTo(200);
        assertThat(deleted.text()).isEqualTo("{\"deleted\":2}");
        assertThat(owner.get(ForensicFixture.JOBS + job + "/").status()).isEqualTo(404);
        for (String table :
                List.of(
                        "failure_report",
                        "failure_message",
                        "forensic_job",
                        "forensic_job_domain",
                        "forensic_job_record",
                        "raw_message")) {
            assertThat(owner.count(table)).as(table).isZero();
        }
        assertThat(stranger.names()).hasSize(1);
        assertThat(admin.post(ALL, "").text()).isEqualTo("{\"deleted\":0}");
    }

    @Test
    void deletingEverythingTakesWhatWaitsForItsDomainToo() {
        house.sql.execute(
                """
                insert into deleted_domain (account_id, name, deleted)
                values (%d, 'gone.example', now())
                """
                        .formatted(owner.scope.accountId()));
        JsonNode waiting =
                owner.upload(
                        FailureMail.about("gone.example").message("w1"),
                        FailureMail.about("gone.example").message("w2"));
        assertThat(waiting.get("waiting").asInt()).isEqualTo(1);
        assertThat(owner.count("raw_message")).isEqualTo(4);
        assertThat(owner.post(ALL, "").text()).isEqualTo("{\"deleted\":2}");
        assertThat(owner.count("raw_message")).isZero();
        owner.add("gone.example");
        assertThat(owner.names()).isEmpty();
    }

    @Test
    void moreThanOneTransactionDeletesAreDeleted() {
        house.sql.execute(
                """
                insert into failure_report overriding system value
                select copied.*
                from failure_report f, generate_series(1, %d) n,
                    jsonb_populate_record(f, jsonb_build_object('id', 1000000 + n,
                    'content_hash', gen_random_uuid())) copied
                where f.account_id = %d and f.subject = 'one'
                """
                        .formatted(FailureReports.DELETED_AT_ONCE + 1, owner.scope.accountId()));
        assertThat(owner.post(ALL, "").json().get("deleted").asInt())
                .isEqualTo(FailureReports.DELETED_AT_ONCE + 3);
    }

    @Test
    void aMessageStaysAsLongAsAnotherReportInItIsStored() throws Exception {
        byte[] zip =
                ZipOf.files(
                        "a.eml",
                        FailureMail.about("one.example").subject("three").message("3").bytes(),
                        "b.eml",
                        FailureMail.about("two.example").subject("four").message("4").bytes());
        owner.upload(zip);
        assertThat(owner.count("raw_message")).isEqualTo(3);
        owner.post(SOME, names(nameOf("three")));
        assertThat(owner.count("raw_message")).isEqualTo(3);
        owner.post(SOME, names(nameOf("four")));
        assertThat(owner.count("raw_message")).isEqualTo(2);
    }

    @Test
    void aDeletedDomainTakesItsRecordsAndMessagesWithIt() {
        String job = owner.search();
        String id =
                house.sql.value(
                        "select id from domain where name = 'one.example' and account_id = "
                                + owner.scope.accountId());
        assertThat(owner.delete("/api/v1/domains/" + id + "/", "").status()).isEqualTo(200);
        assertThat(owner.page(job).get("count").asInt()).isEqualTo(1);
        assertThat(owner.found("")).containsExactly("two");
        assertThat(owner.count("raw_message")).isEqualTo(1);
        assertThat(owner.count("failure_message")).isEqualTo(1);
    }

    @Test
    void whatWasReceivedBeforeTheRetentionIsForgotten() {
        String job = owner.search();
        forget("2026-11-19");
        assertThat(owner.count("failure_report")).isEqualTo(2);
        forget("2026-11-20");
        assertThat(owner.count("failure_report")).isZero();
        assertThat(owner.count("failure_message")).isZero();
        assertThat(owner.page(job).get("count").asInt()).isZero();
    }

    @Test
    void moreThanOneStatementForgetsIsForgottenToo() {
        house.sql.execute(
                """
                insert into failure_report overriding user value
                select copied.*
                from failure_report f, generate_series(1, %2$d) n,
                    jsonb_populate_record(f, jsonb_build_object(
                    'content_hash', md5(f.content_hash::text || n))) copied where f.account_id = %1$d
                """
                        .formatted(owner.scope.accountId(), 2 * StoredFailures.FORGOTTEN_AT_ONCE));
        assertThat(owner.count("failure_report")).isGreaterThan(StoredFailures.FORGOTTEN_AT_ONCE);
        forget("2026-11-21");
        assertThat(owner.count("failure_report")).isZero();
    }

    /** All that is older, step by step. */
    private static void forget(String before) {
        StoredFailures stored = house.service.part(StoredFailures.class);
        boolean more = true;
        while (more) {
            more = stored.forgetSome(LocalDate.parse(before));
        }
    }
}
