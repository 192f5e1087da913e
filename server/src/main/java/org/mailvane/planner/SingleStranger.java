package org.mailvane.planner;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.mailvane.domains.DomainId;
import org.mailvane.planner.PlannedDomainTable.Governed;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.Category;
import org.mailvane.traffic.sums.AdviceBasis;
import org.mailvane.traffic.sums.WindowSums;
import org.mailvane.traffic.sums.WindowSums.OfRow;
import org.springframework.stereotype.Component;

/**
 * Judges domains about which accepted reporters report too little, so that advice rests on
 * strangers, too ({@link AdviceBasis#VERIFIED}). They can make it more cautious, but no policy goes
 * up by the reports of a single stranger, unless nobody else reports mail of capable sources.
 */
@Component
class SingleStranger {

    private final WindowSums sums;

    SingleStranger(WindowSums sums) {
        this.sums = sums;
    }

    /**
     * Judges a domain by all reports; where a policy would go up, beside what accepted reporters
     * report, though it is little. Where they report nothing that counts, beside what all report
     * but the stranger with the most messages, unless nobody else reports any.
     *
     * @param rows the rows that count for it
     * @param known what is known of who sent
     */
    Judgement judge(
            Scope scope, DomainSituation situation, List<Governed> rows, KnownSenders known) {
        Judgement byAll = PolicyPlan.of(situation);
        if (!byAll.raises()) {
            return byAll;
        }
        List<DomainId> ids = rows.stream().map(Governed::id).toList();
        JudgedDays days = situation.days();
        List<OfRow> accepted =
                sums.between(scope, AdviceBasis.ACCEPTED, ids, days.first(), days.last());
        ReportedMail.Vouched others =
                showsOwnMail(accepted)
                        ? vouched(accepted, "", rows, known)
                        : sums.withoutLargestStranger(scope, ids, days.first(), days.last())
                                .filter(without -> showsOwnMail(without.others()))
                                .map(without ->
                                        vouched(without.others(), without.stranger(), rows, known))
                                .orElse(null);
        return others == null
                ? byAll
                : PolicyPlan.of(situation.with(situation.mail().with(others)));
    }

    private static boolean showsOwnMail(Collection<OfRow> reported) {
        return reported.stream().anyMatch(sum -> sum.category() == Category.CAPABLE);
    }

    private static ReportedMail.Vouched vouched(
            List<OfRow> reported, String without, List<Governed> rows, KnownSenders known) {
        return new ReportedMail.Vouched(
                known.senders(
                        // What has come in since the domain was read is judged the next time.
                        rows,
                        reported.stream()
                                .filter(sum -> known.names().containsKey(sum.source()))
                                .collect(Collectors.groupingBy(OfRow::domain))),
                without);
    }
}
