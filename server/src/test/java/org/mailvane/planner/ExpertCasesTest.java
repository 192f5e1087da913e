package org.mailvane.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.mailvane.planner.PlannerFixture.Person;
import org.mailvane.traffic.sums.AdviceBases;
import tools.jackson.databind.JsonNode;

/** Judges domains as somebody would who knows DMARC: each case is a domain of one account. */
class ExpertCasesTest {

    private static final LocalDate LAST = PlannerFixture.LAST;
    private static final LocalDate FIRST = LAST.minusDays(AdviceBases.JUDGED_DAYS - 1L);
    private static final String RUA = "; rua=mailto:a@shop.example";
    private static final String NONE = "p=none" + RUA;
    private static final String QUARANTINE = "p=quarantine" + RUA;
    private static final String REJECT = "p=reject" + RUA;

    /** Its own servers. */
    private static final int OWN = 1;

    /** A sender of the catalogue. */
    private static final int SHARED = 100;

    private static final int NOBODY = 0;
    private static final int CAPABLE = 1;
    private static final int NON_COMPLIANT = 2;
    private static final int FORWARDER = 3;
    private static final int THREAT = 4;

    private static PlannerFixture fixture;
    private static Person owner;
    private static final Map<String, JsonNode> ROWS = new HashMap<>();

    /** A domain of a case, while it is set up. */
    private record Shop(String name) {

        Shop below(String label) {
            owner.add(label + "." + name);
            return new Shop(label + "." + name);
        }

        Shop sent(int source, int category, long messages, long passed, int... daysAgo) {
            for (int days : daysAgo) {
                // These are days before the last judged one.
                owner.sent(
                        name, LAST.minusDays(days).toString(), source, category, messages, passed);
            }
            return this;
        }

        /** Its own servers send all the time, and so many of a hundred pass. */
        Shop own(int passing) {
            return sent(OWN, CAPABLE, 5_000, 50L * passing, 0, 29);
        }

        Shop unverified(long messages) {
            execute(
                    """
                    insert into daily (account_id, domain_id, day, source, category, messages,
                        dmarc, dkim, spf, quarantined, rejected, trust)
                    values (%d, %d, '%s', 1, 1, %d, %4$d, 0, 0, 0, 0, 2)
                    """,
                    owner.scope.accountId(), owner.id(name).value(), LAST, messages);
            return this;
        }

        Shop decided(String decision) {
            execute(
                    "insert into source_decision (account_id, domain_id, source, decision, created) values (%d, %d, %d, '%s', now())",
                    owner.scope.accountId(), owner.id(name).value(), SHARED, decision);
            return this;
        }

        Shop parked() {
            execute(
                    "update domain set domain_state = 'inactive' where id = %d",
                    owner.id(name).value());
            return this;
        }

        Shop spf(String state, String finding) {
            owner.found(name, "spf", "", state, finding);
            return this;
        }

        Shop key(String state) {
            owner.signs(name, "s1");
            owner.found(name, "dkim", "s1", state, "");
            return this;
        }

        /** A reporter has reported this, besides what others report. */
        Shop reported(String reporter, String trust, long messages, long passed) {
            return reported(reporter, trust, messages, passed, 0);
        }

        /** As the other, of a day before the last judged one; the report is there since today. */
        Shop reported(String reporter, String trust, long messages, long passed, int daysAgo) {
            owner.reported(
                    name, reporter, trust, LAST.minusDays(daysAgo), OWN, CAPABLE, messages, passed);
            return this;
        }
    }

    private static void execute(String sql, Object... values) {
        fixture.sql.execute(sql.formatted(values));
    }

    /** A case: the domain's record without its version, what is sent, and what is right. */
    private static Arguments of(
            String about,
            String record,
            Consumer<Shop> sent,
            String recommendation,
            String said,
            String publish) {
        return arguments(about, record, sent, recommendation, said, publish);
    }

    private static final String READY = "";
    private static final String ANY = "*";

    static Stream<Arguments> cases() {
        return Stream.of(
                // Little is known.
                of(
                        "new domain",
                        NONE,
                        shop -> shop.sent(OWN, CAPABLE, 100, 100, 0),
                        "monitor",
                        "1 day was observed",
                        ANY),
                of(
                        "no mail at all",
                        NONE,
                        shop -> {},
                        "monitor",
                        "0 days were observed up to",
                        ANY),
                of(
                        "single sender, all passes",
                        NONE,
                        shop -> shop.own(100),
                        "quarantine",
                        READY,
                        "p=quarantine; np=reject"),
                of(
                        "single sender at quarantine",
                        QUARANTINE,
                        shop -> shop.own(100),
                        "reject",
                        READY,
                        "p=reject"),
                of(
                        "single sender at reject",
                        REJECT,
                        shop -> shop.own(100),
                        "maintain",
                        READY,
                        "p=reject"),
                of("97 of 100 pass", NONE, shop -> shop.own(97), "monitor", "97.0%", "p=none"),
                of(
                        "98 of 100 pass",
                        NONE,
                        shop -> shop.own(98),
                        "quarantine",
                        READY,
                        "p=quarantine"),
                // What is not the owner's.
                of(
                        "forwarders only",
                        NONE,
                        shop -> shop.sent(NOBODY, FORWARDER, 500, 100, 0, 29),
                        "quarantine",
                        READY,
                        "p=quarantine"),
                of(
                        "mailing lists beside own mail",
                        NONE,
                        shop -> shop.own(100).sent(NOBODY, FORWARDER, 2_000, 0, 3),
                        "quarantine",
                        READY,
                        "p=quarantine"),
                of(
                        "threats only",
                        NONE,
                        shop -> shop.sent(NOBODY, THREAT, 90_000, 0, 0, 29),
                        "quarantine",
                        READY,
                        "p=quarantine"),
                of(
                        "threats beside own mail",
                        QUARANTINE,
                        shop -> shop.own(100).sent(NOBODY, THREAT, 90_000, 0, 3),
                        "reject",
                        READY,
                        "p=reject"),
                // Senders that fail.
                of(
                        "marketing sender that never passed",
                        NONE,
                        shop -> shop.own(100).sent(SHARED, CAPABLE, 200, 0, 3),
                        "monitor",
                        "Decide for",
                        "p=none"),
                of(
                        "the same, not ours",
                        NONE,
                        shop -> shop.own(100).sent(SHARED, CAPABLE, 200, 0, 3).decided("not_ours"),
                        "quarantine",
                        READY,
                        "p=quarantine"),
                of(
                        "the same, ours, and 2 of 100",
                        NONE,
                        shop -> shop.own(100).sent(SHARED, CAPABLE, 200, 0, 3).decided("ours"),
                        "monitor",
                        "all of 200 messages failed DMARC",
                        "p=none"),
                of(
                        "the same, ours, and 1 of 200",
                        NONE,
                        shop -> shop.own(100).sent(SHARED, CAPABLE, 50, 0, 3).decided("ours"),
                        "quarantine",
                        READY,
                        "p=quarantine"),
                of(
                        "ours, and can't pass",
                        NONE,
                        shop ->
                                shop.own(100)
                                        .sent(SHARED, NON_COMPLIANT, 200, 0, 3)
                                        .decided("ours"),
                        "monitor",
                        "all of 200 messages failed DMARC",
                        "p=none"),
                of(
                        "monthly sender that never passed",
                        NONE,
                        shop -> shop.own(100).sent(SHARED, CAPABLE, 1_500, 0, 30, 61),
                        "monitor",
                        "sent 3,000 messages from 2026-08-19 to 2026-11-16",
                        "p=none"),
                of(
                        "monthly sender that is ours",
                        NONE,
                        shop ->
                                shop.own(100)
                                        .sent(SHARED, CAPABLE, 1_500, 0, 30, 61)
                                        .decided("ours"),
                        "monitor",
                        "all of 3,000 messages failed DMARC from 2026-08-19",
                        "p=none"),
                of(
                        "monthly sender that passed",
                        NONE,
                        shop -> shop.own(100).sent(SHARED, CAPABLE, 1_500, 1_500, 30, 61),
                        "quarantine",
                        READY,
                        "p=quarantine"),
                of(
                        "sender of four months ago",
                        NONE,
                        shop -> shop.own(100).sent(SHARED, CAPABLE, 1_500, 0, 120),
                        "quarantine",
                        READY,
                        "p=quarantine"),
                of(
                        "only forwarded mail of it passed",
                        NONE,
                        shop ->
                                shop.own(100)
                                        .sent(SHARED, FORWARDER, 50, 50, 3)
                                        .sent(SHARED, CAPABLE, 360, 0, 3),
                        "monitor",
                        "Decide for",
                        "p=none"),
                of(
                        "huge counts hide nobody",
                        NONE,
                        shop ->
                                shop.sent(
                                                OWN,
                                                CAPABLE,
                                                4_000_000_000_000_000_000L,
                                                4_000_000_000_000_000_000L,
                                                0,
                                                1,
                                                29)
                                        .sent(SHARED, CAPABLE, 5, 0, 3),
                        "monitor",
                        "Decide for",
                        "p=none"),
                // Parked domains.
                of(
                        "parked and silent",
                        NONE,
                        shop -> shop.parked().sent(NOBODY, THREAT, 10, 0, 0, 15),
                        "reject",
                        READY,
                        "p=reject"),
                of(
                        "parked, and something passes",
                        NONE,
                        shop -> shop.parked().own(100),
                        "reject",
                        READY,
                        "p=reject"),
                // Subdomains.
                of(
                        "subdomains with mail of their own",
                        NONE,
                        shop -> {
                            shop.own(100);
                            shop.below("news").own(100);
                        },
                        "quarantine",
                        READY,
                        "p=quarantine"),
                of(
                        "subdomains fail",
                        "p=none; sp=none" + RUA,
                        shop -> {
                            shop.own(100);
                            shop.below("news").own(0);
                        },
                        "quarantine",
                        READY,
                        "p=quarantine; sp=none"),
                of(
                        "subdomains go ahead, and that is explained",
                        "p=none; sp=none" + RUA,
                        shop -> {
                            shop.own(90);
                            shop.below("news").own(100);
                        },
                        "monitor",
                        "of 10,000 messages from capable sources in their names",
                        "p=none; sp=quarantine"),
                of(
                        "reject but for subdomains: nothing gets weaker",
                        "p=reject; sp=none" + RUA,
                        shop -> shop.own(100),
                        "reject",
                        "The policy of subdomains can go up to sp=quarantine by itself, because no capable source",
                        "p=reject; sp=quarantine"),
                of(
                        "np alone is left",
                        "p=reject; np=none" + RUA,
                        shop -> shop.own(100),
                        "reject",
                        READY,
                        "p=reject; np=reject"),
                of(
                        "sp stronger than p stays",
                        "p=none; sp=reject" + RUA,
                        shop -> shop.own(100),
                        "quarantine",
                        READY,
                        "p=quarantine; sp=reject"),
                // Policies in part.
                of(
                        "t=y goes when all passes",
                        "p=reject; t=y" + RUA,
                        shop -> shop.own(100),
                        "reject",
                        "Remove t=y now",
                        "p=reject; rua"),
                of(
                        "t=y stays while something fails",
                        "p=reject; t=y" + RUA,
                        shop -> shop.own(90),
                        "monitor",
                        "Remove t=y when nothing blocks the next policy",
                        "p=reject; t=y"),
                of(
                        "t=y of no policy",
                        "p=none; t=y" + RUA,
                        shop -> shop.own(100),
                        "quarantine",
                        "Remove t=y: it has no effect",
                        "p=quarantine; np=reject; rua"),
                of(
                        "pct of quarantine",
                        "p=quarantine; pct=10" + RUA,
                        shop -> shop.own(100),
                        "quarantine",
                        "Remove pct=10 now",
                        "p=quarantine; np=reject; rua"),
                // Own mail is lost now.
                of(
                        "reject, and own mail is rejected",
                        REJECT,
                        shop -> shop.own(80),
                        "monitor",
                        "Receivers are rejecting the domain's own mail",
                        "p=reject"),
                of(
                        "reject, and a sender is rejected wholly",
                        REJECT,
                        shop -> shop.own(100).sent(SHARED, CAPABLE, 200, 0, 3).decided("ours"),
                        "monitor",
                        "Receivers are rejecting the domain's own mail",
                        "p=reject"),
                of(
                        "quarantine, and own mail fails",
                        QUARANTINE,
                        shop -> shop.own(80),
                        "monitor",
                        "quarantining the domain's own mail",
                        "p=quarantine"),
                // DNS.
                of(
                        "SPF lets everybody send",
                        NONE,
                        shop -> shop.own(100).spf("present", "spf.all.pass"),
                        "monitor",
                        "allows every server on the internet to send",
                        "p=none"),
                of(
                        "SPF lets a cloud send",
                        NONE,
                        shop -> shop.own(100).spf("present", "spf.network.broad"),
                        "monitor",
                        "allows too many servers to send in its name",
                        "p=none"),
                of(
                        "the SPF of a subdomain lets a cloud send",
                        NONE,
                        shop -> {
                            shop.own(100);
                            shop.below("bad").spf("present", "spf.network.broad");
                        },
                        "monitor",
                        "allows too many servers to send in its name",
                        "p=none"),
                of(
                        "SPF removed, DKIM carries the mail",
                        NONE,
                        shop -> shop.own(100).spf("missing", ""),
                        "quarantine",
                        READY,
                        "p=quarantine"),
                of(
                        "DKIM key removed",
                        NONE,
                        shop -> shop.own(100).key("missing"),
                        "monitor",
                        "has no usable DKIM key",
                        "p=none"),
                // Who reports.
                of(
                        "a forged report that is not verified",
                        NONE,
                        shop -> shop.own(0).unverified(1_000_000_000),
                        "monitor",
                        "Of 10,000 messages from capable sources",
                        "p=none"),
                of(
                        "many reports that are not verified",
                        NONE,
                        shop -> shop.own(100).unverified(600),
                        "quarantine",
                        "600 (5.7%) are in unverified reports",
                        "p=quarantine"),
                of(
                        "few reports that are not verified",
                        NONE,
                        shop -> shop.own(100).unverified(500),
                        "quarantine",
                        READY,
                        "p=quarantine"),
                of(
                        "a verified stranger against a known reporter",
                        NONE,
                        shop ->
                                shop.sent(OWN, CAPABLE, 1, 1, 29)
                                        .reported("known", "accepted", 4_500, 0)
                                        .reported("stranger", "default", 1_000_000, 1_000_000),
                        "monitor",
                        "Counting only reports from accepted and well-known reporters, 1 of 4,501",
                        "p=none"),
                of(
                        "a verified stranger against a known reporter whose mail passes",
                        NONE,
                        shop ->
                                shop.sent(OWN, CAPABLE, 1, 1, 29)
                                        .reported("known", "accepted", 4_500, 49)
                                        .reported("stranger", "default", 1_000_000, 1_000_000),
                        "monitor",
                        "This recommendation does not use reports from stranger.example:",
                        "p=none"),
                of(
                        "a verified stranger against a known reporter that reports little",
                        NONE,
                        shop ->
                                shop.sent(OWN, CAPABLE, 1, 1, 29)
                                        .reported("known", "accepted", 49, 0)
                                        .reported("stranger", "default", 1_000_000, 1_000_000),
                        "monitor",
                        "Counting only reports from accepted and well-known reporters, 1 of 50",
                        "p=none"),
                of(
                        "a verified stranger alone reports failures",
                        NONE,
                        shop ->
                                shop.sent(OWN, CAPABLE, 1, 1, 29)
                                        .reported("known", "accepted", 49, 49)
                                        .reported("stranger", "default", 10_000, 0),
                        "quarantine",
                        "This recommendation does not use reports from stranger.example:",
                        "p=quarantine"),
                of(
                        "two verified strangers report failures",
                        NONE,
                        shop ->
                                shop.sent(OWN, CAPABLE, 1, 1, 29)
                                        .reported("known", "accepted", 4_500, 4_500)
                                        .reported("one", "default", 10_000, 0)
                                        .reported("two", "default", 10_000, 0, 3),
                        "quarantine",
                        "This recommendation does not use reports from one.example, two.example:",
                        "p=quarantine"),
                of(
                        "a verified stranger alone reports failures beside little else",
                        NONE,
                        shop ->
                                shop.sent(OWN, CAPABLE, 1, 1, 29)
                                        .reported("known", "accepted", 48, 48)
                                        .reported("stranger", "default", 10_000, 0),
                        "monitor",
                        "from capable sources",
                        "p=none"),
                of(
                        "a verified stranger who agrees",
                        NONE,
                        shop ->
                                shop.sent(OWN, CAPABLE, 1, 1, 29)
                                        .reported("known", "accepted", 4_500, 4_500)
                                        .reported("stranger", "default", 1_000_000, 1_000_000),
                        "quarantine",
                        READY,
                        "p=quarantine"),
                of(
                        "the only reporter is a stranger",
                        NONE,
                        shop ->
                                shop.sent(OWN, CAPABLE, 1, 1, 29)
                                        .reported("stranger", "default", 4_500, 4_500),
                        "quarantine",
                        READY,
                        "p=quarantine"),
                of(
                        "a stranger tells of old days",
                        NONE,
                        shop ->
                                shop.sent(OWN, CAPABLE, 5_000, 5_000, 3)
                                        .reported("stranger", "default", 100, 100, 40),
                        "monitor",
                        "4 days were observed",
                        "p=none"),
                of(
                        "a known reporter tells of old days",
                        NONE,
                        shop ->
                                shop.sent(OWN, CAPABLE, 5_000, 5_000, 3)
                                        .reported("known", "accepted", 100, 100, 40),
                        "quarantine",
                        READY,
                        "p=quarantine"));
    }

    @BeforeAll
    static void judge() {
        fixture = new PlannerFixture();
        owner = fixture.owner();
        // Makes room for facts of these days.
        owner.report("other.example", LAST, "other.example", 1, 0);
        owner.report("other.example", LAST.minusDays(40), "other.example", 1, 0);
        List<Arguments> cases = cases().toList();
        for (int i = 0; i < cases.size(); i++) {
            owner.add(name(i));
            @SuppressWarnings("unchecked")
            Consumer<Shop> sent = (Consumer<Shop>) cases.get(i).get()[2];
            sent.accept(new Shop(name(i)));
            owner.publishes(name(i), "v=DMARC1; " + cases.get(i).get()[1]);
        }
        Map<String, JsonNode> rows = new HashMap<>();
        owner.rows("?limit=500").forEach(row -> rows.put(row.path("domain").asString(), row));
        for (int i = 0; i < cases.size(); i++) {
            ROWS.put((String) cases.get(i).get()[0], rows.get(name(i)));
        }
    }

    private static String name(int number) {
        return "case%d.example".formatted(number);
    }

    @AfterAll
    static void stop() {
        fixture.close();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void isJudgedAsAnExpertWould(
            String about,
            String record,
            Consumer<Shop> sent,
            String recommendation,
            String said,
            String publish) {
        JsonNode row = ROWS.get(about);
        assertThat(row).as(about).isNotNull();
        assertThat(row.path("recommendation").asString())
                .as(row.toString())
                .isEqualTo(recommendation);
        assertThat(row.path("judged").asBoolean()).isTrue();
        boolean ready = !recommendation.equals("monitor");
        assertThat(row.path("policy_ready").asBoolean()).as(row.toString()).isEqualTo(ready);
        assertThat(row.path("blocking").isEmpty()).as(row.toString()).isEqualTo(ready);
        assertThat(row.path(ready ? "notes" : "blocking") + " " + row.path("notes")).contains(said);
        if (!publish.equals(ANY)) {
            assertThat(row.path("recommended_record").asString()).contains(publish);
        }
    }

    @Test
    void thereAreManyCases() {
        assertThat(cases().count()).isGreaterThan(40);
    }
}
