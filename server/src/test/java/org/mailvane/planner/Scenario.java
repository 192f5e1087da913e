package org.mailvane.planner;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dmarc.DmarcDiscovery.State;
import org.mailvane.mailauth.dmarc.DmarcParser;
import org.mailvane.mailauth.dmarc.DmarcPolicy;
import org.mailvane.mailauth.dmarc.DmarcRecord;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.finding.DmarcFindings;
import org.mailvane.planner.Authentication.Spf;
import org.mailvane.planner.LostAuthentication.Lapse;
import org.mailvane.planner.PlannedDomain.Remembered;
import org.mailvane.planner.PublishedPolicy.Refusal;
import org.mailvane.planner.PublishedPolicy.Removed;
import org.mailvane.planner.ReportedMail.LeftOut;
import org.mailvane.planner.ReportedMail.Vouched;
import org.mailvane.sources.Category;
import org.mailvane.sources.SourceName;
import org.mailvane.sources.catalogue.CatalogueSender.Notes;
import org.mailvane.sources.custom.SourceDecision.Decision;
import org.mailvane.text.FindingMessages;
import org.mailvane.text.Passage;
import org.mailvane.traffic.sums.MessageSums;
import org.mailvane.web.German;

/**
 * A situation of shop.example, as a test describes it: long observed, with reports that come here.
 */
final class Scenario {

    static final String MAILBOX = "abcd1234@reports.example";

    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

    /** Our own servers. */
    static final int OWN = 1;

    /** A sender of the catalogue. */
    static final int SHARED = 100;

    static final int CUSTOM = 1_000_000;
    static final int UNKNOWN = 10_000_000;

    private State state = State.PRESENT;
    private String record = "";
    private DmarcPolicy inherited = DmarcPolicy.NONE;
    private String policyDomain = "shop.example";
    private boolean several;
    private final List<Refusal> refusals = new ArrayList<>();
    private final Set<String> deafHosts = new HashSet<>();
    private boolean psdUnfit;
    private boolean reportsHere = true;
    private String mailbox = MAILBOX;
    private boolean organizational = true;
    private boolean nxdomain;
    private boolean parked;
    private Authentication authentication = Authentication.UNKNOWN;
    private int observed = 400;
    private boolean reportedLately;
    private @Nullable LocalDate silentSince;
    private @Nullable Integer held;
    private @Nullable Integer subdomainsHeld;
    private @Nullable Removed removed;
    private boolean readOnce;
    private Target target = Target.DOMAIN;
    private String name = "";
    private String decided = "shop.example";
    private final List<SenderSum> sums = new ArrayList<>();
    private final List<SenderSum> earlier = new ArrayList<>();
    private final List<SenderSum> vouched = new ArrayList<>();
    private List<SenderSum> into = sums;
    private @Nullable String left;
    private long unverified;
    private boolean settled = true;

    private Scenario() {}

    /** Gives it its own record, with this text after the version. */
    static Scenario published(String tags) {
        Scenario scenario = new Scenario();
        scenario.record = "v=DMARC1; " + tags;
        return scenario;
    }

    static Scenario published(State state, String record) {
        Scenario scenario = new Scenario();
        scenario.state = state;
        scenario.record = record;
        return scenario;
    }

    /** Removes its record, which had this text after the version. */
    static Scenario removed(String day, String tags) {
        Scenario scenario = published(State.MISSING, "").after(day, tags);
        scenario.reportsHere = false;
        return scenario;
    }

    /** Its own record, which went on like this, was removed. */
    Scenario after(String day, String tags) {
        removed = new Removed(DmarcParser.parse("v=DMARC1; " + tags), LocalDate.parse(day));
        return this;
    }

    /** Nothing is known but what was read once. */
    Scenario readOnce() {
        readOnce = true;
        return this;
    }

    /** Below example.org, whose record has this policy for it. */
    static Scenario inherits(String policy, String tags) {
        Scenario scenario = published(tags);
        scenario.state = State.INHERITED;
        scenario.inherited = DmarcPolicy.of(policy).orElseThrow();
        scenario.policyDomain = "example.org";
        scenario.organizational = false;
        return scenario;
    }

    /** Gives it several records; this is the one that asks for least. */
    Scenario several() {
        state = State.ERROR;
        several = true;
        return this;
    }

    /** A host of its rua does not take reports. */
    Scenario refusedBy(String host) {
        Passage problem =
                FindingMessages.text(
                        DmarcFindings.EXTERNAL_UNAUTHORIZED.with(
                                host, "shop.example", "shop.example._report._dmarc." + host));
        refusals.add(new Refusal("rua " + host, problem));
        return this;
    }

    /** Reports came regularly until then. */
    Scenario silentSince(String day) {
        silentSince = LocalDate.parse(day);
        return this;
    }

    /** Reports of days that are not judged yet have come. */
    Scenario reportedLately() {
        reportedLately = true;
        return this;
    }

    /** Nobody can send reports to this installation. */
    Scenario withoutMailbox() {
        mailbox = "";
        reportsHere = false;
        return this;
    }

    String mailbox() {
        return mailbox;
    }

    Scenario reportsElsewhere() {
        reportsHere = false;
        return this;
    }

    Scenario subdomain() {
        organizational = false;
        return this;
    }

    /** Makes DNS say that the name does not exist. */
    static Scenario nowhere() {
        Scenario scenario = published(State.MISSING, "");
        scenario.nxdomain = true;
        return scenario;
    }

    Scenario parked() {
        parked = true;
        return this;
    }

    Scenario spf(Spf spf) {
        authentication =
                new Authentication(
                        spf,
                        authentication.lostSelectors(),
                        true,
                        false,
                        Passage.EMPTY,
                        authentication.lapses());
        return this;
    }

    /** No DKIM key of it is known. */
    Scenario withoutKey() {
        authentication =
                new Authentication(
                        authentication.spf(),
                        List.of(),
                        false,
                        false,
                        Passage.EMPTY,
                        authentication.lapses());
        return this;
    }

    /** So many of so many messages passed lately by keys alone that are gone, as this one. */
    Scenario lapsedKey(long passed, long lost, String key) {
        LostAuthentication lapses = authentication.lapses();
        return lapsed(
                new LostAuthentication(
                        new Lapse(
                                new JudgedDays(
                                        LocalDate.of(2026, 11, 13), LocalDate.of(2026, 11, 19)),
                                passed,
                                lost,
                                List.of(key)),
                        lapses.bySpf(),
                        lapses.bySpfIn(),
                        lapses.openNames(),
                        lapses.broadNames()));
    }

    /** So many messages in the name of a subdomain passed by its SPF record alone, now broken. */
    Scenario lapsedSpf(long passed, long lost, String name) {
        LostAuthentication lapses = authentication.lapses();
        return lapsed(
                new LostAuthentication(
                        lapses.byKeys(),
                        new Lapse(JudgedDays.at(NOW), passed, lost, List.of(name)),
                        Map.of(Target.SUBDOMAIN, lost),
                        lapses.openNames(),
                        lapses.broadNames()));
    }

    /** Lets everybody send by the SPF record of a name below. */
    Scenario open(String name) {
        LostAuthentication lapses = authentication.lapses();
        return lapsed(
                new LostAuthentication(
                        lapses.byKeys(),
                        lapses.bySpf(),
                        lapses.bySpfIn(),
                        List.of(name),
                        lapses.broadNames()));
    }

    /** Its SPF record lets too many hosts send, for this reason. */
    Scenario broad(String problem) {
        authentication =
                new Authentication(
                        Spf.BROAD,
                        authentication.lostSelectors(),
                        true,
                        false,
                        Passage.verbatim(problem),
                        authentication.lapses());
        return this;
    }

    /** The SPF record of a name below lets too many hosts send. */
    Scenario broadBelow(String name) {
        LostAuthentication lapses = authentication.lapses();
        return lapsed(
                new LostAuthentication(
                        lapses.byKeys(),
                        lapses.bySpf(),
                        lapses.bySpfIn(),
                        lapses.openNames(),
                        List.of(name)));
    }

    /** What follows was sent before the judged days. */
    Scenario before() {
        into = earlier;
        return this;
    }

    /** What follows is what is left without the reports of this stranger, or of all (empty). */
    Scenario without(String stranger) {
        left = stranger;
        into = vouched;
        return this;
    }

    /** So many messages are in reports that count in totals only. */
    Scenario unverified(long messages) {
        unverified = messages;
        return this;
    }

    /** Rows of reports are being classified. */
    Scenario unsettled() {
        settled = false;
        return this;
    }

    private Scenario lapsed(LostAuthentication lapses) {
        authentication = authentication.without(lapses);
        return this;
    }

    /** A host of its rua takes no mail. */
    Scenario deaf(String host) {
        deafHosts.add(host);
        return this;
    }

    /** Makes it a domain that is not a public suffix. */
    Scenario psdUnfit() {
        psdUnfit = true;
        return this;
    }

    /** Reports show mail signed with these, and no current selector has a key. */
    Scenario lost(String... selectors) {
        authentication =
                new Authentication(
                        authentication.spf(),
                        List.of(selectors),
                        false,
                        false,
                        Passage.EMPTY,
                        LostAuthentication.NONE);
        return this;
    }

    Scenario observed(int days) {
        observed = days;
        return this;
    }

    Scenario held(int days) {
        held = days;
        return this;
    }

    Scenario subdomainsHeld(int days) {
        subdomainsHeld = days;
        return this;
    }

    /** What follows is in the names of subdomains. */
    Scenario below() {
        target = Target.SUBDOMAIN;
        return this;
    }

    /** What follows is in this name. */
    Scenario below(String subdomain) {
        name = subdomain;
        return below();
    }

    /** What follows is in this name, which people have added. */
    Scenario added(String subdomain) {
        decided = subdomain;
        return below(subdomain);
    }

    /** What follows is in names that do not exist. */
    Scenario missing() {
        target = Target.MISSING_SUBDOMAIN;
        return this;
    }

    /** Our own servers sent, and so many passed. */
    Scenario own(long messages, long passed) {
        return sent(OWN, Category.CAPABLE, messages, passed, null, passed > 0);
    }

    /** Our own servers sent what passed by SPF alone. */
    Scenario ownBySpf(long messages) {
        return sent(
                OWN,
                Category.CAPABLE,
                null,
                true,
                new MessageSums(messages, messages, messages, 0));
    }

    /** A capable sender of the catalogue sent. */
    Scenario shared(long messages, long passed, @Nullable Decision decision) {
        return sent(SHARED, Category.CAPABLE, messages, passed, decision, passed > 0);
    }

    Scenario sent(
            int source,
            Category category,
            long messages,
            long passed,
            @Nullable Decision decision,
            boolean everPassed) {
        return sent(
                source,
                category,
                decision,
                everPassed,
                new MessageSums(messages, passed, passed, passed));
    }

    private Scenario sent(
            int source,
            Category category,
            @Nullable Decision decision,
            boolean everPassed,
            MessageSums messages) {
        String name =
                switch (source) {
                    case OWN -> "Own servers";
                    case CUSTOM -> "Scanner";
                    case UNKNOWN -> "hosts.example";
                    default -> "Newsletters";
                };
        into.add(
                new SenderSum(
                        target,
                        new SourceName(
                                source, name, "slug", source == CUSTOM, true, true, Notes.NONE),
                        category,
                        decision,
                        decided,
                        everPassed,
                        messages,
                        failedBelow(messages)));
        return this;
    }

    /** Names below are those that {@link #below(String)} gives. */
    private Map<String, Long> failedBelow(MessageSums messages) {
        long failed = messages.messages() - messages.dmarc();
        return name.isEmpty() || failed == 0 ? Map.of() : Map.of(name, failed);
    }

    private PublishedPolicy published() {
        DmarcRecord parsed = record.isEmpty() ? null : DmarcParser.parse(record);
        return new PublishedPolicy(
                state,
                parsed,
                several,
                refusals,
                deafHosts,
                psdUnfit,
                inherited,
                policyDomain,
                reportsHere,
                "",
                readOnce,
                removed);
    }

    /** As it is kept, without what is judged. */
    PlannedDomain domain() {
        return new PlannedDomain(
                new DomainId(1),
                new DomainName("shop.example"),
                nxdomain,
                parked,
                true,
                published(),
                authentication,
                silentSince,
                reportedLately,
                null,
                Remembered.NOTHING);
    }

    DomainSituation situation() {
        return new DomainSituation(
                new DomainName("shop.example"),
                nxdomain,
                organizational,
                parked,
                published(),
                authentication,
                JudgedDays.at(NOW),
                observed,
                silentSince,
                held,
                subdomainsHeld,
                new ReportedMail(
                        sums,
                        Stream.concat(sums.stream(), earlier.stream()).toList(),
                        left == null ? null : new Vouched(vouched, left),
                        unverified,
                        settled,
                        LeftOut.NOTHING),
                mailbox);
    }

    PolicyAdvice advice() {
        return judgement().advice();
    }

    Judgement judgement() {
        Judgement judgement = PolicyPlan.of(situation()).judgedAt(NOW);
        PolicyAdvice advice = judgement.advice();
        Stream.of(advice.blocking(), advice.met(), advice.notes())
                .flatMap(List::stream)
                .forEach(German::assertSaid);
        return judgement;
    }
}
