package org.mailvane.planner;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.mailvane.domains.DomainCounts;
import org.mailvane.issues.NextStep;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.planner.PolicyAdvice.SenderEvidence;
import org.mailvane.planner.PolicyAdvice.Share;
import org.mailvane.traffic.MessageSums;

/** Which steps are next, from nothing to a policy that protects. */
class NextStepsTest {

    private final Map<String, String> states = new HashMap<>();
    private final List<String> missingSelectors = new ArrayList<>();
    private final List<SenderEvidence> sources = new ArrayList<>();
    private boolean parked;
    private boolean nxdomain;
    private boolean reportsHere = true;
    private Recommendation recommendation = Recommendation.MONITOR;
    private boolean ready;
    private String policy = "none";
    private int days = 40;

    NextStepsTest() {
        for (String kind : List.of("dmarc", "spf", "mx", "tls_rpt", "bimi")) {
            states.put(kind, "present");
        }
    }

    private List<NextStep> steps() {
        PolicyAdvice advice =
                new PolicyAdvice(
                        Instant.EPOCH,
                        recommendation,
                        ready,
                        List.of(),
                        List.of(),
                        sources,
                        policy,
                        policy,
                        false,
                        "v=DMARC1; p=quarantine; rua=mailto:tok@in.example",
                        days,
                        DomainCounts.NONE,
                        new Share(new MessageSums(1_000, 995, 900, 950), 1_000, 1_000));
        return NextSteps.of(
                new StepSituation(
                        DomainName.parse("shop.example").orElseThrow(),
                        parked,
                        nxdomain,
                        states,
                        missingSelectors,
                        reportsHere,
                        "tok@in.example",
                        advice));
    }

    private List<String> codes() {
        return steps().stream()
                .map(step ->
                        step.subject().isEmpty() ? step.code() : step.code() + " " + step.subject())
                .toList();
    }

    private String details() {
        assertThat(steps()).hasSize(1);
        return steps().getFirst().details();
    }

    @Test
    void withoutARecordThatIsTheOnlyStep() {
        states.put("dmarc", "missing");
        states.put("spf", "missing");
        states.put("tls_rpt", "missing");
        assertThat(codes()).containsExactly("dmarc.publish");
        assertThat(details())
                .contains("_dmarc.shop.example", "v=DMARC1; p=none; rua=mailto:tok@in.example");
    }

    @Test
    void aBrokenRecordIsMendedFirst() {
        states.put("dmarc", "error");
        days = 3;
        assertThat(codes()).containsExactly("dmarc.fix");
    }

    @Test
    void thenReportsAreToComeHere() {
        reportsHere = false;
        assertThat(codes()).containsExactly("dmarc.report");
        assertThat(details()).contains("mailto:tok@in.example");
    }

    @Test
    void thenTheyAreCollected() {
        days = PolicyPlan.OBSERVED_DAYS - 1;
        assertThat(codes()).containsExactly("dmarc.collect");
        assertThat(details()).contains("29 of 30");
        days = PolicyPlan.OBSERVED_DAYS;
        assertThat(codes()).isEmpty();
    }

    @Test
    void sourcesThatBlockAreDecidedOrMended() {
        sources.add(new SenderEvidence(7, "Sender", "sender", 100, 60, false, true));
        sources.add(new SenderEvidence(8, "Shared", "shared", 10, 10, true, true));
        sources.add(new SenderEvidence(9, "Fine", "fine", 10, 1, false, false));
        assertThat(codes()).containsExactly("source.fix 7", "source.decide 8");
        assertThat(steps().get(0).details()).contains("Sender", "60 of its 100");
        assertThat(steps().get(1).details()).contains("Shared", "10 messages");
    }

    @Test
    void onlySoManySourcesAreTold() {
        for (int i = 1; i <= NextSteps.MAX_SOURCES + 1; i++) {
            sources.add(new SenderEvidence(i, "Sender", "sender", 100, 60, false, true));
        }
        assertThat(codes()).hasSize(NextSteps.MAX_SOURCES);
    }

    @Test
    void thenThePolicyIsRaised() {
        recommendation = Recommendation.QUARANTINE;
        assertThat(codes()).isEmpty();
        ready = true;
        assertThat(codes()).containsExactly("policy.raise quarantine");
        assertThat(details())
                .contains("p=quarantine", "1000 messages", new BigDecimal("99.5").toString());
        recommendation = Recommendation.REJECT;
        assertThat(codes()).containsExactly("policy.raise reject");
    }

    @Test
    void whatElseIsMissingComesBeside() {
        states.put("spf", "missing");
        states.put("tls_rpt", "missing");
        states.put("dkim", "error");
        missingSelectors.add("s1");
        assertThat(codes())
                .containsExactly("spf.publish", "dkim.publish s1", "dkim.fix", "tls.report");
        states.put("spf", "error");
        assertThat(codes()).contains("spf.fix").doesNotContain("spf.publish");
        states.put("mx", "missing");
        assertThat(codes()).doesNotContain("tls.report");
    }

    @Test
    void aLogoComesLast() {
        states.put("bimi", "missing");
        recommendation = Recommendation.MAINTAIN;
        assertThat(codes()).isEmpty();
        policy = "reject";
        assertThat(codes()).containsExactly("bimi.publish");
        states.put("tls_rpt", "missing");
        assertThat(codes()).containsExactly("tls.report");
    }

    @Test
    void aParkedDomainIsProtectedAndNothingElse() {
        parked = true;
        states.put("tls_rpt", "missing");
        assertThat(codes()).containsExactly("domain.protect");
        assertThat(details()).contains("p=reject", "v=spf1 -all");
        policy = "reject";
        assertThat(codes()).isEmpty();
        states.put("spf", "missing");
        assertThat(codes()).containsExactly("domain.protect");
    }

    @Test
    void aNameThatDoesNotExistIsCheckedAndNothingElse() {
        nxdomain = true;
        states.put("dmarc", "missing");
        assertThat(codes()).containsExactly("domain.check");
    }
}
