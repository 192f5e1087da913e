package org.mailvane.planner;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Messages;
import org.mailvane.planner.PlannedDomainTable.Governed;
import org.mailvane.sources.Category;
import org.mailvane.store.Scope;
import org.mailvane.text.Argument.Name;
import org.mailvane.text.Argument.Names;
import org.mailvane.text.Message;
import org.mailvane.traffic.MessageSums;
import org.mailvane.traffic.WindowSums;
import org.mailvane.traffic.WindowSums.OfRow;
import org.mailvane.traffic.WindowSums.Pair;
import org.mailvane.traffic.WindowSums.Period;
import org.mailvane.traffic.WindowSums.Vouched;
import org.mailvane.traffic.WindowSums.Voucher;
import org.springframework.stereotype.Component;

/**
 * Judges a domain so that no single stranger changes its advice. A stranger is an organization
 * whose reports are verified, that nobody has accepted, and that is not well known. The owner of
 * any domain can be one.
 *
 * <p>If accepted reporters report enough of the domain's mail, each stranger whose reports alone
 * change the outcome is left out, until no single one of the others changes it. The others can make
 * advice more cautious, but cannot raise a policy that accepted reporters alone do not raise. If
 * accepted reporters report too little, the reports of one stranger alone raise no policy either.
 */
@Component
class Corroboration {

    /** Messages of the owner's capable sources that accepted reporters must report. */
    static final int ENOUGH_MESSAGES = PolicyNotes.FEW_MESSAGES;

    /** Strangers that a note names. */
    static final int MAX_NAMED = 3;

    private final WindowSums sums;

    Corroboration(WindowSums sums) {
        this.sums = sums;
    }

    /**
     * The stored advice.
     *
     * @param advice the advice; empty if the domain was never judged
     * @param now the time at which the domain is judged again
     */
    record Before(Optional<PolicyAdvice> advice, Instant now) {

        /**
         * Returns whether a judgement has the outcome of the stored advice, and that is of the same
         * day (UTC). Rows of reports are read once a day, and when advice would change.
         */
        private boolean isSame(Judgement judgement) {
            return advice.filter(
                            before -> {
                                Instant judged = before.judged();
                                return judged != null
                                        && judged.truncatedTo(ChronoUnit.DAYS)
                                                .equals(now.truncatedTo(ChronoUnit.DAYS));
                            })
                    .map(before -> Outcome.of(before).equals(Outcome.of(judgement.advice())))
                    .orElse(false);
        }
    }

    /** What a judgement leads to, without its figures. */
    private record Outcome(
            Recommendation recommendation,
            boolean ready,
            String record,
            Set<Message> blocking,
            Set<Blocking> sources,
            boolean sends,
            boolean counts,
            boolean passes,
            boolean signs,
            boolean canSign,
            boolean passesByDkim) {

        private record Blocking(int source, boolean undecided, boolean failsCompletely) {}

        static Outcome of(PolicyAdvice advice) {
            MessageSums counted = advice.share().counted();
            return new Outcome(
                    advice.recommendation(),
                    advice.ready(),
                    advice.recommendedRecord(),
                    advice.blocking().stream()
                            .flatMap(passage -> passage.sentences().stream())
                            .map(Outcome::withoutFigures)
                            .collect(Collectors.toSet()),
                    advice.sources().stream()
                            .filter(PolicyAdvice.SenderEvidence::blocks)
                            .map(source ->
                                    new Blocking(
                                            source.number(),
                                            source.undecided(),
                                            source.failed() == source.messages()))
                            .collect(Collectors.toSet()),
                    advice.counts().total() > advice.counts().threatOrUnknown(),
                    counted.messages() > 0,
                    counted.dmarc() > 0,
                    counted.dkim() > 0,
                    advice.share().ofDkim() > 0,
                    Percent.isAtLeast(
                            counted.dkim(), PolicyPlan.PASSING_PERCENT, counted.messages()));
        }

        private static Message withoutFigures(Message sentence) {
            return new Message(
                    sentence.code(),
                    sentence.arguments().entrySet().stream()
                            .filter(argument ->
                                    argument.getValue() instanceof Name
                                            || argument.getValue() instanceof Names)
                            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
        }
    }

    /**
     * Judges a domain by its mail.
     *
     * @param rows the rows that count for it
     * @param known what is known of who sent
     */
    Judgement judge(
            Scope scope,
            DomainSituation situation,
            Before before,
            List<Governed> rows,
            KnownSenders known) {
        Judgement byAll = PolicyPlan.of(situation);
        if (!situation.mail().settled() || (!byAll.raises() && before.isSame(byAll))) {
            return byAll;
        }
        JudgedDays days = situation.days();
        List<Vouched> told =
                sums
                        .vouched(
                                scope,
                                rows.stream().map(Governed::id).toList(),
                                days.longer().first(),
                                days.first(),
                                days.last())
                        .stream()
                        // What has come in since the domain was read is judged the next time.
                        .filter(one -> known.names().containsKey(one.sum().source()))
                        .toList();
        if (told.stream().allMatch(one -> one.voucher().isAccepted())) {
            return byAll;
        }
        List<Pair> passedBefore =
                sums.passedBefore(
                        scope,
                        rows.stream().map(Governed::id).toList(),
                        told.stream().map(one -> one.sum().source()).distinct().toList(),
                        days.longer().first());
        return new Reported(passedBefore, situation, rows, known, told).judge(byAll);
    }

    /** A domain with its mail, apart by who reports it. */
    private static final class Reported {

        private final DomainSituation situation;
        private final List<Governed> rows;
        private final KnownSenders known;
        private final List<Vouched> told;

        /** Who passed long before, by accepted reporters. */
        private final List<Pair> passedBefore;

        Reported(
                List<Pair> passedBefore,
                DomainSituation situation,
                List<Governed> rows,
                KnownSenders known,
                List<Vouched> told) {
            this.passedBefore = passedBefore;
            this.situation = situation;
            this.rows = rows;
            this.known = known;
            this.told = told;
        }

        Judgement judge(Judgement byAll) {
            if (!isEnough()) {
                return byAll.raises() ? judgeRaised(byAll) : byAll;
            }
            Judgement byAccepted = judgeBy(Voucher::isAccepted, List.of());
            Set<Voucher> counted = new LinkedHashSet<>(strangers());
            Judgement byCounted = judgeBy(one -> true, List.of());
            boolean isAnyoneLeftOut = true;
            while (isAnyoneLeftOut) {
                Outcome outcome = Outcome.of(byCounted.advice());
                List<Voucher> deciding =
                        counted.stream()
                                .filter(one -> !outcome.equals(outcomeWithout(one, counted)))
                                .toList();
                isAnyoneLeftOut = counted.removeAll(deciding);
                byCounted = judgeBy(one -> one.isAccepted() || counted.contains(one), List.of());
            }
            if (byCounted.raises() && !isSame(byCounted, byAccepted)) {
                counted.clear();
            }
            if (counted.size() == strangers().size()) {
                return byAll;
            }
            return judgeBy(
                    one -> one.isAccepted() || counted.contains(one),
                    strangers().stream().filter(one -> !counted.contains(one)).toList());
        }

        private Outcome outcomeWithout(Voucher left, Set<Voucher> counted) {
            return Outcome.of(
                    judgeBy(
                                    one ->
                                            one.isAccepted()
                                                    || (counted.contains(one) && !one.equals(left)),
                                    List.of())
                            .advice());
        }

        /**
         * Whether accepted reporters report enough of the owner's mail; of a parked domain, which
         * has none, that is anything.
         */
        private boolean isEnough() {
            return known.senders(rows, sums(Voucher::isAccepted, Set.of(Period.JUDGED))).stream()
                            .filter(sum -> situation.parked() || (sum.counts() && sum.isOwned()))
                            .mapToLong(sum -> sum.sums().messages())
                            .reduce(0, Messages::sum)
                    >= (situation.parked() ? 1 : ENOUGH_MESSAGES);
        }

        /**
         * Returns those that are judged separately, those with the most messages first, and all
         * others as one.
         */
        private List<Voucher> strangers() {
            Map<Voucher, Long> messages =
                    told.stream()
                            .filter(one -> !one.voucher().isAccepted())
                            .collect(
                                    Collectors.toMap(
                                            Vouched::voucher,
                                            one -> one.sum().sums().messages(),
                                            Messages::sum));
            return messages.entrySet().stream()
                    .sorted(
                            Map.Entry.<Voucher, Long>comparingByValue()
                                    .reversed()
                                    .thenComparing(one -> one.getKey().stranger()))
                    .map(Map.Entry::getKey)
                    .toList();
        }

        private static boolean isSame(Judgement one, Judgement other) {
            return Outcome.of(one.advice()).equals(Outcome.of(other.advice()));
        }

        /** Judges by what some of those say who report. */
        private Judgement judgeBy(Predicate<Voucher> those, List<Voucher> leftOut) {
            KnownSenders ofThose =
                    known.with(
                            KnownSenders.passed(
                                    sums(those, EnumSet.allOf(Period.class)),
                                    (ids, senders) -> passedBefore));
            return PolicyPlan.of(
                    situation.with(
                            situation
                                    .mail()
                                    .of(
                                            ofThose.senders(
                                                    rows, sums(those, Set.of(Period.JUDGED))),
                                            ofThose.senders(
                                                    rows,
                                                    sums(
                                                            those,
                                                            Set.of(Period.EARLIER, Period.JUDGED))),
                                            leftOut.stream().map(Voucher::stranger).toList())));
        }

        private Map<DomainId, List<OfRow>> sums(Predicate<Voucher> those, Set<Period> periods) {
            return told.stream()
                    .filter(one -> those.test(one.voucher()) && periods.contains(one.period()))
                    .map(Vouched::sum)
                    .collect(Collectors.groupingBy(OfRow::domain));
        }

        /**
         * Judges again by what accepted reporters report, though it is little. Where they report
         * nothing that counts, by what all report but the stranger with the most messages: nobody's
         * reports alone have a policy raised, unless nobody else sends any.
         */
        private Judgement judgeRaised(Judgement byAll) {
            if (reportsCapable(Voucher::isAccepted)) {
                return judgeBeside(Voucher::isAccepted, "");
            }
            Voucher largest = strangers().getFirst();
            Predicate<Voucher> others = one -> !one.equals(largest);
            return reportsCapable(others) ? judgeBeside(others, largest.stranger()) : byAll;
        }

        private boolean reportsCapable(Predicate<Voucher> those) {
            return told.stream()
                    .anyMatch(one ->
                            those.test(one.voucher())
                                    && one.period() == Period.JUDGED
                                    && one.sum().category() == Category.CAPABLE);
        }

        private Judgement judgeBeside(Predicate<Voucher> those, String without) {
            return PolicyPlan.of(
                    situation.with(
                            situation
                                    .mail()
                                    .with(
                                            new ReportedMail.Vouched(
                                                    known.senders(
                                                            rows,
                                                            sums(those, Set.of(Period.JUDGED))),
                                                    without))));
        }
    }
}
