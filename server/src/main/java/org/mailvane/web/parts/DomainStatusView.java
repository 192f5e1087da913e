package org.mailvane.web.parts;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.actions.DomainActions;
import org.mailvane.actions.NextAction;
import org.mailvane.actions.TaskCode;
import org.mailvane.domains.Domain;
import org.mailvane.domains.DomainHealth;
import org.mailvane.domains.DomainMail;
import org.mailvane.text.Passage;
import org.mailvane.web.frame.DomainTab;
import org.mailvane.web.frame.InspectedRecord;
import org.mailvane.web.frame.Routes;
import org.mailvane.web.frame.Texts;

/**
 * A domain with its status, as pages show it.
 *
 * @param domain the domain
 * @param actions what is open about it
 * @param mail its messages of the days that lists count
 * @param above the domain in whose reports it is, where there are none for it; null for none
 * @param watched whether its records are looked up by themselves
 */
public record DomainStatusView(
        Domain domain,
        DomainActions actions,
        DomainMail mail,
        @Nullable Domain above,
        boolean watched) {

    /** How the names of findings' short titles begin in the bundles. */
    public static final String FINDING = "finding.title.";

    /** Receivers report once a day, and some are late (RFC 9990, section 4). */
    static final Duration STALE = Duration.ofDays(5);

    /** The state of a record of which DNS did not tell. */
    private static final String RECORD_UNKNOWN = "unknown";

    public DomainHealth health() {
        return actions.health();
    }

    public Policy policy() {
        return Policy.ofCode(domain.policy());
    }

    /** Whether DNS told last which policy it is; else it is the one that was seen before. */
    public boolean isPolicyKnown() {
        return isPolicyKnown(domain);
    }

    /** The same of a domain. */
    public static boolean isPolicyKnown(Domain domain) {
        return isKnown(domain.records().dmarcState());
    }

    /** Whether DNS told last what its SPF record is; else it is the one that was seen before. */
    public boolean isSpfKnown() {
        return isKnown(domain.records().spfState());
    }

    private static boolean isKnown(String state) {
        return !state.equals(RECORD_UNKNOWN);
    }

    /** Whether an SPF record was seen in DNS last, with errors or without. */
    public boolean hasSpf() {
        return !domain.records().spf().isEmpty();
    }

    /** When the newest report that speaks of it was taken in; null where there is none. */
    public @Nullable Instant lastReport() {
        return above == null ? domain.lastUploadTime() : above.lastUploadTime();
    }

    /**
     * Whether reports should have come since the last one. Of a domain that is well it is not said:
     * where hardly any mail is sent, hardly any reports come.
     */
    public boolean isStale(Instant now) {
        Instant last = lastReport();
        return last != null
                && health() != DomainHealth.OK
                && Duration.between(last, now).compareTo(STALE) > 0;
    }

    /** Its page. */
    public String path() {
        return Routes.domain(domain.id());
    }

    /** Returns what to do first, or what is wrong, in a few words; if nothing is necessary, why. */
    String title(Texts texts) {
        return actions.necessary()
                .map(next -> title(texts, next))
                .orElseGet(() -> texts.of("next.none." + nothing()));
    }

    /** Returns why it needs somebody, in a few words; if nothing is necessary, its health. */
    public String reason(Texts texts) {
        return reason(texts, actions).orElseGet(() -> title(texts));
    }

    /** Returns why a domain needs somebody; empty if everything is optional. */
    public static Optional<String> reason(Texts texts, DomainActions actions) {
        return actions.necessary()
                .map(next -> {
                    String key = "reason." + next.code();
                    return next.isTask() && texts.has(key) ? texts.of(key) : title(texts, next);
                });
    }

    /** Returns whether what is open is optional, or has to be waited for. */
    public boolean isOptional() {
        return actions.isOptional();
    }

    /** What can be done without need, in a few words; empty where that is nothing. */
    String optional(Texts texts) {
        return actions.next()
                .filter(next -> isOptional())
                .map(next ->
                        next.task() == TaskCode.DMARC_COLLECT
                                ? title(texts, next) + "."
                                : texts.of("next.optional", title(texts, next)))
                .orElse("");
    }

    /** Returns the path of the tab that shows what there is to change. */
    public String pathToTab() {
        DomainTab tab = tab();
        return tab == null ? path() : Routes.domain(domain.id(), tab);
    }

    /** Returns the tab that shows what there is to change; null if that is nothing. */
    public @Nullable DomainTab tab() {
        return actions.next().map(next -> DomainTab.of(next.tab())).orElse(null);
    }

    /** The kind of record that comes first, where an inspector looks at such; else null. */
    public @Nullable InspectedRecord inspected() {
        return actions.next()
                .map(next -> next.isTask() ? next.code().split("\\.", 2)[0] : next.record())
                .flatMap(record -> InspectedRecord.ofCode(record.replace('_', '-')))
                .orElse(null);
    }

    /** Why nothing is open; where DNS answered and still not all is known, it is read again. */
    private String nothing() {
        if (health() != DomainHealth.UNKNOWN) {
            return "ok";
        }
        if (isNeverAsked()) {
            return watched ? "first" : "off";
        }
        if (!isPolicyKnown()) {
            return "unknown";
        }
        return watched ? "unconfirmed" : "once";
    }

    /** Whether DNS was not asked about it yet. */
    public boolean isNeverAsked() {
        return domain.records().isNeverAsked();
    }

    /** Returns what is wrong; empty if nothing is, or if {@link #action} says it. */
    Passage problem() {
        return actions.next()
                .filter(next -> !next.isTask())
                .map(next -> next.text().first())
                .orElse(Passage.EMPTY);
    }

    /** Returns what to do next; empty if there is nothing to do. */
    Passage action() {
        return actions.next()
                .map(next -> next.isTask() ? next.text() : next.solution())
                .orElse(Passage.EMPTY);
    }

    private static String title(Texts texts, NextAction next) {
        return next.task() == null ? finding(texts, next.code()) : task(texts, next.task());
    }

    /**
     * Returns a finding in a few words: its text, or that of the kind that the start of its code
     * names.
     */
    public static String finding(Texts texts, String code) {
        String kind = code;
        while (!texts.has(FINDING + kind) && kind.contains(".")) {
            kind = kind.substring(0, kind.lastIndexOf('.'));
        }
        return texts.has(FINDING + kind) ? texts.of(FINDING + kind) : code;
    }

    /** Returns a task in a few words. */
    static String task(Texts texts, TaskCode code) {
        return texts.of("task." + code.code());
    }
}
