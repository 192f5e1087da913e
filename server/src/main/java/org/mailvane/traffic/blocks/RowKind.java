package org.mailvane.traffic.blocks;

import java.util.Comparator;
import org.mailvane.reports.aggregate.Disposition;
import org.mailvane.sources.Category;
import org.mailvane.traffic.store.FactTable;

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

    /** Returns the kind of a number that {@link #number} made. */
    static RowKind of(long number) {
        return new RowKind(
                Category.of((int) (number >> 12 & 0xf)),
                (int) (number >> 16),
                (int) (number >> 4 & 0xff),
                disposition((int) (number >> 2 & 3)),
                (number & 2) != 0,
                (number & 1) != 0);
    }

    private static Disposition disposition(int number) {
        return switch (number) {
            case 0 -> Disposition.NONE;
            case 1 -> Disposition.QUARANTINE;
            case 2 -> Disposition.REJECT;
            default -> Disposition.UNKNOWN;
        };
    }

    /** Returns all of it as one number: see {@code KIND} in {@link ReportedRowTable}. */
    long number() {
        return (long) source << 16
                | category.number() << 12
                | rule << 4
                | FactTable.number(disposition) << 2
                | (dkimAligned ? 2 : 0)
                | (spfAligned ? 1 : 0);
    }

    /** Whether DMARC passes. */
    public boolean passes() {
        return dkimAligned || spfAligned;
    }
}
