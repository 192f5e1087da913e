package org.mailvane.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mailvane.planner.Scenario.MAILBOX;
import static org.mailvane.planner.Scenario.inherits;
import static org.mailvane.planner.Scenario.nowhere;
import static org.mailvane.planner.Scenario.published;
import static org.mailvane.planner.Scenario.removed;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.mailvane.actions.NextStep;
import org.mailvane.actions.NextStep.Identity;
import org.mailvane.actions.OpenSteps;
import org.mailvane.mailauth.dmarc.DmarcDiscovery.State;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.finding.DkimFindings;
import org.mailvane.mailauth.finding.SpfFindings;
import org.mailvane.planner.Authentication.Spf;
import org.mailvane.planner.RecordEvidence.Gone;
import org.mailvane.sources.Category;
import org.mailvane.sources.SourceName;
import org.mailvane.sources.catalogue.CatalogueSender.Notes;
import org.mailvane.text.FindingMessages;
import org.mailvane.text.Message;
import org.mailvane.text.MessageFormatter;
import org.mailvane.text.Passage;
import org.mailvane.traffic.sums.WindowSums.FailedSignatures;
import org.mailvane.web.German;

/** Which steps are next, from nothing to a policy that protects. */
class NextStepsTest {

    private static final String RUA = "rua=mailto:" + MAILBOX;
    private static final String NONE = "p=none; " + RUA;
    private static final String QUARANTINE = "p=quarantine; " + RUA;
    private static final String REJECT = "p=reject; " + RUA;

    private final Map<String, String> states = new HashMap<>();
    private boolean leavesOut;
    private long failedSessions;
    private final List<String> missingSelectors = new ArrayList<>();
    private final Map<Integer, List<IpAddress>> hosts = new HashMap<>();
    private final Map<Integer, SourceName> sources = new HashMap<>();
    private final Map<Integer, FailedSignatures> signatures = new HashMap<>();
    private final Map<String, String> spfBelow = new HashMap<>();
    private final Map<String, Passage> wrong = new HashMap<>();
    private final Map<String, Gone> gone = new HashMap<>();
    private String alias = "";
    private final Set<Identity> open = new HashSet<>();
    private final Set<Identity> ignored = new HashSet<>();

    NextStepsTest() {
        for (String kind : List.of("mx", "tls_rpt", "bimi")) {
            states.put(kind, "present");
        }
    }

    private List<NextStep> steps(Scenario scenario) {
        List<NextStep> steps = NextSteps.of(situation(scenario));
        steps.forEach(step -> German.assertSaid(step.details()));
        return steps;
    }

    private StepSituation situation(Scenario scenario) {
        return new StepSituation(
                scenario.domain(),
                states,
                leavesOut,
                failedSessions,
                missingSelectors,
                scenario.mailbox(),
                scenario.judgement(),
                sources,
                new FailedMail(hosts, signatures),
                spfBelow,
                new RecordEvidence(wrong, gone, alias),
                new OpenSteps(open, ignored));
    }

    private List<String> codes(Scenario scenario) {
        return steps(scenario).stream()
                .map(step ->
                        step.subject().isEmpty()
                                ? step.code().code()
                                : step.code().code() + " " + step.subject())
                .toList();
    }

    private static String text(NextStep step) {
        return MessageFormatter.forPrograms().format(step.details());
    }

    private String details(Scenario scenario) {
        List<NextStep> steps = steps(scenario);
        assertThat(steps).hasSize(1);
        return text(steps.getFirst());
    }

    /** What it is about; the situation; the only step; what it says. */
    static Stream<Arguments> policies() {
        return Stream.of(
                Arguments.of(
                        "no record",
                        published(State.MISSING, ""),
                        "dmarc.publish",
                        "shop.example has no DMARC record. Publish a TXT record at _dmarc.shop.example: \"v=DMARC1; p=none; rua=mailto:%s\". This doesn't change how your mail is delivered. Receivers will report to Mailvane who sends mail in the domain's name."
                                .formatted(MAILBOX)),
                Arguments.of(
                        "no record, and nowhere to send reports to",
                        published(State.MISSING, "").withoutMailbox(),
                        "dmarc.publish",
                        "\"v=DMARC1; p=none\". This doesn't change how your mail is delivered. This installation can't receive reports by email yet. Set an intake domain"),
                Arguments.of(
                        "reports go elsewhere, and none can come here",
                        published("p=none; rua=mailto:a@shop.example").withoutMailbox(),
                        "dmarc.report",
                        "Mailvane receives no reports about shop.example, so you can't see what happens to its mail. This installation can't receive reports by email yet"),
                Arguments.of(
                        "a broken record",
                        published("p=rejct; " + RUA),
                        "dmarc.fix",
                        "Publish a TXT record at _dmarc.shop.example: \"v=DMARC1; p=none; "
                                + RUA
                                + "\"."),
                Arguments.of(
                        "several records",
                        published(QUARANTINE).several(),
                        "dmarc.fix",
                        "shop.example has several DMARC records, so receivers use none of them. Keep one, and delete the others. Keep only this record at _dmarc.shop.example: \"v=DMARC1; p=quarantine; "
                                + RUA
                                + "\"."),
                Arguments.of(
                        "a record that was removed",
                        removed("2026-11-19", REJECT).own(100, 100),
                        "dmarc.publish",
                        "shop.example no longer has a DMARC record. Until 2026-11-19 it was \"v=DMARC1; p=reject; %1$s\". Publish a TXT record at _dmarc.shop.example: \"v=DMARC1; p=reject; %1$s\"."
                                .formatted(RUA)),
                Arguments.of(
                        "a record that was removed, and mail that is not ready for it",
                        removed("2026-11-19", REJECT).own(100, 90),
                        "dmarc.publish",
                        "\"v=DMARC1; p=none; "
                                + RUA
                                + "\". Without the record, receivers apply no policy, and shop.example is not ready for the one it had"),
                Arguments.of(
                        "parked, and the record was removed",
                        removed("2026-11-19", REJECT).parked(),
                        "domain.protect",
                        "shop.example no longer has a DMARC record. Until 2026-11-19 it was \"v=DMARC1; p=reject; %1$s\". Publish a TXT record at _dmarc.shop.example: \"v=DMARC1; p=reject; %1$s\"."
                                .formatted(RUA)),
                Arguments.of(
                        "a host that takes no reports",
                        published(REJECT + ",mailto:x@vendor.example").refusedBy("vendor.example"),
                        "dmarc.fix",
                        "vendor.example has not authorised reports about shop.example: shop.example._report._dmarc.vendor.example has no record. Receivers don't send reports there. Publish a TXT record at _dmarc.shop.example: \"v=DMARC1; p=reject; "
                                + RUA
                                + "\"."),
                Arguments.of(
                        "the host of this service takes none: nothing else is to be published",
                        published(REJECT).refusedBy("reports.example"),
                        "dmarc.fix",
                        "at *._report._dmarc.reports.example."),
                Arguments.of(
                        "reports go elsewhere, and the first were imported",
                        published("p=none; rua=mailto:a@shop.example")
                                .reportsElsewhere()
                                .reportedLately()
                                .observed(5),
                        "dmarc.collect",
                        "Mailvane is collecting reports about shop.example: "),
                Arguments.of(
                        "reports go elsewhere: the policy stays",
                        published("p=none; sp=none; rua=mailto:a@shop.example; fo=1")
                                .reportsElsewhere(),
                        "dmarc.report",
                        "Mailvane receives no reports about shop.example, so you can't see what happens to its mail. Add mailto:%s to the rua tag of the DMARC record at _dmarc.shop.example: \"v=DMARC1; p=none; sp=none; rua=mailto:a@shop.example,mailto:%s\"."
                                .formatted(MAILBOX, MAILBOX)),
                Arguments.of(
                        "the inherited record sends them elsewhere",
                        inherits("none", "p=none; rua=mailto:a@example.org").reportsElsewhere(),
                        "dmarc.report",
                        "The record at _dmarc.example.org applies to this domain. Add mailto:"
                                + MAILBOX
                                + " to its rua tag."),
                Arguments.of(
                        "they came, and do not any more",
                        published("p=none; fo=1")
                                .reportsElsewhere()
                                .own(100, 100)
                                .silentSince("2026-11-01"),
                        "dmarc.report",
                        "Reports about shop.example have stopped: the last one covers 2026-11-01. Add"),
                Arguments.of(
                        "they come by another way",
                        published("p=none; rua=mailto:a@shop.example")
                                .reportsElsewhere()
                                .own(1000, 1000),
                        "policy.raise p=quarantine",
                        "Publish a TXT record at _dmarc.shop.example: \"v=DMARC1; p=quarantine; np=reject; rua=mailto:a@shop.example\"."),
                Arguments.of(
                        "29 days",
                        published(NONE).own(100, 100).observed(29),
                        "dmarc.collect",
                        "29 of 30 days so far"),
                Arguments.of(
                        "13 days of a parked domain",
                        published(NONE).parked().observed(13),
                        "dmarc.collect",
                        "13 of 14 days so far"),
                Arguments.of(
                        "ready for quarantine",
                        published(NONE).own(1000, 995),
                        "policy.raise p=quarantine",
                        "shop.example is ready for p=quarantine: 99.5% of 1,000 messages from your own senders passed DMARC. Publish a TXT record at"),
                Arguments.of(
                        "ready, without mail",
                        published(NONE),
                        "policy.raise p=quarantine",
                        "shop.example is ready for p=quarantine and np=reject: no mail from your own senders was reported. Publish a TXT record at"),
                Arguments.of(
                        "ready for reject",
                        published(QUARANTINE).own(1000, 1000),
                        "policy.raise p=reject",
                        "is ready for p=reject: 100.0% of 1,000 messages from your own senders passed DMARC."),
                Arguments.of(
                        "reject but for subdomains",
                        published("p=reject; sp=none; " + RUA).own(1000, 1000),
                        "policy.raise sp=quarantine",
                        "is ready for sp=quarantine and np=reject: 100.0% of"),
                Arguments.of(
                        "a name below goes ahead of its organisation",
                        inherits("none", NONE).own(1000, 1000),
                        "policy.raise p=quarantine",
                        "Publish a TXT record at _dmarc.shop.example: \"v=DMARC1; p=quarantine; "
                                + RUA),
                Arguments.of(
                        "parked, without a record",
                        published(State.MISSING, "").parked(),
                        "domain.protect",
                        "shop.example is marked as sending no mail, but it has no DMARC record, so you can't see who sends in its name. Publish a TXT record at _dmarc.shop.example: \"v=DMARC1; p=none; "
                                + RUA
                                + "\"."),
                Arguments.of(
                        "parked, observed: the rest of the record stays",
                        published(
                                        "p=none; sp=reject; adkim=s; rua=mailto:a@shop.example,"
                                                + "mailto:"
                                                + MAILBOX)
                                .parked()
                                .observed(14),
                        "domain.protect",
                        "Publish a TXT record at _dmarc.shop.example: \"v=DMARC1; p=reject; sp=reject; adkim=s; rua=mailto:a@shop.example,mailto:"
                                + MAILBOX
                                + "\"."),
                Arguments.of(
                        "parked, in test mode",
                        published("p=reject; t=y; " + RUA).parked(),
                        "domain.protect",
                        "is marked as sending no mail and is ready for p=reject, so that receivers reject spoofed mail. Publish a TXT record at"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("policies")
    void thePolicyGoesUpStepByStep(String name, Scenario scenario, String code, String details) {
        assertThat(codes(scenario)).as(name).containsExactly(code);
        assertThat(details(scenario)).contains(details);
    }

    @Test
    void whatIsProtectedNeedsNothing() {
        assertThat(codes(published(REJECT).own(1000, 1000))).isEmpty();
        assertThat(codes(published(REJECT).observed(3))).isEmpty();
        assertThat(codes(published(REJECT).parked())).isEmpty();
        assertThat(codes(inherits("reject", REJECT).own(10, 10))).isEmpty();
    }

    @Test
    void tasksAboutErrorsNameTheEvidence() {
        Passage evidence =
                FindingMessages.text(SpfFindings.RECORD_MULTIPLE.with("shop.example", 2))
                        .and(
                                Message.of("findings.evidence.record")
                                        .with("name", "shop.example")
                                        .with("record", "v=spf1 -all"));
        wrong.put("spf", evidence);
        states.put("dkim", "error");
        wrong.put("dkim", FindingMessages.text(DkimFindings.P_MISSING.with()));
        states.put("mta_sts", "error");
        Scenario scenario = published(REJECT).own(1000, 1000).spf(Spf.BROKEN);
        List<String> said =
                NextSteps.of(situation(scenario)).stream().map(NextStepsTest::text).toList();
        assertThat(said)
                .containsExactly(
                        "The SPF record of shop.example has errors, so receivers can't use it. "
                                + MessageFormatter.forPrograms().format(evidence),
                        "Receivers can't use a DKIM key of shop.example. The record has no p tag, so it contains no key.",
                        "The MTA-STS record or policy of shop.example has errors, so senders ignore it or deliver nothing. The domain's issues show what is wrong.");
    }

    @Test
    void aRecordThatWasRemovedIsNamed() {
        gone.put("spf", new Gone("v=spf1 ip4:192.0.2.0/24 -all", LocalDate.of(2026, 11, 19)));
        Scenario scenario = published(REJECT).own(1000, 1000).spf(Spf.MISSING);
        assertThat(details(scenario))
                .isEqualTo(
                        "shop.example no longer has an SPF record. Until 2026-11-19 it was \"v=spf1 ip4:192.0.2.0/24 -all\". Publish it at shop.example again if it lists everybody who sends the domain's mail, or publish one that does.");
        assertThat(details(published(REJECT).parked().spf(Spf.MISSING)))
                .endsWith(
                        "The domain is marked as sending no mail. Publish a TXT record at shop.example: \"v=spf1 -all\".");
        states.put("mta_sts", "missing");
        gone.put("mta_sts", new Gone("v=STSv1; id=20261119", LocalDate.of(2026, 11, 19)));
        assertThat(details(published(REJECT).own(1000, 1000)))
                .startsWith(
                        "shop.example no longer has an MTA-STS policy. Until 2026-11-19 its record was \"v=STSv1; id=20261119\".")
                .endsWith("with an id that was never used: \"v=STSv1; id=202611191\".");
    }

    @Test
    void anAliasIsNamedWhereARecordIsToBePublished() {
        alias = "_dmarc.host.example";
        String told =
                "_dmarc.shop.example is an alias (CNAME) for _dmarc.host.example, so it can't have a TXT record. Publish the record at _dmarc.host.example, or replace the alias with the record.";
        for (Scenario scenario :
                List.of(
                        published(State.MISSING, ""),
                        published(State.MISSING, "").parked(),
                        published("p=rejct; " + RUA),
                        published("p=none; rua=mailto:a@shop.example").reportsElsewhere(),
                        published(NONE).own(1000, 995),
                        published(NONE).parked().observed(14))) {
            assertThat(details(scenario)).contains(told);
        }
    }

    @Test
    void underStrictAlignmentMailPassesAsTheVeryNameInFrom() {
        assertThat(details(below("p=none; adkim=s; aspf=s; " + RUA)))
                .contains(
                        "Have it sign with DKIM as b.shop.example, or use a return path in b.shop.example that the SPF record there authorises. The DMARC record at _dmarc.shop.example requires strict alignment (adkim=s aspf=s). With relaxed alignment, shop.example is sufficient for its subdomains too.");
        assertThat(details(below("p=none; aspf=s; " + RUA)))
                .contains(
                        "Have it sign with DKIM as shop.example, or use a return path in b.shop.example that",
                        "(aspf=s)");
        assertThat(details(below(NONE)))
                .contains("DKIM as shop.example, or use a return path in shop.example that")
                .doesNotContain("very name");
    }

    private static Scenario below(String record) {
        return published(record).own(1000, 1000).added("b.shop.example").shared(100, 50, null);
    }

    @Test
    void whatDnsHasNotToldIsNotJudged() {
        assertThat(NextSteps.canTell(published(State.UNKNOWN, "").domain().published())).isFalse();
        assertThat(NextSteps.canTell(published(State.MISSING, "").domain().published())).isTrue();
    }

    @Test
    void sourcesThatBlockAreDecidedOrMended() {
        Scenario scenario =
                published(NONE)
                        .own(1000, 940)
                        .sent(108, Category.CAPABLE, 1, 0, null, false)
                        .sent(109, Category.CAPABLE, 10, 10, null, true);
        assertThat(codes(scenario)).containsExactly("source.fix 1", "source.decide 108");
        assertThat(text(steps(scenario).get(1)))
                .contains("Newsletters sent 1 message in the name of shop.example")
                .endsWith("record your decision about this source for shop.example.");
        assertThat(
                        details(
                                published(NONE)
                                        .own(1000, 1000)
                                        .added("b.shop.example")
                                        .shared(5, 0, null)))
                .contains("sent 5 messages in the name of b.shop.example from")
                .endsWith("record your decision about this source for b.shop.example.");
        assertThat(text(steps(scenario).get(0)))
                .contains(
                        "60 of 1,000 messages that Own servers sent for shop.example from 2026-10-18 to 2026-11-16 failed");
    }

    /** What the source is called; by what it can pass; what it says; what is to be done. */
    private Scenario knownAs(boolean spf, boolean dkim, Notes notes) {
        sources.put(100, new SourceName(100, "Newsletters", "slug", false, spf, dkim, notes));
        return published(NONE).own(1000, 1000);
    }

    private static final Notes NOTES =
            new Notes(
                    Passage.of(Message.of("catalogue.rapidmail.spf")),
                    Passage.of(Message.of("catalogue.rapidmail.dkim")),
                    Passage.of(Message.of("catalogue.rapidmail.dmarc")));

    @Test
    void aSourceToDecideIsToldHowItIsAuthorised() {
        assertThat(NextSteps.of(situation(knownAs(false, true, NOTES).shared(5, 0, null))))
                .singleElement()
                .extracting(NextStepsTest::text)
                .asString()
                .contains("have the sender sign it with DKIM, the only way it can pass.")
                .doesNotContain("SPF or DKIM")
                .endsWith(
                        " For DKIM: In the account, under the sender domains, publish the DKIM records that rapidmail shows and check them there. For SPF: Nothing to do: the return path is rapidmail's.");
        assertThat(details(knownAs(true, false, Notes.NONE).shared(5, 0, null)))
                .contains("authorise the sender with SPF, the only way it can pass.")
                .endsWith("record your decision about this source for shop.example.");
        assertThat(details(knownAs(true, true, Notes.NONE).shared(5, 0, null)))
                .contains("authorise the sender with SPF or DKIM.");
        assertThat(details(knownAs(false, false, NOTES).shared(5, 0, null)))
                .contains("send it in another way, because this sender can't pass DMARC.")
                .endsWith(
                        "for shop.example. Here mail can pass DMARC only with DKIM: check that it passes before you tighten the policy.");
    }

    @Test
    void aSourceToFixIsToldByWhatItCanPass() {
        assertThat(details(knownAs(false, true, Notes.NONE).shared(100, 10, null)))
                .contains(
                        "90 of 100 messages that Newsletters sent for shop.example from 2026-10-18 to 2026-11-16 failed DMARC. Have it sign with DKIM as shop.example. It can't pass by SPF");
        assertThat(details(knownAs(true, false, Notes.NONE).shared(100, 10, null)))
                .contains(
                        "failed DMARC. Have it use a return path in shop.example that the SPF record there authorises.");
        assertThat(details(knownAs(true, true, Notes.NONE).shared(100, 10, null)))
                .contains("Have it sign with DKIM as shop.example, or use a return path in");
        assertThat(NextSteps.of(situation(knownAs(false, true, NOTES).shared(100, 10, null))))
                .first()
                .extracting(NextStepsTest::text)
                .asString()
                .endsWith("For SPF: Nothing to do: the return path is rapidmail's.");
    }

    @Test
    void aSourceOfWhichMostPassesIsNotToBeSetUp() {
        assertThat(details(knownAs(true, true, NOTES).shared(100_000, 96_800, null)))
                .contains("failed DMARC. The rest passed, so most of its mail is set up correctly")
                .doesNotContain("Have it sign", "For DKIM");
    }

    @Test
    void aSourceWhoseSignatureBrokeIsNotToldToSign() {
        signatures.put(100, new FailedSignatures(90, 45, List.of("k2._domainkey.shop.example")));
        assertThat(details(knownAs(true, true, Notes.NONE).shared(100, 10, null)))
                .contains(
                        "Most of the failed messages have a DKIM signature that didn't verify. Check that the key at k2._domainkey.shop.example is")
                .doesNotContain("Have it sign");
        signatures.put(100, new FailedSignatures(90, 44, List.of("k2._domainkey.shop.example")));
        assertThat(details(knownAs(true, true, Notes.NONE).shared(100, 10, null)))
                .contains("Have it sign")
                .doesNotContain("k2._domainkey");
    }

    @Test
    void onlySoManySourcesAreTold() {
        assertThat(codes(failing(NextSteps.MAX_TOLD + 1)))
                .containsExactly("source.decide 104", "source.decide 103", "source.decide 102");
    }

    private static Scenario failing(int sources) {
        Scenario scenario = published(NONE);
        for (int i = 1; i <= sources; i++) {
            scenario.sent(100 + i, Category.CAPABLE, 100 + i, 0, null, false);
        }
        return scenario;
    }

    @Test
    void aStepStaysThoughOthersHaveBecomeMoreUrgent() {
        open.add(new Identity("source.decide", "101"));
        assertThat(codes(failing(4)))
                .containsExactly("source.decide 104", "source.decide 103", "source.decide 101");
    }

    /** Three that people know of already do not hide one that sends more than all of them. */
    @Test
    void theLargestSourceIsAlwaysTold() {
        open.add(new Identity("source.decide", "101"));
        open.add(new Identity("source.decide", "102"));
        open.add(new Identity("source.decide", "103"));
        assertThat(codes(failing(4)))
                .containsExactly(
                        "source.decide 104",
                        "source.decide 103",
                        "source.decide 102",
                        "source.decide 101");
    }

    @Test
    void nobodyWhoSendsIsToldToRefuseAll() {
        assertThat(steps(published(NONE).spf(Spf.MISSING)).stream().map(NextStepsTest::text))
                .as("of whom nothing is known")
                .anyMatch(text -> text.contains("v=spf1 -all"));
        assertThat(
                        steps(published(NONE).own(15_000, 15_000).spf(Spf.MISSING)).stream()
                                .map(NextStepsTest::text))
                .anyMatch(text -> text.contains("has no SPF record"))
                .noneMatch(text -> text.contains("-all"));
        assertThat(
                        steps(published(NONE).parked().own(15_000, 15_000).spf(Spf.MISSING))
                                .stream()
                                .map(NextStepsTest::text))
                .noneMatch(text -> text.contains("-all"));
    }

    @Test
    void anSpfRecordThatIsTooBroadIsToBeNarrowed() {
        assertThat(codes(published(NONE).own(100, 100).broad("")))
                .anyMatch(code -> code.startsWith("spf.narrow"));
    }

    @Test
    void ignoredStepsKeepNoOtherAway() {
        open.add(new Identity("source.decide", "104"));
        ignored.add(new Identity("source.decide", "104"));
        assertThat(codes(failing(5)))
                .containsExactly(
                        "source.decide 105",
                        "source.decide 104",
                        "source.decide 103",
                        "source.decide 102");
    }

    @Test
    void whatElseIsMissingComesBeside() {
        Scenario scenario = published(REJECT).own(1000, 1000).spf(Spf.MISSING);
        states.put("tls_rpt", "missing");
        states.put("dkim", "error");
        missingSelectors.add("s1");
        assertThat(codes(scenario))
                .containsExactly("spf.publish", "dkim.publish s1", "dkim.fix", "tls.report");
        scenario.spf(Spf.BROKEN);
        assertThat(codes(scenario)).contains("spf.fix").doesNotContain("spf.publish");
        states.put("mx", "missing");
        assertThat(codes(scenario)).doesNotContain("tls.report");
        assertThat(codes(published(State.MISSING, ""))).containsExactly("dmarc.publish");
    }

    /** Reports can name as many selectors as anybody likes. */
    @Test
    void onlyTheFirstLostSelectorsBecomeTasks() {
        String[] selectors =
                IntStream.rangeClosed(1, NextSteps.MAX_TOLD + 1)
                        .mapToObj(n -> "s" + n)
                        .toArray(String[]::new);
        assertThat(codes(published(NONE).own(1000, 1000).lost(selectors)))
                .filteredOn(code -> code.startsWith("dkim.restore"))
                .hasSize(NextSteps.MAX_TOLD);
    }

    @Test
    void whatDnsSaysNowIsMendedBeforeThePolicyGoesUp() {
        assertThat(codes(published(NONE).own(1000, 1000).spf(Spf.ANYONE)))
                .containsExactly("spf.close");
        assertThat(details(published(NONE).parked().spf(Spf.ANYONE)))
                .contains("Publish \"v=spf1 -all\" at shop.example instead.");
        Scenario lost = published(NONE).own(1000, 1000).lost("s1");
        assertThat(details(lost)).contains("signed with selector s1, but neither s1._domainkey");
        missingSelectors.add("s1");
        missingSelectors.add("s2");
        assertThat(codes(lost)).containsExactly("dkim.restore s1", "dkim.publish s2");
        states.put("dkim", "error");
        assertThat(codes(lost)).containsExactly("dkim.publish s2", "dkim.fix");
    }

    @Test
    void aNameBelowNeedsNoSpfOfItsOwn() {
        assertThat(codes(inherits("reject", REJECT).own(10, 10).spf(Spf.MISSING))).isEmpty();
    }

    @Test
    void whatIsTestedIsEnforcedOneDay() {
        states.put("mta_sts", "testing");
        assertThat(codes(published(REJECT).own(1000, 1000))).containsExactly("mta_sts.enforce");
        assertThat(codes(published(REJECT).parked())).isEmpty();
        failedSessions = 1;
        assertThat(details(published(REJECT).own(1000, 1000))).contains("show 1 failed session.");
        failedSessions = 1388;
        assertThat(details(published(REJECT).own(1000, 1000)))
                .contains("reports of the last 14 days show 1,388 failed sessions.");
        leavesOut = true;
        assertThat(details(published(REJECT).own(1000, 1000)))
                .contains("can't be enforced as it is")
                .doesNotContain("mode: enforce");
        assertThat(codes(published(REJECT).own(1000, 1000))).containsExactly("mta_sts.fix");
    }

    @Test
    void whoSendsNothingLetsNobodySend() {
        assertThat(details(published(REJECT).parked().spf(Spf.USABLE)))
                .contains("allows servers to send in its name. Publish \"v=spf1 -all\"");
        assertThat(details(published(NONE).parked().own(1000, 1000)))
                .contains("but 1,000 messages passed DMARC from")
                .contains("p=reject doesn't block such mail");
    }

    @Test
    void encryptionThatCanBeEnforcedComesWhenAllElseIsDone() {
        states.put("mta_sts", "missing");
        assertThat(details(published(REJECT).own(1000, 1000)))
                .contains("https://mta-sts.shop.example/.well-known/mta-sts.txt");
        states.put("bimi", "missing");
        assertThat(codes(published(REJECT).own(1000, 1000)))
                .containsExactly("mta_sts.publish", "bimi.publish");
        assertThat(codes(published(NONE).own(1000, 10))).containsExactly("source.fix 1");
        states.put("mx", "missing");
        assertThat(codes(published(REJECT).own(1000, 1000))).containsExactly("bimi.publish");
    }

    @Test
    void reportsComeBeforeThePolicyGoesUp() {
        assertThat(details(published("p=none").reportsElsewhere().own(1000, 1000)))
                .isEqualTo(
                        "The DMARC record for shop.example has no report address (rua), so you can't see what happens to its mail. Add mailto:%s to the rua tag of the DMARC record at _dmarc.shop.example: \"v=DMARC1; p=none; rua=mailto:%s\"."
                                .formatted(MAILBOX, MAILBOX));
        assertThat(codes(published("p=reject").reportsElsewhere().own(1000, 1000)))
                .containsExactly("dmarc.report");
        assertThat(details(published(NONE).own(1000, 1000).silentSince("2026-11-01")))
                .isEqualTo(
                        "Reports about shop.example have stopped: the last one covers 2026-11-01. The DMARC record sends reports to mailto:%s. Check that mail still reaches that mailbox."
                                .formatted(MAILBOX));
    }

    @Test
    void whatTheMailNeedsComesBeforeThePolicy() {
        assertThat(codes(published(NONE).own(1000, 1000).spf(Spf.BROKEN)))
                .containsExactly("spf.fix", "policy.raise p=quarantine");
        assertThat(codes(published(NONE).ownBySpf(1000).spf(Spf.NOBODY)))
                .containsExactly("spf.name", "dkim.sign");
        assertThat(codes(published(NONE).own(1000, 1000).spf(Spf.NOBODY)))
                .containsExactly("policy.raise p=quarantine");
    }

    @Test
    void aKeyThatCarriedTheMailComesBeforeThePolicy() {
        assertThat(
                        details(
                                published(NONE)
                                        .own(1000, 1000)
                                        .lapsedKey(1200, 1000, "s1._domainkey.shop.example")))
                .isEqualTo(
                        "Mail of shop.example passed DMARC with the key at s1._domainkey.shop.example, which is no longer usable: of 1,200 messages from 2026-11-13 to 2026-11-19, 1,000 passed only with such a key. Publish the key again, or have the mail signed with another key. If you have already done that, wait until reports show it.");
    }

    /** RFC 9989, section 7.4. */
    @Test
    void signingComesBeforeReject() {
        Scenario unsigned = published(QUARANTINE).ownBySpf(4000).spf(Spf.USABLE).withoutKey();
        assertThat(codes(unsigned)).containsExactly("dkim.sign", "policy.raise p=reject");
        assertThat(text(steps(unsigned).getFirst()))
                .startsWith(
                        "None of 4,000 messages that senders of shop.example sent from 2026-10-18 to 2026-11-16 passed DKIM: everything depends on SPF");
        assertThat(text(steps(unsigned).getLast()))
                .contains(
                        "4,000 passed with SPF alone, which breaks when mail is forwarded: at p=reject");
        assertThat(codes(published(QUARANTINE).own(1, 1).ownBySpf(3999)))
                .containsExactly("policy.raise p=reject");
        states.put("dkim", "error");
        assertThat(codes(unsigned)).containsExactly("dkim.fix", "policy.raise p=reject");
    }

    @Test
    void whatIsToBeKnownBeforeAPolicyIsRaisedIsTold() {
        assertThat(details(published(NONE).own(29, 29)))
                .endsWith(
                        " Capable sources sent only 29 messages from 2026-10-18 to 2026-11-16, so the percentages mean little.");
        assertThat(
                        details(
                                published(QUARANTINE)
                                        .own(3000, 3000)
                                        .sent(101, Category.FORWARDER, 1800, 100, null, true)))
                .contains("Of 1,800 messages that forwarders or mailing lists passed on");
        assertThat(
                        details(
                                published("p=quarantine; sp=none; " + RUA)
                                        .own(3600, 3600)
                                        .below()
                                        .own(300, 0)))
                .startsWith(
                        "shop.example is ready for p=reject and np=reject: enough of the mail in its own name passes, and subdomains keep their own policy (sp). Publish a TXT record at _dmarc.shop.example: \"v=DMARC1; p=reject; sp=none; np=reject;");
    }

    @Test
    void anAddressThatNoReportReachesIsAsGoodAsNone() {
        assertThat(
                        details(
                                published("p=none; rua=https://x.example/r,mailto:a@dead.example")
                                        .reportsElsewhere()
                                        .deaf("dead.example")
                                        .own(1000, 1000)))
                .isEqualTo(
                        "No address in the rua tag of the DMARC record for shop.example accepts reports, so you can't see what happens to its mail. Add mailto:%1$s to the rua tag of the DMARC record at _dmarc.shop.example: \"v=DMARC1; p=none; rua=mailto:%1$s\"."
                                .formatted(MAILBOX));
    }

    @Test
    void recordsOfEncryptionAreMendedBeforeFurtherOnesArePublished() {
        states.put("tls_rpt", "error");
        states.put("mta_sts", "missing");
        assertThat(codes(published(REJECT).own(1000, 1000))).containsExactly("tls.fix");
        states.put("tls_rpt", "present");
        states.put("mta_sts", "error");
        states.put("bimi", "missing");
        assertThat(codes(published(REJECT).own(1000, 1000))).containsExactly("mta_sts.fix");
    }

    @Test
    void whoSendsNoMailNeedsNoLogo() {
        states.put("bimi", "missing");
        assertThat(codes(published(REJECT))).isEmpty();
    }

    @Test
    void sourcesAreToldWithTheNamesThatTheyUsedAndTheDays() {
        assertThat(details(published(NONE).below().own(1000, 10)))
                .startsWith(
                        "990 of 1,000 messages that Own servers sent for subdomains of shop.example from 2026-10-18 to 2026-11-16 failed DMARC.");
        assertThat(details(published(NONE).own(1000, 10).below("b.shop.example").own(1000, 10)))
                .contains(
                        "1,980 of 2,000 messages that Own servers sent for shop.example and its subdomains (such as b.shop.example) from");
        assertThat(details(published(NONE).own(1000, 10)))
                .contains("990 of 1,000 messages that Own servers sent for shop.example from");
        Scenario below = published(NONE).below("b.shop.example").own(1000, 10);
        assertThat(details(below))
                .contains("990 of 1,000 messages that Own servers sent for b.shop.example from");
        assertThat(details(below.below("a.shop.example").own(1000, 9)))
                .contains(
                        "1,981 of 2,000 messages that Own servers sent for subdomains of shop.example (such as a.shop.example, b.shop.example) from");
    }

    @Test
    void hostsOfASourceAndTheSpfRecordsOfTheNamesInWhichItFailsAreToldOf() {
        hosts.put(
                Scenario.OWN,
                Stream.of("192.0.2.1", "2001:db8::1")
                        .flatMap(host -> IpAddress.parse(host).stream())
                        .toList());
        spfBelow.put("a.shop.example", "missing");
        spfBelow.put("b.shop.example", "error");
        assertThat(
                        details(
                                published(NONE)
                                        .below("a.shop.example")
                                        .own(1000, 10)
                                        .below("b.shop.example")
                                        .own(1000, 10)))
                .endsWith(
                        "use a return path in shop.example that the SPF record there authorises. Failed messages came from 192.0.2.1, 2001:db8::1. a.shop.example has no SPF record, so no server passes SPF with a return path there. The SPF record at b.shop.example has errors, so no server passes SPF with a return path there.");
        // Of one that nobody knows it is to be said first whose it is.
        hosts.put(Scenario.SHARED, hosts.get(Scenario.OWN));
        assertThat(details(published(NONE).own(1000, 1000).shared(5, 0, null)))
                .doesNotContain("What failed came from");
    }

    @Test
    void whoseMailIsLostUnderAPolicyIsSaidWithIt() {
        assertThat(
                        details(
                                published(NONE)
                                        .own(10_000, 10_000)
                                        .sent(
                                                Scenario.CUSTOM,
                                                Category.NON_COMPLIANT,
                                                40,
                                                0,
                                                null,
                                                false)))
                .endsWith(
                        "\". Scanner can't pass DMARC: a policy blocks its mail, 40 messages from 2026-10-18 to 2026-11-16.");
        assertThat(
                        details(
                                published(NONE)
                                        .parked()
                                        .sent(
                                                Scenario.CUSTOM,
                                                Category.NON_COMPLIANT,
                                                40,
                                                0,
                                                null,
                                                false)))
                .contains("is ready for p=reject, so that receivers reject spoofed mail.")
                .endsWith("a policy blocks its mail, 40 messages from 2026-10-18 to 2026-11-16.");
    }

    @Test
    void aLogoComesLast() {
        states.put("bimi", "missing");
        assertThat(codes(published(REJECT).own(1000, 1000))).containsExactly("bimi.publish");
        assertThat(codes(published(NONE).own(1000, 10))).containsExactly("source.fix 1");
        // Receivers show none while anybody may use names below.
        assertThat(
                        codes(
                                published("p=reject; sp=none; " + RUA)
                                        .own(10_000, 10_000)
                                        .below()
                                        .own(9, 0)))
                .doesNotContain("bimi.publish");
        states.put("tls_rpt", "missing");
        assertThat(codes(published(REJECT).own(1000, 1000))).containsExactly("tls.report");
    }

    @Test
    void aParkedDomainSaysByEachRecordThatItSendsNothing() {
        states.put("tls_rpt", "missing");
        states.put("bimi", "missing");
        assertThat(codes(published(State.MISSING, "").parked().spf(Spf.MISSING)))
                .containsExactly("domain.protect", "spf.publish");
        Scenario protectedByPolicy = published(REJECT).parked().spf(Spf.MISSING);
        assertThat(codes(protectedByPolicy)).containsExactly("spf.publish");
        assertThat(details(protectedByPolicy)).contains("\"v=spf1 -all\"");
    }

    @Test
    void aNameThatDoesNotExistIsCheckedAndNothingElse() {
        assertThat(codes(nowhere())).containsExactly("domain.check");
    }
}
