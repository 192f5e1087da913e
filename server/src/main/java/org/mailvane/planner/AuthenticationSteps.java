package org.mailvane.planner;

import java.util.List;
import java.util.Objects;
import org.mailvane.actions.TaskCode;
import org.mailvane.mailauth.dmarc.DmarcDiscovery.State;
import org.mailvane.planner.Authentication.Spf;
import org.mailvane.planner.LostAuthentication.Lapse;
import org.mailvane.planner.RecordEvidence.Gone;
import org.mailvane.text.Message;
import org.mailvane.text.Passage;
import org.mailvane.traffic.sums.MessageSums;

/** The steps about a domain's SPF record and its DKIM keys. */
final class AuthenticationSteps {

    private static final String SPF = "spf";
    private static final String DKIM = "dkim";
    private static final String ERROR = "error";
    private static final String NOBODY = "v=spf1 -all";

    private final StepSituation situation;
    private final PolicyAdvice advice;
    private final Authentication authentication;
    private final String name;
    private final boolean parked;
    private final Steps steps;

    AuthenticationSteps(StepSituation situation, Steps steps) {
        this.situation = situation;
        this.advice = situation.judgement().advice();
        this.authentication = situation.domain().authentication();
        this.name = situation.domain().name().value();
        this.parked = situation.domain().parked();
        this.steps = steps;
    }

    void findSpf() {
        Spf spf = authentication.spf();
        // A record that refuses everybody would break mail that passes.
        if (parked && sends() && (spf == Spf.MISSING || spf == Spf.ANYONE || spf == Spf.BROAD)) {
            steps.add(TaskCode.SPF_DECIDE, withAct("spf.decide"));
            return;
        }
        switch (spf) {
            case MISSING -> publishSpf();
            case BROKEN ->
                    steps.add(
                            TaskCode.SPF_FIX,
                            Passage.of(steps.about("spf.fix")).and(steps.wrong(SPF)));
            case ANYONE ->
                    steps.add(
                            TaskCode.SPF_CLOSE,
                            parked
                                    ? Passage.of(
                                            steps.about("spf.close.anyone.parked"),
                                            steps.about("spf.close.parked.act"))
                                    : withAct("spf.close.anyone"));
            case BROAD ->
                    steps.add(
                            TaskCode.SPF_NARROW, withAct("spf.narrow").and(authentication.broad()));
            case NOBODY -> {
                MessageSums counted = advice.share().counted();
                if (!Percent.isAtLeast(
                        counted.dkim(), PolicyPlan.PASSING_PERCENT, counted.messages())) {
                    steps.add(TaskCode.SPF_NAME, withAct("spf.name"));
                }
            }
            case USABLE -> {
                if (parked) {
                    steps.add(
                            TaskCode.SPF_CLOSE,
                            Passage.of(
                                    steps.about("spf.close.parked"),
                                    steps.about("spf.close.parked.act_or_active")));
                }
            }
            case UNKNOWN -> {}
        }
    }

    private void publishSpf() {
        Gone gone = situation.evidence().gone().get(SPF);
        if (gone != null) {
            Passage removed =
                    Passage.of(
                            steps.about("spf.removed"),
                            Message.of("tasks.before")
                                    .with("day", gone.day())
                                    .with("record", gone.text()));
            steps.add(
                    TaskCode.SPF_PUBLISH,
                    parked
                            ? removed.and(Message.of("tasks.spf.parked"))
                                    .and(Steps.publish(name, NOBODY))
                            : removed.and(steps.about("spf.removed.act")));
        } else if (situation.domain().published().state() != State.INHERITED) {
            steps.add(
                    TaskCode.SPF_PUBLISH,
                    parked
                            ? Passage.of(steps.about("spf.missing.parked"))
                                    .and(Steps.publish(name, NOBODY))
                            : Passage.of(
                                    steps.about("spf.missing"),
                                    steps.about(
                                            sends()
                                                    ? "spf.missing.sending"
                                                    : "spf.missing.unknown")));
        }
    }

    /** Whether reports show mail that may be the owner's. */
    private boolean sends() {
        return advice.counts().total() > advice.counts().threatOrUnknown();
    }

    void findDkim() {
        List<String> lost = authentication.lostSelectors();
        boolean hasError = situation.is(DKIM, ERROR);
        if (!hasError) {
            lost.stream().limit(NextSteps.MAX_TOLD).forEach(this::restoreLost);
        }
        Lapse missed = authentication.lapses().byKeys();
        if (lost.isEmpty()) {
            missed.names().stream()
                    .limit(NextSteps.MAX_TOLD)
                    .forEach(host -> restoreMissed(host, missed));
        }
        MessageSums counted = advice.share().counted();
        if (counted.dmarc() > 0
                && counted.dkim() == 0
                && advice.share().ofDkim() > 0
                && lost.isEmpty()
                && !hasError) {
            steps.add(
                    TaskCode.DKIM_SIGN,
                    Passage.of(
                            steps.dated(
                                    steps.about("dkim.sign").with("messages", counted.messages())),
                            steps.about("dkim.sign.act")));
        }
        situation.missingSelectors().stream()
                .filter(selector -> !lost.contains(selector))
                .forEach(this::publishKey);
        if (hasError) {
            steps.add(
                    TaskCode.DKIM_FIX, Passage.of(steps.about("dkim.fix")).and(steps.wrong(DKIM)));
        }
    }

    private void restoreLost(String selector) {
        steps.add(
                TaskCode.DKIM_RESTORE,
                selector,
                Passage.of(
                        steps.about("dkim.restore.lost")
                                .with("selector", selector)
                                .with("host", host(selector)),
                        Message.of("tasks.dkim.restore.lost.act")));
    }

    /** Describes a key by which alone mail passed. */
    private void restoreMissed(String host, Lapse missed) {
        JudgedDays days = Objects.requireNonNull(missed.days());
        steps.add(
                TaskCode.DKIM_RESTORE,
                host,
                Passage.of(
                        days.in(
                                steps.about("dkim.restore.missed")
                                        .with("host", host)
                                        .with("messages", missed.passed())
                                        .with("lost", missed.lost())),
                        Message.of("tasks.dkim.restore.missed.act")));
    }

    private void publishKey(String selector) {
        steps.add(
                TaskCode.DKIM_PUBLISH,
                selector,
                Passage.of(
                        Message.of("tasks.dkim.publish").with("host", host(selector)),
                        Message.of("tasks.dkim.publish.act").with("selector", selector)));
    }

    private String host(String selector) {
        return selector + "._domainkey." + name;
    }

    private Passage withAct(String code) {
        return Passage.of(steps.about(code), steps.about(code + ".act"));
    }
}
