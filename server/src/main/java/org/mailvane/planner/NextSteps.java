package org.mailvane.planner;

import java.util.ArrayList;
import java.util.List;
import org.mailvane.issues.NextStep;
import org.mailvane.issues.TaskCategory;
import org.mailvane.planner.PolicyAdvice.SenderEvidence;

/**
 * The next steps toward a policy that protects a domain, few and in this order: that there is a
 * record, that reports come here, that they are collected, that all the domain's own mail passes,
 * that the policy is raised; beside them, reports on encrypted delivery. A step shows as soon as
 * those before it leave room for it, and is done when what is known says so.
 */
final class NextSteps {

    /** Sources of which a domain's tasks are told at the same time. */
    static final int MAX_SOURCES = 3;

    /** Days of reports after which a domain is judged. */
    private static final int DAYS = PolicyPlan.OBSERVED_DAYS;

    private static final String DMARC = "dmarc";
    private static final String SPF = "spf";
    private static final String DKIM = "dkim";
    private static final String MX = "mx";
    private static final String TLS_RPT = "tls_rpt";
    private static final String BIMI = "bimi";
    private static final String PRESENT = "present";
    private static final String MISSING = "missing";
    private static final String ERROR = "error";

    private final StepSituation domain;
    private final List<NextStep> steps = new ArrayList<>();

    private NextSteps(StepSituation domain) {
        this.domain = domain;
    }

    /** Whether enough is known: nothing is to be said before DMARC was looked for. */
    static boolean canTell(StepSituation domain) {
        return domain.states().containsKey(DMARC);
    }

    /** The steps. */
    static List<NextStep> of(StepSituation domain) {
        NextSteps next = new NextSteps(domain);
        next.find();
        return List.copyOf(next.steps);
    }

    private void find() {
        if (domain.nxdomain()) {
            add(
                    "domain.check",
                    "",
                    TaskCategory.DOMAIN,
                    "DNS says that %1$s does not exist. If the name is right and yours, publish its zone; else delete %1$s here."
                            .formatted(domain.name()));
        } else if (domain.parked()) {
            park();
        } else {
            protect();
        }
    }

    private void park() {
        boolean rejects = domain.advice().policy().equals("reject");
        if (!rejects || domain.is(SPF, MISSING)) {
            add(
                    "domain.protect",
                    "",
                    TaskCategory.DOMAIN,
                    "%1$s is said to send no mail, but forged mail in its name is not refused. Publish these TXT records: at _dmarc.%1$s \"%2$s\", and at %1$s \"v=spf1 -all\"."
                            .formatted(domain.name(), parkedRecord()));
        }
    }

    private String parkedRecord() {
        String record = domain.advice().recommendedRecord();
        return record.isEmpty() || !record.contains("p=reject")
                ? "v=DMARC1; p=reject"
                        + (domain.mailbox().isEmpty() ? "" : "; rua=mailto:" + domain.mailbox())
                : record;
    }

    private void protect() {
        if (domain.is(DMARC, MISSING)) {
            add(
                    "dmarc.publish",
                    "",
                    TaskCategory.DMARC,
                    "%1$s has no DMARC record. Publish a TXT record at _dmarc.%1$s: \"v=DMARC1; p=none; rua=mailto:%2$s\". It changes nothing for your mail, and lets receivers report here who sends in the domain's name."
                            .formatted(domain.name(), domain.mailbox()));
            return;
        }
        if (domain.is(DMARC, ERROR)) {
            add(
                    "dmarc.fix",
                    "",
                    TaskCategory.DMARC,
                    "The DMARC record at _dmarc.%s has errors, so receivers may not do what it asks for. The domain's issues say what is wrong with it%s"
                            .formatted(domain.name(), recommended()));
        } else if (!domain.reportsHere()) {
            add(
                    "dmarc.report",
                    "",
                    TaskCategory.DMARC,
                    "The DMARC record that counts for %s does not have reports sent here, so nothing is known of its mail. Add mailto:%s to its rua%s"
                            .formatted(domain.name(), domain.mailbox(), recommended()));
        } else {
            collectOrRaise();
        }
        mechanisms();
        encryption();
        if (steps.isEmpty()
                && domain.advice().recommendation() == Recommendation.MAINTAIN
                && isEnforced()
                && domain.is(BIMI, MISSING)) {
            add(
                    "bimi.publish",
                    "",
                    TaskCategory.BIMI,
                    "%1$s is protected, so receivers may show a logo beside its mail. If you want that, publish a BIMI record at default._bimi.%1$s."
                            .formatted(domain.name()));
        }
    }

    private boolean isEnforced() {
        String policy = domain.advice().policy();
        return policy.equals("quarantine") || policy.equals("reject");
    }

    private String recommended() {
        String record = domain.advice().recommendedRecord();
        return record.isEmpty() ? "." : ": \"" + record + "\".";
    }

    private void collectOrRaise() {
        PolicyAdvice advice = domain.advice();
        if (advice.judged() == null) {
            return;
        }
        if (advice.daysObserved() < DAYS) {
            add(
                    "dmarc.collect",
                    "",
                    TaskCategory.DMARC,
                    "Reports about %s are being collected: %d of %d days so far. There is nothing to do but to wait; do not raise the policy before."
                            .formatted(domain.name(), advice.daysObserved(), DAYS));
        }
        sources(advice);
        if (advice.ready()
                && (advice.recommendation() == Recommendation.QUARANTINE
                        || advice.recommendation() == Recommendation.REJECT)) {
            add(
                    "policy.raise",
                    advice.recommendation().code(),
                    TaskCategory.POLICY,
                    "%s is ready for p=%s: of the %d messages of its own senders, %s percent passed. Publish at _dmarc.%s: \"%s\"."
                            .formatted(
                                    domain.name(),
                                    advice.recommendation().code(),
                                    advice.share().counted().messages(),
                                    advice.share().dmarc(),
                                    domain.name(),
                                    advice.recommendedRecord()));
        }
    }

    private void sources(PolicyAdvice advice) {
        advice.sources().stream()
                .filter(SenderEvidence::blocks)
                .limit(MAX_SOURCES)
                .forEach(source ->
                        add(
                                source.undecided() ? "source.decide" : "source.fix",
                                String.valueOf(source.number()),
                                TaskCategory.SOURCE,
                                (source.undecided()
                                                ? "%1$s sent %3$d messages in the name of %2$s, and none of its mail has ever passed DMARC. If it is yours, authorise it there by SPF or DKIM; then, or if it is not, say so as a decision on this source."
                                                : "%1$s sends for %2$s, but %4$d of its %3$d messages failed DMARC. Have it sign with DKIM as %2$s, or use a return path of %2$s that its SPF record authorises.")
                                        .formatted(
                                                source.name(),
                                                domain.name(),
                                                source.messages(),
                                                source.failed())));
    }

    private void mechanisms() {
        if (domain.is(SPF, MISSING) && !domain.is(DMARC, "inherited")) {
            add(
                    "spf.publish",
                    "",
                    TaskCategory.SPF,
                    "%1$s has no SPF record. Publish a TXT record at %1$s that names who sends its mail and ends with ~all, or \"v=spf1 -all\" if nobody does."
                            .formatted(domain.name()));
        } else if (domain.is(SPF, ERROR)) {
            add(
                    "spf.fix",
                    "",
                    TaskCategory.SPF,
                    "The SPF record of %s has errors, so receivers can't use it. The domain's issues say what is wrong with it."
                            .formatted(domain.name()));
        }
        for (String selector : domain.missingSelectors()) {
            add(
                    "dkim.publish",
                    selector,
                    TaskCategory.DKIM,
                    "No DKIM key stands at %1$s._domainkey.%2$s. Publish it there, or take the selector %1$s from the domain if nobody signs with it any more."
                            .formatted(selector, domain.name()));
        }
        if (domain.is(DKIM, ERROR)) {
            add(
                    "dkim.fix",
                    "",
                    TaskCategory.DKIM,
                    "A DKIM key of %s can't be used by receivers. The domain's issues say which, and what is wrong with it."
                            .formatted(domain.name()));
        }
    }

    private void encryption() {
        if (domain.is(MX, PRESENT) && domain.is(TLS_RPT, MISSING)) {
            add(
                    "tls.report",
                    "",
                    TaskCategory.TLS,
                    "Nobody reports whether mail to %1$s is delivered encrypted. Publish a TXT record at _smtp._tls.%1$s: \"v=TLSRPTv1; rua=mailto:%2$s\"."
                            .formatted(domain.name(), domain.mailbox()));
        }
    }

    private void add(String code, String subject, TaskCategory category, String details) {
        steps.add(new NextStep(code, subject, category, details));
    }
}
