package org.mailvane.detail;

import java.util.Collection;
import java.util.List;
import org.mailvane.domains.DomainId;
import org.mailvane.sources.SendingAddresses.Known;
import org.mailvane.traffic.RowCriteria;
import org.mailvane.traffic.RowCriteria.Outcomes;
import org.mailvane.traffic.RowGroup;
import org.mailvane.traffic.RowResults;

/**
 * What of a report's criteria the database does not look at: it sees the rows, and neither their
 * results nor what is known of their addresses.
 */
final class RowFilter {

    private final ReportCriteria criteria;
    private final boolean anyResults;
    private final boolean anyAddress;

    RowFilter(ReportCriteria criteria) {
        this.criteria = criteria;
        this.anyResults =
                criteria.providers().isEmpty()
                        && criteria.spfResults().isEmpty()
                        && criteria.dkimResults().isEmpty()
                        && criteria.spfDomain().isEmpty()
                        && criteria.overrideComment().isEmpty();
        this.anyAddress = criteria.countries().isEmpty() && criteria.ptr().isEmpty();
    }

    /** What the database looks at. */
    RowCriteria rows(Collection<DomainId> domains) {
        return new RowCriteria(
                List.copyOf(domains),
                criteria.startDate(),
                criteria.endDate(),
                criteria.network(),
                criteria.dispositions(),
                criteria.rules(),
                criteria.dkimAligned(),
                criteria.spfAligned(),
                switch (criteria.option()) {
                    case NONE -> Outcomes.ANY;
                    case IMPACT -> Outcomes.FAILING_OR_REFUSED;
                    case FAILING -> Outcomes.FAILING;
                    case PASSING -> Outcomes.PASSING;
                });
    }

    /** Whether what the database answers is all that is wanted, and nothing else is to be asked. */
    boolean isDoneByDatabase() {
        return anyResults && anyAddress && criteria.option() != FilterOption.IMPACT;
    }

    /**
     * Whether rows with these results are wanted: by what they show of them, but by any of their
     * comments.
     */
    boolean accepts(RowResults results, ShownResults shown) {
        return anyResults
                || ((criteria.providers().isEmpty()
                                || criteria.providers()
                                        .contains(ReportCriteria.small(shown.reporter())))
                        && (criteria.spfResults().isEmpty()
                                || criteria.spfResults().contains(shown.spf()))
                        && (criteria.dkimResults().isEmpty()
                                || criteria.dkimResults().contains(shown.dkim()))
                        && matches(criteria.spfDomain(), shown.spfDomain())
                        && (criteria.overrideComment().isEmpty()
                                || results.raw().reasons().stream()
                                        .anyMatch(reason ->
                                                ReportCriteria.small(reason.comment())
                                                        .equals(criteria.overrideComment()))));
    }

    /** Whether rows from such an address are wanted. */
    boolean accepts(Known address) {
        return anyAddress
                || ((criteria.countries().isEmpty()
                                || criteria.countries().contains(address.country()))
                        && matches(criteria.ptr(), address.reverseName()));
    }

    /** Whether a row is wanted whose results are. */
    boolean accepts(RowGroup row, ShownResults shown) {
        return criteria.option() != FilterOption.IMPACT
                || switch (row.kind().disposition()) {
                    case QUARANTINE, REJECT -> true;
                    default -> shown.reason().isEmpty();
                };
    }

    /** Whether it is the wanted name, or one below it where that begins with a dot. */
    private static boolean matches(String wanted, String name) {
        if (wanted.isEmpty()) {
            return true;
        }
        String small = ReportCriteria.small(name);
        return wanted.startsWith(".")
                ? small.endsWith(wanted) || small.equals(wanted.substring(1))
                : small.equals(wanted);
    }
}
