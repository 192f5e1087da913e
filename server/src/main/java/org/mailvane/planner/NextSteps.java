package org.mailvane.planner;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mailvane.issues.NextStep;
import org.mailvane.issues.TaskCategory;
import org.mailvane.mailauth.dmarc.DmarcDiscovery.State;
import org.mailvane.mailauth.dmarc.DmarcParser;
import org.mailvane.mailauth.dmarc.DmarcPolicy;
import org.mailvane.mailauth.dmarc.DmarcRecord;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.report.ReportUri;
import org.mailvane.planner.Authentication.Spf;
import org.mailvane.planner.Lapses.Lapse;
import org.mailvane.planner.PolicyAdvice.SenderEvidence;
import org.mailvane.planner.PublishedPolicy.Removed;
import org.mailvane.planner.RecordEvidence.Gone;
import org.mailvane.sources.PassesBy;
import org.mailvane.sources.Sender.Notes;
import org.mailvane.sources.SourceName;
import org.mailvane.traffic.MessageSums;

/**
 * The next steps toward a policy that protects a domain, few and in this order: that there is a
 * record, that reports come, that they are collected, that all the domain's own mail passes, that
 * the policy is raised; beside them, the other records, and reports on encrypted delivery. A step
 * shows as soon as those before it leave room for it, and is done when what is known says so.
 *
 * <p>What the policy is to be, and the record to publish for it, is the advice's to say.
 */
final class NextSteps {

    /** Sources of which a domain's tasks are told at the same time, beside those ignored. */
    static final int MAX_TOLD = 3;

    /** What is to be done first where others can't send reports here. */
    private static final String NO_MAILBOX =
            "Reports can't be mailed to this installation yet: give it an intake domain that DNS knows, or add a report address to the account, and name that in rua.";

    private static final String RAISE = "policy.raise";
    private static final String PROTECT = "domain.protect";

    /** Steps by which the policy goes up. */
    static final Set<String> RAISING = Set.of(RAISE, PROTECT);

    private static final String ADKIM = "adkim";
    private static final String ASPF = "aspf";
    private static final String SPF = "spf";
    private static final String DKIM = "dkim";
    private static final String MX = "mx";
    private static final String TLS_RPT = "tls_rpt";
    private static final String MTA_STS = "mta_sts";
    private static final String BIMI = "bimi";
    private static final String PRESENT = "present";
    private static final String MISSING = "missing";
    private static final String ERROR = "error";
    private static final String TESTING = "testing";

    private final StepSituation situation;
    private final PublishedPolicy published;
    private final PolicyAdvice advice;
    private final DomainName name;
    private final boolean parked;
    private final List<NextStep> steps = new ArrayList<>();

    private NextSteps(StepSituation situation) {
        this.situation = situation;
        this.published = situation.domain().published();
        this.advice = situation.judgement().advice();
        this.name = situation.domain().name();
        this.parked = situation.domain().parked();
    }

    /** Whether enough is known: nothing is to be said, or to be done, while DMARC is not known. */
    static boolean canTell(PublishedPolicy published) {
        return published.state() != State.UNKNOWN;
    }

    /** The steps. */
    static List<NextStep> of(StepSituation situation) {
        NextSteps next = new NextSteps(situation);
        next.find();
        return List.copyOf(next.steps);
    }

    private void find() {
        if (situation.domain().nxdomain()) {
            add(
                    "domain.check",
                    "",
                    TaskCategory.DOMAIN,
                    "DNS says that %1$s does not exist. If the name is right and yours, publish its zone; else delete %1$s here."
                            .formatted(name));
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
            sources();
            mayRise = true;
        }
        spf();
        if (!parked) {
            dkim();
        }
        // What its mail needs to pass comes before.
        if (mayRise) {
            raise();
        }
        if (!parked) {
            encryption();
            extras();
        }
    }

    private void publish() {
        Removed removed = published.removed();
        if (removed != null && removed.wasUsable()) {
            add(
                    parked ? PROTECT : "dmarc.publish",
                    "",
                    parked ? TaskCategory.DOMAIN : TaskCategory.DMARC,
                    "%1$s has no DMARC record any more. Until %2$s it was \"%3$s\". Publish a TXT record at _dmarc.%1$s: \"%4$s\"."
                                    .formatted(
                                            name,
                                            removed.day(),
                                            removed.record().text(),
                                            advice.recommendedRecord())
                            + alias()
                            + told(Note.Kind.WAITING));
        } else if (parked) {
            add(
                    PROTECT,
                    "",
                    TaskCategory.DOMAIN,
                    "%1$s is said to send no mail, and nobody can tell who sends in its name. Publish a TXT record at _dmarc.%1$s: \"%2$s\". When reports have shown for %3$d days that nothing of yours is sent, the policy can be p=reject at once."
                                    .formatted(
                                            name,
                                            advice.recommendedRecord(),
                                            PolicyPlan.OBSERVED_DAYS_PARKED)
                            + alias());
        } else {
            add(
                    "dmarc.publish",
                    "",
                    TaskCategory.DMARC,
                    "%1$s has no DMARC record. Publish a TXT record at _dmarc.%1$s: \"%2$s\". It changes nothing for your mail%3$s"
                                    .formatted(
                                            name,
                                            advice.recommendedRecord(),
                                            situation.mailbox().isEmpty()
                                                    ? ". " + NO_MAILBOX
                                                    : ", and lets receivers report here who sends in the domain's name.")
                            + alias());
        }
    }

    private void fix() {
        add(
                "dmarc.fix",
                "",
                TaskCategory.DMARC,
                advice.blocking().getFirst()
                        + (!published.several() && isPublished(advice.recommendedRecord())
                                ? ""
                                : (published.several()
                                                        ? " Leave at _dmarc.%s only: \"%s\"."
                                                        : " Publish at _dmarc.%s: \"%s\".")
                                                .formatted(name, advice.recommendedRecord())
                                        + alias()));
    }

    /** Beside an alias, no other record may stand (RFC 1034, section 3.6.2). */
    private String alias() {
        String alias = situation.evidence().dmarcAlias();
        return alias.isEmpty()
                ? ""
                : " _dmarc.%1$s is an alias (CNAME) of %2$s, beside which no TXT record can stand: publish it at %2$s, or replace the alias by it."
                        .formatted(name, alias);
    }

    private boolean isPublished(String record) {
        DmarcRecord now = published.record();
        return record.isEmpty() || (now != null && now.text().equals(record));
    }

    /** By whatever way: what is imported tells as much as what is mailed here. */
    private boolean reportsCome() {
        boolean silent = situation.domain().silentSince() != null;
        return published.reportsHere()
                ? parked || !silent
                : advice.counts().total() > 0 && !silent && !published.asksForNoReports();
    }

    private String mailto() {
        return ReportUri.mailto(situation.mailbox());
    }

    private void askForReports() {
        DmarcRecord record = published.record();
        String where =
                published.reportsHere()
                        ? "The DMARC record has them sent to %s: look whether mails still reach that mailbox."
                                .formatted(situation.mailbox().isEmpty() ? "here" : mailto())
                        : situation.mailbox().isEmpty()
                                ? NO_MAILBOX
                                : published.state() == State.INHERITED
                                        ? "The record at _dmarc.%s counts for it: add %s to the rua of that."
                                                .formatted(published.policyDomain(), mailto())
                                        : "Add %s to the rua of its DMARC record, at _dmarc.%s: \"%s\"."
                                                        .formatted(
                                                                mailto(),
                                                                name,
                                                                record == null
                                                                        ? ""
                                                                        : PolicyRecord.withMailbox(
                                                                                record,
                                                                                published
                                                                                        .deafHosts(),
                                                                                situation
                                                                                        .mailbox()))
                                                + alias();
        add(
                "dmarc.report",
                "",
                TaskCategory.DMARC,
                (situation.domain().silentSince() != null
                                ? "No reports about %1$s come any more: the last was about %3$s. %2$s"
                                : published.asksInVain()
                                        ? "No report reaches an address that the DMARC record that counts for %1$s names (rua), so nobody tells what happens to its mail. %2$s"
                                        : published.asksForNoReports()
                                                ? "The DMARC record that counts for %1$s asks for no reports, so nobody tells what happens to its mail. %2$s"
                                                : "No reports about %1$s come here, so nothing is known of its mail. %2$s")
                        .formatted(name, where, situation.domain().silentSince()));
    }

    private void collect() {
        int needed = parked ? PolicyPlan.OBSERVED_DAYS_PARKED : PolicyPlan.OBSERVED_DAYS;
        if (advice.daysObserved() < needed && !isAtReject()) {
            add(
                    "dmarc.collect",
                    "",
                    TaskCategory.DMARC,
                    "Reports about %s are being collected: %d of %d days so far. There is nothing to do but to wait; do not raise the policy before."
                            .formatted(name, advice.daysObserved(), needed));
        }
    }

    private boolean isAtReject() {
        return published.reached().domain() == DmarcPolicy.REJECT;
    }

    /**
     * The largest, and those of which people were told already: a step does not go because others
     * fail more. Then others as long as there are few.
     */
    private void sources() {
        List<SenderEvidence> blocking =
                advice.sources().stream().filter(SenderEvidence::blocks).toList();
        List<SenderEvidence> told =
                blocking.stream()
                        .filter(source -> isOpen(source) || source.equals(blocking.getFirst()))
                        .toList();
        long free = MAX_TOLD - told.stream().filter(source -> !isIgnored(source)).count();
        List<SenderEvidence> shown = new ArrayList<>(told);
        blocking.stream()
                .filter(source -> !told.contains(source))
                .limit(Math.max(0, free))
                .forEach(shown::add);
        blocking.stream().filter(shown::contains).forEach(this::source);
    }

    private boolean isOpen(SenderEvidence source) {
        return situation.open().has(code(source), subject(source));
    }

    private boolean isIgnored(SenderEvidence source) {
        return situation.open().hasIgnored(code(source), subject(source));
    }

    private static String code(SenderEvidence source) {
        return source.undecided() ? "source.decide" : "source.fix";
    }

    private static String subject(SenderEvidence source) {
        return String.valueOf(source.number());
    }

    private void source(SenderEvidence source) {
        SourceName known = situation.sources().get(source.number());
        add(
                code(source),
                subject(source),
                TaskCategory.SOURCE,
                source.undecided() ? toDecide(source, known) : toFix(source, known));
    }

    private String toDecide(SenderEvidence source, @Nullable SourceName known) {
        PassesBy by = known == null ? PassesBy.SPF_OR_DKIM : known.passesBy();
        String text =
                switch (by) {
                    case SPF_OR_DKIM ->
                            " If it is yours, authorise it there by SPF or DKIM; then, or if it is not, say so as a decision on this source for %s.";
                    case DKIM ->
                            " If it is yours, have it sign there with DKIM, by which alone it can pass; then, or if it is not, say so as a decision on this source for %s.";
                    case SPF ->
                            " If it is yours, authorise it there by SPF, by which alone it can pass; then, or if it is not, say so as a decision on this source for %s.";
                    case NOTHING ->
                            " If it is yours, send it in another way, since it can't pass from there; say as a decision on this source for %s whether it is.";
                };
        return "%1$s sent %2$s in the name of %3$s%4$s, and none of its mail has ever passed DMARC."
                        .formatted(
                                source.name(),
                                Texts.messages(source.messages()),
                                names(source),
                                period(source))
                + text.formatted(Texts.names(source.undecidedAt()))
                + notes(known, true, true);
    }

    private String toFix(SenderEvidence source, @Nullable SourceName known) {
        List<String> broken = situation.failed().brokenKeys(source.number());
        long passed = source.messages() - source.failed();
        boolean mostPasses = passed > source.failed();
        String text;
        if (!broken.isEmpty()) {
            text =
                    " Most of what failed has a signature that did not pass: look whether the key at %s is the one that it signs with, and whether the mail is changed after it was signed."
                            .formatted(Texts.names(broken));
        } else if (mostPasses) {
            text =
                    " The rest passed, so it is set up for most of its mail: look what is different with what failed, such as another server or another address in From.";
        } else {
            text = setUp(source, known == null ? PassesBy.SPF_OR_DKIM : known.passesBy());
        }
        return "Of %1$s%2$s that %3$s sent for %4$s, %5$s failed DMARC."
                        .formatted(
                                Texts.messages(source.messages()),
                                period(source),
                                source.name(),
                                names(source),
                                Texts.number(source.failed()))
                + text
                + strictness(source)
                + evidence(source)
                + (mostPasses ? "" : notes(known, broken.isEmpty(), true));
    }

    private String setUp(SenderEvidence source, PassesBy by) {
        String signer = aligned(source, ADKIM);
        String path = aligned(source, ASPF);
        return switch (by) {
            case NOTHING ->
                    " It can't pass from there: send that mail in another way, or say as a decision on this source that it is not yours.";
            case SPF_OR_DKIM ->
                    " Have it sign with DKIM as %s, or use a return path of %s that its SPF record authorises."
                            .formatted(signer, path);
            case DKIM ->
                    " Have it sign with DKIM as %s: it always uses a return path of another domain, so it can't pass by SPF."
                            .formatted(signer);
            case SPF ->
                    " Have it use a return path of %s that its SPF record authorises: it can't sign with your domain."
                            .formatted(path);
        };
    }

    /** How the source says that it is set up; last, since its sentences are not ours. */
    private static String notes(@Nullable SourceName known, boolean spf, boolean dkim) {
        if (known == null) {
            return "";
        }
        Notes notes = known.notes();
        if (known.passesBy() == PassesBy.NOTHING) {
            return note(" ", notes.dmarc());
        }
        return (dkim ? note(" For DKIM: ", notes.dkim()) : "")
                + (spf ? note(" For SPF: ", notes.spf()) : "");
    }

    private static String note(String before, String note) {
        return note.isEmpty() ? "" : before + note;
    }

    /** As whose mail it must pass: under strict alignment, that of the very name in From. */
    private String aligned(SenderEvidence source, String tag) {
        if (!source.inSubdomains() || !published.isStrict(tag)) {
            return name.value();
        }
        return !source.inOwnName() && source.failingNames().size() == 1
                ? source.failingNames().getFirst()
                : "the very name in From";
    }

    private String strictness(SenderEvidence source) {
        String tags =
                Stream.of(ADKIM, ASPF)
                        .filter(published::isStrict)
                        .map(tag -> tag + "=s")
                        .collect(Collectors.joining(" "));
        return tags.isEmpty() || !source.inSubdomains()
                ? ""
                : " The DMARC record at _dmarc.%s asks for the very name in From (%s); without that, %s does for its subdomains too."
                        .formatted(published.policyDomain(), tags, published.policyDomain());
    }

    /** Where to look for what fails. */
    private String evidence(SenderEvidence source) {
        StringBuilder text = new StringBuilder();
        List<IpAddress> hosts = situation.failed().hosts(source.number());
        if (!hosts.isEmpty()) {
            text.append(
                    " What failed came from hosts such as %s."
                            .formatted(
                                    hosts.stream()
                                            .map(IpAddress::toString)
                                            .collect(Collectors.joining(", "))));
        }
        for (String below : source.failingNames()) {
            String spf = situation.spfBelow().get(below);
            if (spf != null) {
                text.append(
                        (spf.equals(MISSING)
                                        ? " There is no SPF record at %s, so that no host passes SPF with a return path there."
                                        : " The SPF record at %s has errors, so that no host passes SPF with a return path there.")
                                .formatted(below));
            }
        }
        return text.toString();
    }

    private String names(SenderEvidence source) {
        if (!source.inSubdomains()) {
            return name.value();
        }
        List<String> below = source.failingNames();
        if (!source.inOwnName() && below.size() == 1) {
            return below.getFirst();
        }
        String names =
                (source.inOwnName() ? "%1$s and its subdomains" : "subdomains of %1$s")
                        .formatted(name);
        return below.isEmpty()
                ? names
                : "%s (such as %s)".formatted(names, String.join(", ", below));
    }

    private String period(SenderEvidence source) {
        Instant judged = advice.judged();
        return source.longer() && judged != null ? " " + JudgedDays.at(judged).longer() : period();
    }

    private String period() {
        Instant judged = advice.judged();
        return judged == null ? "" : " " + JudgedDays.at(judged);
    }

    private void raise() {
        if (!advice.ready()
                || (advice.recommendation() != Recommendation.QUARANTINE
                        && advice.recommendation() != Recommendation.REJECT)) {
            return;
        }
        List<String> raised = raised();
        String what = String.join(" and ", raised);
        String record =
                "Publish at _dmarc.%s: \"%s\".".formatted(name, advice.recommendedRecord())
                        + alias();
        if (parked) {
            long passed = advice.share().counted().dmarc();
            add(
                    PROTECT,
                    "",
                    TaskCategory.DOMAIN,
                    (passed > 0
                                    ? "%s is said to send no mail, and yet %s passed DMARC %s, which %s does not hold back. Look whether what sends them is yours. %s"
                                            .formatted(
                                                    name,
                                                    Texts.messages(passed),
                                                    period().strip(),
                                                    what,
                                                    record)
                                    : "%s is said to send no mail: it is ready for %s, so that forged mail in its name is refused. %s"
                                            .formatted(name, what, record))
                            + told(Note.Kind.LOSS));
            return;
        }
        long messages = advice.share().counted().messages();
        String evidence =
                messages == 0
                        ? "senders of its own sent no mail that was reported"
                        : situation.judgement().ofOwnName()
                                ? "enough of the mail in its own name passes, and subdomains keep a policy of their own (sp)"
                                : "of %s of its own senders, %s passed"
                                        .formatted(
                                                Texts.messages(messages),
                                                Texts.share(advice.share().counted()));
        add(
                RAISE,
                raised.isEmpty() ? "" : raised.getFirst(),
                TaskCategory.POLICY,
                "%s is ready for %s: %s. %s%s"
                        .formatted(
                                name,
                                what,
                                evidence,
                                record,
                                told(Note.Kind.LITTLE) + told(Note.Kind.LOSS)));
    }

    /** What else people are to know before they go on. */
    private String told(Note.Kind kind) {
        return situation.judgement().notes(kind).stream()
                .limit(MAX_TOLD)
                .map(note -> " " + note)
                .collect(Collectors.joining());
    }

    /** The policies that the recommended record raises. */
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

    private void spf() {
        Spf spf = situation.domain().authentication().spf();
        // A record that refuses everybody would break mail that passes.
        if (parked && sends() && (spf == Spf.MISSING || spf == Spf.ANYONE || spf == Spf.BROAD)) {
            spf(
                    "spf.decide",
                    "%1$s is said to send no mail, and yet reports show mail of its own senders. If that mail is yours, say that the domain is active; else find out who sends it before SPF refuses it.");
            return;
        }
        switch (spf) {
            case MISSING -> {
                Gone gone = situation.evidence().gone().get(SPF);
                if (gone != null) {
                    add(
                            "spf.publish",
                            "",
                            TaskCategory.SPF,
                            (parked
                                            ? "%1$s has no SPF record any more. Until %2$s it was \"%3$s\". The domain is said to send no mail: publish a TXT record at %1$s: \"v=spf1 -all\"."
                                            : "%1$s has no SPF record any more. Until %2$s it was \"%3$s\". Publish it at %1$s again, if it names all who send its mail, or one that does.")
                                    .formatted(name, gone.day(), gone.text()));
                } else if (published.state() != State.INHERITED) {
                    spf(
                            "spf.publish",
                            parked
                                    ? "%1$s is said to send no mail, and has no SPF record that says so. Publish a TXT record at %1$s: \"v=spf1 -all\"."
                                    : sends()
                                            ? "%1$s has no SPF record. Publish a TXT record at %1$s that names who sends its mail and ends with ~all."
                                            : "%1$s has no SPF record. Publish a TXT record at %1$s that names who sends its mail and ends with ~all, or \"v=spf1 -all\" if nobody does.");
                }
            }
            case BROKEN ->
                    add(
                            "spf.fix",
                            "",
                            TaskCategory.SPF,
                            "The SPF record of %s has errors, so receivers can't use it."
                                            .formatted(name)
                                    + wrong(SPF));
            case ANYONE ->
                    spf(
                            "spf.close",
                            parked
                                    ? "%1$s is said to send no mail, and its SPF record lets every host of the internet send in its name. Publish \"v=spf1 -all\" at %1$s instead."
                                    : "The SPF record of %1$s lets every host of the internet send in its name. Name in it who sends its mail, and end it with ~all, or with -all when reports show that nobody is missing.");
            case BROAD -> {
                String broad = situation.domain().authentication().broad();
                add(
                        "spf.narrow",
                        "",
                        TaskCategory.SPF,
                        "The SPF record of %1$s lets too many hosts send in its name. List in it only the addresses that send for the domain; where an included record does this, ask its provider for one that lists only its mail servers."
                                        .formatted(name)
                                + (broad.isEmpty() ? "" : " " + broad));
            }
            case NOBODY -> {
                MessageSums counted = advice.share().counted();
                boolean needed =
                        !Percent.isAtLeast(
                                counted.dkim(), PolicyPlan.PASSING_PERCENT, counted.messages());
                if (needed) {
                    spf(
                            "spf.name",
                            "The SPF record of %1$s authorises nobody, and not all of its mail is signed with DKIM. Name in it who sends its mail.");
                }
            }
            case USABLE -> {
                if (parked) {
                    spf(
                            "spf.close",
                            "%1$s is said to send no mail, and its SPF record lets hosts send in its name. Publish \"v=spf1 -all\" at %1$s instead, or say that the domain is active.");
                }
            }
            case UNKNOWN -> {}
        }
    }

    /** Whether reports tell of mail that may be the owner's. */
    private boolean sends() {
        return advice.counts().total() > advice.counts().threatOrUnknown();
    }

    /** The evidence, as the first issue has it. */
    private String wrong(String kind) {
        return " "
                + situation
                        .evidence()
                        .wrong()
                        .getOrDefault(kind, "The domain's issues say what is wrong.");
    }

    private void spf(String code, String details) {
        add(code, "", TaskCategory.SPF, details.formatted(name));
    }

    private void dkim() {
        List<String> lost = situation.domain().authentication().lostSelectors();
        if (!situation.is(DKIM, ERROR)) {
            for (String selector : lost) {
                add(
                        "dkim.restore",
                        selector,
                        TaskCategory.DKIM,
                        "Mail of %2$s is signed with selector %1$s, and no key that can be used stands at %1$s._domainkey.%2$s, nor at any other selector: its signatures fail. Publish the key again, or the one that it is signed with now."
                                .formatted(selector, name));
            }
        }
        Lapse missed = situation.domain().authentication().lapses().byKeys();
        if (lost.isEmpty()) {
            missed.names().stream().limit(MAX_TOLD).forEach(key -> missed(key, missed));
        }
        MessageSums counted = advice.share().counted();
        if (counted.dmarc() > 0
                && counted.dkim() == 0
                && advice.share().ofDkim() > 0
                && lost.isEmpty()
                && !situation.is(DKIM, ERROR)) {
            add(
                    "dkim.sign",
                    "",
                    TaskCategory.DKIM,
                    "None of %2$s that senders of %1$s sent%3$s passed DKIM: all depends on SPF, which forwarding breaks. Have them sign as %1$s, each with a key of its own, before p=reject: at that a domain must not rely on SPF alone (RFC 9989, section 7.4)."
                            .formatted(name, Texts.messages(counted.messages()), period()));
        }
        for (String selector : situation.missingSelectors()) {
            if (lost.contains(selector)) {
                continue;
            }
            add(
                    "dkim.publish",
                    selector,
                    TaskCategory.DKIM,
                    "No DKIM key that can be used stands at %1$s._domainkey.%2$s. Publish one there, or take the selector %1$s from the domain if nobody signs with it any more."
                            .formatted(selector, name));
        }
        if (situation.is(DKIM, ERROR)) {
            add(
                    "dkim.fix",
                    "",
                    TaskCategory.DKIM,
                    "A DKIM key of %s can't be used by receivers.".formatted(name) + wrong(DKIM));
        }
    }

    /** A key by which mail passed alone. */
    private void missed(String key, Lapse missed) {
        add(
                "dkim.restore",
                key,
                TaskCategory.DKIM,
                "Mail of %1$s passed DMARC by the key at %2$s, and none that can be used stands there now: of %3$s %4$s, %5$s passed by such a key alone. Publish the key again, or have the mail signed with another; if that is done, wait until reports show it."
                        .formatted(
                                name,
                                key,
                                Texts.messages(missed.passed()),
                                missed.days(),
                                Texts.number(missed.lost())));
    }

    private void encryption() {
        boolean canAsk = !situation.mailbox().isEmpty();
        if (situation.is(MX, PRESENT) && situation.is(TLS_RPT, MISSING) && canAsk) {
            add(
                    "tls.report",
                    "",
                    TaskCategory.TLS,
                    "Nobody reports whether mail to %1$s is delivered encrypted. Publish a TXT record at _smtp._tls.%1$s: \"v=TLSRPTv1; rua=%2$s\"."
                            .formatted(name, mailto()));
        }
        if (situation.is(TLS_RPT, ERROR)) {
            add(
                    "tls.fix",
                    "",
                    TaskCategory.TLS,
                    "The record at _smtp._tls.%s, which asks for TLS reports, has errors."
                                    .formatted(name)
                            + wrong(TLS_RPT));
        }
        if (situation.is(MTA_STS, ERROR)) {
            add(
                    "mta_sts.fix",
                    "",
                    TaskCategory.TLS,
                    "The MTA-STS record or policy of %s has errors, so that senders do not use it, or deliver nothing."
                                    .formatted(name)
                            + wrong(MTA_STS));
        }
        if (situation.is(MTA_STS, TESTING)) {
            tested();
        }
    }

    /** What is tested is enforced when it fits: a policy that does not keeps mail away then. */
    private void tested() {
        if (situation.leavesOutExchanger()) {
            add(
                    "mta_sts.fix",
                    "",
                    TaskCategory.TLS,
                    "The MTA-STS policy of %s is being tested, and is not fit to be enforced: senders would not deliver. The domain's issues say what is wrong."
                            .formatted(name));
        } else if (situation.failedSessions() > 0) {
            add(
                    "mta_sts.fix",
                    "",
                    TaskCategory.TLS,
                    "The MTA-STS policy of %s is being tested, and TLS reports of the past %d days tell of %s. Mend what they name before the policy is enforced: such mail would not be delivered."
                            .formatted(
                                    name,
                                    StepSituationTable.DAYS_WITHOUT_FAILURES,
                                    situation.failedSessions() == 1
                                            ? "1 failed session"
                                            : Texts.number(situation.failedSessions())
                                                    + " failed sessions"));
        } else {
            add(
                    "mta_sts.enforce",
                    "",
                    TaskCategory.TLS,
                    "The MTA-STS policy of %1$s is only being tested: senders deliver also where it is not kept to. When TLS reports show no failures for some weeks, write \"mode: enforce\" into https://mta-sts.%1$s/.well-known/mta-sts.txt and another id into the record at _mta-sts.%1$s."
                            .formatted(name));
        }
    }

    /** What nobody has to have, once all else is done. */
    private void extras() {
        Levels now = published.reached();
        boolean isProtected =
                now.domain() != DmarcPolicy.NONE && now.subdomains() != DmarcPolicy.NONE;
        if (!steps.isEmpty()
                || advice.recommendation() != Recommendation.MAINTAIN
                || !isProtected) {
            return;
        }
        Gone gone = situation.evidence().gone().get(MTA_STS);
        if (situation.is(MX, PRESENT) && situation.is(MTA_STS, MISSING) && gone != null) {
            add(
                    "mta_sts.publish",
                    "",
                    TaskCategory.TLS,
                    "%1$s has no MTA-STS policy any more. Until %2$s its record was \"%3$s\". To have mail to it protected again, publish the file https://mta-sts.%1$s/.well-known/mta-sts.txt, with its mail servers and at first \"mode: testing\", and a TXT record at _mta-sts.%1$s with an id that it never had: \"v=STSv1; id=%4$s\"."
                            .formatted(name, gone.day(), gone.text(), unused(gone)));
        } else if (situation.is(MX, PRESENT) && situation.is(MTA_STS, MISSING)) {
            add(
                    "mta_sts.publish",
                    "",
                    TaskCategory.TLS,
                    "Whoever stands between mail servers can have mail to %1$s sent in the clear, or to a server of their own. To prevent that, publish an MTA-STS policy: the file https://mta-sts.%1$s/.well-known/mta-sts.txt, with its mail servers and at first \"mode: testing\", and a TXT record at _mta-sts.%1$s: \"v=STSv1; id=1\"."
                            .formatted(name));
        }
        // A logo is shown beside mail, so for who sends none it is nothing.
        if (situation.is(BIMI, MISSING) && advice.share().counted().messages() > 0) {
            add(
                    "bimi.publish",
                    "",
                    TaskCategory.BIMI,
                    "%1$s is protected, so receivers may show a logo beside its mail. If you want that, publish a BIMI record at default._bimi.%1$s."
                            .formatted(name));
        }
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

    private void add(String code, String subject, TaskCategory category, String details) {
        steps.add(new NextStep(code, subject, category, details));
    }
}
