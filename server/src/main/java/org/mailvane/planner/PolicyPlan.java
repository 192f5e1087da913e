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
import org.mailvane.text.Message;
import org.mailvane.text.Passage;
import org.mailvane.traffic.sums.MessageSums;

/**
 * Judges which DMARC policy a domain is ready for.
 *
 * <p>A policy goes up one step at a time, from none by quarantine to reject, and only when nothing
 * blocks it: enough days were observed, of the messages of capable sources nearly all passed, no
 * shared sender waits for somebody to say whose mail it is, the record is valid, and SPF and DKIM
 * are still published as the mail needs them, which reports show only days later. Unknown senders
 * and threats never block it, since a policy is made for them. A parked domain goes to reject at
 * once. A published policy is never weakened; mail that fails under it is reported.
 *
 * <p>A share hides small senders: an owner's sender whose mail never passes blocks a policy unless
 * it sends very little, and is looked for over more days. A single stranger's reports do not count
 * alone: a step is taken only where the mail is ready for it by the reports of others, too. While
 * reports are still being classified nothing is judged.
 *
 * <p>The three policies of a record go up separately (RFC 9989, section 4.7). That of the domain
 * goes up when all names are ready for it. That of subdomains ({@code sp}) needs that of the mail
 * in their names, so where there is such mail it may go ahead of the domain's, and it may also stay
 * lower. That of names that do not exist ({@code np}) goes to reject with the first step of the
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
     * Days that quarantine must have lasted, where its start was seen, before reject: what is
     * quarantined by mistake can still be found by its recipients, what is rejected can't.
     */
    static final int HELD_DAYS = 14;

    /**
     * Of a hundred messages of the owner's, those that a sender whose mail never passes may send
     * without blocking a policy.
     */
    static final int LITTLE_PERCENT = 1;

    /**
     * Of a hundred messages, those that may be in reports that count in totals only, without a note
     * that says so.
     */
    static final int UNVERIFIED_PERCENT = 5;

    /** Sources that are named one by one as blocking a step. */
    static final int MAX_NAMED = 10;

    /** Sources of an advice in all. */
    static final int MAX_SOURCES = 50;

    private static final String MESSAGES = "messages";
    private static final String NEEDED = "needed";

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

    /** Returns what is to be done about a domain. */
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
                        about(
                                published.readOnce()
                                        ? "planner.record.read_once"
                                        : "planner.record.unknown"));
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
            checklist.block(about("planner.record.no_zone"));
            return judgement(Recommendation.PUBLISH, false, "");
        }
        checklist.block(about("planner.record.missing"));
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
            checklist.block(about("planner.record.several"));
        } else if (record != null && record.valid() && !published.refusals().isEmpty()) {
            published.refusals().forEach(refusal -> checklist.block(refusal(refusal)));
        } else {
            Passage problem = published.firstError();
            checklist.block(
                    problem.isEmpty()
                            ? about("planner.record.errors")
                            : about("planner.record.errors_such")
                                    .with("problem", problem.sentences().getFirst()));
        }
        return judgement(Recommendation.FIX, false, fixed(record));
    }

    /** Where it is our own host that has not agreed, its owner does not have to change anything. */
    private Passage refusal(Refusal refusal) {
        String own = reportHost();
        Passage problem = refusal.text();
        return isAbout(refusal, own)
                ? problem.and(
                        Message.of("planner.record.refused_here")
                                .with("host", "*._report._dmarc." + own))
                : problem;
    }

    /** Returns a sentence about the domain. */
    private Message about(String code) {
        return Message.of(code).with("domain", domain.name().value());
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
                    about(
                            published.state() == State.MISSING
                                    ? "planner.record.restart.missing"
                                    : "planner.record.restart.broken"));
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
     * Hosts of its addresses to which no reports can be sent; ours has to be fixed, not left out.
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
                    about("planner.record.inherited_errors")
                            .with("above", published.policyDomain()));
        } else {
            checklist.meet(
                    published.state() == State.INHERITED
                            ? about("planner.record.inherited")
                                    .with("above", published.policyDomain())
                            : about("planner.record.usable"));
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
                    Message.of("planner.note.below_blocks")
                            .with("policy", now.subdomains().toString()));
        }
        return judgement(recommendation, ready, record(now, next));
    }

    private void judgeHeld() {
        Integer held = domain.daysHeld();
        if (!isHeld(held)) {
            checklist.block(
                    published.isPartial()
                            ? Message.of("planner.partial")
                                    .with("policy", published.asked().domain().toString())
                                    .with(NEEDED, HELD_DAYS)
                            : held("planner.held", held));
        } else if (held != null && !domain.parked() && !published.isPartial()) {
            checklist.meet(held("planner.held", held));
        }
    }

    private boolean isLongEnough() {
        int needed = domain.parked() ? OBSERVED_DAYS_PARKED : OBSERVED_DAYS;
        boolean isLongEnough = domain.daysObserved() >= needed;
        checklist.check(
                isLongEnough,
                Message.of(domain.parked() ? "planner.observed.parked" : "planner.observed")
                        .with("days", domain.daysObserved())
                        .with("day", domain.days().last())
                        .with(NEEDED, needed));
        return isLongEnough;
    }

    private void judgeReports(boolean done) {
        LocalDate silent = domain.silentSince();
        if (published.asksForNoReports()) {
            checklist.weigh(
                    done,
                    Message.of(
                                    published.asksInVain()
                                            ? "planner.reports.refused"
                                            : "planner.reports.not_requested")
                            .with("domain", published.policyDomain()));
            return;
        }
        if (silent != null) {
            checklist.block(about("planner.reports.stopped").with("day", silent));
        }
        if (silent == null && tally.all().messages() == 0 && !published.reportsHere()) {
            checklist.block(
                    domain.days()
                            .in(
                                    Message.of("planner.reports.none")
                                            .with("domain", published.policyDomain())));
        }
        if (silent == null && tally.all().messages() > 0) {
            checklist.meet(
                    domain.days()
                            .in(
                                    Message.of("planner.reports.arrive")
                                            .with(MESSAGES, tally.all().messages())));
        }
    }

    private boolean judgeAuthentication() {
        return new AuthenticationChecks(domain, tally, checklist).judge();
    }

    private void judgeSenders() {
        List<Tally.Sender> undecided = undecided();
        for (Tally.Sender sender : undecided.subList(0, Math.min(MAX_NAMED, undecided.size()))) {
            checklist.block(
                    sender.in("planner.source.undecided")
                            .with(MESSAGES, sender.messages())
                            .with("domains", sender.undecidedAt(), Texts.MAX_NAMES));
        }
        if (undecided.size() > MAX_NAMED) {
            checklist.block(
                    Message.of("planner.source.undecided_others")
                            .with("sources", undecided.size() - MAX_NAMED));
        }
        if (undecided.isEmpty() && tally.all().messages() > 0) {
            checklist.meet(Message.of("planner.source.decided"));
        }
        Count weighed = domain.isSplit(tally) ? tally.of(Target.DOMAIN) : tally.all();
        if (weighed.isSending()) {
            MessageSums sums = weighed.counted();
            ofOwnName = domain.isSplit(tally) && weighed.passes();
            checklist.check(
                    weighed.passes(),
                    share(
                            domain.isSplit(tally) ? "planner.share.own_name" : "planner.share",
                            sums));
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

    /** Returns in whose names the mail is by which the domain's own policy is judged. */
    private Set<Target> weighed() {
        return domain.isSplit(tally) ? EnumSet.of(Target.DOMAIN) : EnumSet.allOf(Target.class);
    }

    /** Returns those of the judged days, and of the longer time where these show none of it. */
    private List<Tally.Sender> undecided() {
        List<Tally.Sender> undecided = new ArrayList<>(tally.undecided());
        longer.undecided().stream()
                .filter(sender -> undecided.stream().noneMatch(sender::isOfSameSource))
                .forEach(undecided::add);
        return Tally.sorted(undecided);
    }

    /**
     * Blocks a policy because of the owner's senders whose mail never passes. Mail in the names of
     * subdomains does not block a policy of the domain alone, since theirs can stay as it is.
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
            checklist.block(sender.in("planner.source.lost").with(MESSAGES, sender.messages()));
        }
    }

    /** Returns those of the judged days, and of the longer time where these do not show it. */
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
                    others.without().isEmpty()
                            ? share("planner.vouched", sums)
                            : share("planner.vouched.without", sums)
                                    .with("reporter", others.without()));
        }
        vouched
                .failingCompletely(domain.hasOwnSubdomains() ? EnumSet.of(Target.DOMAIN) : names)
                .stream()
                .filter(sender -> completely.stream().noneMatch(sender::isOfSameSource))
                .limit(MAX_NAMED)
                .forEach(sender ->
                        checklist.block(
                                sender.in("planner.source.lost_vouched")
                                        .with(MESSAGES, sender.messages())));
    }

    /** Says what the published policy does to mail of the owner's that fails. */
    private void judgeLoss() {
        DmarcPolicy policy = published.asked().domain();
        if (losesMail && policy != DmarcPolicy.NONE) {
            checklist.block(
                    Message.of(
                            policy == DmarcPolicy.REJECT
                                    ? "planner.loss.reject"
                                    : "planner.loss.quarantine"));
        }
    }

    private void nameFailing() {
        tally.failing().stream()
                .filter(sender -> !sender.isUndecided() && sender.failsIn(failing))
                .limit(MAX_NAMED)
                .forEach(sender ->
                        checklist.block(
                                sender.in("planner.source.failing")
                                        .with("failed", sender.countedFailed())
                                        .with(MESSAGES, sender.counted())));
    }

    /** Judges the policies for other names when the domain's own policy is as high as it goes. */
    private void judgeNames(Levels now) {
        if (now.subdomains() == DmarcPolicy.QUARANTINE && !isHeld(domain.daysSubdomainsHeld())) {
            checklist.block(held("planner.held.subdomains", domain.daysSubdomainsHeld()));
        }
        judgeNames(Target.SUBDOMAIN, now.subdomains());
        judgeNames(Target.MISSING_SUBDOMAIN, now.missing());
        nameFailing();
    }

    private void judgeNames(Target target, DmarcPolicy now) {
        if (now == DmarcPolicy.REJECT || isReadyIn(target)) {
            return;
        }
        failing.add(target);
        if (tally.of(target).passes() && !isUndecidedIn(target)) {
            List<Tally.Sender> lost = failingCompletely(EnumSet.of(target));
            if (!lost.isEmpty()) {
                blockLost(lost);
            } else if (vouched != null && !vouched.of(target).passes()) {
                checklist.block(PolicyNotes.names(Message.of("planner.vouched.below"), target));
            } else {
                checklist.block(
                        AuthenticationChecks.lapsed(
                                "planner.spf.lapsed",
                                domain.authentication().lapses().bySpf(),
                                domain.days()));
            }
            return;
        }
        MessageSums sums = tally.of(target).counted();
        checklist.block(
                PolicyNotes.names(share("planner.share.below", sums), target)
                        .with("policy", now.toString()));
    }

    /** Also where nobody has seen it begin. */
    private boolean isHeld(@Nullable Integer days) {
        return domain.parked() || days == null || days >= HELD_DAYS;
    }

    private static Message held(String code, @Nullable Integer days) {
        return Message.of(code).with("days", days == null ? 0 : days).with(NEEDED, HELD_DAYS);
    }

    /** Says how many messages of the judged days passed, and how many of a hundred must. */
    private Message share(String code, MessageSums sums) {
        return domain.days()
                .in(
                        Message.of(code)
                                .with(MESSAGES, sums.messages())
                                .with("passed", sums.dmarc())
                                .with("share", Texts.percentage(sums))
                                .with(NEEDED, PASSING_PERCENT));
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

    /** Whether nothing but the record would block a policy that is about to apply. */
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

    /** Whether no further step exists. */
    private boolean isDone(Levels now) {
        return domain.hasOwnSubdomains()
                ? now.equals(Levels.all(DmarcPolicy.REJECT))
                : now.domain() == DmarcPolicy.REJECT;
    }

    /**
     * Returns the policies to publish.
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

    /** Returns where reports must be sent too, so that any come; empty where they do. */
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

    /** Returns those of the judged days, and those of the longer time that block a policy. */
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
