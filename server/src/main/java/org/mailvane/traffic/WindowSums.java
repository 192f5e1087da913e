package org.mailvane.traffic;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.sources.Category;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Service;

/**
 * What sources sent in the name of single rows of domains, on any days. Whoever asks may see it.
 */
@Service
public class WindowSums {

    /** How long rows whose addresses could not be looked up yet count as not classified. */
    static final Duration PATIENCE = Duration.ofHours(1);

    private final WindowSumTable table;
    private final UnsettledTable unsettled;
    private final Clock clock;

    WindowSums(WindowSumTable table, UnsettledTable unsettled, Clock clock) {
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
            Scope scope, Collection<DomainId> domains, LocalDate first, LocalDate last) {
        return table.between(scope.wholeAccount(), domains, first, last);
    }

    /**
     * Those domains of the account with rows on these days that are not classified yet by what can
     * be known, each with the time since when.
     */
    public Map<DomainId, Instant> unsettled(Scope scope, LocalDate first, LocalDate last) {
        Instant now = clock.instant();
        return unsettled.unsettled(
                scope.wholeAccount(), new Days(first, last), now, now.minus(PATIENCE));
    }

    /** Messages of these domains in reports that count in totals only. */
    public Map<DomainId, Long> unverified(
            Scope scope, Collection<DomainId> domains, LocalDate first, LocalDate last) {
        return table.unverified(scope.wholeAccount(), domains, first, last);
    }

    /**
     * Reporters that nobody has accepted and that are not well known are told apart up to this
     * number, those with the most messages; all others are one.
     */
    public static final int MAX_STRANGERS = 8;

    /**
     * Those who vouch for reports: all reporters that somebody has accepted or that are well known,
     * and people, together; each other organization by itself, whatever names it uses.
     *
     * @param stranger the organization of a reporter that nobody has accepted; empty for those who
     *     are accepted
     * @param name what it calls itself, or its organization where it has several names; empty for
     *     those beyond {@link #MAX_STRANGERS} and for those who are accepted
     */
    public record Voucher(String stranger, String name) {

        /** Returns whether its reports count as if the owner had handed them over. */
        public boolean isAccepted() {
            return stranger.isEmpty();
        }
    }

    /**
     * What a source sent in the name of a domain, as somebody reports it.
     *
     * @param recent whether it was sent on the later days that were asked for
     */
    public record Vouched(Voucher voucher, boolean recent, OfRow sum) {}

    /**
     * Returns sums over these days, apart by who vouches for the reports; nothing where no stranger
     * reports. Rows of reports are read for it.
     *
     * @param recent the first one of the later days, whose sums are apart from those before
     */
    public List<Vouched> vouched(
            Scope scope,
            Collection<DomainId> domains,
            LocalDate first,
            LocalDate recent,
            LocalDate last) {
        return table.vouched(scope.wholeAccount(), domains, first, recent, last);
    }

    /**
     * Returns the first days that are kept of those of these domains that have any messages. Old
     * days of which a stranger alone tells afterwards are none: nobody was watching then.
     *
     * @param late how long after a day a stranger may report of it
     */
    public Map<DomainId, LocalDate> firstDays(
            Scope scope, Collection<DomainId> domains, Duration late) {
        return table.firstDays(scope.wholeAccount(), domains, late);
    }

    /**
     * The last day of a domain that has any messages.
     *
     * @param days how many of the days that end with it have some
     */
    public record LastDay(LocalDate day, int days) {}

    /**
     * The last days of those of these domains that have any messages.
     *
     * @param before of how many days, the last of them with it, those with messages are counted
     */
    public Map<DomainId, LastDay> lastDays(Scope scope, Collection<DomainId> domains, int before) {
        return table.lastDays(scope.wholeAccount(), domains, before);
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
            Collection<DomainId> domains,
            Collection<Integer> sources,
            LocalDate first,
            LocalDate last,
            int most) {
        return table.failingAddresses(scope.wholeAccount(), domains, sources, first, last, most);
    }

    /**
     * Messages of a source that failed DMARC.
     *
     * @param failed how many
     * @param broken how many of them have a signature of the domain's organisation that did not
     *     pass
     * @param keys where the keys of these signatures stand, those with the most messages first
     */
    public record FailedSignatures(long failed, long broken, List<String> keys) {

        public FailedSignatures {
            keys = List.copyOf(keys);
        }
    }

    /**
     * The signatures on what sources sent that failed DMARC in the name of any of these domains, by
     * source; without sources of which no such message had one. Not what they only passed on.
     *
     * @param organization the domains' organisational domain
     * @param most keys of a source
     */
    public Map<Integer, FailedSignatures> failedSignatures(
            Scope scope,
            Collection<DomainId> domains,
            Collection<Integer> sources,
            String organization,
            LocalDate first,
            LocalDate last,
            int most) {
        return table.failedSignatures(
                scope.wholeAccount(), domains, sources, organization, first, last, most);
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
     * within a transaction that sees the data as they were at its begin ({@code Db.inSnapshot}).
     */
    public void forPassed(
            Scope scope,
            Collection<DomainId> domains,
            Category category,
            LocalDate first,
            LocalDate last,
            PassedMail consumer) {
        table.forPassed(scope.wholeAccount(), domains, category, first, last, consumer);
    }

    /**
     * A source and a row of a domain.
     *
     * @param source the source's number
     */
    public record Pair(DomainId domain, int source) {}

    /**
     * Of which of these sources any message has ever passed aligned for which of these domains.
     * What they passed on does not count: that the mail of others passes says nothing of theirs.
     */
    public List<Pair> everPassed(
            Scope scope, Collection<DomainId> domains, Collection<Integer> sources) {
        return table.passed(scope.wholeAccount(), domains, sources, null);
    }

    /** The same before a day. */
    public List<Pair> passedBefore(
            Scope scope, Collection<DomainId> domains, Collection<Integer> sources, LocalDate day) {
        return table.passed(scope.wholeAccount(), domains, sources, day);
    }
}
