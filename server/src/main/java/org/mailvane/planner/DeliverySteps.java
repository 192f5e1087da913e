package org.mailvane.planner;

import java.time.format.DateTimeFormatter;
import org.mailvane.actions.TaskCode;
import org.mailvane.mailauth.dmarc.DmarcPolicy;
import org.mailvane.mailauth.report.ReportUri;
import org.mailvane.planner.RecordEvidence.Gone;
import org.mailvane.text.Message;
import org.mailvane.text.Passage;

/**
 * The steps about mail to a domain: TLS reports and MTA-STS; and about its logo, once all is done.
 */
final class DeliverySteps {

    private static final String MX = "mx";
    private static final String TLS_RPT = "tls_rpt";
    private static final String MTA_STS = "mta_sts";
    private static final String BIMI = "bimi";
    private static final String PRESENT = "present";
    private static final String MISSING = "missing";
    private static final String ERROR = "error";
    private static final String TESTING = "testing";

    private final StepSituation situation;
    private final String name;
    private final Steps steps;

    DeliverySteps(StepSituation situation, Steps steps) {
        this.situation = situation;
        this.name = situation.domain().name().value();
        this.steps = steps;
    }

    void find() {
        reportTls();
        if (situation.is(TLS_RPT, ERROR)) {
            steps.add(
                    TaskCode.TLS_FIX,
                    Passage.of(Message.of("tasks.tls.fix").with("host", tlsHost()))
                            .and(steps.wrong(TLS_RPT)));
        }
        if (situation.is(MTA_STS, ERROR)) {
            steps.add(
                    TaskCode.MTA_STS_FIX,
                    Passage.of(steps.about("mta_sts.fix")).and(steps.wrong(MTA_STS)));
        }
        if (situation.is(MTA_STS, TESTING)) {
            leaveTesting();
        }
        if (steps.isEmpty() && isProtected()) {
            publishMtaSts();
            publishLogo();
        }
    }

    private void reportTls() {
        boolean canAsk = !situation.mailbox().isEmpty();
        if (situation.is(MX, PRESENT) && situation.is(TLS_RPT, MISSING) && canAsk) {
            String record = "v=TLSRPTv1; rua=" + ReportUri.mailto(situation.mailbox());
            steps.add(
                    TaskCode.TLS_REPORT,
                    Passage.of(steps.about("tls.report")).and(Steps.publish(tlsHost(), record)));
        }
    }

    /** What is tested is enforced when it fits: a policy that does not keeps mail away then. */
    private void leaveTesting() {
        if (situation.leavesOutExchanger()) {
            steps.add(
                    TaskCode.MTA_STS_FIX,
                    Passage.of(steps.about("mta_sts.fix.testing"), Message.of("tasks.see_issues")));
        } else if (situation.failedSessions() > 0) {
            steps.add(
                    TaskCode.MTA_STS_FIX,
                    Passage.of(
                            steps.about("mta_sts.fix.sessions")
                                    .with("days", StepSituationTable.DAYS_WITHOUT_FAILURES)
                                    .with("sessions", situation.failedSessions()),
                            Message.of("tasks.mta_sts.fix.sessions.act")));
        } else {
            steps.add(
                    TaskCode.MTA_STS_ENFORCE,
                    Passage.of(
                            steps.about("mta_sts.enforce"),
                            Message.of("tasks.mta_sts.enforce.act")
                                    .with("url", policyUrl())
                                    .with("host", stsHost())));
        }
    }

    /**
     * Whether nothing about the policy is left to do: only then is there time for what is optional.
     */
    private boolean isProtected() {
        Levels now = situation.domain().published().reached();
        return situation.judgement().advice().recommendation() == Recommendation.MAINTAIN
                && now.domain() != DmarcPolicy.NONE
                && now.subdomains() != DmarcPolicy.NONE;
    }

    private void publishMtaSts() {
        if (!situation.is(MX, PRESENT) || !situation.is(MTA_STS, MISSING)) {
            return;
        }
        Gone gone = situation.evidence().gone().get(MTA_STS);
        if (gone != null) {
            steps.add(
                    TaskCode.MTA_STS_PUBLISH,
                    Passage.of(
                            steps.about("mta_sts.removed"),
                            Message.of("tasks.mta_sts.removed.before")
                                    .with("day", gone.day())
                                    .with("record", gone.text()),
                            published("tasks.mta_sts.removed.act", unused(gone))));
        } else {
            steps.add(
                    TaskCode.MTA_STS_PUBLISH,
                    Passage.of(
                            steps.about("mta_sts.publish"),
                            published("tasks.mta_sts.publish.act", "1")));
        }
    }

    private Message published(String code, String id) {
        return Message.of(code)
                .with("url", policyUrl())
                .with("host", stsHost())
                .with("record", "v=STSv1; id=" + id);
    }

    /**
     * Senders that kept the old policy take one with its id for the same (RFC 8461, section 3.1).
     */
    private static String unused(Gone gone) {
        String id = DateTimeFormatter.BASIC_ISO_DATE.format(gone.day());
        while (gone.text().contains(id)) {
            id += "1";
        }
        return id;
    }

    /** A logo is shown beside mail, so for who sends none it is nothing. */
    private void publishLogo() {
        boolean sends = situation.judgement().advice().share().counted().messages() > 0;
        if (situation.is(BIMI, MISSING) && sends) {
            steps.add(
                    TaskCode.BIMI_PUBLISH,
                    Passage.of(
                            steps.about("bimi.publish"),
                            Message.of("tasks.bimi.publish.act")
                                    .with("host", "default._bimi." + name)));
        }
    }

    private String tlsHost() {
        return "_smtp._tls." + name;
    }

    private String stsHost() {
        return "_mta-sts." + name;
    }

    private String policyUrl() {
        return "https://mta-sts." + name + "/.well-known/mta-sts.txt";
    }
}
