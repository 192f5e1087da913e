package org.mailvane.sources;

import org.mailvane.api.binding.Field;
import org.mailvane.sources.catalogue.CatalogueSender.Notes;

/** What a source can do, and what a person should who sends by it, as the API shows it. */
public record Capabilities(
        @Field(description = "Whether the source supports SPF alignment.") boolean capableSpf,
        @Field(description = "Whether the source supports DKIM alignment.") boolean capableDkim,
        @Field(description = "General instructions.") String notesDmarc,
        @Field(description = "How to set up SPF.") String notesSpf,
        @Field(description = "How to set up DKIM.") String notesDkim) {

    /** Returns what a source can do. */
    public static Capabilities of(SourceName name) {
        Notes.Texts notes = name.notes().texts();
        return new Capabilities(
                name.capableSpf(), name.capableDkim(), notes.dmarc(), notes.spf(), notes.dkim());
    }
}
