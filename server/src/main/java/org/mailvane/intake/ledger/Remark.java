package org.mailvane.intake.ledger;

import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mailvane.intake.queue.MailQuota;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.reports.Problem;
import org.mailvane.text.Message;
import org.mailvane.text.MessageFormatter;

/**
 * What the ledger says about a part of a message.
 *
 * @param outcome what became of it
 * @param file its place inside the message or file
 * @param code stable identity of the reason
 * @param reason the reason, without a language
 * @param awaited the domain that a waiting report waits for; null for all else
 * @param storedReport number of the stored report with the same key and other content; null for all
 *     else
 */
public record Remark(
        Outcome outcome,
        String file,
        String code,
        Message reason,
        @Nullable DomainName awaited,
        @Nullable Long storedReport) {

    /**
     * What others register their domains below, and so is not to be added by who is reported to.
     */
    static final String PUBLIC_SUFFIX = "public_suffix";

    private static final String TOO_MANY_ROWS = "too_many_rows";
    private static final String NOT_KEPT = "not_kept";
    private static final String UNREADABLE = "unreadable";
    private static final String INTERNAL_ERROR = "internal_error";

    public Remark(Outcome outcome, String file, String code, Message reason) {
        this(outcome, file, code, reason, null, null);
    }

    private Remark(Outcome outcome, String file, String code, Message reason, DomainName awaited) {
        this(outcome, file, code, reason, awaited, null);
    }

    /** What can become of a part of a message. */
    public enum Outcome {
        IMPORTED,
        DUPLICATE,
        NOT_A_REPORT,
        WAITING,
        FAILED;

        /** Returns the word of the API. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns the codes of all reasons why something can fail. */
    static Stream<String> failureCodes() {
        return Stream.concat(
                Arrays.stream(Problem.Reason.values())
                        .filter(reason -> !reason.harmless())
                        .map(Problem.Reason::code),
                Stream.of(PUBLIC_SUFFIX, TOO_MANY_ROWS, NOT_KEPT, UNREADABLE, INTERNAL_ERROR));
    }

    /** A report that does not show which of the account's domains it is about. */
    public static Remark noPolicyDomain(String path, Message reason) {
        return new Remark(Outcome.FAILED, path, Problem.Reason.NO_POLICY_DOMAIN.code(), reason);
    }

    public static Remark of(Problem problem) {
        return new Remark(
                problem.reason().harmless() ? Outcome.NOT_A_REPORT : Outcome.FAILED,
                problem.path(),
                problem.reason().code(),
                Reasons.of(problem.diagnostic()));
    }

    public static Remark tooManyReports(String path, long limit) {
        return new Remark(
                Outcome.FAILED,
                path,
                Problem.Reason.TOO_LARGE.code(),
                Message.of("imports.message.too_many_reports").with("limit", limit));
    }

    public static Remark tooLargeReports(String path, long limit) {
        return new Remark(
                Outcome.FAILED,
                path,
                Problem.Reason.TOO_LARGE.code(),
                Message.of("imports.message.too_large_reports").with("limit", limit));
    }

    public static Remark unknownDomain(String path, DomainName domain) {
        return new Remark(
                Outcome.WAITING,
                path,
                "unknown_domain",
                Message.of("imports.domain.unknown").with("domain", domain.toString()),
                domain);
    }

    /** As {@link #unknownDomain}, of a domain that is nobody's to add. */
    public static Remark publicSuffix(String path, DomainName suffix) {
        return new Remark(
                Outcome.WAITING,
                path,
                PUBLIC_SUFFIX,
                Message.of("imports.domain.public_suffix").with("domain", suffix.toString()),
                suffix);
    }

    /** As {@link #notKept}, of a domain that is nobody's to add. */
    public static Remark publicSuffixNotKept(String path, DomainName suffix) {
        return new Remark(
                Outcome.FAILED,
                path,
                PUBLIC_SUFFIX,
                Message.of("imports.domain.public_suffix_not_kept")
                        .with("domain", suffix.toString()));
    }

    public static Remark notKept(String path, DomainName domain) {
        return new Remark(
                Outcome.FAILED,
                path,
                NOT_KEPT,
                Message.of("imports.domain.not_kept").with("domain", domain.toString()));
    }

    /**
     * A mail waits, since its sender's share of the day is used up.
     *
     * @param sender the domain or network
     * @param until the day (UTC) before which it is not read
     */
    public static Remark senderQuota(
            String path, String sender, long facts, long gigabytes, LocalDate until) {
        return new Remark(
                Outcome.WAITING,
                path,
                MailQuota.Share.SENDER.code(),
                quota("sender", facts, gigabytes, until).with("sender", sender));
    }

    /** As {@link #senderQuota}, for all mails together for which no domain vouches. */
    public static Remark unverifiedQuota(String path, long facts, long gigabytes, LocalDate until) {
        return new Remark(
                Outcome.WAITING,
                path,
                MailQuota.Share.ALL_UNVERIFIED.code(),
                quota("unverified", facts, gigabytes, until));
    }

    /** As {@link #senderQuota}, for all mails together for which domains vouch. */
    public static Remark verifiedQuota(String path, long facts, long gigabytes, LocalDate until) {
        return new Remark(
                Outcome.WAITING,
                path,
                MailQuota.Share.ALL_VERIFIED.code(),
                quota("verified", facts, gigabytes, until));
    }

    private static Message quota(String of, long facts, long gigabytes, LocalDate until) {
        return Message.of("imports.quota." + of)
                .with("rows", facts)
                .with("gigabytes", gigabytes)
                .with("day", until);
    }

    /** A report would need more rows than one may have. */
    public static Remark tooManyRows(String path, long limit) {
        return new Remark(
                Outcome.FAILED,
                path,
                TOO_MANY_ROWS,
                Message.of("imports.rows.of_report").with("limit", limit));
    }

    /** The reports of a message would need more rows than one message may have. */
    public static Remark messageFull(String path, long limit) {
        return new Remark(
                Outcome.FAILED,
                path,
                TOO_MANY_ROWS,
                Message.of("imports.rows.of_message").with("limit", limit));
    }

    /** A domain of a report has as many rows on a day as it may have. */
    public static Remark dayFull(String path, LocalDate day, long limit) {
        return new Remark(
                Outcome.FAILED,
                path,
                TOO_MANY_ROWS,
                Message.of("imports.rows.of_day").with("limit", limit).with("day", day));
    }

    public static Remark differentContent(
            String path, String reportId, @Nullable Long storedReport) {
        return new Remark(
                Outcome.DUPLICATE,
                path,
                "different_content",
                Message.of("imports.different_content").with("report", reportId),
                null,
                storedReport);
    }

    /** Returns what of a report that is taken in is not used. */
    public static List<Remark> losses(String path, List<org.mailvane.reports.Remark> remarks) {
        return remarks.stream()
                .filter(org.mailvane.reports.Remark::isLoss)
                .map(loss ->
                        new Remark(
                                Outcome.IMPORTED, path, loss.code(), Reasons.of(loss.diagnostic())))
                .toList();
    }

    /**
     * As {@link #losses}, for those that are not listed.
     *
     * @param path the report that the first of them is of
     */
    public static Remark moreLosses(String path, long number, long limit) {
        return new Remark(
                Outcome.IMPORTED,
                path,
                "more_losses",
                Message.of("imports.more_losses").with("number", number).with("limit", limit));
    }

    /** Returns the reason in English, for the API and the commands. */
    public String english() {
        return MessageFormatter.forPrograms().format(reason);
    }

    /** Whether it speaks of a report that is taken in, and counts as that. */
    public boolean isOfImported() {
        return outcome == Outcome.IMPORTED;
    }

    public static Remark tooLarge(String name, Message reason) {
        return new Remark(Outcome.FAILED, name, Problem.Reason.TOO_LARGE.code(), reason);
    }

    public static Remark unreadable(String name, Message reason) {
        return new Remark(Outcome.FAILED, name, UNREADABLE, reason);
    }

    public static Remark internalError(String name) {
        return new Remark(
                Outcome.FAILED, name, INTERNAL_ERROR, Message.of("imports.internal_error"));
    }
}
