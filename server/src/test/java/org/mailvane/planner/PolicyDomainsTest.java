package org.mailvane.planner;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.actions.TaskTexts;
import org.mailvane.planner.PlannerFixture.Person;
import org.mailvane.platform.settings.DatabaseUrl;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.Statements;
import org.mailvane.testing.TestService.Answer;
import tools.jackson.databind.JsonNode;

/** The policy planner of a running service. */
@Tag("slow")
class PolicyDomainsTest {

    private static final String NONE = "v=DMARC1; p=none; rua=mailto:a@shop.example";
    private static final String REJECT = "v=DMARC1; p=reject; rua=mailto:a@shop.example";
    private static final LocalDate FIRST = LocalDate.of(2026, 10, 18);
    private static final LocalDate LAST = PlannerFixture.LAST;

    /** A sender of the catalogue. */
    private static final int SHARED = 100;

    private static PlannerFixture fixture;
    private Person owner;

    @BeforeAll
    static void start() {
        fixture = new PlannerFixture();
    }

    @AfterAll
    static void stop() {
        fixture.close();
    }

    @BeforeEach
    void newAccount() {
        owner = fixture.owner().add("shop.example");
    }

    private String ofAccount() {
        return " where account_id = " + owner.scope.accountId();
    }

    private static List<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::asString).toList();
    }

    @Test
    void reportsOfThirtyDaysMakeADomainReady() {
        owner.report("shop.example", FIRST, "shop.example", 60, 0);
        owner.report("shop.example", LAST, "shop.example", 39, 1);
        owner.publishes("shop.example", NONE);
        JsonNode row = owner.row("shop.example");
        assertThat(row.propertyNames())
                .containsExactly(
                        "_links",
                        "id",
                        "domain",
                        "policy",
                        "subdomain_policy",
                        "policy_via_org",
                        "recommendation",
                        "policy_ready",
                        "blocking",
                        "blocking_sources",
                        "met",
                        "notes",
                        "recommended_record",
                        "days_observed",
                        "message_count",
                        "dmarc_percentage",
                        "spf_percentage",
                        "dkim_percentage",
                        "count_dmarc_capable",
                        "count_non_dmarc_capable",
                        "count_forwarded",
                        "count_threat_other",
                        "count_affected",
                        "count_lost",
                        "count_unverified",
                        "judged");
        assertThat(row.path("recommendation").asString())
                .as(row.toString())
                .isEqualTo("quarantine");
        assertThat(row.path("policy_ready").asBoolean()).isTrue();
        assertThat(row.path("blocking")).isEmpty();
        assertThat(texts(row.path("met")))
                .containsExactly(
                        "30 days were observed up to 2026-11-16; 30 are needed.",
                        "Reports arrive: they cover 100 messages from 2026-10-18 to 2026-11-16.",
                        "Receivers can use the DMARC record of shop.example.",
                        "No shared sender needs your decision.",
                        "Of 99 messages from capable sources from 2026-10-18 to 2026-11-16, 99 passed DMARC, which is 100.0%; 98% is needed.");
        assertThat(row.path("policy").asString()).isEqualTo("none");
        assertThat(row.path("subdomain_policy").asString()).isEqualTo("none");
        assertThat(row.path("policy_via_org").asBoolean()).isFalse();
        assertThat(row.path("days_observed").asInt()).isEqualTo(30);
        assertThat(row.path("message_count").asInt()).isEqualTo(100);
        assertThat(row.path("count_dmarc_capable").asInt()).isEqualTo(99);
        assertThat(row.path("count_threat_other").asInt()).isEqualTo(1);
        assertThat(row.path("dmarc_percentage").toString()).isEqualTo("100.0");
        assertThat(row.path("recommended_record").asString())
                .isEqualTo("v=DMARC1; p=quarantine; np=reject; rua=mailto:a@shop.example");
        JsonNode domain =
                fixture.service.get(owner.token, row.at("/_links/domain").asString()).json();
        assertThat(domain.path("id")).isEqualTo(row.path("id"));
        assertThat(owner.get(row.at("/_links/decisions").asString()).status()).isEqualTo(200);
    }

    @Test
    void whatStandsInDnsTodayCountsForTheMailToCome() {
        owner.report("shop.example", FIRST, "shop.example", 60, 0);
        owner.publishes("shop.example", NONE);
        owner.found("shop.example", "spf", "", "present", "spf.all.neutral");
        owner.signs("shop.example", "s1", "s2");
        owner.found("shop.example", "dkim", "s1", "present", "");
        owner.found("shop.example", "dkim", "s2", "missing", "");
        owner.found("shop.example", "dkim", "old", "present", "");
        assertThat(owner.row("shop.example").path("policy_ready").asBoolean()).isTrue();
        // A key of an old selector signs nothing.
        owner.found("shop.example", "dkim", "s1", "error", "");
        JsonNode row = owner.row("shop.example");
        assertThat(row.path("policy_ready").asBoolean()).isFalse();
        assertThat(texts(row.path("blocking")))
                .singleElement()
                .asString()
                .contains("signed with selector s1, s2.");
        owner.found("shop.example", "dkim", "s1", "present", "");
        owner.found("shop.example", "spf", "", "present", "spf.all.pass");
        row = owner.row("shop.example");
        assertThat(texts(row.path("blocking")))
                .singleElement()
                .asString()
                .contains("allows every server on the internet to send");
    }

    /** Another key exists, and carries too little of the mail of the last reported week. */
    @Test
    void aKeyThatIsGoneIsWeighedByTheMailThatPassedByItAlone() {
        owner.publishes("shop.example", NONE);
        owner.report("other.example", LAST, "other.example", 1, 0);
        owner.found("shop.example", "spf", "", "present", "");
        owner.found("shop.example", "dkim", "s1", "missing", "");
        owner.found("shop.example", "dkim", "s2", "present", "");
        owner.sent("shop.example", FIRST.toString(), 1, 1, 1000, 1000);
        owner.sent("shop.example", LAST.toString(), 1, 1, 1000, 1000);
        LocalDate first = LAST.minusDays(LapsedMail.RECENT_DAYS - 1L);
        passed("shop.example", first.minusDays(1), 900, false, signed("s1"), "[]");
        passed("shop.example", first, 30, false, signed("s1"), "[]");
        passed("shop.example", LAST, 500, false, signed("s1", "s2"), "[]");
        passed("shop.example", LAST, 470, true, signed("s1"), spf("shop.example"));
        owner.signs("shop.example", "s1", "s2");
        JsonNode row = owner.row("shop.example");
        assertThat(texts(row.path("blocking")))
                .containsExactly(
                        "Of 1,000 messages from capable sources that passed DMARC from %s to %s, 30 passed only with a DKIM key that is gone from DNS or no longer usable, at s1._domainkey.shop.example."
                                .formatted(first, LAST));
        assertThat(texts(row.path("met")).toString()).doesNotContain("SPF and DKIM are published");
        assertThat(tasks()).contains("dkim.restore s1._domainkey.shop.example");
        // With the SPF record goes what else it would have passed by.
        owner.found("shop.example", "spf", "", "missing", "");
        assertThat(texts(owner.row("shop.example").path("blocking")).toString())
                .contains("500 passed only with a DKIM key");
        owner.found("shop.example", "spf", "", "present", "");
        owner.found("shop.example", "dkim", "s1", "present", "");
        row = owner.row("shop.example");
        assertThat(row.path("policy_ready").asBoolean()).isTrue();
        assertThat(texts(row.path("met")))
                .contains("SPF and DKIM are published in DNS as the mail requires.");
    }

    @Test
    void recordsOfSubdomainsAreWeighedByTheMailThatPassedByThemAlone() {
        owner.add("news.shop.example");
        owner.publishes("shop.example", NONE);
        owner.report("other.example", LAST, "other.example", 1, 0);
        owner.sent("shop.example", FIRST.toString(), 1, 1, 3600, 3600);
        bySpf("news.shop.example", 12_000);
        passed("shop.example", LAST.minusDays(15), 3600, false, signed("s1"), "[]");
        passed(
                "news.shop.example",
                LAST.minusDays(15),
                11_000,
                true,
                "[]",
                spf("news.shop.example"));
        passed("news.shop.example", LAST, 1000, true, "[]", spf("bounce.shop.example"));
        owner.found("news.shop.example", "spf", "", "error", "");
        owner.changed("shop.example");
        assertThat(texts(owner.row("shop.example").path("blocking")))
                .containsExactly(
                        "Of 15,600 messages from capable sources that passed DMARC from 2026-10-18 to 2026-11-16, 11,000 passed only with an SPF record that is gone or no longer usable, at news.shop.example.");
        owner.found("news.shop.example", "spf", "", "present", "spf.all.pass");
        assertThat(texts(owner.row("shop.example").path("blocking")))
                .singleElement()
                .asString()
                .startsWith("The SPF record of news.shop.example allows every server");
        owner.found("news.shop.example", "spf", "", "present", "");
        assertThat(owner.row("shop.example").path("policy_ready").asBoolean()).isTrue();
        fixture.sql.execute(
                "update watched_record set value = 'v=spf1 -all'"
                        + ofAccount()
                        + " and kind = 'spf'");
        owner.changed("shop.example");
        assertThat(owner.row("shop.example").path("policy_ready").asBoolean()).isFalse();
    }

    /** What is said of keys that are missed; empty where none is. */
    private String lost() {
        List<String> said =
                Stream.of("blocking", "notes")
                        .flatMap(member -> texts(owner.row("shop.example").path(member)).stream())
                        .filter(text -> text.contains("only with a DKIM key"))
                        .toList();
        return said.isEmpty() ? "" : said.getFirst();
    }

    /** With strict alignment a key of another name carries no mail, of whichever organisation. */
    @ParameterizedTest
    @CsvSource({"'', false", "adkim=r, false", "adkim=s, true", "adkim=S, true"})
    void onlyKeysOfTheVeryNameCarryMailWhereAlignmentIsStrict(String tag, boolean strict) {
        owner.publishes("shop.example", (NONE + "; " + tag).replaceAll("; $", ""));
        owner.report("other.example", LAST, "other.example", 1, 0);
        owner.found("shop.example", "spf", "", "present", "");
        owner.found("shop.example", "dkim", "s1", "missing", "");
        owner.found("shop.example", "dkim", "s2", "present", "");
        owner.sent("shop.example", LAST.toString(), 1, 1, 1000, 1000);
        passed("shop.example", LAST, 300, false, signed("s2"), "[]");
        String other = "{\"d\": \"news.shop.example\", \"s\": \"n1\", \"r\": \"+\"}";
        passed(
                "shop.example",
                LAST,
                700,
                false,
                signed("s1").replace("]", ", " + other + "]"),
                "[]");
        owner.signs("shop.example", "s1", "s2");
        assertThat(lost())
                .matches(text -> strict == text.contains("700 passed only with a DKIM key"))
                .matches(text -> strict != text.isEmpty());
    }

    /** What lies above it is another organisation then (RFC 9989, section 4.8). */
    @Test
    void keysOfWhatLiesAboveCarryNoMailOfAnOrganisationOfItsOwn() {
        owner.add("own.shop.example");
        owner.report("other.example", LAST, "other.example", 1, 0);
        owner.found("own.shop.example", "spf", "", "present", "");
        owner.found("own.shop.example", "dkim", "s1", "missing", "");
        owner.found("own.shop.example", "dkim", "s2", "present", "");
        owner.sent("own.shop.example", LAST.toString(), 1, 1, 1000, 1000);
        String own = "{\"d\": \"own.shop.example\", \"s\": \"s1\", \"r\": \"+\"}";
        passed(
                "own.shop.example",
                LAST,
                1000,
                false,
                signed("a").replace("]", ", " + own + "]"),
                "[]");
        owner.signs("own.shop.example", "s1", "s2");
        String record = NONE + "; psd=n";
        owner.publishes("own.shop.example", NONE);
        assertThat(texts(owner.row("own.shop.example").path("blocking")).toString())
                .doesNotContain("only with a DKIM key");
        owner.watched(
                "own.shop.example",
                "present",
                record,
                "{\"policy_domain\": \"own.shop.example\", \"organization\": \"own.shop.example\"}");
        assertThat(texts(owner.row("own.shop.example").path("blocking")).toString())
                .contains("1,000 passed only with a DKIM key", "s1._domainkey.own.shop.example");
    }

    /** Nobody passes for the domain by it; for its own name it counts as ever. */
    @Test
    void anSpfRecordOfASubdomainCountsForItsOwnNameWhereAlignmentIsStrict() {
        owner.add("news.shop.example");
        owner.publishes("shop.example", NONE + "; aspf=s");
        owner.report("other.example", LAST, "other.example", 1, 0);
        bySpf("news.shop.example", 1000);
        passed("news.shop.example", LAST, 1000, true, "[]", spf("news.shop.example"));
        owner.found("news.shop.example", "spf", "", "present", "spf.all.pass");
        String open = "The SPF record of news.shop.example allows every server";
        JsonNode row = owner.row("shop.example");
        assertThat(texts(row.path("blocking")).toString()).doesNotContain(open);
        assertThat(texts(row.path("notes")).toString()).contains(open);
        owner.found("news.shop.example", "spf", "", "error", "");
        assertThat(texts(owner.row("shop.example").path("blocking")).toString())
                .contains("1,000 passed only with an SPF record", "at news.shop.example");
    }

    /** The second reading waits until others have written what it must not see. */
    @Test
    void whatADomainIsJudgedByIsOfOneMoment() throws SQLException {
        owner.add("news.shop.example");
        owner.publishes("shop.example", NONE);
        owner.report("other.example", LAST, "other.example", 1, 0);
        owner.found("shop.example", "dkim", "s1", "missing", "");
        owner.found("shop.example", "dkim", "s2", "present", "");
        owner.found("news.shop.example", "spf", "", "error", "");
        owner.signs("shop.example", "s1", "s2");
        bySpf("news.shop.example", 1000);
        passed("news.shop.example", LAST, 1000, true, "[]", spf("bounce.shop.example"));
        assertThat(owner.row("shop.example").path("blocking").toString())
                .doesNotContain("passed only with");
        DatabaseUrl url = fixture.database.url();
        try (Connection writing =
                        DriverManager.getConnection(url.jdbcUrl(), url.user(), url.password());
                Statement statement = writing.createStatement()) {
            writing.setAutoCommit(false);
            statement.execute("lock table auth_result in access exclusive mode");
            owner.changed("shop.example");
            awaitMailBeingRead();
            statement.execute(
                    "update auth_result set spf = '%s'%s"
                            .formatted(spf("news.shop.example"), ofAccount()));
            writing.commit();
        }
        assertThat(owner.row("shop.example").path("blocking").toString())
                .as("as it was when the judgement began")
                .doesNotContain("passed only with");
        owner.changed("shop.example");
        assertThat(owner.row("shop.example").path("blocking").toString())
                .contains("1,000 passed only with an SPF record");
    }

    private static void awaitMailBeingRead() {
        Awaiting.until(
                "the mail of what is gone is read",
                Duration.ofSeconds(60),
                () ->
                        !fixture.sql
                                .value(
                                        """
                                        select count(*) from pg_stat_activity
                                        where datname = current_database()
                                            and wait_event_type = 'Lock'
                                            and query like '%f.category = %join auth_result d%'
                                        """)
                                .equals("0"));
    }

    /** Rows are read of one of two that are taken together. */
    @Test
    void aDomainWhoseMailIsReadKeepsNoOtherWaiting() throws SQLException {
        owner.add("other.example");
        owner.report("shop.example", LAST, "shop.example", 1, 0);
        owner.found("shop.example", "dkim", "s1", "missing", "");
        owner.found("other.example", "spf", "", "missing", "");
        owner.signs("shop.example", "s1");
        fixture.judgeAll();
        DatabaseUrl url = fixture.database.url();
        try (Connection writing =
                        DriverManager.getConnection(url.jdbcUrl(), url.user(), url.password());
                Statement statement = writing.createStatement()) {
            writing.setAutoCommit(false);
            statement.execute("lock table auth_result in access exclusive mode");
            owner.changed("shop.example", "other.example");
            awaitMailBeingRead();
            assertThat(
                            fixture.sql.rows(
                                    "select name from policy_advice a join domain d on d.id = a.domain_id where a.leased_until is not null"))
                    .containsExactly("shop.example");
            writing.rollback();
        }
        fixture.judgeAll();
    }

    private void bySpf(String name, int messages) {
        owner.sent(name, LAST.toString(), 1, 1, messages, messages);
        fixture.sql.execute(
                "update daily set dkim = 0"
                        + ofAccount()
                        + " and domain_id = "
                        + owner.id(name).value());
    }

    private static String signed(String... selectors) {
        return Stream.of(selectors)
                .map(selector ->
                        "{\"d\": \"shop.example\", \"s\": \"%s\", \"r\": \"+\"}"
                                .formatted(selector))
                .toList()
                .toString();
    }

    private static String spf(String name) {
        return "[{\"d\": \"%s\", \"s\": \"mfrom\", \"r\": \"+\"}]".formatted(name);
    }

    /** Messages of a capable source that passed, with these raw results. */
    private void passed(
            String name, LocalDate day, int messages, boolean spf, String dkim, String results) {
        fixture.sql.execute(
                """
                with known as (
                    insert into auth_result (account_id, domain_id, hash, reporter, policy_domain, dkim,
                        spf, reasons)
                    values (%1$d, %2$d, gen_random_uuid(), 'r', 'shop.example', '%6$s', '%7$s',
                        '[]')
                    returning hash)
                insert into fact (account_id, domain_id, report_id, day, header_from, address,
                    category, source, rule, rules_version, disposition, dkim_aligned, spf_aligned,
                    messages, detail)
                select %1$d, %2$d, 1, '%3$s', 'shop.example', '192.0.2.1', 1, 1, 1, 1, 0,
                    '%6$s' <> '[]', %5$s, %4$d, hash from known
                """
                        .formatted(
                                owner.scope.accountId(),
                                owner.id(name).value(),
                                day,
                                messages,
                                spf,
                                dkim,
                                results));
    }

    private List<String> tasks() {
        return List.of(
                fixture.sql
                        .value(
                                "select string_agg(trim(code || ' ' || subject), ',' order by code) from task%s and solved_at is null"
                                        .formatted(ofAccount()))
                        .split(",", -1));
    }

    @Test
    void anAddressOfWhichNoReportReachesTheMailboxIsNone() {
        owner.report("shop.example", FIRST, "shop.example", 100, 0);
        owner.publishes("shop.example", "v=DMARC1; p=none; rua=mailto:a@dead.example");
        assertThat(owner.row("shop.example").path("policy_ready").asBoolean()).isTrue();
        fixture.sql.execute(
                "update watched_record set findings = '[{\"code\": \"dmarc.mailbox.refused\", \"level\": \"warn\", \"subject\": \"rua dead.example\"}]'"
                        + ofAccount()
                        + " and kind = 'dmarc'");
        owner.changed("shop.example");
        JsonNode row = owner.row("shop.example");
        assertThat(texts(row.path("blocking")))
                .singleElement()
                .asString()
                .startsWith("No address in the rua tag of the DMARC record of shop.example");
        assertThat(row.path("recommended_record").asString()).doesNotContain("dead.example");
        assertThat(tasks()).contains("dmarc.report");
    }

    /** Receivers apply none of several, so that the owner has to choose. */
    @Test
    void ofSeveralRecordsTheOneIsKeptThatCountedBefore() {
        owner.report("shop.example", FIRST, "shop.example", 100, 0);
        owner.publishes("shop.example", REJECT);
        assertThat(owner.row("shop.example").path("recommendation").asString())
                .isEqualTo("maintain");
        owner.watched(
                "shop.example",
                "error",
                "v=DMARC1; p=none; rua=mailto:a@shop.example\n" + REJECT,
                "{\"policy_domain\": \"shop.example\"}");
        JsonNode row = owner.row("shop.example");
        assertThat(row.path("recommendation").asString()).isEqualTo("fix");
        assertThat(row.path("recommended_record").asString()).isEqualTo(REJECT);
        // Where none of them is that one, it is the one that asks for least.
        owner.watched(
                "shop.example",
                "error",
                NONE + "\nv=DMARC1; p=quarantine",
                "{\"policy_domain\": \"shop.example\"}");
        assertThat(owner.row("shop.example").path("recommended_record").asString()).isEqualTo(NONE);
    }

    @Test
    void whatForwardersBreakIsKept() {
        owner.sent("shop.example", LAST.toString(), 1, 1, 1000, 1000);
        owner.sent("shop.example", LAST.toString(), 10_000_000, 3, 300, 100);
        owner.publishes("shop.example", NONE);
        assertThat(texts(owner.row("shop.example").path("notes")))
                .anyMatch(note -> note.contains("200 failed DMARC. Receivers"));
        PolicyAdvice advice =
                fixture.service
                        .part(PolicyAdvices.class)
                        .find(owner.scope, owner.id("shop.example"))
                        .orElseThrow();
        assertThat(advice.forwardedFailed()).isEqualTo(200);
        assertThat(advice.held()).isEqualTo(200);
    }

    @Test
    void whatCantPassIsKeptAndOrderedByAsTheOwners() {
        owner.sent("shop.example", LAST.toString(), 1, 1, 1000, 1000);
        owner.sent("shop.example", LAST.toString(), 1_000_000, 2, 300, 0);
        owner.publishes("shop.example", NONE);
        JsonNode row = owner.row("shop.example");
        assertThat(row.path("count_lost").asLong()).isEqualTo(300);
        assertThat(row.path("count_affected").asLong()).isEqualTo(300);
        assertThat(row.path("count_non_dmarc_capable").asLong()).isEqualTo(300);
    }

    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
                    version: STSv1\\r\\nmode: testing\\r\\nmx: *.shop.example, 1
                    mode:testing, 1
                    version: STSv1\\nmode: enforce\\nmx: mode.testing, 0
                    version: STSv1\\nmode: enforce\\nx-mode: testing, 0
                    """)
    void whatMtaStsOnlyTestsIsAStepOfItsOwn(String policy, String steps) {
        owner.publishes("shop.example", NONE);
        owner.found("shop.example", "mta_sts", "", "present", "");
        fixture.sql.execute(
                "update watched_record set details = '{\"policy_file\": \"%s\"}'%s and kind = 'mta_sts'"
                        .formatted(policy, ofAccount()));
        owner.changed("shop.example");
        fixture.judgeAll();
        assertThat(
                        fixture.sql.value(
                                "select count(*) from task%s and code = 'mta_sts.enforce'"
                                        .formatted(ofAccount())))
                .isEqualTo(steps);
    }

    @ParameterizedTest
    @CsvSource({
        "mta_sts_policy.mx.unmatched_in_testing, 2026-09-01, no longer deliver",
        "mta_sts_policy.max_age.short, 2026-11-06, show 7 failed sessions",
        "mta_sts_policy.max_age.short, 2026-11-05, is in testing mode"
    })
    void whatIsTestedAndDoesNotFitIsMendedFirst(String found, String day, String text) {
        owner.publishes("shop.example", NONE);
        owner.found("shop.example", "mta_sts", "", "present", found);
        fixture.sql.execute(
                "update watched_record set details = '{\"policy_file\": \"mode: testing\"}'%s and kind = 'mta_sts'"
                        .formatted(ofAccount()));
        failed("s", day, 7);
        // A sender that follows TLSA records knows nothing about the policy.
        failed("t", day, 100);
        owner.changed("shop.example");
        fixture.judgeAll();
        assertThat(onlyTask("and solved_at is null and code like 'mta_sts.%'")).contains(text);
    }

    private String onlyTask(String and) {
        List<String> texts =
                TaskTexts.of(fixture.sql, "account_id = " + owner.scope.accountId() + " " + and);
        assertThat(texts).hasSize(1);
        return texts.getFirst();
    }

    /** A report that began in the afternoon of a day shows failed sessions. */
    private void failed(String type, String day, int sessions) {
        fixture.sql.execute(
                """
                with report as (
                    insert into tls_report (account_id, domain_id, policy_domain, reporter, report_id,
                        begin_at, end_at, content_hash, received, contact_info, not_stored, remarks)
                    values (%1$d, %2$d, 'shop.example', 'reporter', '%3$s', '%4$s 13:00:00Z',
                        '%4$s 14:00:00Z', gen_random_uuid(), now(), '', 0, '{}')
                    returning id),
                policy as (
                    insert into tls_policy (account_id, domain_id, p_domain, p_type, sts_p_mode,
                        sum_success, sum_failed, results, counted, last_seen)
                    values (%1$d, %2$d, 'shop.example', '%3$s', '', 3, %5$d, 1, 1, now())
                    returning id)
                insert into tls_result (account_id, domain_id, report_id, policy_id, begin_at, seen,
                    successful, failed)
                select %1$d, %2$d, report.id, policy.id, '%4$s 13:00:00Z', now(), 3, %5$d
                from report, policy
                """
                        .formatted(
                                owner.scope.accountId(),
                                owner.id("shop.example").value(),
                                type,
                                day,
                                sessions));
    }

    @Test
    void daysAtTheEdgesOfTheJudgedOnesDoNotCount() {
        owner.sent("shop.example", FIRST.minusDays(1).toString(), 1, 1, 1, 0);
        owner.sent("shop.example", FIRST.toString(), 1, 1, 20, 20);
        owner.sent("shop.example", LAST.toString(), 1, 1, 300, 300);
        owner.sent("shop.example", LAST.plusDays(1).toString(), 1, 1, 4000, 0);
        owner.publishes("shop.example", NONE);
        JsonNode row = owner.row("shop.example");
        assertThat(row.path("message_count").asInt()).isEqualTo(320);
        assertThat(row.path("dmarc_percentage").toString()).isEqualTo("100.0");
        // The first report is older than they are.
        assertThat(row.path("days_observed").asInt()).isEqualTo(31);
    }

    @Test
    void theRecordThatWasRemovedLastIsToldOf() {
        removed("2026-11-01T00:00:00Z", "v=DMARC1; p=none");
        removed("2026-11-19T08:00:00Z", "v=DMARC1; p=reject; rua=mailto:a@shop.example");
        owner.watched("shop.example", "missing", "", "{}");
        assertThat(texts(owner.row("shop.example").path("notes")))
                .contains(
                        "Until 2026-11-19 the record was \"v=DMARC1; p=reject; rua=mailto:a@shop.example\".");
        removed("2026-11-20T08:00:00Z", "v=DMARC1; p=none\nv=DMARC1; p=reject");
        owner.watched("shop.example", "missing", "", "{}");
        assertThat(texts(owner.row("shop.example").path("notes"))).isEmpty();
    }

    private void removed(String time, String record) {
        fixture.sql.execute(
                """
                insert into timeline_event (account_id, domain_id, domain, change, record_type,
                    old_value, new_value, details, created)
                values (%d, %d, 'shop.example', 'dmarc_removed', 'dmarc', '%s', '', '', '%s')
                """
                        .formatted(
                                owner.scope.accountId(),
                                owner.id("shop.example").value(),
                                record,
                                time));
    }

    @Test
    void aDomainThatWasNeverJudgedIsToBeMonitored() {
        // Nobody looks after it: it is due in a year.
        fixture.judgeAll();
        fixture.sql.execute("delete from policy_advice" + ofAccount());
        fixture.sql.execute(
                "insert into policy_advice (account_id, domain_id, due)"
                        + " select account_id, id, '2027-11-20' from domain"
                        + ofAccount());
        JsonNode row = owner.get("").json().at("/results/0");
        assertThat(row.path("recommendation").asString()).isEqualTo("monitor");
        assertThat(row.path("policy_ready").asBoolean()).isFalse();
        assertThat(texts(row.path("blocking")).getFirst())
                .contains("has not judged this domain yet");
        assertThat(row.path("dmarc_percentage").toString()).isEqualTo("-999");
        fixture.sql.execute("delete from policy_advice" + ofAccount());
        assertThat(
                        owner.get("?recommendation=monitor&policy_ready=false")
                                .json()
                                .path("count")
                                .asInt())
                .isEqualTo(1);
        assertThat(
                        fixture.service
                                .part(PolicyAdvices.class)
                                .find(owner.scope, owner.id("shop.example")))
                .contains(PolicyAdvice.NOT_JUDGED);
    }

    @Test
    void aSilentDomainIsObservedSinceItsReportsWereFirstSeenToComeHere() {
        fixture.sql.execute(
                """
                insert into watched_domain (account_id, domain_id, dmarc_due, full_due,
                    reports_here_since)
                values (%d, %d, '2027-01-01', '2027-01-01', '2026-10-18T09:00:00Z')
                on conflict (domain_id) do update
                    set reports_here_since = excluded.reports_here_since
                """
                        .formatted(owner.scope.accountId(), owner.id("shop.example").value()));
        owner.watched("shop.example", "present", NONE, "{\"rua_here\": true}");
        JsonNode row = owner.row("shop.example");
        assertThat(row.path("days_observed").asInt()).isEqualTo(30);
        assertThat(row.path("policy_ready").asBoolean()).isTrue();
        assertThat(texts(row.path("notes")).getFirst()).contains("sent no messages");
        owner.watched("shop.example", "present", NONE, "{\"rua_here\": false}");
        row = owner.row("shop.example");
        assertThat(texts(row.path("blocking")).getFirst()).startsWith("No reports arrive");
    }

    @Test
    void reportsThatHadStoppedBeforeAnybodyLookedStandAgainstThePolicy() {
        for (int i = 40; i < 80; i++) {
            owner.sent("shop.example", LAST.minusDays(i).toString(), 1, 1, 100, 100);
        }
        owner.publishes("shop.example", NONE);
        JsonNode row = owner.row("shop.example");
        assertThat(row.path("policy_ready").asBoolean()).isFalse();
        assertThat(row.path("blocking").toString())
                .contains(
                        "Reports about shop.example have stopped: the last one covers "
                                + LAST.minusDays(40));
    }

    @Test
    void whatWasObservedOnceStaysObserved() {
        owner.sent("shop.example", "2026-10-01", 1, 1, 7, 7);
        owner.publishes("shop.example", NONE);
        assertThat(owner.row("shop.example").path("days_observed").asInt()).isEqualTo(47);
        // It is too old to be kept.
        fixture.sql.execute("delete from daily" + ofAccount());
        owner.changed("shop.example");
        assertThat(owner.row("shop.example").path("days_observed").asInt()).isEqualTo(47);
    }

    @Test
    void subdomainsCountWithTheRecordThatIsTheirs() {
        owner.add("own.shop.example", "promoted.shop.example");
        owner.report("shop.example", FIRST, "found.shop.example", 1, 0);
        owner.sent("shop.example", LAST.toString(), 1, 1, 1000, 1000);
        owner.sent("promoted.shop.example", LAST.toString(), 1, 1, 200, 100);
        owner.sent("own.shop.example", LAST.toString(), 1, 1, 30_000, 0);
        owner.publishes("shop.example", NONE);
        owner.publishes("own.shop.example", NONE);
        owner.watched(
                "promoted.shop.example",
                "inherited",
                NONE,
                "{\"policy_domain\": \"shop.example\", \"policy\": \"none\", \"tag\": \"p\"}");
        assertThat(owner.names(""))
                .containsExactly("own.shop.example", "promoted.shop.example", "shop.example");
        JsonNode row = owner.row("shop.example");
        assertThat(row.path("message_count").asInt()).as(row.toString()).isEqualTo(1201);
        assertThat(texts(row.path("blocking")))
                .anyMatch(text ->
                        text.contains(
                                "100 of 1,200 messages in the names of the domain and its"
                                        + " subdomains failed"));
        JsonNode promoted = owner.row("promoted.shop.example");
        assertThat(promoted.path("message_count").asInt()).isEqualTo(200);
        assertThat(promoted.path("policy_via_org").asBoolean()).isTrue();
        assertThat(promoted.path("policy").asString()).isEqualTo("none");
        assertThat(owner.row("own.shop.example").path("message_count").asInt()).isEqualTo(30_000);

        // A subdomain that nobody has promoted is shown when it has its own record, and counts for
        // itself then.
        owner.publishes("found.shop.example", NONE);
        assertThat(owner.names("")).contains("found.shop.example");
        assertThat(owner.row("shop.example").path("message_count").asInt()).isEqualTo(1200);
    }

    /** RFC 9989, section 4.10.2. */
    @Test
    void aNameBelowMayBeAnOrganisationOfItsOwn() {
        owner.add("dept.shop.example", "lab.dept.shop.example", "other.shop.example");
        owner.sent("dept.shop.example", FIRST.toString(), 1, 1, 1000, 1000);
        owner.sent("lab.dept.shop.example", LAST.toString(), 1, 1, 100, 0);
        owner.sent("other.shop.example", LAST.toString(), 1, 1, 7, 7);
        owner.publishes("shop.example", REJECT);
        owner.watched(
                "dept.shop.example",
                "present",
                NONE + "; psd=n",
                "{\"policy_domain\": \"dept.shop.example\", \"organization\": \"dept.shop.example\"}");
        String above = "{\"policy_domain\": \"%s\", \"policy\": \"none\", \"tag\": \"p\"}";
        owner.watched(
                "lab.dept.shop.example",
                "inherited",
                NONE + "; psd=n",
                above.formatted("dept.shop.example"));
        owner.watched("other.shop.example", "inherited", REJECT, above.formatted("shop.example"));
        assertThat(owner.row("shop.example").path("message_count").asInt()).isEqualTo(7);
        JsonNode dept = owner.row("dept.shop.example");
        assertThat(dept.path("message_count").asInt()).isEqualTo(1100);
        assertThat(texts(dept.path("blocking")))
                .anyMatch(text -> text.contains("its subdomains failed"));
        // Their policies are its record's to say, so these go up separately.
        fixture.sql.execute(
                "update daily set messages = 10 where messages = 100"
                        + ofAccount().replace(" where ", " and "));
        owner.changed("lab.dept.shop.example");
        assertThat(owner.row("dept.shop.example").path("recommended_record").asString())
                .startsWith("v=DMARC1; p=quarantine; sp=none; np=reject;")
                .endsWith("; psd=n");
        // Without it they are the names of one organisation.
        owner.publishes("dept.shop.example", NONE);
        owner.watched(
                "lab.dept.shop.example", "inherited", REJECT, above.formatted("shop.example"));
        assertThat(owner.row("shop.example").path("message_count").asInt()).isEqualTo(17);
        assertThat(owner.row("dept.shop.example").path("message_count").asInt()).isEqualTo(1000);
        assertThat(owner.row("dept.shop.example").path("recommended_record").asString())
                .startsWith("v=DMARC1; p=quarantine; rua=");
    }

    @Test
    void whatFailsIsToldWithItsHostsAndTheSpfRecordOfTheNameBelow() {
        owner.add("b.shop.example", "other.example");
        // Months have a place when something was reported of them.
        owner.report("other.example", LAST, "other.example", 1, 0);
        owner.sent("shop.example", FIRST.toString(), 1, 1, 100, 100);
        owner.sent("b.shop.example", LAST.toString(), 1, 1, 100, 0);
        LocalDate first = LAST.minusDays(AdviceWork.FAILED_DAYS - 1L);
        fact(first, "192.0.2.1", 1, 10, false);
        fact(LAST, "192.0.2.2", 1, 20, false);
        fact(LAST, "192.0.2.3", 1, 5, false);
        fact(LAST, "192.0.2.4", 1, 4, false);
        fact(LAST, "192.0.2.5", 1, 500, true);
        fact(LAST, "192.0.2.6", 2, 500, false);
        fact(first.minusDays(1), "192.0.2.7", 1, 500, false);
        owner.found("b.shop.example", "spf", "", "missing", "");
        owner.publishes("shop.example", NONE);
        fixture.judgeAll();
        assertThat(
                        onlyTask(
                                "and code = 'source.fix' and domain_id = "
                                        + owner.id("shop.example").value()))
                .startsWith(
                        "100 of 200 messages that SPF-identified servers sent for shop.example and its subdomains (such as b.shop.example)")
                .endsWith(
                        "Failed messages came from 192.0.2.2, 192.0.2.1, 192.0.2.3. b.shop.example has no SPF record, so no server passes SPF with a return path there.");
    }

    /** Of b.shop.example. */
    private void fact(LocalDate day, String address, int source, int messages, boolean passed) {
        fixture.sql.execute(
                """
                insert into fact (account_id, domain_id, report_id, day, header_from, address,
                    category, source, rule, rules_version, disposition, dkim_aligned, spf_aligned,
                    messages, detail)
                values (%d, %d, 1, '%s', 'b.shop.example', '%s', 1, %d, 1, 1, 0, %s, false, %d,
                    gen_random_uuid())
                """
                        .formatted(
                                owner.scope.accountId(),
                                owner.id("b.shop.example").value(),
                                day,
                                address,
                                source,
                                passed,
                                messages));
    }

    @Test
    void aSignatureThatBrokeIsToldWithItsKeyAndHowTheSenderSigns() {
        owner.add("other.example");
        owner.report("other.example", LAST, "other.example", 1, 0);
        owner.sent("shop.example", FIRST.toString(), 1, 1, 1000, 1000);
        owner.sent("shop.example", LAST.toString(), SHARED, 1, 1000, 300);
        failed(
                LAST,
                "192.0.2.1",
                1,
                500,
                "[{\"d\": \"shop.example\", \"s\": \"k2\", \"r\": \"-\"}]");
        failed(
                LAST,
                "192.0.2.2",
                1,
                60,
                "[{\"d\": \"M.shop.example\", \"s\": \"k3\", \"r\": \"T\"}]");
        failed(
                LAST,
                "192.0.2.3",
                1,
                70,
                "[{\"d\": \"badshop.example\", \"s\": \"k4\", \"r\": \"-\"}]");
        failed(
                LAST,
                "192.0.2.4",
                1,
                80,
                "[{\"d\": \"shop.example\", \"s\": \"k5\", \"r\": \"n\"}]");
        // The owner can't fix what it only passed on.
        failed(
                LAST,
                "192.0.2.5",
                3,
                5000,
                "[{\"d\": \"shop.example\", \"s\": \"k6\", \"r\": \"-\"}]");
        failed(
                LAST.minusDays(AdviceWork.FAILED_DAYS),
                "192.0.2.6",
                1,
                9000,
                "[{\"d\": \"shop.example\", \"s\": \"k7\", \"r\": \"-\"}]");
        owner.publishes("shop.example", NONE);
        fixture.judgeAll();
        assertThat(
                        onlyTask(
                                "and code = 'source.fix' and domain_id = "
                                        + owner.id("shop.example").value()))
                .contains(
                        "Most of the failed messages have a DKIM signature that didn't verify. Check that the key at k2._domainkey.shop.example, k3._domainkey.m.shop.example is the one",
                        "Failed messages came from 192.0.2.1, 192.0.2.4, 192.0.2.3. For DKIM: In the Admin console,")
                .doesNotContain("Have it sign", "k5._domainkey", "For SPF:");
    }

    /** Mail of {@link #SHARED} in the name of shop.example, with these signatures. */
    private void failed(LocalDate day, String address, int category, int messages, String dkim) {
        fixture.sql.execute(
                """
                with known as (
                    insert into auth_result (account_id, domain_id, hash, reporter, policy_domain, dkim,
                        spf, reasons)
                    values (%1$d, %2$d, gen_random_uuid(), 'r', 'shop.example', '%7$s', '[]', '[]')
                    returning hash)
                insert into fact (account_id, domain_id, report_id, day, header_from, address,
                    category, source, rule, rules_version, disposition, dkim_aligned, spf_aligned,
                    messages, detail)
                select %1$d, %2$d, 1, '%3$s', 'shop.example', '%4$s', %5$d, %8$d, 1, 1, 0, false,
                    false, %6$d, hash from known
                """
                        .formatted(
                                owner.scope.accountId(),
                                owner.id("shop.example").value(),
                                day,
                                address,
                                category,
                                messages,
                                dkim,
                                SHARED));
    }

    @Test
    void aDecisionIsToldOfForTheDomainForWhichItCounts() {
        owner.add("promoted.shop.example");
        owner.report("shop.example", FIRST, "found.shop.example", 1, 0);
        owner.sent("shop.example", FIRST.toString(), 1, 1, 1000, 1000);
        owner.sent("found.shop.example", LAST.toString(), SHARED, 1, 2, 0);
        owner.sent("promoted.shop.example", LAST.toString(), SHARED, 1, 3, 0);
        owner.publishes("shop.example", NONE);
        assertThat(undecided()).containsExactly("promoted.shop.example", "shop.example");
        decide("not_ours");
        assertThat(undecided()).containsExactly("promoted.shop.example");
        assertThat(texts(owner.row("shop.example").path("blocking")).getFirst())
                .endsWith("Decide for promoted.shop.example whether this is your mail.");
        decide("promoted.shop.example", "not_ours");
        assertThat(owner.row("shop.example").path("policy_ready").asBoolean()).isTrue();
    }

    private List<String> undecided() {
        return texts(owner.row("shop.example").at("/blocking_sources/0/undecided_domains"));
    }

    /** If others' mail that it passed on passes, that says nothing about its own mail. */
    @ParameterizedTest
    @CsvSource({"0", "200"})
    void whatASenderPassedOnIsNoPassOfItsOwn(int daysBefore) {
        owner.sent("shop.example", FIRST.toString(), 1, 1, 1000, 1000);
        owner.sent("shop.example", LAST.toString(), SHARED, 1, 360, 0);
        owner.sent("shop.example", LAST.minusDays(daysBefore).toString(), SHARED, 3, 40, 40);
        owner.publishes("shop.example", NONE);
        assertThat(undecided()).containsExactly("shop.example");
        assertThat(tasks()).contains("source.decide " + SHARED);
    }

    @Test
    void whatASenderSentLongAgoIsAPassOfItsOwn() {
        owner.sent("shop.example", FIRST.toString(), 1, 1, 1000, 1000);
        owner.sent("shop.example", LAST.toString(), SHARED, 1, 360, 0);
        LocalDate longAgo = LAST.minusDays(200);
        // Makes room for facts of that day.
        owner.report("other.example", longAgo, "other.example", 1, 0);
        owner.reported("shop.example", "known", "accepted", longAgo, SHARED, 1, 40, 40);
        owner.publishes("shop.example", NONE);
        assertThat(undecided()).isEmpty();
        assertThat(tasks()).contains("source.fix " + SHARED);
    }

    @Test
    void aDecisionHasTheDomainJudgedAtOnce() {
        owner.sent("shop.example", FIRST.toString(), 1, 1, 1000, 1000);
        owner.sent("shop.example", LAST.toString(), SHARED, 1, 8, 0);
        owner.publishes("shop.example", NONE);
        JsonNode row = owner.row("shop.example");
        assertThat(row.path("policy_ready").asBoolean()).isFalse();
        JsonNode source = row.at("/blocking_sources/0");
        assertThat(source.propertyNames())
                .containsExactly(
                        "source_number",
                        "source_name",
                        "source_slug",
                        "message_count",
                        "failed_count",
                        "undecided",
                        "undecided_domains");
        assertThat(source.path("source_number").asInt()).isEqualTo(SHARED);
        assertThat(source.path("message_count").asInt()).isEqualTo(8);
        assertThat(source.path("failed_count").asInt()).isEqualTo(8);
        assertThat(source.path("undecided").asBoolean()).isTrue();
        long id = decide("not_ours");
        row = owner.row("shop.example");
        assertThat(row.path("policy_ready").asBoolean()).as(row.toString()).isTrue();
        assertThat(row.path("blocking_sources")).isEmpty();
        fixture.service.send("DELETE", owner.token, "/api/v1/source-decisions/" + id + "/", "");
        assertThat(owner.row("shop.example").path("policy_ready").asBoolean()).isFalse();
        decide("ours");
        assertThat(owner.row("shop.example").path("policy_ready").asBoolean()).isTrue();
    }

    private long decide(String decision) {
        return decide("shop.example", decision);
    }

    private long decide(String domain, String decision) {
        Answer answer =
                fixture.service.send(
                        "POST",
                        owner.token,
                        "/api/v1/source-decisions/",
                        "{\"domain\": \"%s\", \"source_number\": %d, \"decision\": \"%s\"}"
                                .formatted(domain, SHARED, decision));
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        return answer.json().path("id").asLong();
    }

    @Test
    void aSharedSenderThatPassedBeforeDoesNotBlock() {
        owner.sent("shop.example", "2026-09-01", SHARED, 1, 1, 1);
        owner.sent("shop.example", FIRST.toString(), 1, 1, 1000, 1000);
        owner.sent("shop.example", LAST.toString(), SHARED, 1, 8, 0);
        owner.publishes("shop.example", NONE);
        assertThat(owner.row("shop.example").path("policy_ready").asBoolean()).isTrue();
        // It has failed all the same, and the advice shows it.
        assertThat(
                        fixture.service
                                .part(PolicyAdvices.class)
                                .find(owner.scope, owner.id("shop.example"))
                                .orElseThrow()
                                .sources())
                .singleElement()
                .satisfies(source -> {
                    assertThat(source.number()).isEqualTo(SHARED);
                    assertThat(source.failed()).isEqualTo(8);
                    assertThat(source.blocks()).isFalse();
                });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "missing|''|{}|publish|has no DMARC record",
                "error|v=DMARC1; p=x|{}|fix|has errors",
                "error|v=DMARC1; p=none|{}|monitor|0 days",
                "''|''|{}|monitor|is not known",
                "inherited|''|{}|monitor|is not known",
                "present|''|{}|fix|has errors"
            })
    void whatTheMonitorSaysIsTakenOver(
            String state, String record, String details, String recommendation, String text) {
        owner.watched("shop.example", state, record, details);
        JsonNode row = owner.row("shop.example");
        assertThat(row.path("recommendation").asString()).isEqualTo(recommendation);
        assertThat(texts(row.path("blocking")).getFirst()).contains(text);
        // What receivers may read of a record with errors is shown, where there is any.
        assertThat(row.path("policy").asString()).isEqualTo(record.endsWith("none") ? "none" : "");
    }

    @ParameterizedTest
    @CsvSource({"2026-11-17T12:00:01Z, publish", "2026-11-17T12:00:00Z, monitor"})
    void whatDnsSaidLastCountsForThreeDaysWhileLookUpsFail(String since, String recommendation) {
        owner.watched("shop.example", "missing", "", "{}");
        fixture.judgeAll();
        fixture.sql.execute(
                "update watched_record set unknown = true, unanswered_since = '"
                        + since
                        + "'"
                        + ofAccount());
        owner.changed("shop.example");
        assertThat(owner.row("shop.example").path("recommendation").asString())
                .isEqualTo(recommendation);
    }

    @Test
    void thePolicyThatWasSeenLastIsShownWhileLookUpsFail() {
        owner.add("below.shop.example");
        owner.publishes("shop.example", "v=DMARC1; p=reject; sp=quarantine");
        owner.watched(
                "below.shop.example",
                "inherited",
                "v=DMARC1; p=reject; sp=quarantine",
                "{\"policy_domain\": \"shop.example\", \"policy\": \"quarantine\"}");
        fixture.sql.execute(
                "update watched_record set unknown = true, unanswered_since = '2026-11-10'"
                        + ofAccount());
        owner.changed("shop.example", "below.shop.example");
        JsonNode row = owner.row("shop.example");
        assertThat(row.path("recommendation").asString()).isEqualTo("monitor");
        assertThat(row.path("policy").asString()).isEqualTo("reject");
        assertThat(row.path("subdomain_policy").asString()).isEqualTo("quarantine");
        assertThat(row.path("policy_via_org").asBoolean()).isFalse();
        JsonNode below = owner.row("below.shop.example");
        assertThat(below.path("policy").asString()).isEqualTo("quarantine");
        assertThat(below.path("policy_via_org").asBoolean()).isTrue();
    }

    @Test
    void nobodyIsToldToRaiseAPolicyThatIsNotKnownAnyMore() {
        owner.report("shop.example", FIRST, "shop.example", 60, 0);
        owner.publishes("shop.example", NONE);
        owner.found("shop.example", "spf", "", "missing", "");
        fixture.judgeAll();
        assertThat(openTasks()).contains("policy.raise", "spf.publish");
        fixture.sql.execute(
                "update watched_record set unknown = true, unanswered_since = '2026-11-10'"
                        + ofAccount());
        owner.changed("shop.example");
        fixture.judgeAll();
        assertThat(openTasks()).contains("spf.publish").doesNotContain("policy.raise");
    }

    @Test
    void theSameOfADomainThatSendsNothing() {
        owner.report("shop.example", FIRST, "shop.example", 0, 3);
        owner.publishes("shop.example", NONE);
        fixture.sql.execute("update domain set domain_state = 'inactive'" + ofAccount());
        owner.changed("shop.example");
        fixture.judgeAll();
        assertThat(openTasks()).contains("domain.protect");
        fixture.sql.execute(
                "update watched_record set unknown = true, unanswered_since = '2026-11-10'"
                        + ofAccount());
        owner.changed("shop.example");
        fixture.judgeAll();
        assertThat(openTasks()).doesNotContain("domain.protect");
    }

    private List<String> openTasks() {
        return List.of(
                fixture.sql
                        .value(
                                "select coalesce(string_agg(code, ' '), '') from task where solved_at is null and account_id = "
                                        + owner.scope.accountId())
                        .split(" ", -1));
    }

    @Test
    void reportsThatARecordAsksForInVainAreSaid() {
        owner.watched(
                "shop.example",
                "error",
                "v=DMARC1; p=quarantine; rua=mailto:a@vendor.example,mailto:b@shop.example",
                "{}");
        fixture.sql.execute(
                """
                update watched_record set findings = '[{"code": "dmarc.external.unauthorized",
                    "subject": "rua vendor.example", "level": "err",
                    "problem": "vendor.example has not agreed."}]'
                """
                        + ofAccount());
        owner.changed("shop.example");
        JsonNode row = owner.row("shop.example");
        assertThat(row.path("recommendation").asString()).isEqualTo("fix");
        assertThat(row.path("policy").asString()).isEqualTo("quarantine");
        assertThat(texts(row.path("blocking"))).containsExactly("vendor.example has not agreed.");
        assertThat(row.path("recommended_record").asString())
                .startsWith("v=DMARC1; p=quarantine; rua=mailto:b@shop.example");
    }

    @Test
    void whatWasReadOnceIsNoReasonForAnything() {
        owner.watched("shop.example", "missing", "", "{}");
        fixture.sql.execute("update watched_record set fingerprint = ''" + ofAccount());
        fixture.sql.execute("update domain set nxdomain = true, unconfirmed = true" + ofAccount());
        owner.changed("shop.example");
        JsonNode row = owner.row("shop.example");
        assertThat(row.path("recommendation").asString()).isEqualTo("monitor");
        assertThat(texts(row.path("blocking")).getFirst()).contains("has been read only once");
        fixture.sql.execute("update watched_record set fingerprint = 'x'" + ofAccount());
        fixture.sql.execute(
                "update domain set nxdomain = false, unconfirmed = false" + ofAccount());
        owner.changed("shop.example");
        assertThat(owner.row("shop.example").path("recommendation").asString())
                .isEqualTo("publish");
    }

    @Test
    void ofSeveralRecordsReceiversApplyNone() {
        owner.watched(
                "shop.example",
                "error",
                "v=DMARC1; p=none; rua=mailto:a@shop.example\nv=DMARC1; p=reject",
                "{}");
        JsonNode row = owner.row("shop.example");
        assertThat(texts(row.path("blocking")).getFirst()).contains("several DMARC records");
        assertThat(row.path("recommended_record").asString()).contains("p=none; rua=");
    }

    @Test
    void whatPeopleSayOfADomainHasItJudgedAtOnce() {
        owner.sent("shop.example", LAST.minusDays(13).toString(), 9, 4, 5, 0);
        owner.publishes("shop.example", NONE);
        assertThat(owner.row("shop.example").path("recommendation").asString())
                .isEqualTo("monitor");
        fixture.service.send(
                "PATCH",
                owner.token,
                "/api/v1/domains/" + owner.id("shop.example").value() + "/",
                "{\"domain_state\": \"inactive\"}");
        assertThat(owner.row("shop.example").path("recommendation").asString()).isEqualTo("reject");
    }

    @Test
    void aParkedDomainGoesToRejectAtOnce() {
        owner.sent("shop.example", LAST.minusDays(13).toString(), 9, 4, 5, 0);
        fixture.sql.execute("update domain set domain_state = 'inactive'" + ofAccount());
        owner.publishes("shop.example", NONE);
        JsonNode row = owner.row("shop.example");
        assertThat(row.path("recommendation").asString()).isEqualTo("reject");
        assertThat(row.path("days_observed").asInt()).isEqualTo(14);
        assertThat(row.path("dmarc_percentage").toString()).isEqualTo("-999");
        assertThat(row.path("recommended_record").asString())
                .isEqualTo("v=DMARC1; p=reject; rua=mailto:a@shop.example");
    }

    @Test
    void sharesAreOfThoseSourcesThatCan() {
        int number =
                Integer.parseInt(
                        fixture.sql.value(
                                """
                                insert into custom_source (account_id, name, slug, networks,
                                    ptr_domains, dkim_domains, spf_domains, category, capable_spf,
                                    capable_dkim, notes_spf, notes_dkim, notes_dmarc, created)
                                values (%d, 'Ours', 'ours', '{}', '{}', '{}', '{}', 1, false, true,
                                    '', '', '', now())
                                returning number
                                """
                                        .formatted(owner.scope.accountId())));
        owner.sent("shop.example", LAST.toString(), number, 1, 30, 20);
        owner.publishes("shop.example", NONE);
        JsonNode row = owner.row("shop.example");
        assertThat(row.path("dmarc_percentage").toString()).isEqualTo("66.7");
        assertThat(row.path("dkim_percentage").toString()).isEqualTo("66.7");
        assertThat(row.path("spf_percentage").toString()).isEqualTo("-999");
    }

    @Test
    void listsAreFilteredAndOrderedByName() {
        owner.add("b.example", "a.example", "c.example");
        for (String name : List.of("a.example", "shop.example")) {
            owner.sent(name, FIRST.toString(), 1, 1, 100, 100);
            owner.publishes(name, NONE);
        }
        owner.watched("b.example", "missing", "", "{}");
        assertThat(owner.names(""))
                .containsExactly("a.example", "b.example", "c.example", "shop.example");
        assertThat(owner.names("?policy_ready=true")).containsExactly("a.example", "shop.example");
        assertThat(owner.names("?policy_ready=False")).containsExactly("b.example", "c.example");
        assertThat(owner.names("?recommendation=publish")).containsExactly("b.example");
        assertThat(owner.names("?recommendation=quarantine&limit=1&page=2"))
                .containsExactly("shop.example");
        long filter =
                fixture.service
                        .send(
                                "POST",
                                owner.token,
                                "/api/v1/policy-domain-filters/",
                                "{\"domains\": [\"b.example\", \"shop.example\"]}")
                        .json()
                        .path("id")
                        .asLong();
        assertThat(owner.names("?filter_id=" + filter))
                .containsExactly("b.example", "shop.example");
        assertThat(owner.names("?policy_ready=1&filter_id=" + filter))
                .containsExactly("shop.example");
        fixture.sql.execute(
                "update policy_advice set recommendation = 'maintain'"
                        + " where ready and domain_id = "
                        + owner.id("a.example").value());
        assertThat(owner.names("?policy_ready=true&raise=true"))
                .as("there is a further step")
                .containsExactly("shop.example");
        assertThat(owner.names("?raise=false"))
                .containsExactly("a.example", "b.example", "c.example");
    }

    @Test
    void listsAreOfAGroupOrOfPartsOfNamesToo() {
        owner.add("b.example", "a.example", "xn--bcher-kva.example");
        owner.reader("b.example");
        String group = fixture.sql.value("select max(id) from domain_group" + ofAccount());
        assertThat(owner.names("?group_id=" + group)).containsExactly("b.example");
        assertThat(owner.names("?group_id=" + group + "&domain=a.")).isEmpty();
        assertThat(owner.names("?group_id=999999")).isEmpty();
        assertThat(owner.names("?domain=B.EX")).containsExactly("b.example");
        assertThat(owner.names("?domain=bücher&policy_ready=false"))
                .containsExactly("xn--bcher-kva.example");
        assertThat(owner.reader("a.example").names("?domain=b.")).isEmpty();
    }

    @Test
    void listsAreOrderedByWhatIsAsked() {
        owner.add("b.example", "a.example");
        owner.sent("a.example", FIRST.toString(), 1, 1, 100, 100);
        owner.sent("b.example", FIRST.toString(), 1, 1, 90, 10);
        owner.changed("a.example", "b.example");
        assertThat(owner.names("?ordering=-domain"))
                .containsExactly("shop.example", "b.example", "a.example");
        assertThat(owner.names("?ordering=-volume"))
                .containsExactly("a.example", "b.example", "shop.example");
        assertThat(owner.names("?ordering=-failed"))
                .containsExactly("b.example", "a.example", "shop.example");
        assertThat(owner.names("?ordering=volume&limit=1&page=3")).containsExactly("a.example");
    }

    private void advised(String name, String recommendation, boolean ready) {
        owner.add(name);
        fixture.sql.execute(
                """
                update policy_advice set due = '2100-01-01', leased_until = null,
                    generation = generation + 1, judged = now(), recommendation = '%s', ready = %s
                where domain_id = any(array(select id from domain where name = '%s'))
                """
                        .formatted(recommendation, ready, name));
    }

    @Test
    void whatCanBeDoneAtOnceComesFirst() {
        advised("a.example", "maintain", true);
        advised("b.example", "monitor", false);
        advised("c.example", "publish", false);
        advised("d.example", "quarantine", true);
        advised("e.example", "fix", false);
        advised("f.example", "quarantine", false);
        advised("g.example", "reject", true);
        assertThat(owner.names("?ordering=urgency"))
                .containsSubsequence(
                        "d.example",
                        "g.example",
                        "c.example",
                        "e.example",
                        "b.example",
                        "f.example",
                        "a.example");
        assertThat(owner.names("?ordering=-urgency")).startsWith("a.example");
    }

    @ParameterizedTest
    @CsvSource({
        "recommendation=wait, recommendation",
        "policy_ready=perhaps, policy_ready",
        "filter_id=999999, filter_id",
        "filter_id=x, filter_id",
        "limit=x, limit",
        "group_id=x, group_id",
        "ordering=policy, ordering"
    })
    void whatCantBeIsRefusedByField(String query, String field) {
        Answer answer = owner.get("?" + query);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().has(field)).as(answer.text()).isTrue();
        if (field.equals("recommendation")) {
            assertThat(answer.text())
                    .contains("publish", "fix", "monitor", "quarantine", "reject", "maintain");
        }
    }

    @Test
    void peopleSeeTheDomainsThatTheyMayRead() {
        owner.add("a.example", "b.example");
        assertThat(owner.reader("b.example").names("")).containsExactly("b.example");
        assertThat(owner.reader().names("")).isEmpty();
        assertThat(fixture.owner().names("")).isEmpty();
        assertThat(fixture.service.get(null, PlannerFixture.PATH).status()).isEqualTo(401);
        PolicyAdvices advices = fixture.service.part(PolicyAdvices.class);
        Person some = owner.reader("b.example");
        assertThat(advices.find(some.scope, owner.id("b.example"))).isPresent();
        assertThat(advices.find(some.scope, owner.id("a.example"))).isEmpty();
        assertThat(advices.find(fixture.owner().scope, owner.id("a.example"))).isEmpty();
    }

    @Test
    void listsAreCsvToo() {
        owner.sent("shop.example", LAST.toString(), SHARED, 1, 12, 0);
        owner.publishes("shop.example", NONE);
        fixture.judgeAll();
        Answer answer = owner.get("?format=csv");
        assertThat(answer.header("content-type")).startsWith("text/csv");
        List<String> lines = answer.text().lines().toList();
        assertThat(lines.getFirst()).contains("domain,policy,subdomain_policy,policy_via_org");
        assertThat(lines.get(1)).contains("shop.example,none,none,false,monitor,false");
    }

    @Test
    void adviceGoesWithTheDomain() {
        fixture.judgeAll();
        fixture.service.send(
                "DELETE",
                owner.token,
                "/api/v1/domains/" + owner.id("shop.example").value() + "/",
                "");
        assertThat(fixture.sql.value("select count(*) from policy_advice" + ofAccount()))
                .isEqualTo("0");
    }

    @Test
    void theNumberOfStatementsDoesNotGrowWithThePage() {
        owner.add(
                IntStream.range(0, 300).mapToObj(i -> "d" + i + ".example").toArray(String[]::new));
        fixture.judgeAll();
        for (int limit : List.of(1, 25, 300)) {
            String id = "planner-" + limit;
            try (Statements statements = Statements.of(id)) {
                Answer answer =
                        fixture.service.call(
                                "GET",
                                owner.token,
                                PlannerFixture.PATH + "?limit=" + limit,
                                BodyPublishers.noBody(),
                                Map.of("X-Request-Id", id));
                assertThat(answer.json().path("results").size()).isEqualTo(limit);
                // Whose token it is, how many there are, the page, and which rows are not
                // classified.
                assertThat(statements.count()).isEqualTo(4);
            }
        }
    }

    @Test
    void reportsOfRealRowsAreJudgedAsTheyAreClassified() {
        Stream.of(FIRST, LAST)
                .forEach(day ->
                        owner.take(
                                SampleReport.about("shop.example")
                                        .id("x" + day)
                                        .period(day + "T00:00:00Z", day + "T23:59:59Z")
                                        .record("192.0.2.1", 50, "none", true, false)
                                        .record("192.0.2.2", 10, "none", false, false)));
        owner.publishes("shop.example", NONE);
        JsonNode row = owner.row("shop.example");
        assertThat(row.path("message_count").asInt()).isEqualTo(120);
        assertThat(row.path("count_threat_other").asInt()).isEqualTo(20);
        assertThat(row.path("count_dmarc_capable").asInt() + row.path("count_forwarded").asInt())
                .isEqualTo(100);
        assertThat(row.path("policy_ready").asBoolean()).as(row.toString()).isTrue();
    }
}
