package org.mailvane.planner;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainCounts;
import org.mailvane.mailauth.dmarc.DmarcDiscovery.State;
import org.mailvane.mailauth.dmarc.DmarcPolicy;
import org.mailvane.mailauth.dmarc.DmarcRecord;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.report.ReportUri;
import org.mailvane.planner.PolicyAdvice.SenderEvidence;
import org.mailvane.planner.PublishedPolicy.LastSeen;
import org.mailvane.planner.PublishedPolicy.Refusal;
import org.mailvane.planner.PublishedPolicy.Removed;
import org.mailvane.planner.ReportedMail.Vouched;
import org.mailvane.planner.Tally.Count;
import org.mailvane.sources.Category;
import org.mailvane.traffic.MessageSums;

/**
 * Judges which DMARC policy a domain is ready for.
 *
 * <p>A policy goes up one step at a time, from none by quarantine to reject, and only when nothing
 * stands against it: enough days were observed, of the messages of capable sources nearly all
 * passed, no shared sender waits for somebody to say whose mail it is, the record is valid, and SPF
 * and DKIM still stand in DNS as the mail needs them, which reports tell days later only. Unknown
 * senders and threats never stand against it, since they are what a policy is for. A parked domain
 * goes to reject at once. What is published already is never weakened: mail that fails under it is
 * said.
 *
 * <p>A share says nothing of a sender that is small: one of the owner's of whose mail nothing
 * passes stands against a policy, unless it sends a little only, and is looked for over more days.
 * Nor does what a single stranger reports: a step is taken only where the mail is ready for it by
 * the reports of others alone, too. While reports are still being classified nothing is judged.
 *
 * <p>The three policies of a record go up separately (RFC 9989, section 4.7). That of the domain
 * goes up when all names are ready for it. That of subdomains ({@code sp}) needs that of the mail
 * in their names, so where there is such mail it may go ahead of the domain's, and it may stay
 * behind. That of names that do not exist ({@code np}) goes to reject with the first step of the
 * domain, unless messages of capable sources fail that could be in such names: nobody else can use
 * them.
 */
final class PolicyPlan {

    /**
     * Days that must have been observed before a policy goes up: what sends once a month has sent
     * then.
     */
    static final int OBSERVED_DAYS = 30;

    /** Of a parked domain, in whose name nobody is to send: enough for forgotten weekly mail. */
    static final int OBSERVED_DAYS_PARKED = 14;

    /**
     * How many of a hundred messages of capable sources must pass. Forwarding that is not
     * recognised, and signatures that break on the way, take one or two from the best set-up.
     */
    static final int PASSING_PERCENT = 98;

    /**
     * Days that quarantine must have held, where it was seen to begin, before reject: what is
     * quarantined by mistake can still be found by its recipients, what is rejected can't.
     */
    static final int HELD_DAYS = 14;

    /**
     * Of a hundred messages of the owner's, those that a sender of which nothing passes may send
     * without standing against a policy.
     */
    static final int LITTLE_PERCENT = 1;

    /**
     * Of a hundred messages, those that may be in reports that count in totals only, without that
     * being said.
     */
    static final int UNVERIFIED_PERCENT = 5;

    /** Sources that are named one by one as standing against a step. */
    static final int MAX_NAMED = 10;

    /** Sources of an advice in all. */
    static final int MAX_SOURCES = 50;

    private final DomainSituation domain;
    private final PublishedPolicy published;
    private final Tally tally;
    private final Tally longer;
    private final @Nullable Tally vouched;
    private final Checklist checklist = new Checklist();
    private final PolicyNotes notes;

    /** Senders of which nothing passes. */
    private final List<Tally.Sender> completely = new ArrayList<>();

    /** In which names too much fails. */
    private final Set<Target> failing = EnumSet.noneOf(Target.class);

    /** Whether enough of the mail in its own name passes, and that alone is weighed. */
    private boolean ofOwnName;

    /** Whether mail of the owner's fails that a policy should not hold back. */
    private boolean losesMail;

    /** Whether any of the policies goes up. */
    private boolean raises;

    private PolicyPlan(DomainSituation domain) {
        this.domain = domain;
        this.published = domain.published();
        this.tally = Tally.of(domain.mail().sums(), domain.days());
        this.longer = Tally.ofLonger(domain.mail().longer(), domain.days());
        Vouched others = domain.mail().vouched();
        this.vouched = others == null ? null : Tally.of(others.sums(), domain.days());
        this.notes = new PolicyNotes(domain, tally, checklist);
    }

    /** What is to be done about a domain. */
    static Judgement of(DomainSituation domain) {
        return new PolicyPlan(domain).judge();
    }

    private Judgement judge() {
        if (!domain.mail().settled()) {
            Judgement judgement = judgement(Recommendation.MONITOR, false, "");
            return new Judgement(judgement.advice().unsettled(), List.of(), false, false);
        }
        return switch (published.state()) {
            case UNKNOWN -> {
                checklist.block(
                        (published.readOnce()
                                        ? "The DMARC record of %s was read once only: what it says counts when it was read once more, a minute after the first time."
                                        : "The DMARC record of %s is not known: DNS has not answered for it lately, or was not asked yet.")
                                .formatted(domain.name()));
                yield judgement(Recommendation.MONITOR, false, "");
            }
            case MISSING -> publish();
            case ERROR -> fix();
            case PRESENT -> published.valid() ? step() : fix();
            case INHERITED -> step();
        };
    }

    private Judgement publish() {
        if (domain.nxdomain()) {
            checklist.block(
                    "DNS says that %s does not exist: its zone is to be published before any record."
                            .formatted(domain.name()));
            return judgement(Recommendation.PUBLISH, false, "");
        }
        checklist.block(
                "%s has no DMARC record, so receivers report to nobody who sends in its name."
                        .formatted(domain.name()));
        Removed removed = published.removed();
        if (removed == null || !removed.wasUsable()) {
            return judgement(
                    Recommendation.PUBLISH,
                    false,
                    PolicyRecord.first(DmarcPolicy.NONE, domain.reportMailbox()));
        }
        notes.addRemoved(removed);
        return judgement(Recommendation.PUBLISH, false, fixed(removed.record()));
    }

    private Judgement fix() {
        DmarcRecord record = published.record();
        if (published.several()) {
            checklist.block(
                    "%s has several DMARC records, so that receivers use none of them: keep one, and delete the others."
                            .formatted(domain.name()));
        } else if (record != null && record.valid() && !published.refusals().isEmpty()) {
            published.refusals().forEach(refusal -> checklist.block(refusal(refusal)));
        } else {
            String problem = published.firstError();
            checklist.block(
                    "The DMARC record of %s has errors, so that receivers may read it differently or not at all%s"
                            .formatted(domain.name(), problem.isEmpty() ? "." : ": " + problem));
        }
        return judgement(Recommendation.FIX, false, fixed(record));
    }

    /** Where it is our own host that has not agreed, its owner does not have to change anything. */
    private String refusal(Refusal refusal) {
        String own = reportHost();
        return isAbout(refusal, own)
                ? "%s That is where this service takes reports: whoever runs it is to publish a TXT record \"v=DMARC1\" at *._report._dmarc.%s."
                        .formatted(refusal.text(), own)
                : refusal.text();
    }

    private String reportHost() {
        return domain.reportMailbox().substring(domain.reportMailbox().indexOf('@') + 1);
    }

    private static boolean isAbout(Refusal refusal, String host) {
        return refusal.subject().endsWith(" " + host);
    }

    private String fixed(@Nullable DmarcRecord record) {
        if (record == null || !record.isDmarc()) {
            return PolicyRecord.first(DmarcPolicy.NONE, domain.reportMailbox());
        }
        // What can be read of it is what its owner wants, also where receivers get none of it.
        DmarcPolicy p = record.p() == null ? DmarcPolicy.NONE : record.p();
        DmarcPolicy sp = record.sp() == null ? p : record.sp();
        Levels levels = new Levels(p, sp, record.np() == null ? sp : record.np());
        boolean applied = published.lastSeen(domain.name()).isPresent();
        if (!applied && !levels.equals(Levels.NONE) && !isReadyAtAll()) {
            levels = Levels.NONE;
            checklist.note(
                    Note.Kind.WAITING,
                    (published.state() == State.MISSING
                                            ? "Receivers apply no policy without it, and %s is not ready for the one that it asked for: the record to publish"
                                            : "Receivers do not apply what the record asks for while it stands like this, and %s is not ready for that: the one to publish")
                                    .formatted(domain.name())
                            + " asks for p=none at first.");
        }
        Set<String> refused = refused(record);
        boolean hasAddress =
                PolicyRecord.meant(record).stream()
                        .anyMatch(uri -> PolicyRecord.isServed(uri, refused));
        String mailbox = hasAddress ? furtherMailbox() : domain.reportMailbox();
        return domain.organizational()
                ? PolicyRecord.ofOrganization(
                        record, levels, false, published.psdUnfit(), refused, mailbox)
                : PolicyRecord.ofSubdomain(
                        record, levels.domain(), false, published.psdUnfit(), refused, mailbox);
    }

    /**
     * Hosts of its addresses to which no reports can be sent; ours is to be mended, not left out.
     */
    private Set<String> refused(DmarcRecord record) {
        return Stream.concat(record.rua().stream(), record.ruf().stream())
                .map(ReportUri::host)
                .filter(Objects::nonNull)
                .map(DomainName::value)
                .filter(host -> !host.equals(reportHost()))
                .filter(host ->
                        published.deafHosts().contains(host)
                                || published.refusals().stream()
                                        .anyMatch(refusal -> isAbout(refusal, host)))
                .collect(Collectors.toSet());
    }

    /** The domain has a policy that receivers can use: what is next? */
    private Judgement step() {
        Levels now = published.reached();
        boolean lasting = isLongEnough();
        boolean done = isDone(now);
        judgeReports(done);
        boolean authenticated = judgeAuthentication();
        if (published.state() == State.INHERITED && !published.valid()) {
            checklist.block(
                    "The DMARC record of %s, which counts for %s, has errors."
                            .formatted(published.policyDomain(), domain.name()));
        } else {
            checklist.meet("Receivers can use the DMARC record of %s.".formatted(recordName()));
        }
        if (!done && now.domain() == DmarcPolicy.QUARANTINE) {
            judgeHeld();
        }
        boolean clear = checklist.isClear();
        judgeSenders();
        judgeLoss();
        notes.add();
        boolean ready = checklist.isClear();
        Levels next = next(now, ready, lasting && authenticated && published.valid());
        if (ready && !done && next.equals(now)) {
            judgeNames(now);
            ready = false;
        }
        raises = !next.equals(now);
        Recommendation recommendation =
                done
                        ? losesMail ? Recommendation.MONITOR : Recommendation.MAINTAIN
                        : ready
                                ? Recommendation.of(now, next, published.asked().domain())
                                : Recommendation.MONITOR;
        notes.addPartial(ready && !done);
        if (next.domain() == now.domain()) {
            notes.addBelow(now, next);
        }
        if (clear
                && !ready
                && !domain.isSplit(tally)
                && now.domain() != DmarcPolicy.REJECT
                && tally.of(Target.SUBDOMAIN).isSending()
                && isReadyIn(Target.DOMAIN)) {
            checklist.note(
                    "What stands against it is mail in the names of subdomains. With sp=%s, which leaves them as they are, the domain itself could go on."
                            .formatted(now.subdomains()));
        }
        return judgement(recommendation, ready, record(now, next));
    }

    private void judgeHeld() {
        Integer held = domain.daysHeld();
        if (!isHeld(held)) {
            checklist.block(
                    published.isPartial()
                            ? "%s is applied in part only (t=y, or pct below 100), which counts as quarantine: %d days are to pass before all of it."
                                    .formatted("p=" + published.asked().domain(), HELD_DAYS)
                            : held("", held));
        } else if (held != null && !domain.parked() && !published.isPartial()) {
            checklist.meet(held("", held));
        }
    }

    /** Whose record counts for the domain. */
    private String recordName() {
        return published.state() == State.INHERITED
                ? published.policyDomain() + ", which counts for " + domain.name()
                : domain.name().toString();
    }

    private boolean isLongEnough() {
        int needed = domain.parked() ? OBSERVED_DAYS_PARKED : OBSERVED_DAYS;
        boolean isLongEnough = domain.daysObserved() >= needed;
        checklist.check(
                isLongEnough,
                domain.daysObserved() == 0
                        ? "No day up to %s was observed yet: %d are needed%s."
                                .formatted(domain.days().last(), needed, forParked())
                        : "%s observed up to %s: %d are needed%s."
                                .formatted(
                                        domain.daysObserved() == 1
                                                ? "1 day was"
                                                : domain.daysObserved() + " days were",
                                        domain.days().last(),
                                        needed,
                                        forParked()));
        return isLongEnough;
    }

    private String forParked() {
        return domain.parked() ? ", as the domain is parked" : "";
    }

    private void judgeReports(boolean done) {
        LocalDate silent = domain.silentSince();
        if (published.asksForNoReports()) {
            checklist.weigh(
                    done,
                    (published.asksInVain()
                                    ? "No report reaches an address that the DMARC record of %s names (rua), so that nobody tells what its policy does to mail."
                                    : "The DMARC record of %s asks for no reports (rua), so that nobody tells what its policy does to mail.")
                            .formatted(published.policyDomain()));
            return;
        }
        if (silent != null) {
            checklist.block(
                    "Reports about %s have stopped: the last was about %s."
                            .formatted(domain.name(), silent));
        }
        if (silent == null && tally.all().messages() == 0 && !published.reportsHere()) {
            checklist.block(
                    "No reports come: no message was reported %s, and the record of %s does not have reports sent here."
                            .formatted(domain.days(), published.policyDomain()));
        }
        if (silent == null && tally.all().messages() > 0) {
            checklist.meet(
                    "Reports come: they tell of %s %s."
                            .formatted(Texts.messages(tally.all().messages()), domain.days()));
        }
    }

    private boolean judgeAuthentication() {
        return new AuthenticationChecks(domain, tally, checklist).judge();
    }

    private void judgeSenders() {
        List<Tally.Sender> undecided = undecided();
        for (Tally.Sender sender : undecided.subList(0, Math.min(MAX_NAMED, undecided.size()))) {
            checklist.block(
                    "%s, which sends for many, sent %s%s %s, and none of its messages has ever passed DMARC: say for %s whether its mail is yours."
                            .formatted(
                                    sender.source().name(),
                                    Texts.messages(sender.messages()),
                                    sender.inNames(),
                                    sender.days(),
                                    Texts.names(sender.undecidedAt())));
        }
        if (undecided.size() > MAX_NAMED) {
            checklist.block(
                    "Of %d further senders nobody has said whether their mail is yours."
                            .formatted(undecided.size() - MAX_NAMED));
        }
        if (undecided.isEmpty() && tally.all().messages() > 0) {
            checklist.meet("Of no sender is it open whose mail it is.");
        }
        Count weighed = domain.isSplit(tally) ? tally.of(Target.DOMAIN) : tally.all();
        if (weighed.isSending()) {
            MessageSums sums = weighed.counted();
            ofOwnName = domain.isSplit(tally) && weighed.passes();
            checklist.check(
                    weighed.passes(),
                    "Of %s of capable sources%s %s, %s passed DMARC, which is %s: %d%% are needed."
                            .formatted(
                                    Texts.messages(sums.messages()),
                                    domain.isSplit(tally)
                                            ? " in the name of the domain itself"
                                            : "",
                                    domain.days(),
                                    Texts.number(sums.dmarc()),
                                    Texts.share(sums),
                                    PASSING_PERCENT));
        }
        Set<Target> names = weighed();
        if (!weighed.passes()) {
            losesMail = true;
            failing.addAll(names);
            nameFailing();
        }
        judgeLost(names);
        judgeVouched(names);
    }

    /** In whose names the mail is by which the domain's own policy is judged. */
    private Set<Target> weighed() {
        return domain.isSplit(tally) ? EnumSet.of(Target.DOMAIN) : EnumSet.allOf(Target.class);
    }

    /** Those of the judged days, and of the longer time where these show none of it. */
    private List<Tally.Sender> undecided() {
        List<Tally.Sender> undecided = new ArrayList<>(tally.undecided());
        longer.undecided().stream()
                .filter(sender -> undecided.stream().noneMatch(sender::isOfSameSource))
                .forEach(undecided::add);
        return Tally.sorted(undecided);
    }

    /**
     * Names senders of the owner's of whose mail nothing passes. What is in the names of subdomains
     * does not stand against a policy of the domain alone, since theirs can stay as it is.
     */
    private void judgeLost(Set<Target> names) {
        if (domain.parked()) {
            // Nobody is to send in its name.
            return;
        }
        List<Tally.Sender> lost =
                failingCompletely(domain.hasOwnSubdomains() ? EnumSet.of(Target.DOMAIN) : names);
        losesMail |= !lost.isEmpty();
        blockLost(lost);
    }

    private void blockLost(List<Tally.Sender> lost) {
        for (Tally.Sender sender : lost.subList(0, Math.min(MAX_NAMED, lost.size()))) {
            completely.add(sender);
            checklist.block(
                    "%s: all of %s%s failed DMARC %s, so that a policy loses all of its mail."
                            .formatted(
                                    sender.source().name(),
                                    Texts.messages(sender.messages()),
                                    sender.inNames(),
                                    sender.days()));
        }
    }

    /** Those of the judged days, and of the longer time where these do not show it. */
    private List<Tally.Sender> failingCompletely(Set<Target> names) {
        List<Tally.Sender> failing = new ArrayList<>(tally.failingCompletely(names));
        longer.failingCompletely(names).stream()
                .filter(sender -> failing.stream().noneMatch(sender::isOfSameSource))
                .forEach(failing::add);
        return Tally.sorted(failing);
    }

    /** Whether the mail is as ready by what others report than strangers. */
    private void judgeVouched(Set<Target> names) {
        Vouched others = domain.mail().vouched();
        if (vouched == null || others == null) {
            return;
        }
        Count weighed = domain.isSplit(tally) ? vouched.of(Target.DOMAIN) : vouched.all();
        MessageSums sums = weighed.counted();
        if (!weighed.passes()) {
            checklist.block(
                    (others.without().isEmpty()
                                    ? "By the reports of reporters alone that are accepted or well known, %2$s of %3$s of capable sources passed DMARC %4$s, which is %5$s: %6$d%% are needed. Look who reports otherwise, and accept or ignore them."
                                    : "Without the reports of %1$s, which nobody has accepted, %2$s of %3$s of capable sources passed DMARC %4$s, which is %5$s: %6$d%% are needed. Accept or ignore this reporter.")
                            .formatted(
                                    others.without(),
                                    Texts.number(sums.dmarc()),
                                    Texts.messages(sums.messages()),
                                    domain.days(),
                                    Texts.share(sums),
                                    PASSING_PERCENT));
        }
        vouched
                .failingCompletely(domain.hasOwnSubdomains() ? EnumSet.of(Target.DOMAIN) : names)
                .stream()
                .filter(sender -> completely.stream().noneMatch(sender::isOfSameSource))
                .limit(MAX_NAMED)
                .forEach(sender ->
                        checklist.block(
                                "%s: all of %s%s failed DMARC %s by the reports of others than strangers."
                                        .formatted(
                                                sender.source().name(),
                                                Texts.messages(sender.messages()),
                                                sender.inNames(),
                                                sender.days())));
    }

    /** Says what the published policy does to mail of the owner's that fails. */
    private void judgeLoss() {
        DmarcPolicy policy = published.asked().domain();
        if (losesMail && policy != DmarcPolicy.NONE) {
            checklist.block(
                    (policy == DmarcPolicy.REJECT
                                    ? "The domain's own mail is being rejected now: p=%s is published, and receivers apply it to all that fails. Repair what fails first."
                                    : "The domain's own mail is being put into quarantine now: p=%s is published, and receivers apply it to all that fails. Repair what fails first.")
                            .formatted(policy));
        }
    }

    private void nameFailing() {
        tally.failing().stream()
                .filter(sender -> !sender.isUndecided() && sender.failsIn(failing))
                .limit(MAX_NAMED)
                .forEach(sender ->
                        checklist.block(
                                "%s: %s of %s%s failed DMARC %s."
                                        .formatted(
                                                sender.source().name(),
                                                Texts.number(sender.countedFailed()),
                                                Texts.messages(sender.counted()),
                                                sender.inNames(),
                                                domain.days())));
    }

    /** The domain's own policy is as high as it goes; what stands against that of other names? */
    private void judgeNames(Levels now) {
        if (now.subdomains() == DmarcPolicy.QUARANTINE && !isHeld(domain.daysSubdomainsHeld())) {
            checklist.block(held(" for subdomains", domain.daysSubdomainsHeld()));
        }
        judgeNames(Target.SUBDOMAIN, now.subdomains(), "subdomains");
        judgeNames(Target.MISSING_SUBDOMAIN, now.missing(), "subdomains that do not exist");
        nameFailing();
    }

    private void judgeNames(Target target, DmarcPolicy now, String names) {
        if (now == DmarcPolicy.REJECT || isReadyIn(target)) {
            return;
        }
        failing.add(target);
        if (tally.of(target).passes() && !isUndecidedIn(target)) {
            List<Tally.Sender> lost = failingCompletely(EnumSet.of(target));
            if (!lost.isEmpty()) {
                blockLost(lost);
            } else if (vouched != null && !vouched.of(target).passes()) {
                checklist.block(
                        "In the names of %s too little passed DMARC by the reports of others than strangers."
                                .formatted(names));
            } else {
                checklist.block(
                        AuthenticationChecks.lapsed(domain.authentication().lapses().bySpf()));
            }
            return;
        }
        MessageSums sums = tally.of(target).counted();
        checklist.block(
                "In the names of %s, for which the policy is %s, %s of %s of capable sources passed DMARC %s: %d%% are needed."
                        .formatted(
                                names,
                                now,
                                Texts.number(sums.dmarc()),
                                Texts.messages(sums.messages()),
                                domain.days(),
                                PASSING_PERCENT));
    }

    /** Also where nobody has seen it begin. */
    private boolean isHeld(@Nullable Integer days) {
        return domain.parked() || days == null || days >= HELD_DAYS;
    }

    private static String held(String where, @Nullable Integer days) {
        return "Quarantine%s has held for %s: %d days are to pass before reject, in which people can still find what was quarantined by mistake."
                .formatted(where, Texts.days(days == null ? 0 : days), HELD_DAYS);
    }

    private boolean isReadyIn(Target target) {
        long lost = domain.authentication().lapses().bySpfIn(target);
        return tally.of(target).passesWithout(lost)
                && !isUndecidedIn(target)
                && failingCompletely(EnumSet.of(target)).isEmpty()
                && (vouched == null || vouched.of(target).passes());
    }

    private boolean isUndecidedIn(Target target) {
        return tally.isUndecidedIn(target) || longer.isUndecidedIn(target);
    }

    /** Whether nothing but the record would stand against a policy that begins to be applied. */
    private boolean isReadyAtAll() {
        PolicyPlan plan = new PolicyPlan(domain);
        plan.isLongEnough();
        if (!isRecentlyRemoved()) {
            plan.judgeReports(false);
        }
        plan.judgeAuthentication();
        plan.judgeSenders();
        return plan.checklist.isClear();
    }

    /** Whether no reports come because the record is gone that asked for them, and not before. */
    private boolean isRecentlyRemoved() {
        Removed removed = published.removed();
        return published.state() == State.MISSING
                && removed != null
                && !removed.record().rua().isEmpty()
                && (domain.parked() || removed.day().isAfter(domain.days().first()));
    }

    /** Whether there is no further step. */
    private boolean isDone(Levels now) {
        return domain.hasOwnSubdomains()
                ? now.equals(Levels.all(DmarcPolicy.REJECT))
                : now.domain() == DmarcPolicy.REJECT;
    }

    /**
     * The policies to publish.
     *
     * @param lasting whether enough days were observed, and the record is valid
     */
    private Levels next(Levels now, boolean ready, boolean lasting) {
        DmarcPolicy own = ready ? above(now.domain()) : now.domain();
        if (!domain.hasOwnSubdomains()) {
            return new Levels(own, now.subdomains(), now.missing());
        }
        // What holds receivers back does so for all three, and goes when the domain's goes up.
        // Mail in names below that have no row counts with the domain's own, so that what fails
        // may be theirs where none of theirs is seen.
        boolean mayRise =
                ready
                        || (lasting
                                && !published.isPartial()
                                && tally.of(Target.SUBDOMAIN).isSending());
        boolean held =
                now.subdomains() != DmarcPolicy.QUARANTINE || isHeld(domain.daysSubdomainsHeld());
        DmarcPolicy below =
                mayRise && held && isReadyIn(Target.SUBDOMAIN)
                        ? above(now.subdomains())
                        : now.subdomains();
        DmarcPolicy missing = now.missing();
        if (ready && !tally.of(Target.MISSING_SUBDOMAIN).isSending()) {
            // Of what fails in the domain's name, some may be in such names.
            missing = tally.of(Target.DOMAIN).fails() ? stronger(missing, own) : DmarcPolicy.REJECT;
        } else if (ready && isReadyIn(Target.MISSING_SUBDOMAIN)) {
            missing = above(missing);
        } else if (below != now.subdomains() && missing.isWeakerThan(below)) {
            // A name that does not exist has no more to lose than one that does.
            missing = mayRise && isReadyIn(Target.MISSING_SUBDOMAIN) ? below : missing;
        }
        return new Levels(own, below, missing);
    }

    private static DmarcPolicy stronger(DmarcPolicy one, DmarcPolicy other) {
        return one.isWeakerThan(other) ? other : one;
    }

    private DmarcPolicy above(DmarcPolicy policy) {
        return domain.parked() || policy != DmarcPolicy.NONE
                ? DmarcPolicy.REJECT
                : DmarcPolicy.QUARANTINE;
    }

    private String record(Levels now, Levels next) {
        DmarcRecord record = published.record();
        if (record == null) {
            return "";
        }
        boolean same = now.equals(next);
        String mailbox = furtherMailbox();
        if (published.state() == State.INHERITED) {
            return same
                    ? ""
                    : PolicyRecord.fromInherited(record, next.domain(), refused(record), mailbox);
        }
        Set<String> refused = refused(record);
        if (same
                && mailbox.isEmpty()
                && !published.psdUnfit()
                && PolicyRecord.isTidy(record, domain.organizational(), refused)) {
            return record.text();
        }
        Levels levels = same ? published.asked() : next;
        return domain.organizational()
                ? PolicyRecord.ofOrganization(
                        record, levels, !same, published.psdUnfit(), refused, mailbox)
                : PolicyRecord.ofSubdomain(
                        record, levels.domain(), !same, published.psdUnfit(), refused, mailbox);
    }

    /** Where reports must be sent too, so that any come; empty where they do. */
    private String furtherMailbox() {
        boolean come =
                published.reportsHere()
                        || (tally.all().messages() > 0 && !published.asksForNoReports());
        return come ? "" : domain.reportMailbox();
    }

    private Judgement judgement(Recommendation recommendation, boolean ready, String record) {
        notes.addAddresses(record);
        notes.addUnverified();
        notes.addLeftOut();
        boolean isKnown = published.isKnown();
        Optional<LastSeen> seen = published.lastSeen(domain.name());
        List<SenderEvidence> sources =
                evidence().stream()
                        .map(sender ->
                                sender.evidence(
                                        isKnown
                                                && (sender.failsIn(failing)
                                                        || completely.contains(sender))))
                        .sorted(Comparator.comparing(SenderEvidence::blocks).reversed())
                        .limit(MAX_SOURCES)
                        .toList();
        PolicyAdvice advice =
                new PolicyAdvice(
                        null,
                        recommendation,
                        ready,
                        checklist.blocking(),
                        checklist.met(),
                        checklist.notes().stream().map(Note::text).toList(),
                        sources,
                        seen.map(policies -> policies.domain().toString()).orElse(""),
                        seen.map(policies -> policies.subdomains().toString()).orElse(""),
                        seen.map(LastSeen::viaOrganization).orElse(false),
                        record,
                        domain.daysObserved(),
                        counts(),
                        tally.forwardedFailed(),
                        tally.lostMessages(),
                        tally.all().share(),
                        notes.toldUnverified(),
                        true);
        return new Judgement(advice, checklist.notes(), ofOwnName, raises);
    }

    /** Those of the judged days, and those of the longer time that stand against a policy. */
    private List<Tally.Sender> evidence() {
        List<Tally.Sender> senders = new ArrayList<>(tally.evidence());
        Stream.concat(longer.undecided().stream(), completely.stream())
                .filter(sender -> senders.stream().noneMatch(sender::isOfSameSource))
                .forEach(senders::add);
        return Tally.sorted(senders);
    }

    private DomainCounts counts() {
        return new DomainCounts(
                tally.of(Category.CAPABLE),
                tally.of(Category.NON_COMPLIANT),
                tally.of(Category.FORWARDER),
                tally.of(Category.THREAT_OR_UNKNOWN));
    }
}
