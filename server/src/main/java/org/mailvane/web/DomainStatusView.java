package org.mailvane.web;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.Domain;
import org.mailvane.domains.DomainHealth;
import org.mailvane.domains.DomainMail;
import org.mailvane.issues.DomainActions;
import org.mailvane.issues.Issue;
import org.mailvane.issues.NextAction;
import org.mailvane.issues.Task;
import org.mailvane.issues.TaskCategory;
import org.mailvane.issues.TaskCode;
import org.mailvane.mailauth.finding.DnsFindings;
import org.mailvane.text.Passage;

/**
 * A domain with its status, as pages show it.
 *
 * @param domain the domain
 * @param matters what is open about it
 * @param mail its messages of the days that lists count
 * @param above the domain in whose reports it is, where there are none for it; null for none
 * @param watched whether its records are looked up by themselves
 */
record DomainStatusView(
        Domain domain,
        DomainActions matters,
        DomainMail mail,
        @Nullable Domain above,
        boolean watched) {

    /** How the names of findings' short titles begin in the bundles. */
    static final String FINDING = "finding.title.";

    /** Receivers report once a day, and some are late (RFC 9990, section 4). */
    static final Duration STALE = Duration.ofDays(5);

    /** The state of a record of which DNS did not tell. */
    private static final String RECORD_UNKNOWN = "unknown";

    /**
     * The finding of a domain whose name servers do not answer. For mail exchangers alone it does
     * not affect a policy, see {@link #AUTHENTICATION}.
     */
    private static final String NOT_ANSWERED = DnsFindings.SERVER_FAILURE.entry().code();

    /** How the codes of findings begin that are about mail to the domain, and not in its name. */
    private static final List<String> ENCRYPTION =
            List.of("tls_rpt.", "mta_sts.", "mta_sts_policy.");

    /** Steps that a DMARC policy may have to wait for, beside {@link TaskCode#DOMAIN_CHECK}. */
    private static final Set<TaskCategory> OF_POLICY =
            EnumSet.of(
                    TaskCategory.DMARC, TaskCategory.SPF, TaskCategory.DKIM, TaskCategory.SOURCE);

    /** Records whose errors may block a DMARC policy. */
    private static final Set<String> AUTHENTICATION = Set.of("dmarc", "spf", "dkim");

    DomainHealth standing() {
        return matters.standing();
    }

    Policy policy() {
        return Policy.ofCode(domain.policy());
    }

    /** Whether DNS told last which policy it is; else it is the one that was seen before. */
    boolean isPolicyKnown() {
        return isPolicyKnown(domain);
    }

    /** The same of a domain. */
    static boolean isPolicyKnown(Domain domain) {
        return isKnown(domain.records().dmarcState());
    }

    /** Whether DNS told last what its SPF record is; else it is the one that was seen before. */
    boolean isSpfKnown() {
        return isKnown(domain.records().spfState());
    }

    private static boolean isKnown(String state) {
        return !state.equals(RECORD_UNKNOWN);
    }

    /** Whether an SPF record was seen in DNS last, with errors or without. */
    boolean hasSpf() {
        return !domain.records().spf().isEmpty();
    }

    /** When the newest report that speaks of it was taken in; null where there is none. */
    @Nullable Instant lastReport() {
        return above == null ? domain.lastUploadTime() : above.lastUploadTime();
    }

    /**
     * Whether reports should have come since the last one. Of a domain that is well it is not said:
     * where hardly any mail is sent, hardly any reports come.
     */
    boolean isStale(Instant now) {
        Instant last = lastReport();
        return last != null
                && standing() != DomainHealth.OK
                && Duration.between(last, now).compareTo(STALE) > 0;
    }

    /** Its page. */
    String path() {
        return DomainPageController.path(domain.id());
    }

    /** What to do first, or what is wrong, in a few words; nothing where all is optional. */
    String title(Texts texts) {
        return necessary(texts, matters).orElseGet(() -> texts.of("next.none." + nothing()));
    }

    /** Returns why it needs somebody, in a few words; if nothing is necessary, its health. */
    String reason(Texts texts) {
        return reason(texts, matters).orElseGet(() -> title(texts));
    }

    /** Why a domain needs somebody; empty where all is optional. */
    static Optional<String> reason(Texts texts, DomainActions matters) {
        return matters.next()
                .filter(next -> !isOptional(matters))
                .map(next -> {
                    String key = "reason." + next.code();
                    return next.isTask() && texts.has(key) ? texts.of(key) : title(texts, next);
                });
    }

    /** What has to be done first about a domain, in a few words; empty where all is optional. */
    static Optional<String> necessary(Texts texts, DomainActions matters) {
        return matters.next().filter(next -> !isOptional(matters)).map(next -> title(texts, next));
    }

    /** Whether what comes first is about what a DMARC policy is judged by. */
    static boolean isOfPolicy(DomainActions matters) {
        return matters.next()
                .filter(next ->
                        next.task() != null
                                ? isOfPolicy(next.task())
                                : AUTHENTICATION.contains(next.record())
                                        && (matters.standing() == DomainHealth.FIX
                                                || next.code().equals(NOT_ANSWERED)))
                .isPresent();
    }

    private static boolean isOfPolicy(TaskCode task) {
        return OF_POLICY.contains(task.category()) || task == TaskCode.DOMAIN_CHECK;
    }

    /** Whether what is open does not have to be done, or is to be waited for. */
    boolean isOptional() {
        return isOptional(matters);
    }

    private static boolean isOptional(DomainActions matters) {
        return matters.next().isPresent()
                && (matters.standing() == DomainHealth.OK
                        || matters.standing() == DomainHealth.UNKNOWN);
    }

    /** What can be done without need, in a few words; empty where that is nothing. */
    String optional(Texts texts) {
        return matters.next()
                .filter(next -> isOptional())
                .map(next ->
                        next.task() == TaskCode.DMARC_COLLECT
                                ? title(texts, next) + "."
                                : texts.of("next.optional", title(texts, next)))
                .orElse("");
    }

    /** That part of its page that shows what there is to change. */
    String pathToPlace() {
        DomainTab place = place();
        return place == null ? path() : DomainPageController.path(domain.id(), place);
    }

    /** The part of its page that shows what there is to change; null where that is nothing. */
    @Nullable DomainTab place() {
        return matters.next()
                .map(next -> next.task() == null ? place(next.code()) : place(next.task()))
                .orElse(null);
    }

    /** The part of a domain's page that shows what a finding of this code is about. */
    static DomainTab place(String code) {
        return ENCRYPTION.stream().anyMatch(code::startsWith) ? DomainTab.TLS : DomainTab.RECORDS;
    }

    /** The same of a task; null where there is nothing to do but to wait. */
    static @Nullable DomainTab place(TaskCode task) {
        return switch (task.place()) {
            case RECORDS -> DomainTab.RECORDS;
            case SOURCES -> DomainTab.SOURCES;
            case TLS -> DomainTab.TLS;
            case NONE -> null;
        };
    }

    /** The kind of record that comes first, where an inspector looks at such; else null. */
    @Nullable InspectedRecord inspected() {
        return matters.next()
                .map(next -> next.isTask() ? next.code().split("\\.", 2)[0] : next.record())
                .flatMap(record -> InspectedRecord.ofCode(record.replace('_', '-')))
                .orElse(null);
    }

    /** Why nothing is open; where DNS answered and still not all is known, it is read again. */
    private String nothing() {
        if (standing() != DomainHealth.UNKNOWN) {
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
    boolean isNeverAsked() {
        return domain.records().isNeverAsked();
    }

    /** Returns what is wrong; empty if nothing is, or if {@link #action} says it. */
    Passage problem() {
        return matters.next()
                .filter(next -> !next.isTask())
                .map(next -> next.text().first())
                .orElse(Passage.EMPTY);
    }

    /** Returns what to do next; empty if there is nothing to do. */
    Passage action() {
        return matters.next()
                .map(next -> next.isTask() ? next.text() : next.solution())
                .orElse(Passage.EMPTY);
    }

    private static String title(Texts texts, NextAction next) {
        return next.task() == null ? finding(texts, next.code()) : task(texts, next.task());
    }

    /** What is wrong, in a few words. */
    static String title(Texts texts, Issue issue) {
        return finding(texts, issue.code());
    }

    /**
     * Returns a finding in a few words: its text, or that of the kind that the start of its code
     * names.
     */
    static String finding(Texts texts, String code) {
        String kind = code;
        while (!texts.has(FINDING + kind) && kind.contains(".")) {
            kind = kind.substring(0, kind.lastIndexOf('.'));
        }
        return texts.has(FINDING + kind) ? texts.of(FINDING + kind) : code;
    }

    /** What a task is about, in a few words. */
    static String title(Texts texts, Task task) {
        return task(texts, task.code());
    }

    private static String task(Texts texts, TaskCode code) {
        return texts.of("task." + code.code());
    }
}
