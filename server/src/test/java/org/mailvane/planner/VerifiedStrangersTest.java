package org.mailvane.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.mailvane.actions.TaskTexts;
import org.mailvane.planner.PlannerFixture.Person;
import org.mailvane.sources.Category;
import tools.jackson.databind.JsonNode;

/** Where accepted reporters report enough, verified strangers change neither advice nor tasks. */
class VerifiedStrangersTest {

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
                .replaceAll("\\b\\d[\\d,.]*%?", "N");
    }

    private String notes() {
        return owner.row(SHOP).path("notes").toString();
    }

    static Stream<Arguments> attacks() {
        return Stream.of(
                arguments(
                        "failing mail of the domain's own servers",
                        (Consumer<VerifiedStrangersTest>)
                                test -> test.stranger("evil", OWN, 8_000, 0)),
                arguments(
                        "passing mail of the domain's own servers",
                        (Consumer<VerifiedStrangersTest>)
                                test -> test.stranger("evil", OWN, 8_000, 8_000)),
                arguments(
                        "a sender that nobody uses",
                        (Consumer<VerifiedStrangersTest>)
                                test -> test.stranger("evil", SHARED, 1, 0)),
                arguments(
                        "passing mail of a sender that nobody uses",
                        (Consumer<VerifiedStrangersTest>)
                                test -> test.stranger("evil", SHARED, 8_000, 8_000)),
                arguments(
                        "old failing mail",
                        (Consumer<VerifiedStrangersTest>)
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
            String about, Consumer<VerifiedStrangersTest> attack) {
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
            String about, Consumer<VerifiedStrangersTest> attack) {
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
        assertThat(notes()).as("too little to be said").doesNotContain("does not use");
    }

    @Test
    void severalStrangersChangeNothingEither() {
        known(OWN, LAST.minusDays(40), 10, 10);
        known(OWN, 4_500, 4_500);
        String before = advice();
        stranger("one", OWN, 1_000, 0);
        stranger("two", OWN, 1_000, 0);
        assertThat(advice()).isEqualTo(before).contains("quarantine ready=true");
        assertThat(notes()).contains("does not use reports from one.example, two.example:");
    }

    @ParameterizedTest
    @CsvSource({"49, monitor", "50, quarantine"})
    void acceptedReportersDecideFromSoManyPassingMessagesOn(int passing, String recommendation) {
        known(OWN, LAST.minusDays(40), 10, 10);
        known(OWN, passing, passing);
        stranger("one", OWN, 1_000, 0);
        assertThat(advice()).startsWith(recommendation);
    }

    /** The share is that of the reports that are left out in all reports. */
    @ParameterizedTest
    @CsvSource({"50, false", "51, true"})
    void muchThatIsLeftOutIsSaid(int strange, boolean said) {
        known(OWN, LAST.minusDays(40), 10, 10);
        known(OWN, 950, 950);
        stranger("one", OWN, strange, 0);
        advice();
        assertThat(notes().contains("does not use reports from one.example:")).isEqualTo(said);
    }

    @Test
    void acceptedReporterIsNoStranger() {
        known(OWN, LAST.minusDays(40), 10, 10);
        known(OWN, LAST.minusDays(1), 4_500, 4_500);
        stranger("one", OWN, 1_000, 0);
        assertThat(advice()).contains("quarantine ready=true");
        for (String table : List.of("report", "fact", "daily")) {
            fixture.sql.execute(
                    "update %s set trust = 1 where account_id = %d and trust = 0 and messages = 1000"
                            .formatted(table, owner.scope.accountId()));
        }
        assertThat(advice()).contains("monitor ready=false");
    }

    @Test
    void strangersAreNoLessSilentThanAcceptedReporters() {
        for (int day = 6; day < 40; day++) {
            known(OWN, LAST.minusDays(day), 100, 100);
        }
        String before = advice();
        assertThat(before).contains("have stopped");
        for (int day = 0; day < 6; day++) {
            owner.reported(SHOP, "evil", "default", LAST.minusDays(day), OWN, CAPABLE, 100, 100);
        }
        assertThat(advice()).isEqualTo(before);
    }

    /** As the monitor notes it where reports of anybody have come regularly. */
    @Test
    void strangersWhoStopAreNoSilence() {
        known(OWN, LAST.minusDays(40), 10, 10);
        known(OWN, 4_500, 4_500);
        String before = advice();
        fixture.sql.execute(
                "insert into silent_reporter (account_id, domain_id, reporter, last_day) values (%d, %d, '', '%s')"
                        .formatted(owner.scope.accountId(), owner.id(SHOP).value(), LAST));
        assertThat(advice()).isEqualTo(before).contains("quarantine ready=true");
    }

    @Test
    void daysOfWhichOnlyAStrangerReportsAreNotObserved() {
        known(OWN, LAST.minusDays(3), 4_500, 4_500);
        String before = advice();
        assertThat(before).contains("monitor ready=false");
        LocalDate early = LAST.minusDays(40);
        owner.reported(SHOP, "evil", "default", early, OWN, CAPABLE, 100, 100);
        fixture.sql.execute(
                "update report set received = '%s' where account_id = %d and trust = 0"
                        .formatted(early.plusDays(1), owner.scope.accountId()));
        assertThat(advice()).isEqualTo(before);
    }

    @Test
    void tasksNameNoHostsOfStrangers() {
        known(OWN, LAST.minusDays(40), 10, 10);
        known(OWN, 4_500, 4_500);
        known(2, 500, 0);
        stranger("evil", 2, 9_000, 0);
        fixture.sql.execute(
                "update fact set address = '198.51.100.66' where account_id = %d and trust = 0"
                        .formatted(owner.scope.accountId()));
        advice();
        assertThat(TaskTexts.of(fixture.sql, "solved_at is null").toString())
                .contains("192.0.2.1")
                .doesNotContain("198.51.100.66");
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

    /** No policy goes up by the reports of one stranger alone, in whatever names they come. */
    @Test
    void reporterWithManyNamesIsOneStranger() {
        owner.reported(SHOP, "honest", "default", LAST.minusDays(40), OWN, CAPABLE, 10, 10);
        fixture.sql.execute(
                "update report set received = '%s' where account_id = %d and trust = 0"
                        .formatted(LAST.minusDays(39), owner.scope.accountId()));
        stranger("honest", OWN, 100, 0);
        stranger("one", OWN, 80_000, 80_000);
        stranger("two", OWN, 90_000, 90_000);
        assertThat(advice()).as("two strangers").contains("quarantine ready=true");
        fixture.sql.execute(
                """
                with p as (update reporter set organization = '' where account_id = %1$d
                    and name in ('one', 'two') returning id)
                update report set voucher = 'evil.example' where account_id = %1$d
                    and reporter_number in (select id from p)
                """
                        .formatted(owner.scope.accountId()));
        assertThat(advice()).contains("monitor ready=false").contains("evil.example");
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
        known(OWN, 1_000, 1_000);
        for (int i = 0; i <= PolicyNotes.MAX_STRANGERS; i++) {
            stranger("stranger" + i, SHARED + i, 100, 0);
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
