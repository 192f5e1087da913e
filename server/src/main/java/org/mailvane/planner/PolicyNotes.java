package org.mailvane.planner;

import java.util.List;
import java.util.Set;
import org.mailvane.api.binding.Percentage;
import org.mailvane.domains.Messages;
import org.mailvane.mailauth.dmarc.DmarcDiscovery.State;
import org.mailvane.mailauth.dmarc.DmarcParser;
import org.mailvane.mailauth.dmarc.DmarcPolicy;
import org.mailvane.mailauth.dmarc.DmarcRecord;
import org.mailvane.planner.PublishedPolicy.Removed;
import org.mailvane.sources.Category;
import org.mailvane.text.Message;
import org.mailvane.traffic.sums.MessageSums;

/** Adds notes on a domain's policy that do not block the next step. */
final class PolicyNotes {

    /** Below so many messages, one that fails is more than the share that may: that is said. */
    static final int FEW_MESSAGES = 50;

    /** Addresses for reports that receivers need to send to (RFC 7489, section 6.2). */
    static final int MAX_SERVED = 2;

    private static final String LEFT_OUT_NAMED = "planner.note.left_out";
    private static final String LEFT_OUT_OTHERS = "planner.note.left_out_others";

    /** Codes of notes on reports that are left out, since accepted reporters report enough. */
    static final Set<String> LEFT_OUT = Set.of(LEFT_OUT_NAMED, LEFT_OUT_OTHERS);

    /** Strangers that a note names. */
    static final int MAX_STRANGERS = 3;

    private static final String PASSED = "passed";
    private static final String TAGS = "tags";

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
                Message.of("planner.record.before")
                        .with("day", removed.day())
                        .with("record", removed.record().text()));
    }

    /** Of a domain with a policy that receivers can use. */
    void add() {
        if (published.state() == State.INHERITED
                && published.reached().domain() != DmarcPolicy.REJECT) {
            checklist.note(
                    Message.of("planner.note.inherited").with("above", published.policyDomain()));
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
            checklist.note(domain.days().in(Message.of("planner.note.no_messages")));
        } else if (counted < FEW_MESSAGES) {
            checklist.note(Note.Kind.LITTLE, messages("planner.note.few_messages", counted));
        }
        if (domain.parked() && tally.all().passed() > 0) {
            checklist.note(messages("planner.note.parked_passing", tally.all().passed()));
        }
        if (domain.hasOwnSubdomains()
                && !(tally.of(Target.SUBDOMAIN).passes()
                        && !tally.isUndecidedIn(Target.SUBDOMAIN))) {
            MessageSums below = tally.of(Target.SUBDOMAIN).counted();
            checklist.note(
                    messages("planner.note.subdomains", below.messages())
                            .with(PASSED, below.dmarc()));
        }
        if (!domain.parked()) {
            addForwarding();
        }
        tally.lost().stream()
                .limit(PolicyPlan.MAX_NAMED)
                .forEach(sender ->
                        checklist.note(
                                Note.Kind.LOSS,
                                messages("planner.note.cannot_pass", sender.lost())
                                        .with("source", sender.source().name())));
    }

    /**
     * Adds the advice to remove what holds receivers back.
     *
     * @param isNext whether that is the next step
     */
    void addPartial(boolean isNext) {
        DmarcRecord record = published.record();
        if (record == null) {
            return;
        }
        if (published.isPartial()) {
            checklist.note(
                    partial(
                            Message.of(
                                    isNext ? "planner.note.partial.now" : "planner.note.partial"),
                            record));
        } else if (record.testing() && published.state() != State.INHERITED) {
            checklist.note(Message.of("planner.note.testing"));
        }
    }

    private static Message partial(Message sentence, DmarcRecord record) {
        String pct = "pct=" + record.pct();
        if (!record.testing()) {
            return sentence.with(TAGS, pct);
        }
        return record.pct() < DmarcRecord.ALL
                ? sentence.with(TAGS, Message.of("planner.note.partial.both").with("pct", pct))
                : sentence.with(TAGS, "t=y");
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
        Message raised =
                counted.messages() == 0
                        ? Message.of("planner.note.raised_below.unused")
                        : messages("planner.note.raised_below", counted.messages())
                                .with(PASSED, counted.dmarc());
        checklist.note(
                names(raised, target)
                        .with("tag", tag)
                        .with("policy", published.asked().domain().toString()));
    }

    /** Adds which names of others than the domain itself a sentence is about. */
    static Message names(Message sentence, Target target) {
        return sentence.with("names", target == Target.SUBDOMAIN ? "existing" : "missing");
    }

    /** Returns a sentence about messages of the judged days. */
    private Message messages(String code, long messages) {
        return domain.days().in(Message.of(code).with("messages", messages));
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

    /** Says whose reports the advice does not rest on, though they are many. */
    void addLeftOut() {
        if (!domain.mail().leftOut().isMuch()) {
            return;
        }
        List<String> named = domain.mail().leftOut().strangers();
        checklist.note(
                named.isEmpty()
                        ? Message.of(LEFT_OUT_OTHERS)
                        : Message.of(LEFT_OUT_NAMED)
                                .with("reporters", named, MAX_STRANGERS)
                                .with("count", named.size()));
    }

    /** Says that much is known from reports by which nothing is judged. */
    void addUnverified() {
        long unverified = toldUnverified();
        if (unverified > 0) {
            long all = Messages.sum(unverified, tally.all().messages());
            checklist.note(
                    messages("planner.note.unverified", all)
                            .with("unverified", unverified)
                            .with("share", Percentage.of(unverified, all)));
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
                    messages("planner.note.spf_alone", counted.dmarc()).with("bySpf", bySpfAlone));
        }
        if (tally.forwardedFailed() > 0) {
            checklist.note(
                    Note.Kind.LOSS,
                    messages("planner.note.forwarded", tally.of(Category.FORWARDER))
                            .with("failed", tally.forwardedFailed()));
        }
    }

    /** Of the record that is recommended. */
    void addAddresses(String recommended) {
        int named = recommended.isEmpty() ? 0 : DmarcParser.parse(recommended).rua().size();
        if (named > MAX_SERVED) {
            checklist.note(
                    Message.of("planner.note.addresses")
                            .with("addresses", named)
                            .with("served", MAX_SERVED));
        }
    }
}
