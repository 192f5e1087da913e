package org.mailvane.actions;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.mailvane.domains.DomainApi;
import org.mailvane.domains.DomainApi.Person;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.finding.SpfFindings;
import org.mailvane.testing.Statements;
import org.mailvane.testing.TestClock;
import org.mailvane.text.Message;
import org.mailvane.text.MessageFormatter;
import org.mailvane.text.MessageJson;
import org.mailvane.text.Passage;
import org.slf4j.MDC;

/** What becomes of issues as checks find problems and find them no more. */
class IssuesTest {

    private static final TestClock CLOCK = new TestClock(Instant.parse("2026-11-20T10:00:00Z"));

    private static DomainApi api;
    private static Issues issues;
    private Person owner;
    private DomainId domain;

    @BeforeAll
    static void start() {
        api = new DomainApi(CLOCK);
        issues = api.service.part(Issues.class);
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    @BeforeEach
    void newAccount(TestInfo test) {
        owner = api.account("i" + test.getDisplayName().hashCode());
        owner.add("a.example", "b.example");
        domain = new DomainId(owner.id("a.example"));
        CLOCK.advance(Duration.ofHours(1));
    }

    private static FoundProblem problem(String code, String subject, String details) {
        return found(code, subject, "err", "It is wrong.", "Put it right.", details);
    }

    private static FoundProblem found(
            String code,
            String subject,
            String level,
            String problem,
            String solution,
            String details) {
        return new FoundProblem(
                code,
                subject,
                level,
                Passage.verbatim(problem),
                Passage.verbatim(solution),
                Passage.verbatim(details));
    }

    /** What issues say, in English. */
    private List<String> texts(String column) {
        return rows(column + "_message").stream()
                .map(MessageJson::read)
                .map(MessageFormatter.forPrograms()::format)
                .toList();
    }

    private void settle(String record, FoundProblem... found) {
        issues.settle(owner.scope, domain, record, List.of(found));
    }

    /** Rows in the order in which they were made. */
    private List<String> rows(String columns) {
        return api.sql.rows(
                "select %s from issue where account_id = %d order by id"
                        .formatted(columns, owner.scope.accountId()));
    }

    @Test
    void whatIsFoundIsRaisedOnceAndSolvedWhenItIsFoundNoMore() {
        Instant raised = CLOCK.instant();
        settle("spf", problem("spf.a", "", "one"), problem("spf.b", "x", "two"));
        List<String> first = rows("id, code, subject, details_message, created, solved_at");
        assertThat(first).hasSize(2);
        assertThat(first.getFirst()).contains("|spf.a||", "\"one\"").endsWith("|null");

        CLOCK.advance(Duration.ofHours(1));
        settle("spf", problem("spf.b", "x", "two"), problem("spf.a", "", "one"));
        assertThat(rows("id, code, subject, details_message, created, solved_at")).isEqualTo(first);

        CLOCK.advance(Duration.ofHours(1));
        settle("spf", problem("spf.b", "x", "two"));
        assertThat(
                        rows(
                                "code, extract(epoch from created)::bigint, extract(epoch from solved_at)::bigint"))
                .containsExactly(
                        "spf.a|%d|%d"
                                .formatted(
                                        raised.getEpochSecond(), CLOCK.instant().getEpochSecond()),
                        "spf.b|%d|null".formatted(raised.getEpochSecond()));

        settle("spf");
        assertThat(rows("solved_at is null")).containsExactly("f", "f");
    }

    @Test
    void whatComesBackIsANewIssueThatNobodyHasIgnored() {
        settle("spf", problem("spf.a", "", "one"));
        api.sql.execute("update issue set ignored = true");
        settle("spf");
        CLOCK.advance(Duration.ofHours(1));
        settle("spf", problem("spf.a", "", "one"));
        assertThat(rows("solved_at is null, ignored")).containsExactly("f|t", "t|f");
    }

    @Test
    void whatStaysOpenKeepsItsNumberAndIsSaidInTheLastWords() {
        settle("spf", problem("spf.a", "", "one"), problem("spf.b", "", "same"));
        api.sql.execute("update issue set ignored = true");
        List<String> before = rows("id, created, ignored");
        List<String> untouched = rows("ctid, xmin");
        CLOCK.advance(Duration.ofHours(1));
        settle(
                "spf",
                found("spf.a", "", "warn", "Other.", "Do so.", "two"),
                problem("spf.b", "", "same"));
        assertThat(rows("id, created, ignored")).isEqualTo(before);
        assertThat(rows("level")).containsExactly("warn", "err");
        assertThat(texts("problem")).containsExactly("Other.", "It is wrong.");
        assertThat(texts("solution")).containsExactly("Do so.", "Put it right.");
        assertThat(texts("details")).containsExactly("two", "same");
        assertThat(rows("ctid, xmin").getFirst()).isNotEqualTo(untouched.getFirst());
        assertThat(rows("ctid, xmin").getLast()).isEqualTo(untouched.getLast());
    }

    @Test
    void otherRecordsAndDomainsStayAsTheyAre() {
        settle("spf", problem("spf.a", "", "one"));
        settle("dmarc", problem("spf.a", "", "one"));
        issues.settle(
                owner.scope,
                new DomainId(owner.id("b.example")),
                "spf",
                List.of(problem("spf.a", "", "one")));
        settle("spf");
        assertThat(rows("record, solved_at is null")).containsExactly("spf|f", "dmarc|t", "spf|t");
    }

    @Test
    void ofTheSameProblemTheFirstCounts() {
        settle("spf", problem("spf.a", "x", "one"), problem("spf.a", "x", "two"));
        settle("spf", problem("spf.a", "x", "one"), problem("spf.a", "x", "three"));
        assertThat(texts("details")).containsExactly("one");
    }

    @Test
    void aDomainOfAnotherAccountOrNoneGetsNoIssue() {
        Person stranger = api.account("strangerOfIssues");
        stranger.add("a.example");
        FoundProblem problem = problem("spf.a", "", "one");
        issues.settle(owner.scope, new DomainId(stranger.id("a.example")), "spf", List.of(problem));
        issues.settle(owner.scope, new DomainId(999_999_999), "spf", List.of(problem));
        assertThat(rows("id")).isEmpty();
        assertThat(stranger.get("").status()).isEqualTo(200);

        settle("spf", problem);
        issues.settle(stranger.scope, domain, "spf", List.of());
        assertThat(rows("solved_at is null")).containsExactly("t");
    }

    @Test
    void issueFromBeforeKeepsItsTextsUntilItIsJudgedNext() {
        settle("spf", FoundProblem.of(SpfFindings.PARKED.with("a.example"), "", Passage.EMPTY));
        api.sql.execute(
                "update issue set problem_message = null, solution_message = null,"
                        + " details_message = null, problem = 'Old {text}.', solution = 'Do it.',"
                        + " details = 'Seen.'");
        assertThat(issues.openOf(owner.scope, domain, 10))
                .singleElement()
                .satisfies(issue -> {
                    assertThat(issue.problem()).isEqualTo(Passage.verbatim("Old {text}."));
                    assertThat(issue.solution()).isEqualTo(Passage.verbatim("Do it."));
                    assertThat(issue.evidence()).isEqualTo(Passage.verbatim("Seen."));
                });
        settle("spf", FoundProblem.of(SpfFindings.PARKED.with("a.example"), "", Passage.EMPTY));
        assertThat(rows("problem")).containsExactly("");
        assertThat(texts("problem")).singleElement().asString().startsWith("a.example ");
    }

    @Test
    void textsAreKeptUpToTheirLimitsAndStaySettledThen() {
        String subject = "s".repeat(FoundProblem.MAX_SUBJECT);
        FoundProblem tooLong = problem("spf.a", subject + "s", "x".repeat(5_000));
        settle("spf", tooLong, problem("spf.b", "a\0b", "\ud83d"));
        assertThat(rows("subject")).containsExactly(subject, "a\ufffdb");
        assertThat(texts("details"))
                .containsExactly("x".repeat(Message.MAX_NAME_LENGTH - 1) + "…", "\ufffd");
        List<String> before = rows("id, ctid, xmin");
        settle("spf", tooLong, problem("spf.b", "a\0b", "\ud83d"));
        assertThat(rows("id, ctid, xmin")).isEqualTo(before);
    }

    @Test
    void theLongestSubjectsOfWideCharactersCanBeToldApart() {
        String wide = "\ud83d\ude00".repeat(FoundProblem.MAX_SUBJECT - 1);
        settle("spf", problem("spf.a", wide + "1", ""), problem("spf.a", wide + "2", ""));
        assertThat(rows("id")).hasSize(2);
    }

    @Test
    void whatIsSettledCostsOneStatementAndNoNumberOfProblemsMoreThanFour() {
        FoundProblem[] many =
                IntStream.range(0, 200)
                        .mapToObj(i -> problem("spf.a", "s" + i, "one"))
                        .toArray(FoundProblem[]::new);
        settle("spf", many);
        assertThat(statements(many)).isEqualTo(1);
        FoundProblem[] others =
                IntStream.range(100, 300)
                        .mapToObj(i -> problem("spf.a", "s" + i, "two"))
                        .toArray(FoundProblem[]::new);
        assertThat(statements(others)).isEqualTo(4);
        assertThat(rows("details_message like '%one%', solved_at is null").stream().distinct())
                .containsExactly("t|f", "f|t");
        assertThat(rows("id")).hasSize(300);
    }

    private int statements(FoundProblem... found) {
        try (MDC.MDCCloseable request = MDC.putCloseable("request", "settling");
                Statements statements = Statements.of("settling")) {
            assertThat(request).isNotNull();
            settle("spf", found);
            return statements.count();
        }
    }

    @Test
    void issuesGoWithTheirDomain() {
        settle("spf", problem("spf.a", "", "one"));
        assertThat(owner.send("DELETE", domain.value() + "/", "").status()).isEqualTo(200);
        assertThat(rows("id")).isEmpty();
    }
}
