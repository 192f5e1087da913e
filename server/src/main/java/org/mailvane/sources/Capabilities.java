package org.mailvane.sources;

import org.mailvane.api.Field;
import org.mailvane.sources.CatalogueSender.Notes;

/** What a source can do, and what a person should who sends by it, as the API shows it. */
public record Capabilities(
        @Field(description = "Whether its mail can pass SPF aligned.") boolean capableSpf,
        @Field(description = "Whether its mail can pass DKIM aligned.") boolean capableDkim,
        @Field(description = "What to do in general.") String notesDmarc,
        @Field(description = "What to do for SPF.") String notesSpf,
        @Field(description = "What to do for DKIM.") String notesDkim) {

    /** Returns what a source can do. */
    public static Capabilities of(SourceName name) {
        Notes.Texts notes = name.notes().texts();
        return new Capabilities(
                name.capableSpf(), name.capableDkim(), notes.dmarc(), notes.spf(), notes.dkim());
    }
}
