package org.mailvane.sources;

import org.mailvane.sources.catalogue.CatalogueSender;
import org.mailvane.sources.catalogue.CatalogueSender.Notes;

/**
 * A source as people see it.
 *
 * @param number the number that rows carry: see {@link SourceNumbers}
 * @param name what people call it
 * @param slug the name for addresses: lower case, digits, hyphens
 * @param custom whether it is one of the account's own
 * @param capableSpf whether mail from it can pass SPF aligned
 * @param capableDkim whether mail from it can pass DKIM aligned
 * @param notes what to do
 */
public record SourceName(
        int number,
        String name,
        String slug,
        boolean custom,
        boolean capableSpf,
        boolean capableDkim,
        Notes notes) {

    /**
     * By what its mail can pass. How it is set up for that is in {@link #notes}, which are empty
     * where nothing is known of it.
     */
    public PassesBy passesBy() {
        return PassesBy.of(capableSpf, capableDkim);
    }

    /** Returns a sender by its number: one of an account's own if the number is one of these. */
    static SourceName of(CatalogueSender sender) {
        return new SourceName(
                sender.number(),
                sender.name(),
                sender.slug(),
                SourceNumbers.isCustom(sender.number()),
                sender.capableSpf(),
                sender.capableDkim(),
                sender.notes());
    }
}
