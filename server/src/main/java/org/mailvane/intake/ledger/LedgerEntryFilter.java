package org.mailvane.intake.ledger;

import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.Field;
import org.mailvane.intake.ledger.Remark.Outcome;

/**
 * Which messages of an import a list shows; null for what is not asked.
 *
 * @param outcome those of which at least one part became this
 * @param incomplete whether not all of a report could be used that was taken in
 */
public record LedgerEntryFilter(
        @Field(description = "Outcome of at least one of its parts.") @Nullable Outcome outcome,
        @Field(description = "Whether some parts of an imported report could not be used.")
                @Nullable Boolean incomplete) {

    /** All messages. */
    public static final LedgerEntryFilter ALL = new LedgerEntryFilter(null, null);

    /** Those of taken in reports of which not all could be used. */
    public static final LedgerEntryFilter INCOMPLETE = new LedgerEntryFilter(null, true);

    /** Returns those of which at least one part became this. */
    public static LedgerEntryFilter of(Outcome outcome) {
        return new LedgerEntryFilter(outcome, null);
    }
}
