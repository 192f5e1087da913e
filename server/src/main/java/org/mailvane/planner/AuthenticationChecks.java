package org.mailvane.planner;

import java.util.List;
import org.mailvane.planner.Authentication.Spf;
import org.mailvane.planner.LostAuthentication.Lapse;
import org.mailvane.text.Message;
import org.mailvane.text.Passage;
import org.mailvane.traffic.sums.MessageSums;

/**
 * Checks whether SPF and DKIM are published in DNS as a domain's mail needs them. What DNS says now
 * counts for all future mail; reports are about past mail.
 */
final class AuthenticationChecks {

    private final DomainSituation domain;
    private final PublishedPolicy published;
    private final Tally tally;
    private final Checklist checklist;

    AuthenticationChecks(DomainSituation domain, Tally tally, Checklist checklist) {
        this.domain = domain;
        this.published = domain.published();
        this.tally = tally;
        this.checklist = checklist;
    }

    /** Whether they are published as the mail needs them. */
    boolean judge() {
        int before = checklist.blocking().size();
        List<String> lost = domain.authentication().lostSelectors();
        if (!lost.isEmpty()) {
            checklist.block(about("planner.dkim.lost").with("selectors", lost, lost.size()));
        } else {
            judgeKeys(domain.authentication().lapses().byKeys());
        }
        judgeBelow(domain.authentication().lapses());
        switch (domain.authentication().spf()) {
            case ANYONE -> checklist.block(about("planner.spf.open"));
            case BROAD -> checklist.block(broad());
            case MISSING -> judgeWithoutSpf("missing");
            case BROKEN -> judgeWithoutSpf("broken");
            case NOBODY -> judgeWithoutSpf("nobody");
            case UNKNOWN, USABLE -> {}
        }
        boolean stands = checklist.blocking().size() == before;
        Spf spf = domain.authentication().spf();
        if (stands && spf == Spf.USABLE && !domain.authentication().brokenKey()) {
            checklist.meet(
                    Message.of(
                            isAllThere()
                                    ? "planner.authentication.complete"
                                    : "planner.spf.usable"));
        } else if (stands
                && spf != Spf.UNKNOWN
                && spf != Spf.USABLE
                && tally.all().counted().messages() > 0) {
            checklist.meet(Message.of("planner.authentication.without_spf"));
        }
        return stands;
    }

    /** Whether mail is signed, and nothing by which any of it passed is gone. */
    private boolean isAllThere() {
        Authentication authentication = domain.authentication();
        return tally.all().counted().dkim() > 0
                && authentication.hasKey()
                && authentication.lapses().byKeys().lost() == 0
                && authentication.lapses().bySpf().lost() == 0;
    }

    /** Returns a sentence about the domain. */
    private Message about(String code) {
        return about(code, domain.name().value());
    }

    private static Message about(String code, String name) {
        return Message.of(code).with("domain", name);
    }

    /** An attacker who gets one of so many addresses can forge mail (RFC 7208, section 11.4). */
    private Message broad() {
        Passage problem = domain.authentication().broad();
        return problem.isEmpty()
                ? about("planner.spf.broad")
                : about("planner.spf.broad_such").with("problem", problem.sentences().getFirst());
    }

    /** A key that is gone was retired where nearly all of the mail passes without it. */
    private void judgeKeys(Lapse lapse) {
        if (lapse.lost() == 0) {
            return;
        }
        MessageSums counted = tally.all().counted();
        long of = lapse.passed() - lapse.lost();
        boolean isLittle =
                Percent.isAtLeast(of, PolicyPlan.PASSING_PERCENT, lapse.passed())
                        // What failed before fails besides.
                        && (!tally.passes()
                                || counted.messages() == 0
                                || (double) counted.dmarc() * of * 100
                                        >= (double) counted.messages()
                                                * lapse.passed()
                                                * PolicyPlan.PASSING_PERCENT);
        checklist.weigh(isLittle, lapsed("planner.dkim.lapsed", lapse, domain.days()));
    }

    /** What SPF records of names below the domain do to its mail and theirs. */
    private void judgeBelow(LostAuthentication lapses) {
        // With strict alignment nobody passes for the domain by the record of another name.
        boolean isStrict = published.isStrict("aspf");
        lapses.openNames().stream()
                .limit(PolicyPlan.MAX_NAMED)
                .forEach(name -> checklist.weigh(isStrict, about("planner.spf.open", name)));
        lapses.broadNames().stream()
                .limit(PolicyPlan.MAX_NAMED)
                .forEach(name -> checklist.weigh(isStrict, about("planner.spf.broad", name)));
        if (lapses.bySpf().lost() > 0) {
            boolean isLittle =
                    domain.isSplit(tally)
                            ? tally.of(Target.DOMAIN).passesWithout(lapses.bySpfIn(Target.DOMAIN))
                            : tally.all().passesWithout(lapses.bySpf().lost());
            checklist.weigh(isLittle, lapsed("planner.spf.lapsed", lapses.bySpf(), domain.days()));
        }
    }

    /**
     * Returns how much mail passed only by what is gone.
     *
     * @param judged the days that are named where the lapse has none
     */
    static Message lapsed(String code, Lapse lapse, JudgedDays judged) {
        JudgedDays days = lapse.days() == null ? judged : lapse.days();
        return days.in(
                Message.of(code)
                        .with("messages", lapse.passed())
                        .with("lost", lapse.lost())
                        .with("names", lapse.names(), Texts.MAX_NAMES));
    }

    /** Blocks a policy where signatures alone do not carry the mail. */
    private void judgeWithoutSpf(String how) {
        MessageSums counted = tally.all().counted();
        if (counted.messages() == 0 && tally.all().messages() > 0 && !domain.parked()) {
            checklist.block(
                    domain.days()
                            .in(
                                    about("planner.spf.indistinct")
                                            .with("spf", how)
                                            .with("messages", tally.all().messages())));
        } else if (counted.messages() == 0
                && !domain.parked()
                && domain.authentication().spf() != Spf.NOBODY) {
            checklist.note(about("planner.spf.not_needed").with("spf", how));
        } else if (!tally.all().passesByDkim()) {
            checklist.block(
                    domain.days()
                            .in(
                                    about("planner.spf.needed")
                                            .with("spf", how)
                                            .with("messages", counted.messages())
                                            .with("passed", counted.dkim())));
        }
    }
}
