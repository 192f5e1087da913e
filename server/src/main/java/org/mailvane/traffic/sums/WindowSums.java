package org.mailvane.traffic.sums;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.platform.store.Scope;
import org.mailvane.reporters.Trust;
import org.mailvane.sources.Category;
import org.mailvane.traffic.Days;
import org.mailvane.traffic.reclassify.ReclassificationQueueTable;
import org.mailvane.traffic.store.RawResults;
import org.springframework.stereotype.Service;

/**
 * Sums of what sources sent in the name of single rows of domains, on any days. It does not check
 * whether the caller may see them.
 */
@Service
public class WindowSums {

    /** How long rows whose addresses could not be looked up yet count as not classified. */
    static final Duration PATIENCE = Duration.ofHours(1);

    private final WindowSumTable table;
    private final ReclassificationQueueTable unsettled;
    private final Clock clock;

    WindowSums(WindowSumTable table, ReclassificationQueueTable unsettled, Clock clock) {
        this.table = table;
        this.unsettled = unsettled;
        this.clock = clock;
    }

    /**
     * What a source sent in the name of a domain.
     *
     * @param domain the row itself, without those that count with it
     * @param source the source's number
     * @param category of the messages
     */
    public record OfRow(DomainId domain, int source, Category category, MessageSums sums) {}

    /** Sums over these days, the first and the last included. */
    public List<OfRow> between(
            Scope scope,
            AdviceBasis basis,
            Collection<DomainId> domains,
            LocalDate first,
            LocalDate last) {
        return table.between(scope.wholeAccount(), basis, domains, first, last);
    }

    /**
     * Returns those domains of the account with rows on these days that are not classified yet by
     * what can be known, each with the time since when.
     */
    public Map<DomainId, Instant> unsettled(Scope scope, LocalDate first, LocalDate last) {
        Instant now = clock.instant();
        return unsettled.unsettled(
                scope.wholeAccount(), new Days(first, last), now, now.minus(PATIENCE));
    }

    /** Messages of these domains in reports that count in totals only. */
    public Map<DomainId, Long> unverified(
            Scope scope, Collection<DomainId> domains, LocalDate first, LocalDate last) {
        return table.messages(scope.wholeAccount(), Trust.TOTALS, domains, first, last);
    }

    /** Messages of these domains in verified reports of strangers. */
    public Map<DomainId, Long> ofStrangers(
            Scope scope, Collection<DomainId> domains, LocalDate first, LocalDate last) {
        return table.messages(scope.wholeAccount(), Trust.VERIFIED, domains, first, last);
    }

    /** Strangers that are named of a domain at most, those with the most messages. */
    public static final int MAX_STRANGERS = 20;

    /**
     * Returns the strangers who report about these domains on these days, those with the most
     * messages first: the organizational domains that vouch for their mails. Whoever owns one can
     * send reports in any number of names.
     */
    public List<String> strangers(
            Scope scope, Collection<DomainId> domains, LocalDate first, LocalDate last) {
        return table.strangers(scope.wholeAccount(), domains, first, last);
    }

    /**
     * Sums without one stranger.
     *
     * @param stranger the organizational domain that vouches for the mails of the stranger
     * @param others what all others report, strangers or not
     */
    public record WithoutLargest(String stranger, List<OfRow> others) {

        public WithoutLargest {
            others = List.copyOf(others);
        }
    }

    /**
     * Returns sums over these days without the stranger who reports the most messages; empty where
     * no stranger reports any. Rows of reports are read for it.
     */
    public Optional<WithoutLargest> withoutLargestStranger(
            Scope scope, Collection<DomainId> domains, LocalDate first, LocalDate last) {
        return table.largestStranger(scope.wholeAccount(), domains, first, last)
                .map(stranger ->
                        new WithoutLargest(
                                stranger,
                                table.without(
                                        scope.wholeAccount(), domains, stranger, first, last)));
    }

    /**
     * Returns the first days that are kept of those of these domains that have any messages. Old
     * days that only a stranger reports afterwards do not count: nobody was watching then.
     *
     * @param late how long after a day a stranger may report of it
     */
    public Map<DomainId, LocalDate> firstDays(
            Scope scope, AdviceBasis basis, Collection<DomainId> domains, Duration late) {
        return table.firstDays(scope.wholeAccount(), basis, domains, late);
    }

    /**
     * The last day of a domain that has any messages.
     *
     * @param days how many of the days that end with it have some
     */
    public record LastDay(LocalDate day, int days) {}

    /**
     * Returns the last days of those of these domains that have any messages.
     *
     * @param before of how many days, the last of them with it, those with messages are counted
     */
    public Map<DomainId, LastDay> lastDays(
            Scope scope, AdviceBasis basis, Collection<DomainId> domains, int before) {
        return table.lastDays(scope.wholeAccount(), basis, domains, before);
    }

    /**
     * From which addresses sources sent what failed DMARC in the name of any of these domains, by
     * source: those with the most such messages, the most first. Not what they only passed on.
     *
     * @param sources their numbers
     * @param most addresses of a source
     */
    public Map<Integer, List<IpAddress>> failingAddresses(
            Scope scope,
            AdviceBasis basis,
            Collection<DomainId> domains,
            Collection<Integer> sources,
            LocalDate first,
            LocalDate last,
            int most) {
        return table.failingAddresses(
                scope.wholeAccount(), basis, domains, sources, first, last, most);
    }

    /**
     * Messages of a source that failed DMARC.
     *
     * @param failed how many
     * @param broken how many of them have a signature of the domain's organisation that did not
     *     pass
     * @param keys the names of the keys of these signatures, those with the most messages first
     */
    public record FailedSignatures(long failed, long broken, List<String> keys) {

        public FailedSignatures {
            keys = List.copyOf(keys);
        }
    }

    /**
     * Returns the signatures on what sources sent that failed DMARC in the name of any of these
     * domains, by source; without sources of which no such message had one. Not what they only
     * passed on.
     *
     * @param organization the domains' organisational domain
     * @param most keys of a source
     */
    public Map<Integer, FailedSignatures> failedSignatures(
            Scope scope,
            AdviceBasis basis,
            Collection<DomainId> domains,
            Collection<Integer> sources,
            String organization,
            LocalDate first,
            LocalDate last,
            int most) {
        return table.failedSignatures(
                scope.wholeAccount(), basis, domains, sources, organization, first, last, most);
    }

    /** Takes messages that passed DMARC in the name of a row, with the raw results. */
    @FunctionalInterface
    public interface PassedMail {
        /** Takes some that have the same results. */
        void accept(
                DomainId domain,
                boolean spfAligned,
                boolean dkimAligned,
                RawResults results,
                long messages);
    }

    /**
     * Hands over what sources of a category sent that passed DMARC, in any order, some at a time:
     * within a transaction that sees the data as they were at its start ({@code Db.inSnapshot}).
     */
    public void forPassed(
            Scope scope,
            AdviceBasis basis,
            Collection<DomainId> domains,
            Category category,
            LocalDate first,
            LocalDate last,
            PassedMail consumer) {
        table.forPassed(scope.wholeAccount(), basis, domains, category, first, last, consumer);
    }

    /**
     * A source and a row of a domain.
     *
     * @param source the source's number
     */
    public record Pair(DomainId domain, int source) {}

    /**
     * Returns of which of these sources any message has passed aligned for which of these domains,
     * after some days or long before them. What they passed on does not count: that the mail of
     * others passes says nothing of theirs. Long before, accepted reporters alone are believed.
     *
     * @param first the first of these days
     * @param last the last of these days
     */
    public List<Pair> passedAtOtherTimes(
            Scope scope,
            AdviceBasis basis,
            Collection<DomainId> domains,
            Collection<Integer> sources,
            LocalDate first,
            LocalDate last) {
        return table.passedAtOtherTimes(scope.wholeAccount(), basis, domains, sources, first, last);
    }
}
