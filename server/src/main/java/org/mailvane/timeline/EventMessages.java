package org.mailvane.timeline;

import java.time.LocalDate;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.text.Argument.Count;
import org.mailvane.text.Argument.Name;
import org.mailvane.text.Message;
import org.mailvane.text.Passage;

/**
 * The sentences of events, which are those of {@code timeline.properties}, and what programs need
 * to know of stored ones. Codes and names of arguments are stored: they do not change.
 */
public final class EventMessages {

    private static final String BUNDLE = "timeline.";

    private static final String DOMAIN = "domain";
    private static final String SELECTOR = "selector";
    private static final String BEFORE = "before";
    private static final String DAY = "day";
    private static final String MESSAGES = "messages";
    private static final String PASSED = "passed";
    private static final String REJECTED = "rejected";
    private static final String REPORTER = "reporter";

    private static final String KEY = BUNDLE + "dkim.";
    private static final String FIRST_SEEN = ".first_seen";
    private static final String NEW_SOURCE = BUNDLE + "source.new";
    private static final String UNKNOWN_MAIL = BUNDLE + "mail.unknown";
    private static final String REJECTED_MAIL = BUNDLE + "mail.rejected";

    /** Those that say only which kind of event it is, and of which domain. */
    private static final Set<String> NAMED_BY_CHANGE =
            Set.of(
                    BUNDLE + "domain.added",
                    BUNDLE + "domain.verified",
                    BUNDLE + "record.published",
                    BUNDLE + "record.removed",
                    BUNDLE + "record.changed",
                    KEY + "published",
                    KEY + "removed",
                    KEY + "changed",
                    KEY + "first_seen",
                    BUNDLE + "mx.changed",
                    BUNDLE + "mta_sts.changed");

    private EventMessages() {}

    /** What happened to a record. */
    public enum Happening {
        PUBLISHED("published"),
        REMOVED("removed"),
        CHANGED("changed"),

        /** It was not looked up before, and may be an old one. */
        FIRST_SEEN("first_seen");

        private final String code;

        Happening(String code) {
            this.code = code;
        }
    }

    /** Returns that somebody added the domain. */
    static Message added() {
        return Message.of(BUNDLE + "domain.added");
    }

    /** Returns that the domain was added because reports about it arrived. */
    static Message addedByReports() {
        return Message.of(BUNDLE + "domain.added_by_reports");
    }

    /** Returns that reports showed a subdomain for the first time. */
    static Message discovered() {
        return Message.of(BUNDLE + "domain.discovered");
    }

    /** Returns that the domain was deleted. */
    static Message deleted() {
        return Message.of(BUNDLE + "domain.deleted");
    }

    /** Returns that DNS shows that the domain is the account's. */
    public static Message verified(DomainName domain) {
        return about("domain.verified", domain);
    }

    /**
     * Returns what happened to a record.
     *
     * @param record what the kind of record is called, such as {@code SPF}
     */
    public static Message record(DomainName domain, String record, Happening happening) {
        return about("record." + happening.code, domain).with("record", record);
    }

    /** Returns what happened to a DKIM key. */
    public static Message key(DomainName domain, String selector, Happening happening) {
        return about("dkim." + happening.code, domain).with(SELECTOR, selector);
    }

    /** Returns that a DKIM key was revoked, which is one kind of change. */
    public static Message keyRevoked(DomainName domain, String selector) {
        return about("dkim.revoked", domain).with(SELECTOR, selector);
    }

    /** Returns that the MX records were changed. */
    public static Message mxChanged(DomainName domain) {
        return about("mx.changed", domain);
    }

    /** Returns that the MX records were not looked up before. */
    public static Message mxFirstSeen(DomainName domain) {
        return about("mx.first_seen", domain);
    }

    /** Returns that the DMARC policy was changed, where it is one for all names. */
    public static Message policyChanged(DomainName domain, String policy, String before) {
        return about("dmarc.policy", domain).with("policy", policy).with(BEFORE, before);
    }

    /**
     * Returns that the policies of a DMARC record were changed.
     *
     * @param policies the tags with the policies; empty if no receiver understands them
     * @param before the same before
     */
    public static Message policiesChanged(DomainName domain, String policies, String before) {
        return about("dmarc.policies", domain)
                .with("policies", policies(policies))
                .with(BEFORE, policies(before));
    }

    private static Message policies(String tags) {
        return tags.isEmpty() ? Message.of(BUNDLE + "dmarc.no_policy") : Message.verbatim(tags);
    }

    /** Returns that the file with the MTA-STS policy was changed. */
    public static Message stsPolicyChanged(DomainName domain) {
        return about("mta_sts.changed", domain);
    }

    /** Returns that the mode of the MTA-STS policy was changed. */
    public static Message stsModeChanged(DomainName domain, String mode, String before) {
        return about("mta_sts.mode", domain).with("mode", mode).with(BEFORE, before);
    }

    /** Returns that senders do not notice a new MTA-STS policy (RFC 8461, section 3.1). */
    public static Message stsSameId(DomainName domain) {
        return Message.of(BUNDLE + "mta_sts.same_id").with("host", "_mta-sts." + domain);
    }

    /** Returns that a source sent for a domain as it had never done. */
    public static Message newSource(
            String source, DomainName domain, LocalDate day, long messages, long passed) {
        return Message.of(NEW_SOURCE)
                .with("source", source)
                .with(DOMAIN, domain.value())
                .with(DAY, day)
                .with(MESSAGES, messages)
                .with(PASSED, passed);
    }

    /** Returns that known senders sent much more than usual. */
    public static Message moreKnownMail(
            DomainName domain, LocalDate day, long messages, long usual) {
        return mail(BUNDLE + "mail.known", domain, day, messages, usual);
    }

    /** Returns that unknown senders sent much more than usual. */
    public static Message moreUnknownMail(
            DomainName domain, LocalDate day, long messages, long usual) {
        return mail(UNKNOWN_MAIL, domain, day, messages, usual);
    }

    private static Message mail(
            String code, DomainName domain, LocalDate day, long messages, long usual) {
        return Message.of(code)
                .with(MESSAGES, messages)
                .with(DOMAIN, domain.value())
                .with(DAY, day)
                .with("usual", usual);
    }

    /** Returns how many of these messages receivers rejected. */
    public static Message rejected(long messages) {
        return Message.of(REJECTED_MAIL).with(REJECTED, messages);
    }

    /**
     * Returns that reports have stopped.
     *
     * @param reporter whose; empty for all
     * @param last the last day that was reported
     */
    public static Message reportsStopped(DomainName domain, String reporter, LocalDate last) {
        return reports("stopped", domain, reporter, last);
    }

    /**
     * Returns that reports arrive again.
     *
     * @param reporter whose; empty for all
     * @param last the last day that was reported before
     */
    public static Message reportsResumed(DomainName domain, String reporter, LocalDate last) {
        return reports("resumed", domain, reporter, last);
    }

    private static Message reports(
            String happening, DomainName domain, String reporter, LocalDate last) {
        Message message =
                about("reports." + happening + (reporter.isEmpty() ? "" : "_from"), domain)
                        .with(DAY, last);
        return reporter.isEmpty() ? message : message.with(REPORTER, reporter);
    }

    private static Message about(String code, DomainName domain) {
        return Message.of(BUNDLE + code).with(DOMAIN, domain.value());
    }

    /** Returns the selector of the DKIM key that an event is about; empty if it is about none. */
    public static Optional<String> selector(TimelineEvent event) {
        return event.details().sentences().stream()
                .filter(sentence -> sentence.code().startsWith(KEY))
                .findFirst()
                .map(sentence -> sentence.arguments().get(SELECTOR))
                .map(selector -> selector instanceof Name name ? name.value() : null);
    }

    /** Returns whether what was there before is not known, because nobody had looked it up. */
    public static boolean isFirstSeen(TimelineEvent event) {
        return event.details().sentences().stream()
                .anyMatch(sentence -> sentence.code().endsWith(FIRST_SEEN));
    }

    /** Returns whether the sentences say more than what the event is called, and its domain. */
    public static boolean saysMore(TimelineEvent event) {
        return event.details().sentences().stream()
                .anyMatch(sentence -> !NAMED_BY_CHANGE.contains(sentence.code()));
    }

    /** Returns what became of the mail of an event; empty if that is not known. */
    static Optional<MailOutcome> outcome(Passage details) {
        return outcome(details, NEW_SOURCE, PASSED, NEW_SOURCE)
                .or(() -> outcome(details, UNKNOWN_MAIL, REJECTED, REJECTED_MAIL));
    }

    private static Optional<MailOutcome> outcome(
            Passage details, String whole, String part, String ofPart) {
        OptionalLong messages = count(details, whole, MESSAGES);
        OptionalLong some = count(details, ofPart, part);
        return messages.isEmpty() || some.isEmpty() || messages.getAsLong() <= 0
                ? Optional.empty()
                : Optional.of(new MailOutcome(messages.getAsLong(), some.getAsLong()));
    }

    private static OptionalLong count(Passage details, String code, String argument) {
        return details.sentences().stream()
                .filter(sentence -> sentence.code().equals(code))
                .map(sentence -> sentence.arguments().get(argument))
                .filter(Count.class::isInstance)
                .mapToLong(count -> ((Count) count).value())
                .findFirst();
    }
}
