package org.mailvane.actions;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.mailvane.domains.DomainApi;
import org.mailvane.domains.DomainApi.Person;
import org.mailvane.domains.DomainId;
import org.mailvane.testing.TestClock;
import org.mailvane.text.MessageJson;
import org.mailvane.text.Passage;

/** What becomes of tasks as steps become the next ones and are done. */
class TasksTest {

    private static final TestClock CLOCK = new TestClock(Instant.parse("2026-11-20T10:00:00Z"));

    private static DomainApi api;
    private static Tasks tasks;
    private Person owner;
    private DomainId domain;

    @BeforeAll
    static void start() {
        api = new DomainApi(CLOCK);
        tasks = api.service.part(Tasks.class);
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    @BeforeEach
    void newAccount(TestInfo test) {
        owner = api.account("t" + test.getDisplayName().hashCode());
        owner.add("a.example", "b.example");
        domain = new DomainId(owner.id("a.example"));
        CLOCK.advance(Duration.ofHours(1));
    }

    private static NextStep step(TaskCode code, String subject, String details) {
        return new NextStep(code, subject, Passage.verbatim(details));
    }

    private static String stored(String details) {
        return MessageJson.write(Passage.verbatim(details));
    }

    private void settle(NextStep... steps) {
        tasks.settle(owner.scope, domain, List.of(steps));
    }

    private List<String> rows(String columns) {
        return api.sql.rows(
                "select %s from task where account_id = %d order by id"
                        .formatted(columns, owner.scope.accountId()));
    }

    @Test
    void stepsAreAddedOnceAndDoneWhenTheyAreNotNextAnyMore() {
        Instant begin = CLOCK.instant();
        settle(
                step(TaskCode.DMARC_PUBLISH, "", "one"),
                step(TaskCode.SOURCE_DECIDE, "Sender", "two"));
        List<String> first =
                rows("id, code, subject, category, details_message, created, ctid, xmin");
        assertThat(first).hasSize(2);
        CLOCK.advance(Duration.ofHours(1));
        settle(
                step(TaskCode.SOURCE_DECIDE, "Sender", "two"),
                step(TaskCode.DMARC_PUBLISH, "", "one"));
        assertThat(rows("id, code, subject, category, details_message, created, ctid, xmin"))
                .isEqualTo(first);
        settle(
                step(TaskCode.SOURCE_DECIDE, "Sender", "two"),
                step(TaskCode.SOURCE_DECIDE, "Other", "three"));
        assertThat(
                        rows(
                                "code, subject, extract(epoch from created)::bigint,"
                                        + " extract(epoch from solved_at)::bigint"))
                .containsExactly(
                        "dmarc.publish||%d|%d"
                                .formatted(
                                        begin.getEpochSecond(), CLOCK.instant().getEpochSecond()),
                        "source.decide|Sender|%d|null".formatted(begin.getEpochSecond()),
                        "source.decide|Other|%d|null".formatted(CLOCK.instant().getEpochSecond()));
        settle();
        settle(step(TaskCode.DMARC_PUBLISH, "", "one"));
        assertThat(rows("code, solved_at is null"))
                .containsExactly(
                        "dmarc.publish|f", "source.decide|f", "source.decide|f", "dmarc.publish|t");
    }

    @Test
    void aStepThatStaysNextKeepsItsNumberAndIsSaidInTheLastWords() {
        settle(
                step(TaskCode.DMARC_PUBLISH, "", "one"),
                step(TaskCode.DMARC_PUBLISH, "", "not this"));
        api.sql.execute("update task set ignored = true");
        List<String> before = rows("id, created, ignored");
        CLOCK.advance(Duration.ofHours(1));
        settle(step(TaskCode.DMARC_PUBLISH, "", "two"));
        assertThat(rows("id, created, ignored")).isEqualTo(before);
        assertThat(rows("category, details_message, details"))
                .containsExactly("dmarc|" + stored("two") + "|");
    }

    @Test
    void otherDomainsAndAccountsStayAsTheyAre() {
        Person stranger = api.account("strangerOfTasks");
        settle(step(TaskCode.DMARC_PUBLISH, "", "one"));
        tasks.settle(
                owner.scope,
                new DomainId(owner.id("b.example")),
                List.of(step(TaskCode.DMARC_PUBLISH, "", "one")));
        tasks.settle(stranger.scope, domain, List.of());
        tasks.settle(stranger.scope, domain, List.of(step(TaskCode.DMARC_FIX, "", "x")));
        settle();
        assertThat(rows("code, solved_at is null"))
                .containsExactly("dmarc.publish|f", "dmarc.publish|t");
        assertThat(
                        api.sql.value(
                                "select count(*) from task where account_id = "
                                        + stranger.scope.accountId()))
                .isEqualTo("0");
    }

    @Test
    void subjectsAreKeptUpToTheirLimitAndStaySettledThen() {
        String subject = "\ud83d\ude00".repeat(NextStep.MAX_SUBJECT);
        settle(step(TaskCode.DMARC_PUBLISH, subject + "s", "a\0b"));
        assertThat(rows("subject")).containsExactly(subject);
        List<String> before = rows("id, ctid, xmin");
        settle(step(TaskCode.DMARC_PUBLISH, subject + "s", "a\0b"));
        assertThat(rows("id, ctid, xmin")).isEqualTo(before);
    }

    @Test
    void aTaskFromBeforeMessagesIsReadAndGetsOne() {
        settle(step(TaskCode.DMARC_PUBLISH, "", "one"));
        api.sql.execute("update task set details_message = null, details = 'before'");
        assertThat(tasks.openOf(owner.scope, domain, 1).getFirst().details())
                .isEqualTo(Passage.verbatim("before"));
        settle(step(TaskCode.DMARC_PUBLISH, "", "one"));
        assertThat(rows("details_message, details")).containsExactly(stored("one") + "|");
    }
}
