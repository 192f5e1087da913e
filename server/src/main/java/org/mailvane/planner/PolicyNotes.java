package org.mailvane.planner;

import java.util.List;
import org.mailvane.api.Percentage;
import org.mailvane.domains.Messages;
import org.mailvane.mailauth.dmarc.DmarcDiscovery.State;
import org.mailvane.mailauth.dmarc.DmarcParser;
import org.mailvane.mailauth.dmarc.DmarcPolicy;
import org.mailvane.mailauth.dmarc.DmarcRecord;
import org.mailvane.planner.PublishedPolicy.Removed;
import org.mailvane.sources.Category;
import org.mailvane.traffic.MessageSums;

/** Notes what is to be known of a domain's policy besides what stands against the next step. */
final class PolicyNotes {

    /** Below so many messages, one that fails is more than the share that may: that is said. */
    static final int FEW_MESSAGES = 50;

    /** Addresses for reports that receivers need to send to (RFC 7489, section 6.2). */
    static final int MAX_SERVED = 2;

    private final DomainSituation domain;
    private final PublishedPolicy published;
    private final Tally tally;
    private final Checklist checklist;

    PolicyNotes(DomainSituation domain, Tally tally, Checklist checklist) {
        this.domain = domain;
        this.published = domain.published();
        this.tally = tally;
        this.checklist = checklist;
    }

    /** What the record was before it was removed. */
    void addRemoved(Removed removed) {
        checklist.note(
                "Until %s the record was \"%s\"."
                        .formatted(removed.day(), removed.record().text()));
    }

    /** Of a domain with a policy that receivers can use. */
    void add() {
        if (published.state() == State.INHERITED
                && published.reached().domain() != DmarcPolicy.REJECT) {
            checklist.note(
                    "The policy comes from the record of %s. A record of its own would let the domain go ahead of it."
                            .formatted(published.policyDomain()));
        }
        Removed removed = published.removed();
        if (removed != null
                && removed.wasUsable()
                && published
                        .reached()
                        .domain()
                        .isWeakerThan(Levels.of(removed.record()).domain())) {
            addRemoved(removed);
        }
        long counted = tally.all().counted().messages();
        if (counted == 0) {
            checklist.note(
                    "Capable sources sent no messages %s, so there are no shares."
                            .formatted(domain.days()));
        } else if (counted < FEW_MESSAGES) {
            checklist.note(
                    Note.Kind.LITTLE,
                    "Capable sources sent only %s %s: the shares say little."
                            .formatted(Texts.messages(counted), domain.days()));
        }
        if (domain.parked() && tally.all().passed() > 0) {
            checklist.note(
                    "The domain is said to be inactive, and yet %s passed DMARC %s."
                            .formatted(Texts.messages(tally.all().passed()), domain.days()));
        }
        if (domain.hasOwnSubdomains()
                && !(tally.of(Target.SUBDOMAIN).passes()
                        && !tally.isUndecidedIn(Target.SUBDOMAIN))) {
            checklist.note(
                    "In the names of subdomains %s of %s of capable sources passed DMARC %s: their policy is to stay as it is."
                            .formatted(
                                    Texts.number(tally.of(Target.SUBDOMAIN).counted().dmarc()),
                                    Texts.messages(tally.of(Target.SUBDOMAIN).counted().messages()),
                                    domain.days()));
        }
        if (!domain.parked()) {
            addForwarding();
        }
        tally.lost().stream()
                .limit(PolicyPlan.MAX_NAMED)
                .forEach(sender ->
                        checklist.note(
                                Note.Kind.LOSS,
                                "%s can't pass DMARC: its %s %s are lost under a policy."
                                        .formatted(
                                                sender.source().name(),
                                                Texts.messages(sender.lost()),
                                                domain.days())));
    }

    /**
     * Tells to remove what holds receivers back.
     *
     * @param isNext whether that is the next step
     */
    void addPartial(boolean isNext) {
        DmarcRecord record = published.record();
        if (record == null) {
            return;
        }
        if (published.isPartial()) {
            String what = partial(record);
            checklist.note(
                    isNext
                            ? "With %1$s receivers apply the policy only in part, which counts as one step less. Remove %1$s now: the record to publish is without it."
                                    .formatted(what)
                            : "With %1$s receivers apply the policy only in part, which counts as one step less. Remove %1$s when nothing stands against it any more."
                                    .formatted(what));
        } else if (record.testing() && published.state() != State.INHERITED) {
            checklist.note(
                    "Remove t=y: it has no effect while the record asks for no policy, and would weaken the next one.");
        }
    }

    private static String partial(DmarcRecord record) {
        String pct = "pct=" + record.pct();
        return !record.testing() ? pct : record.pct() < DmarcRecord.ALL ? "t=y and " + pct : "t=y";
    }

    /** Explains a policy of other names that goes up while that of the domain stays. */
    void addBelow(Levels now, Levels next) {
        if (next.subdomains() != now.subdomains()) {
            addBelow("sp=" + next.subdomains(), Target.SUBDOMAIN);
        } else if (next.missing() != now.missing()) {
            addBelow("np=" + next.missing(), Target.MISSING_SUBDOMAIN);
        }
    }

    private void addBelow(String tag, Target target) {
        MessageSums counted = tally.of(target).counted();
        String names = target == Target.SUBDOMAIN ? "subdomains" : "subdomains that do not exist";
        checklist.note(
                counted.messages() == 0
                        ? "The policy of %s goes up by itself to %s, since nothing of capable sources was sent in their names. p=%s stays as it is."
                                .formatted(names, tag, published.asked().domain())
                        : "The policy of %s goes up by itself to %s, since of %s of capable sources in their names %s passed DMARC %s. p=%s stays as it is."
                                .formatted(
                                        names,
                                        tag,
                                        Texts.messages(counted.messages()),
                                        Texts.number(counted.dmarc()),
                                        domain.days(),
                                        published.asked().domain()));
    }

    /** Messages that count in totals only, if they are so many that it is said; else 0. */
    long toldUnverified() {
        long unverified = domain.mail().unverified();
        return Percent.isMoreThan(
                        unverified,
                        PolicyPlan.UNVERIFIED_PERCENT,
                        Messages.sum(unverified, tally.all().messages()))
                ? unverified
                : 0;
    }

    /** Says whose reports alone would lead to other advice. */
    void addLeftOut() {
        List<String> names = domain.mail().leftOut();
        if (names.isEmpty()) {
            return;
        }
        List<String> named =
                names.stream()
                        .filter(name -> !name.isEmpty())
                        .limit(Corroboration.MAX_NAMED)
                        .toList();
        checklist.note(
                Note.Kind.LEFT_OUT,
                switch (named.size()) {
                    case 0 ->
                            "This advice leaves out reports of reporters that you have not accepted: accepted reporters do not report the same. Accept or ignore these reporters.";
                    case 1 ->
                            "This advice leaves out the reports of %s: you have not accepted this reporter, and accepted reporters do not report the same. Accept or ignore it."
                                    .formatted(named.getFirst());
                    default ->
                            "This advice leaves out the reports of %s: you have not accepted these reporters, and accepted reporters do not report the same. Accept or ignore them."
                                    .formatted(String.join(", ", named));
                });
    }

    /** Says that much is known from reports by which nothing is judged. */
    void addUnverified() {
        long unverified = toldUnverified();
        if (unverified > 0) {
            long all = Messages.sum(unverified, tally.all().messages());
            checklist.note(
                    "Of %s %s, %s are in reports whose reporter is not verified (%s%%). They count in totals, and nothing is judged by them: accept or ignore these reporters."
                            .formatted(
                                    Texts.messages(all),
                                    domain.days(),
                                    Texts.number(unverified),
                                    Percentage.of(unverified, all)));
        }
    }

    /** What passes as long as nobody passes it on. */
    private void addForwarding() {
        MessageSums counted = tally.all().counted();
        long bySpfAlone = counted.dmarc() - counted.dkim();
        boolean isMuch =
                !Percent.isAtLeast(counted.dkim(), PolicyPlan.PASSING_PERCENT, counted.dmarc());
        if (isMuch && (counted.dkim() == 0 || published.reached().domain() != DmarcPolicy.NONE)) {
            checklist.note(
                    Note.Kind.LOSS,
                    "Of %s of capable sources that passed DMARC %s, %s passed by SPF alone, which forwarding breaks: at p=reject a domain must not rely on that (RFC 9989, section 7.4)."
                            .formatted(
                                    Texts.messages(counted.dmarc()),
                                    domain.days(),
                                    Texts.number(bySpfAlone)));
        }
        if (tally.forwardedFailed() > 0) {
            checklist.note(
                    Note.Kind.LOSS,
                    "Of %s that forwarders or mailing lists passed on %s, %s failed DMARC: receivers that do not know them as such hold that back, and at p=reject it is lost (RFC 9989, section 7.4)."
                            .formatted(
                                    Texts.messages(tally.of(Category.FORWARDER)),
                                    domain.days(),
                                    Texts.number(tally.forwardedFailed())));
        }
    }

    /** Of the record that is recommended. */
    void addAddresses(String recommended) {
        int named = recommended.isEmpty() ? 0 : DmarcParser.parse(recommended).rua().size();
        if (named > MAX_SERVED) {
            checklist.note(
                    "The record names %d addresses for reports (rua): receivers need to send to the first %d only."
                            .formatted(named, MAX_SERVED));
        }
    }
}
