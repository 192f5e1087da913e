package org.mailvane.traffic;

import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.reports.aggregate.Disposition;

/**
 * Which rows are looked at, by what stands in the rows themselves.
 *
 * @param domains the rows' domains; whoever asks has seen that they may be read
 * @param first the first day (UTC)
 * @param last the last day
 * @param network the network that the sending address lies in; null: any
 * @param dispositions what the receiver did; none: anything
 * @param rules numbers of the rules that classified them; none: any
 * @param dkimAligned whether DKIM passed aligned; null: either
 * @param spfAligned whether SPF passed aligned; null: either
 * @param outcome how they came out
 */
public record RowCriteria(
        List<DomainId> domains,
        LocalDate first,
        LocalDate last,
        @Nullable IpNetwork network,
        Set<Disposition> dispositions,
        Set<Integer> rules,
        @Nullable Boolean dkimAligned,
        @Nullable Boolean spfAligned,
        Outcomes outcome) {

    /** How rows came out. */
    public enum Outcomes {
        /** However they did. */
        ANY,
        /** DKIM or SPF passed aligned. */
        PASSING,
        /** Neither passed aligned. */
        FAILING,
        /** Neither passed aligned, or the mail was quarantined or rejected. */
        FAILING_OR_REFUSED
    }

    public RowCriteria {
        domains = List.copyOf(domains);
        dispositions = Set.copyOf(dispositions);
        rules = Set.copyOf(rules);
    }

    /** The same of other domains. */
    public RowCriteria of(Collection<DomainId> others) {
        return new RowCriteria(
                List.copyOf(others),
                first,
                last,
                network,
                dispositions,
                rules,
                dkimAligned,
                spfAligned,
                outcome);
    }

    /** Whether all rows of the domains and days are looked at, so that their sums are enough. */
    boolean isWhole() {
        return network == null
                && dispositions.isEmpty()
                && rules.isEmpty()
                && dkimAligned == null
                && spfAligned == null
                && outcome == Outcomes.ANY;
    }
}
