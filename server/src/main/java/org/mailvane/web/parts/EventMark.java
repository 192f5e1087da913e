package org.mailvane.web.parts;

import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dmarc.DmarcParser;
import org.mailvane.mailauth.dmarc.DmarcPolicy;
import org.mailvane.mailauth.dmarc.DmarcRecord;
import org.mailvane.timeline.Change;
import org.mailvane.timeline.MailOutcome;
import org.mailvane.timeline.TimelineEvent;
import org.mailvane.web.frame.Texts;

/**
 * How an event turned out, or that somebody should look, in a word beside what happened.
 *
 * @param state the state whose icon and colour it has: {@code ok} or {@code watch}
 * @param word what it says, in the page's language
 */
record EventMark(String state, String word) {

    private static final String OK = "ok";
    private static final String WATCH = "watch";

    /** The percentage of passed or blocked mail from which an event is good; below, it is bad. */
    static final int MOSTLY = 95;

    /** The mark of an event; null where what happened is neither good nor bad by itself. */
    static @Nullable EventMark of(TimelineEvent event, Texts texts) {
        return switch (event.change()) {
            case NEW_SOURCE, THREAT_SPIKE -> ofMail(event, texts);
            case DMARC_POLICY_CHANGED -> ofPolicy(event, texts);
            case DMARC_REMOVED, SPF_REMOVED, REPORTS_STOPPED ->
                    new EventMark(WATCH, texts.of("health.watch"));
            default -> null;
        };
    }

    private static @Nullable EventMark ofMail(TimelineEvent event, Texts texts) {
        MailOutcome mail = MailOutcome.of(event).orElse(null);
        if (mail == null) {
            return null;
        }
        String share = texts.share(mail.part(), mail.messages());
        return new EventMark(
                isMostly(mail) ? OK : WATCH,
                event.change() == Change.NEW_SOURCE
                        ? texts.of("compliant.share", share)
                        : texts.of("event.rejected", share));
    }

    private static boolean isMostly(MailOutcome mail) {
        return (double) mail.part() / mail.messages() * 100 >= MOSTLY;
    }

    /**
     * Returns the mark of a change of the domain's effective policy; a change for its subdomains
     * alone does not count as a step.
     */
    private static @Nullable EventMark ofPolicy(TimelineEvent event, Texts texts) {
        DmarcPolicy before = policy(event.oldValue());
        DmarcPolicy now = policy(event.newValue());
        if (before == null || now == null || before == now) {
            return null;
        }
        return now.isWeakerThan(before)
                ? new EventMark(WATCH, texts.of("event.lowered"))
                : new EventMark(OK, texts.of("event.raised"));
    }

    private static @Nullable DmarcPolicy policy(String record) {
        DmarcRecord read = DmarcParser.parse(record);
        return read.p() != null && read.testing() ? read.p().inTestMode() : read.p();
    }
}
