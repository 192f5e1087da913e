package org.mailvane.planner;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.Percentage;
import org.mailvane.domains.DomainCounts;
import org.mailvane.mailauth.dmarc.DmarcParser;
import org.mailvane.mailauth.dmarc.DmarcPolicy;
import org.mailvane.text.Message;
import org.mailvane.text.Passage;
import org.mailvane.traffic.sums.MessageSums;

/**
 * What a domain's DMARC policy should be, and why.
 *
 * @param judged when that was found out; null: it never was yet
 * @param recommendation what to do next
 * @param ready whether nothing blocks the next step, or speaks against the present policy where
 *     there is none
 * @param blocking what blocks it, each with its evidence
 * @param met what it needs and has: with {@code blocking} a checklist
 * @param notes what else is to be known
 * @param sources capable sources of which messages failed, and senders of which nobody has said
 *     whose mail it is: those that block first, of these and of others those with the most failed
 *     messages. At most {@link PolicyPlan#MAX_SOURCES}
 * @param policy what the domain's record asks for ({@code none}, {@code quarantine}, {@code
 *     reject}); empty where there is none, or where that is not known
 * @param subdomainPolicy the same for its subdomains
 * @param viaOrganization whether the record is that of a domain above
 * @param recommendedRecord the record to publish for the domain; empty where none is to be
 * @param daysObserved days of which reports were expected, up to the last judged one
 * @param counts all messages on the judged days, by category
 * @param forwardedFailed those of forwarders that failed
 * @param lost those of the owner's own sources that can't pass, and failed
 * @param share those that must pass
 * @param unverified messages of the judged days that count in totals only, and so are not among the
 *     others, where they are so many that this is shown; else 0
 * @param settled whether all rows by which that was found out were classified by what can be known
 */
public record PolicyAdvice(
        @Nullable Instant judged,
        Recommendation recommendation,
        boolean ready,
        List<Passage> blocking,
        List<Passage> met,
        List<Passage> notes,
        List<SenderEvidence> sources,
        String policy,
        String subdomainPolicy,
        boolean viaOrganization,
        String recommendedRecord,
        int daysObserved,
        DomainCounts counts,
        long forwardedFailed,
        long lost,
        Share share,
        long unverified,
        boolean settled) {

    /** How many of a hundred messages of capable sources must pass. */
    public static final int PASSING_PERCENT = PolicyPlan.PASSING_PERCENT;

    /** The advice of a domain about which nothing was found out yet. */
    static final PolicyAdvice NOT_JUDGED =
            new PolicyAdvice(
                    null,
                    Recommendation.MONITOR,
                    false,
                    List.of(Passage.of(Message.of("planner.not_judged"))),
                    List.of(),
                    List.of(),
                    List.of(),
                    "",
                    "",
                    false,
                    "",
                    0,
                    DomainCounts.NONE,
                    0,
                    0,
                    Share.NONE,
                    0,
                    false);

    /** What is said of a domain while rows by which it is judged are being classified. */
    static final Message UNSETTLED = Message.of("planner.unsettled");

    /** Advice. */
    public PolicyAdvice {
        blocking = List.copyOf(blocking);
        met = List.copyOf(met);
        notes = List.copyOf(notes);
        sources = List.copyOf(sources);
    }

    /**
     * A source that failed.
     *
     * @param number the source's number
     * @param name what people call it
     * @param slug its name for addresses
     * @param messages its messages on the judged days
     * @param failed those that failed DMARC
     * @param inOwnName whether some are in the domain's own name
     * @param inSubdomains whether some are in names below it
     * @param failingNames names below it in which messages failed, those with the most first
     * @param undecidedAt the domains for which a decision on it is to be made
     * @param longer whether its messages are those of the longer time over which senders are looked
     *     for that never pass, since the judged days alone do not show it
     * @param undecided whether it is a sender of the catalogue of which no message has ever passed
     *     for the domain, and nobody has said whether its mail is the owner's
     * @param blocks whether it blocks the next step
     */
    public record SenderEvidence(
            int number,
            String name,
            String slug,
            long messages,
            long failed,
            boolean inOwnName,
            boolean inSubdomains,
            List<String> failingNames,
            List<String> undecidedAt,
            boolean longer,
            boolean undecided,
            boolean blocks) {

        /** Names below the domain that are shown. */
        static final int MAX_NAMES = 3;

        /** Evidence. */
        public SenderEvidence {
            failingNames = List.copyOf(failingNames);
            undecidedAt = List.copyOf(undecidedAt);
        }
    }

    /**
     * Messages of capable sources, without what is decided not to be the owner's.
     *
     * @param counted how many, and how many of them passed
     * @param ofSpf how many of them are of sources that can pass SPF aligned
     * @param ofDkim how many of them are of sources that can pass DKIM aligned
     */
    public record Share(MessageSums counted, long ofSpf, long ofDkim) {

        static final Share NONE = new Share(new MessageSums(0, 0, 0, 0), 0, 0);

        /**
         * Returns how many of a hundred passed DMARC, as {@link Percentage} has it, but never
         * rounded up to what is needed.
         */
        public BigDecimal dmarc() {
            return Texts.percentage(counted);
        }

        /** Returns how many of a hundred passed SPF aligned, of those that can. */
        public BigDecimal spf() {
            return Percentage.of(counted.spf(), ofSpf);
        }

        /** Returns how many of a hundred passed DKIM aligned, of those that can. */
        public BigDecimal dkim() {
            return Percentage.of(counted.dkim(), ofDkim);
        }
    }

    /**
     * Whether the next step is one of subdomains alone.
     *
     * @param record the record that counts for the domain now
     */
    public boolean raisesOthersOnly(String record) {
        boolean raises =
                recommendation == Recommendation.QUARANTINE
                        || recommendation == Recommendation.REJECT;
        return ready
                && raises
                && !viaOrganization
                && Levels.reached(DmarcParser.parse(record)).domain()
                        == Levels.reached(DmarcParser.parse(recommendedRecord)).domain();
    }

    /** Whether mail of the owner's fails while the highest policy is published. */
    public boolean losesMail() {
        return isJudged()
                && recommendation == Recommendation.MONITOR
                && policy.equals(DmarcPolicy.REJECT.toString())
                && sources.stream().anyMatch(source -> source.blocks() && !source.undecided());
    }

    /** Whether much is in reports on which it does not rest, so that people decide on reporters. */
    public boolean asksAboutReporters() {
        return unverified > 0
                || notes.stream()
                        .flatMap(note -> note.sentences().stream())
                        .anyMatch(sentence -> PolicyNotes.LEFT_OUT.contains(sentence.code()));
    }

    /** Whether that was found out, and by rows that were classified by what can be known. */
    public boolean isJudged() {
        return judged != null && settled;
    }

    /** Returns the same while rows by which it is judged are being classified: it may change. */
    PolicyAdvice unsettled() {
        return new PolicyAdvice(
                judged,
                Recommendation.MONITOR,
                false,
                List.of(Passage.of(UNSETTLED)),
                List.of(),
                List.of(),
                List.of(),
                policy,
                subdomainPolicy,
                viaOrganization,
                "",
                daysObserved,
                counts,
                forwardedFailed,
                lost,
                share,
                unverified,
                false);
    }

    /**
     * Returns the first of the days by whose messages that was found out; null: it never was yet.
     */
    public @Nullable LocalDate firstDay() {
        return judged == null ? null : JudgedDays.at(judged).first();
    }

    /** Returns the last of them. */
    public @Nullable LocalDate lastDay() {
        return judged == null ? null : JudgedDays.at(judged).last();
    }

    /**
     * Returns how many messages of the owner's a policy holds back: those that fail, of sources
     * that can pass and of such that can't.
     */
    public long affected() {
        return failed() + lost;
    }

    /** Returns those that fail and could pass. */
    private long failed() {
        return share.counted().messages() - share.counted().dmarc();
    }

    /**
     * Returns how many messages of the judged days a policy holds back: the owner's that fail, what
     * forwarders and mailing lists broke, which not all receivers know as such, and those of
     * senders that can't pass, of threats and of unknown senders.
     */
    public long held() {
        return failed() + forwardedFailed + counts.nonCompliant() + counts.threatOrUnknown();
    }

    /** Returns the same, found out then. */
    PolicyAdvice judgedAt(Instant time) {
        return new PolicyAdvice(
                time,
                recommendation,
                ready,
                blocking,
                met,
                notes,
                sources,
                policy,
                subdomainPolicy,
                viaOrganization,
                recommendedRecord,
                daysObserved,
                counts,
                forwardedFailed,
                lost,
                share,
                unverified,
                settled);
    }
}
