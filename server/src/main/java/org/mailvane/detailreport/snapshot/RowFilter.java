package org.mailvane.detailreport.snapshot;

import org.jspecify.annotations.Nullable;
import org.mailvane.detailreport.FilterOption;
import org.mailvane.detailreport.ReportCriteria;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.reports.aggregate.Disposition;
import org.mailvane.sources.evidence.SendingAddresses.Known;
import org.mailvane.traffic.blocks.RowKind;
import org.mailvane.traffic.blocks.RowResults;

/**
 * Which rows a report's criteria want, part by part: what many rows have in common is looked at
 * once.
 */
public final class RowFilter {

    private final ReportCriteria criteria;
    private final boolean anyResults;
    private final boolean anyKnown;

    public RowFilter(ReportCriteria criteria) {
        this.criteria = criteria;
        this.anyResults =
                criteria.providers().isEmpty()
                        && criteria.spfResults().isEmpty()
                        && criteria.dkimResults().isEmpty()
                        && criteria.spfDomain().isEmpty()
                        && criteria.overrideComment().isEmpty();
        this.anyKnown = criteria.countries().isEmpty() && criteria.ptr().isEmpty();
    }

    /** Whether rows of this kind are wanted. */
    public boolean accepts(RowKind kind) {
        return (criteria.dispositions().isEmpty()
                        || criteria.dispositions().contains(kind.disposition()))
                && (criteria.rules().isEmpty() || criteria.rules().contains(kind.rule()))
                && isOrAny(criteria.dkimAligned(), kind.dkimAligned())
                && isOrAny(criteria.spfAligned(), kind.spfAligned())
                && switch (criteria.option()) {
                    case NONE -> true;
                    case IMPACT -> !kind.passes() || isRefused(kind);
                    case FAILING -> !kind.passes();
                    case PASSING -> kind.passes();
                };
    }

    private static boolean isOrAny(@Nullable Boolean wanted, boolean flag) {
        return wanted == null || wanted == flag;
    }

    private static boolean isRefused(RowKind kind) {
        return kind.disposition() == Disposition.QUARANTINE
                || kind.disposition() == Disposition.REJECT;
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

    /** Whether rows from this address are wanted, whatever is known of it. */
    public boolean accepts(IpAddress address) {
        IpNetwork network = criteria.network();
        return network == null || network.contains(address);
    }

    /** Whether rows from an address of which this is known are wanted. */
    boolean accepts(Known address) {
        return anyKnown
                || ((criteria.countries().isEmpty()
                                || criteria.countries().contains(address.country()))
                        && matches(criteria.ptr(), address.reverseName()));
    }

    /**
     * Whether a row is wanted if its kind and results are.
     *
     * @param hasReason whether the results contain a reason to do otherwise than the policy says
     */
    boolean accepts(RowKind kind, boolean hasReason) {
        return criteria.option() != FilterOption.IMPACT || !hasReason || isRefused(kind);
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
