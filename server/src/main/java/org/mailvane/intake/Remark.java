package org.mailvane.intake;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.reports.Problem;

/**
 * What the ledger says about a part of a message.
 *
 * @param outcome what became of it
 * @param file where it stands inside the message or file
 * @param code stable identity of the reason
 * @param reason the reason for a person
 * @param awaited the domain that a waiting report waits for; null for all else
 * @param storedReport number of the stored report with the same key and other content; null for all
 *     else
 */
public record Remark(
        Outcome outcome,
        String file,
        String code,
        String reason,
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

    Remark(Outcome outcome, String file, String code, String reason) {
        this(outcome, file, code, reason, null, null);
    }

    private Remark(Outcome outcome, String file, String code, String reason, DomainName awaited) {
        this(outcome, file, code, reason, awaited, null);
    }

    /** What can become of a part of a message. */
    public enum Outcome {
        IMPORTED,
        DUPLICATE,
        NOT_A_REPORT,
        WAITING,
        FAILED;

        /** The word of the API. */
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

    static Remark of(Problem problem) {
        return new Remark(
                problem.reason().harmless() ? Outcome.NOT_A_REPORT : Outcome.FAILED,
                problem.path(),
                problem.reason().code(),
                problem.text());
    }

    static Remark tooManyReports(String path, long limit) {
        return new Remark(
                Outcome.FAILED,
                path,
                Problem.Reason.TOO_LARGE.code(),
                "The failure and TLS reports of one message hold more than "
                        + limit
                        + " rows, which is the limit. This one was left out.");
    }

    static Remark tooLargeReports(String path, long limit) {
        return new Remark(
                Outcome.FAILED,
                path,
                Problem.Reason.TOO_LARGE.code(),
                "The mails that the failure reports of one message show have more than "
                        + limit
                        + " characters, which is the limit. This report was left out.");
    }

    static Remark unknownDomain(String path, DomainName domain) {
        return new Remark(
                Outcome.WAITING,
                path,
                "unknown_domain",
                "The account does not have the domain " + domain + ". It waits until it is added.",
                domain);
    }

    /** As {@link #unknownDomain}, of a domain that is nobody's to add. */
    static Remark publicSuffix(String path, DomainName suffix) {
        return new Remark(
                Outcome.WAITING,
                path,
                PUBLIC_SUFFIX,
                suffix
                        + " is a public suffix: others register their domains below it, and so it is"
                        + " not watched. The report is kept, and counts nowhere.",
                suffix);
    }

    /** As {@link #notKept}, of a domain that is nobody's to add. */
    static Remark publicSuffixNotKept(String path, DomainName suffix) {
        return new Remark(
                Outcome.FAILED,
                path,
                PUBLIC_SUFFIX,
                suffix
                        + " is a public suffix: others register their domains below it, and so it is"
                        + " not watched. The message holds a failure report together with something"
                        + " else, and so it was not kept.");
    }

    static Remark notKept(String path, DomainName domain) {
        return new Remark(
                Outcome.FAILED,
                path,
                NOT_KEPT,
                "The account does not have the domain "
                        + domain
                        + ", and the message can't wait for it: it holds a failure report together"
                        + " with something else, and so it was not kept. Add the domain and send it"
                        + " again.");
    }

    /**
     * A mail waits, since its sender's share of the day is used up.
     *
     * @param sender the domain or network
     * @param until the day (UTC) before which it is not read
     */
    static Remark senderQuota(
            String path, String sender, long facts, long gigabytes, String until) {
        return new Remark(
                Outcome.WAITING,
                path,
                MailQuota.Share.SENDER.code(),
                sender
                        + " has sent as much today as one sender may: "
                        + facts
                        + " rows, or "
                        + gigabytes
                        + " GB unpacked. This message is not read before "
                        + until
                        + ".");
    }

    /** As {@link #senderQuota}, for all mails together for which no domain vouches. */
    static Remark unverifiedQuota(String path, long facts, long gigabytes, String until) {
        return new Remark(
                Outcome.WAITING,
                path,
                MailQuota.Share.ALL_UNVERIFIED.code(),
                "Mails that no domain vouches for have brought as much today as they may: "
                        + facts
                        + " rows, or "
                        + gigabytes
                        + " GB unpacked. This message is not read before "
                        + until
                        + ".");
    }

    /** As {@link #senderQuota}, for all mails together for which domains vouch. */
    static Remark verifiedQuota(String path, long facts, long gigabytes, String until) {
        return new Remark(
                Outcome.WAITING,
                path,
                MailQuota.Share.ALL_VERIFIED.code(),
                "Mails that domains vouch for have brought as much today as they may: "
                        + facts
                        + " rows, or "
                        + gigabytes
                        + " GB unpacked. This message is not read before "
                        + until
                        + ".");
    }

    /** A report would need more rows than one may have. */
    static Remark tooManyRows(String path, long limit) {
        return new Remark(
                Outcome.FAILED,
                path,
                TOO_MANY_ROWS,
                "The report would need more than "
                        + limit
                        + " rows, which is the limit of one report.");
    }

    /** The reports of a message would need more rows than one message may have. */
    static Remark messageFull(String path, long limit) {
        return new Remark(
                Outcome.FAILED,
                path,
                TOO_MANY_ROWS,
                "With this report, the message would need more than "
                        + limit
                        + " rows, which is the limit of one message.");
    }

    /** A domain of a report has as many rows on a day as it may have. */
    static Remark dayFull(String path, String day, long limit) {
        return new Remark(
                Outcome.FAILED,
                path,
                TOO_MANY_ROWS,
                "A domain of the report has "
                        + limit
                        + " rows or more on "
                        + day
                        + ", which is the limit of a domain and day.");
    }

    static Remark differentContent(String path, String reportId, @Nullable Long storedReport) {
        return new Remark(
                Outcome.DUPLICATE,
                path,
                "different_content",
                "same id, different content: the report "
                        + reportId
                        + " was taken in before with other rows, which were kept",
                null,
                storedReport);
    }

    /** What of a report that is taken in is not used. */
    static List<Remark> losses(String path, List<org.mailvane.reports.Remark> remarks) {
        return remarks.stream()
                .filter(org.mailvane.reports.Remark::isLoss)
                .map(loss -> new Remark(Outcome.IMPORTED, path, loss.code(), loss.text()))
                .toList();
    }

    /**
     * As {@link #losses}, for those that are not listed.
     *
     * @param path the report that the first of them is of
     */
    static Remark moreLosses(String path, long number, long limit) {
        return new Remark(
                Outcome.IMPORTED,
                path,
                "more_losses",
                "From here on, "
                        + number
                        + " more remarks on what is not used are not listed: one message has "
                        + limit
                        + " at most.");
    }

    /** Whether it speaks of a report that is taken in, and counts as that. */
    boolean isOfImported() {
        return outcome == Outcome.IMPORTED;
    }

    static Remark tooLarge(String name, String text) {
        return new Remark(Outcome.FAILED, name, Problem.Reason.TOO_LARGE.code(), text);
    }

    static Remark unreadable(String name, String text) {
        return new Remark(Outcome.FAILED, name, UNREADABLE, text);
    }

    static Remark internalError(String name) {
        return new Remark(
                Outcome.FAILED,
                name,
                INTERNAL_ERROR,
                "It could not be worked, which is a defect of Mailvane. The log has the details.");
    }
}
