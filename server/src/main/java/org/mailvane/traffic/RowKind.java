package org.mailvane.traffic;

import java.util.Comparator;
import org.mailvane.reports.aggregate.Disposition;
import org.mailvane.sources.Category;

/**
 * What many rows have in common: who sent them and how they came out.
 *
 * @param category kind of the source
 * @param source its number
 * @param rule number of the rule that said so
 * @param disposition what the receiver did; never {@link Disposition#PASS}
 * @param dkimAligned whether DKIM passed aligned
 * @param spfAligned whether SPF passed aligned
 */
public record RowKind(
        Category category,
        int source,
        int rule,
        Disposition disposition,
        boolean dkimAligned,
        boolean spfAligned) {

    /** Some order that is always the same. */
    public static final Comparator<RowKind> ORDER =
            Comparator.comparing(RowKind::category)
                    .thenComparingInt(RowKind::source)
                    .thenComparingInt(RowKind::rule)
                    .thenComparing(RowKind::disposition)
                    .thenComparing(RowKind::dkimAligned)
                    .thenComparing(RowKind::spfAligned);

    /** Whether DMARC passes. */
    public boolean passes() {
        return dkimAligned || spfAligned;
    }
}
