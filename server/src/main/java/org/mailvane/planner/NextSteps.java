package org.mailvane.planner;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.mailvane.actions.NextStep;
import org.mailvane.actions.TaskCode;
import org.mailvane.mailauth.dmarc.DmarcDiscovery.State;
import org.mailvane.mailauth.dmarc.DmarcParser;
import org.mailvane.mailauth.dmarc.DmarcPolicy;
import org.mailvane.mailauth.dmarc.DmarcRecord;
import org.mailvane.mailauth.report.ReportUri;
import org.mailvane.planner.PublishedPolicy.Removed;
import org.mailvane.text.Message;
import org.mailvane.text.Passage;
import org.mailvane.traffic.sums.MessageSums;

/**
 * The next steps toward a policy that protects a domain, few and in this order: that there is a
 * record, that reports come, that they are collected, that all the domain's own mail passes, that
 * the policy is raised; beside them, the other records, and reports on encrypted delivery. A step
 * shows as soon as those before it leave room for it, and is done when what is known says so.
 *
 * <p>Which policy is recommended, and the record to publish for it, is decided by the advice.
 */
final class NextSteps {

    /** Sources, selectors or notes that a domain's tasks name at the same time. */
    static final int MAX_TOLD = 3;

    /** Steps by which the policy goes up. */
    static final Set<TaskCode> RAISING = Set.of(TaskCode.POLICY_RAISE, TaskCode.DOMAIN_PROTECT);

    private final StepSituation situation;
    private final PublishedPolicy published;
    private final PolicyAdvice advice;
    private final boolean parked;
    private final Steps steps;

    private NextSteps(StepSituation situation) {
        this.situation = situation;
        this.published = situation.domain().published();
        this.advice = situation.judgement().advice();
        this.parked = situation.domain().parked();
        this.steps = new Steps(situation);
    }

    /** Whether enough is known: nothing is to be said, or to be done, while DMARC is not known. */
    static boolean canTell(PublishedPolicy published) {
        return published.state() != State.UNKNOWN;
    }

    /** Returns the steps. */
    static List<NextStep> of(StepSituation situation) {
        NextSteps next = new NextSteps(situation);
        next.find();
        return next.steps.all();
    }

    private void find() {
        if (situation.domain().nxdomain()) {
            steps.add(
                    TaskCode.DOMAIN_CHECK,
                    Passage.of(steps.about("domain.check"), Message.of("tasks.domain.check.act")));
            return;
        }
        boolean mayRise = false;
        if (published.state() == State.MISSING) {
            publish();
            if (!parked) {
                return;
            }
        } else if (advice.recommendation() == Recommendation.FIX) {
            fix();
        } else if (!reportsCome()) {
            askForReports();
        } else {
            collect();
            new SourceSteps(situation, steps).find();
            mayRise = true;
        }
        AuthenticationSteps authentication = new AuthenticationSteps(situation, steps);
        authentication.findSpf();
        if (!parked) {
            authentication.findDkim();
        }
        // What its mail needs to pass comes before.
        if (mayRise) {
            raise();
        }
        if (!parked) {
            new DeliverySteps(situation, steps).find();
        }
    }

    private void publish() {
        TaskCode code = parked ? TaskCode.DOMAIN_PROTECT : TaskCode.DMARC_PUBLISH;
        Passage record = steps.publishDmarc(advice.recommendedRecord());
        Removed removed = published.removed();
        if (removed != null && removed.wasUsable()) {
            steps.add(
                    code,
                    Passage.of(
                                    steps.about("dmarc.removed"),
                                    Message.of("tasks.before")
                                            .with("day", removed.day())
                                            .with("record", removed.record().text()))
                            .and(record)
                            .and(notes(Note.Kind.WAITING)));
        } else if (parked) {
            steps.add(
                    code,
                    Passage.of(steps.about("dmarc.parked"))
                            .and(record)
                            .and(
                                    Message.of("tasks.dmarc.parked.then")
                                            .with("days", PolicyPlan.OBSERVED_DAYS_PARKED)));
        } else {
            steps.add(
                    code,
                    Passage.of(steps.about("dmarc.missing"))
                            .and(record)
                            .and(
                                    situation.mailbox().isEmpty()
                                            ? Passage.of(
                                                    Message.of("tasks.dmarc.harmless"),
                                                    Message.of("tasks.no_mailbox"))
                                            : Passage.of(
                                                    Message.of("tasks.dmarc.harmless.reports"))));
        }
    }

    private void fix() {
        Passage problem = advice.blocking().getFirst();
        String record = advice.recommendedRecord();
        if (published.several()) {
            Message keep =
                    Message.of("tasks.keep_only")
                            .with("host", steps.dmarcHost())
                            .with("record", record);
            steps.add(TaskCode.DMARC_FIX, problem.and(keep).and(steps.alias()));
        } else {
            steps.add(
                    TaskCode.DMARC_FIX,
                    isPublished(record) ? problem : problem.and(steps.publishDmarc(record)));
        }
    }

    private boolean isPublished(String record) {
        DmarcRecord now = published.record();
        return record.isEmpty() || (now != null && now.text().equals(record));
    }

    /**
     * Whether reports come by any channel: imported ones show as much as those that are mailed
     * here.
     */
    private boolean reportsCome() {
        boolean silent = situation.domain().silentSince() != null;
        return published.reportsHere()
                ? parked || !silent
                : (advice.counts().total() > 0 || situation.domain().reportedLately())
                        && !silent
                        && !published.asksForNoReports();
    }

    private void askForReports() {
        steps.add(TaskCode.DMARC_REPORT, Passage.of(missingReports()).and(whereToSendThem()));
    }

    private Message missingReports() {
        LocalDate silentSince = situation.domain().silentSince();
        if (silentSince != null) {
            return steps.about("dmarc.report.stopped").with("day", silentSince);
        }
        if (published.asksInVain()) {
            return steps.about("dmarc.report.refused");
        }
        return steps.about(
                published.asksForNoReports() ? "dmarc.report.not_requested" : "dmarc.report.none");
    }

    private Passage whereToSendThem() {
        boolean hasMailbox = !situation.mailbox().isEmpty();
        String mailbox = hasMailbox ? ReportUri.mailto(situation.mailbox()) : "";
        if (published.reportsHere()) {
            return Passage.of(
                    hasMailbox
                            ? Message.of("tasks.dmarc.report.check").with("mailbox", mailbox)
                            : Message.of("tasks.dmarc.report.check_here"));
        }
        if (!hasMailbox) {
            return Passage.of(Message.of("tasks.no_mailbox"));
        }
        if (published.state() == State.INHERITED) {
            return Passage.of(
                    Message.of("tasks.dmarc.report.inherited")
                            .with("host", "_dmarc." + published.policyDomain())
                            .with("mailbox", mailbox));
        }
        DmarcRecord record = published.record();
        String changed =
                record == null
                        ? ""
                        : PolicyRecord.withMailbox(
                                record, published.deafHosts(), situation.mailbox());
        return Passage.of(
                        Message.of("tasks.dmarc.report.add")
                                .with("mailbox", mailbox)
                                .with("host", steps.dmarcHost())
                                .with("record", changed))
                .and(steps.alias());
    }

    private void collect() {
        int needed = parked ? PolicyPlan.OBSERVED_DAYS_PARKED : PolicyPlan.OBSERVED_DAYS;
        if (advice.daysObserved() < needed && !isAtReject()) {
            steps.add(
                    TaskCode.DMARC_COLLECT,
                    Passage.of(
                            steps.about("dmarc.collect")
                                    .with("days", advice.daysObserved())
                                    .with("needed", needed),
                            Message.of("tasks.dmarc.collect.wait")));
        }
    }

    private boolean isAtReject() {
        return published.reached().domain() == DmarcPolicy.REJECT;
    }

    private void raise() {
        if (!advice.ready()
                || (advice.recommendation() != Recommendation.QUARANTINE
                        && advice.recommendation() != Recommendation.REJECT)) {
            return;
        }
        List<String> raised = raised();
        Passage record = steps.publishDmarc(advice.recommendedRecord());
        if (parked) {
            steps.add(
                    TaskCode.DOMAIN_PROTECT,
                    protect(raised).and(record).and(notes(Note.Kind.LOSS)));
            return;
        }
        steps.add(
                TaskCode.POLICY_RAISE,
                raised.isEmpty() ? "" : raised.getFirst(),
                Passage.of(ready(raised))
                        .and(record)
                        .and(notes(Note.Kind.LITTLE))
                        .and(notes(Note.Kind.LOSS)));
    }

    private Passage protect(List<String> raised) {
        long passed = advice.share().counted().dmarc();
        return passed == 0
                ? Passage.of(withTags(steps.about("domain.protect"), raised))
                : Passage.of(
                        withTags(
                                steps.dated(
                                        steps.about("domain.protect.passing")
                                                .with("messages", passed)),
                                raised),
                        Message.of("tasks.domain.protect.passing.act"));
    }

    private Message ready(List<String> raised) {
        MessageSums counted = advice.share().counted();
        if (counted.messages() == 0) {
            return withTags(steps.about("policy.raise.no_mail"), raised);
        }
        if (situation.judgement().ofOwnName()) {
            return withTags(steps.about("policy.raise.own_name"), raised);
        }
        BigDecimal share = Texts.percentage(counted);
        return withTags(
                steps.about("policy.raise")
                        .with("share", share)
                        .with("messages", counted.messages()),
                raised);
    }

    /** At most three: the domain's policy, and those of its subdomains. */
    private static Message withTags(Message sentence, List<String> tags) {
        return switch (tags.size()) {
            case 0 -> sentence.with("tags", "");
            case 1 -> sentence.with("tags", tags.getFirst());
            case 2 ->
                    sentence.with(
                            "tags",
                            Message.of("tasks.policy.two")
                                    .with("first", tags.get(0))
                                    .with("second", tags.get(1)));
            default ->
                    sentence.with(
                            "tags",
                            Message.of("tasks.policy.three")
                                    .with("first", tags.get(0))
                                    .with("second", tags.get(1))
                                    .with("third", tags.get(2)));
        };
    }

    /** Returns what else people are to know before they go on. */
    private Passage notes(Note.Kind kind) {
        return situation.judgement().notes(kind).stream()
                .limit(MAX_TOLD)
                .reduce(Passage.EMPTY, Passage::and);
    }

    /** Returns the policies that the recommended record raises. */
    private List<String> raised() {
        Levels now = published.reached();
        Levels next = Levels.of(DmarcParser.parse(advice.recommendedRecord()));
        List<String> raised = new ArrayList<>();
        if (next.domain() != now.domain()) {
            raised.add("p=" + next.domain());
        }
        // What is left out of the record goes with the one before.
        if (next.subdomains() != now.subdomains()
                && (raised.isEmpty() || next.subdomains() != next.domain())) {
            raised.add("sp=" + next.subdomains());
        }
        if (next.missing() != now.missing()
                && (raised.isEmpty() || next.missing() != next.subdomains())) {
            raised.add("np=" + next.missing());
        }
        return raised;
    }
}
