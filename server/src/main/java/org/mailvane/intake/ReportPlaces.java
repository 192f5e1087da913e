package org.mailvane.intake;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.intake.ledger.Import;
import org.mailvane.platform.store.Scope;
import org.mailvane.text.Passage;

/** Places from which this server takes reports by itself, and how that goes. */
public interface ReportPlaces {

    /** Returns those of an account. */
    List<Place> of(Scope scope);

    /** Returns all of them, in the order of the setting. */
    List<Place> all();

    /**
     * A place, as this server knows it since its start.
     *
     * @param origin what it is: a mailbox or a folder
     * @param name the place for a person, without secrets
     * @param problem what is wrong with it now; null where nothing is known to be
     * @param lastWell when it last could be read; null where it was not yet, or another server
     *     reads it
     * @param failures how often reading it has failed since
     */
    record Place(
            Import.Origin origin,
            String name,
            @Nullable Passage problem,
            @Nullable Instant lastWell,
            int failures) {}
}
