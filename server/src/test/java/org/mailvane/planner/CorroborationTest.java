package org.mailvane.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.Duration;
import java.time.LocalDate;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.mailvane.issues.TaskTexts;
import org.mailvane.planner.PlannerFixture.Person;
import org.mailvane.sources.Category;
import org.mailvane.traffic.WindowSums;
import tools.jackson.databind.JsonNode;

/** What verified strangers report changes neither advice nor tasks where nobody else reports it. */
class CorroborationTest {

    private static final String SHOP = "shop.example";
    private static final LocalDate LAST = PlannerFixture.LAST;
    private static final int OWN = 1;
    private static final int CAPABLE = Category.CAPABLE.number();

    /** The number of a sender of the catalogue. */
    private static final int SHARED = 100;

    private PlannerFixture fixture;
    private Person owner;

    @BeforeEach
    void start() {
        fixture = new PlannerFixture();
        owner = fixture.owner();
        // Makes room for facts of these days.
        owner.report("other.example", LAST, "other.example", 1, 0);
        owner.report("other.example", LAST.minusDays(40), "other.example", 1, 0);
        owner.add(SHOP);
        owner.publishes(SHOP, "v=DMARC1; p=none; rua=mailto:a@shop.example");
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    private void known(int source, long messages, long passed) {
        known(source, LAST, messages, passed);
    }

    private void known(int source, LocalDate day, long messages, long passed) {
        owner.reported(SHOP, "known", "accepted", day, source, CAPABLE, messages, passed);
    }

    private void stranger(String name, int source, long messages, long passed) {
        owner.reported(SHOP, name, "default", LAST, source, CAPABLE, messages, passed);
    }

    /** The advice without its notes, and the tasks, all without figures. */
    private String advice() {
        owner.changed(SHOP);
        JsonNode row = owner.row(SHOP);
        return "%s ready=%s record=%s blocking=%s tasks=%s"
                .formatted(
                        row.path("recommendation").asString(),
                        row.path("policy_ready"),
                        row.path("recommended_record"),
                        row.path("blocking"),
                        TaskTexts.of(fixture.sql, "solved_at is null"))
                .replaceAll(" This advice leaves out the reports of [\\w.]+:[^.]*\\.[^.]*\\.", "")
                .replaceAll("\\b\\d[\\d,.]*%?", "N");
    }

    private String notes() {
        return owner.row(SHOP).path("notes").toString();
    }

    static Stream<Arguments> attacks() {
        return Stream.of(
                arguments(
                        "failing mail of the domain's own servers",
                        (Consumer<CorroborationTest>) test -> test.stranger("evil", OWN, 8_000, 0)),
                arguments(
                        "passing mail of the domain's own servers",
                        (Consumer<CorroborationTest>)
                                test -> test.stranger("evil", OWN, 8_000, 8_000)),
                arguments(
                        "a sender that nobody uses",
                        (Consumer<CorroborationTest>) test -> test.stranger("evil", SHARED, 1, 0)),
                arguments(
                        "passing mail of a sender that nobody uses",
                        (Consumer<CorroborationTest>)
                                test -> test.stranger("evil", SHARED, 8_000, 8_000)),
                arguments(
                        "old failing mail",
                        (Consumer<CorroborationTest>)
                                test ->
                                        test.owner.reported(
                                                SHOP,
                                                "evil",
                                                "default",
                                                LAST.minusDays(40),
                                                OWN,
                                                CAPABLE,
                                                8_000,
                                                0)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("attacks")
    void noStrangerChangesTheAdviceOfADomainThatIsReady(
            String about, Consumer<CorroborationTest> attack) {
        known(OWN, LAST.minusDays(40), 10, 10);
        known(OWN, 4_500, 4_500);
        String before = advice();
        assertThat(before).contains("quarantine ready=true");
        attack.accept(this);
        assertThat(advice()).isEqualTo(before);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("attacks")
    void noStrangerChangesTheAdviceOfADomainWithASenderThatFails(
            String about, Consumer<CorroborationTest> attack) {
        known(OWN, LAST.minusDays(40), 10, 10);
        known(OWN, 4_500, 4_500);
        known(2, 500, 0);
        String before = advice();
        assertThat(before).contains("monitor ready=false").contains("Former source: all");
        attack.accept(this);
        assertThat(advice()).isEqualTo(before);
    }

    @Test
    void senderThatAStrangerAloneReportsAsPassingStaysOpen() {
        known(OWN, LAST.minusDays(40), 10, 10);
        known(OWN, 4_500, 4_500);
        known(SHARED, 500, 0);
        String before = advice();
        assertThat(before).contains("monitor ready=false");
        stranger("evil", SHARED, 1, 1);
        assertThat(advice()).isEqualTo(before);
        assertThat(notes()).contains("This advice leaves out the reports of evil.example:");
    }

    @Test
    void strangersWhoConfirmEachOtherMakeAdviceMoreCautious() {
        known(OWN, LAST.minusDays(40), 10, 10);
        known(OWN, 4_500, 4_500);
        stranger("one", OWN, 1_000, 0);
        assertThat(advice()).contains("quarantine ready=true");
        assertThat(notes()).contains("leaves out the reports of one.example:");
        stranger("two", OWN, 1_000, 0);
        assertThat(advice()).contains("monitor ready=false");
        assertThat(notes()).doesNotContain("leaves out");
    }

    @Test
    void strangersBeyondThoseWhoAreToldApartAreOne() {
        known(OWN, LAST.minusDays(40), 10, 10);
        known(OWN, 100_000, 100_000);
        for (int i = 0; i < WindowSums.MAX_STRANGERS; i++) {
            stranger("large" + i, OWN, 5_000, 5_000);
        }
        stranger("small1", OWN, 2_500, 0);
        stranger("small2", OWN, 2_500, 0);
        assertThat(advice()).contains("quarantine ready=true");
        assertThat(notes()).contains("leaves out reports of reporters that you have not accepted");
    }

    @Test
    void acceptedReporterIsNoStranger() {
        known(OWN, LAST.minusDays(40), 10, 10);
        known(OWN, 4_500, 4_500);
        stranger("one", OWN, 1_000, 0);
        assertThat(advice()).contains("quarantine ready=true");
        fixture.sql.execute(
                "update reporter set trust = 'accepted' where account_id = %d and name = 'one'"
                        .formatted(owner.scope.accountId()));
        assertThat(advice()).contains("monitor ready=false");
    }

    @Test
    void adviceFollowsTheDomainsMailWhileAStrangerContradictsIt() {
        known(OWN, LAST.minusDays(40), 10, 10);
        known(OWN, 4_500, 2_000);
        stranger("evil", OWN, 4_000, 0);
        assertThat(advice()).contains("monitor ready=false");
        owner.reported(
                SHOP, "known", "accepted", LAST.minusDays(1), OWN, CAPABLE, 200_000, 200_000);
        fixture.clock.advance(Duration.ofDays(1));
        assertThat(advice()).contains("quarantine ready=true");
    }

    /** The stranger has a domain of the account reported, with mail in another one's name. */
    @Test
    void reportsAboutAnotherDomainAreLookedAtToo() {
        known(OWN, LAST.minusDays(40), 10, 10);
        known(OWN, 4_500, 4_500);
        String before = advice();
        stranger("evil", OWN, 8_000, 0);
        fixture.sql.execute(
                """
                update report set domain_id = %d, fact_domains = array[%d::bigint]
                where account_id = %d and reporter = 'evil'
                """
                        .formatted(
                                owner.id("other.example").value(),
                                owner.id(SHOP).value(),
                                owner.scope.accountId()));
        assertThat(advice()).isEqualTo(before);
    }

    @Test
    void reporterWithManyNamesIsOneStranger() {
        known(OWN, LAST.minusDays(40), 10, 10);
        known(OWN, 4_500, 4_500);
        String before = advice();
        stranger("one", OWN, 8_000, 0);
        stranger("two", OWN, 8_000, 0);
        fixture.sql.execute(
                """
                with p as (update reporter set organization = '' where account_id = %1$d
                    and name in ('one', 'two') returning id)
                update report set voucher = 'evil.example' where account_id = %1$d
                    and reporter_number in (select id from p)
                """
                        .formatted(owner.scope.accountId()));
        assertThat(advice()).isEqualTo(before);
    }

    /** What one alone adds is left out; what two confirm stays. */
    @Test
    void noiseOfAThirdStrangerHidesNothing() {
        known(OWN, LAST.minusDays(40), 10, 10);
        known(OWN, 4_500, 4_500);
        stranger("one", OWN, 1_000, 0);
        stranger("two", OWN, 1_000, 0);
        assertThat(advice()).contains("monitor ready=false");
        stranger("evil", SHARED, 1, 0);
        assertThat(advice()).contains("monitor ready=false");
        assertThat(notes()).contains("leaves out the reports of evil.example:");
        stranger("evil", OWN, 900_000, 900_000);
        assertThat(advice()).as("diluted").contains("monitor ready=false");
    }

    @Test
    void onePassedMessageOfLongAgoIsNotBelieved() {
        known(OWN, LAST.minusDays(40), 10, 10);
        known(OWN, 45_000, 45_000);
        known(SHARED, 40, 0);
        String before = advice();
        assertThat(before).contains("monitor ready=false");
        LocalDate longAgo = LAST.minusDays(120);
        owner.report("other.example", longAgo, "other.example", 1, 0);
        owner.reported(SHOP, "evil", "default", longAgo, SHARED, CAPABLE, 1, 1);
        assertThat(advice()).isEqualTo(before);
        owner.reported(SHOP, "known", "accepted", longAgo, SHARED, CAPABLE, 1, 1);
        assertThat(advice()).as("an accepted reporter's").isNotEqualTo(before);
    }

    /** Such a report is there, but nothing of it is about the judged days. */
    @Test
    void strangerWhoReportsNothingThatCountsChangesNothing() {
        known(OWN, LAST.minusDays(40), 10, 10);
        known(OWN, 4_500, 4_500);
        String before = advice();
        stranger("evil", OWN, 0, 0);
        assertThat(advice()).isEqualTo(before);
    }

    @Test
    void mailThatIsNotTheOwnersIsNotEnough() {
        known(OWN, LAST.minusDays(40), 10, 10);
        known(SHARED, 500, 0);
        fixture.sql.execute(
                "insert into source_decision (account_id, domain_id, source, decision, created) values (%d, %d, %d, 'not_ours', now())"
                        .formatted(owner.scope.accountId(), owner.id(SHOP).value(), SHARED));
        stranger("one", OWN, 1_000, 0);
        assertThat(advice()).contains("monitor ready=false");
    }

    @Test
    void onlySomeOfThoseWhoAreLeftOutAreNamed() {
        known(OWN, LAST.minusDays(40), 10, 10);
        known(OWN, 100_000, 100_000);
        for (int i = 0; i <= Corroboration.MAX_NAMED; i++) {
            stranger("stranger" + i, SHARED + i, 1, 0);
        }
        assertThat(advice()).contains("quarantine ready=true");
        assertThat(notes()).contains("stranger0.example").contains(" and 1 more");
    }

    @Test
    void ofAParkedDomainOneAcceptedMessageIsEnough() {
        fixture.sql.execute(
                "update domain set domain_state = 'inactive' where id = %d"
                        .formatted(owner.id(SHOP).value()));
        owner.reported(
                SHOP,
                "known",
                "accepted",
                LAST.minusDays(20),
                OWN,
                Category.THREAT_OR_UNKNOWN.number(),
                1,
                0);
        String before = advice();
        assertThat(before).contains("reject");
        stranger("evil", SHARED, 8_000, 0);
        assertThat(advice()).isEqualTo(before);
    }
}
