package org.mailvane.planner;

import java.util.List;
import org.mailvane.planner.Authentication.Spf;
import org.mailvane.planner.Lapses.Lapse;
import org.mailvane.traffic.MessageSums;

/**
 * Judges whether SPF and DKIM stand in DNS as a domain's mail needs them: what DNS says now counts
 * for all mail to come, and reports are of mail that has been.
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

    /** Whether they stand there as the mail needs them. */
    boolean judge() {
        int before = checklist.blocking().size();
        List<String> lost = domain.authentication().lostSelectors();
        if (!lost.isEmpty()) {
            checklist.block(
                    "No usable DKIM key of %s stands in DNS, and reports show mail signed with selector %s."
                            .formatted(domain.name(), String.join(", ", lost)));
        } else {
            judgeKeys(domain.authentication().lapses().byKeys());
        }
        judgeBelow(domain.authentication().lapses());
        switch (domain.authentication().spf()) {
            case ANYONE -> checklist.block(open(domain.name().value()));
            case BROAD ->
                    checklist.block(broad(domain.name().value(), domain.authentication().broad()));
            case MISSING -> judgeWithoutSpf("has no SPF record");
            case BROKEN -> judgeWithoutSpf("has an SPF record that receivers can't use");
            case NOBODY -> judgeWithoutSpf("has an SPF record that authorises nobody");
            case UNKNOWN, USABLE -> {}
        }
        boolean stands = checklist.blocking().size() == before;
        Spf spf = domain.authentication().spf();
        if (stands && spf == Spf.USABLE && !domain.authentication().brokenKey()) {
            checklist.meet(
                    isAllThere()
                            ? "SPF and DKIM are in DNS as the mail needs them."
                            : "An SPF record that receivers can use is in DNS.");
        } else if (stands
                && spf != Spf.UNKNOWN
                && spf != Spf.USABLE
                && tally.all().counted().messages() > 0) {
            checklist.meet("The mail of capable sources passes by DKIM, which needs no SPF.");
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

    private static String open(String name) {
        return "The SPF record of %s lets every host of the internet send in its name, so that forged mail passes DMARC too."
                .formatted(name);
    }

    /**
     * Whoever gets one of so many addresses can forge mail (RFC 7208, section 11.4).
     *
     * @param problem what is wrong with it, in a sentence; empty where that is not told
     */
    private static String broad(String name, String problem) {
        return problem.isEmpty()
                ? "The SPF record of %s lets too many hosts send in its name, so that others can forge mail that passes DMARC too."
                        .formatted(name)
                : "The SPF record of %s lets too many hosts send in its name, so that others can forge mail that passes DMARC too: %s"
                        .formatted(name, problem);
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
        checklist.weigh(
                isLittle,
                "Of %s of capable sources that passed DMARC %s, %s passed only by a DKIM key that is gone from DNS, or can't be used any more: %s."
                        .formatted(
                                Texts.messages(lapse.passed()),
                                lapse.days(),
                                Texts.number(lapse.lost()),
                                Texts.names(lapse.names())));
    }

    /** What SPF records of names below the domain do to its mail and theirs. */
    private void judgeBelow(Lapses lapses) {
        // With strict alignment nobody passes for the domain by the record of another name.
        boolean isStrict = published.isStrict("aspf");
        lapses.openNames().stream()
                .limit(PolicyPlan.MAX_NAMED)
                .forEach(name -> checklist.weigh(isStrict, open(name)));
        lapses.broadNames().stream()
                .limit(PolicyPlan.MAX_NAMED)
                .forEach(name -> checklist.weigh(isStrict, broad(name, "")));
        if (lapses.bySpf().lost() > 0) {
            boolean isLittle =
                    domain.isSplit(tally)
                            ? tally.of(Target.DOMAIN).passesWithout(lapses.bySpfIn(Target.DOMAIN))
                            : tally.all().passesWithout(lapses.bySpf().lost());
            checklist.weigh(isLittle, lapsed(lapses.bySpf()));
        }
    }

    static String lapsed(Lapse bySpf) {
        return "Of %s of capable sources that passed DMARC %s, %s passed only by an SPF record that is gone, or can't be used any more: that of %s."
                .formatted(
                        Texts.messages(bySpf.passed()),
                        bySpf.days(),
                        Texts.number(bySpf.lost()),
                        Texts.names(bySpf.names()));
    }

    /** That stands against a policy where signatures alone do not carry the mail. */
    private void judgeWithoutSpf(String how) {
        MessageSums counted = tally.all().counted();
        if (counted.messages() == 0 && tally.all().messages() > 0 && !domain.parked()) {
            checklist.block(
                    "%s %s, so that its own senders can't be told from others: of %s %s, none is known to be of a capable source."
                            .formatted(
                                    domain.name(),
                                    how,
                                    Texts.messages(tally.all().messages()),
                                    domain.days()));
        } else if (counted.messages() == 0
                && !domain.parked()
                && domain.authentication().spf() != Spf.NOBODY) {
            checklist.note(
                    "%s %s; no mail was reported that needs one.".formatted(domain.name(), how));
        } else if (!tally.all().passesByDkim()) {
            checklist.block(
                    "%s %s, and of %s of capable sources %s, only %s passed by DKIM, which needs none."
                            .formatted(
                                    domain.name(),
                                    how,
                                    Texts.messages(counted.messages()),
                                    domain.days(),
                                    Texts.number(counted.dkim())));
        }
    }
}
