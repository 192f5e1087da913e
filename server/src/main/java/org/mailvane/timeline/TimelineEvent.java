package org.mailvane.timeline;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainId;
import org.mailvane.text.Passage;

/**
 * Something that happened.
 *
 * @param id its number
 * @param domainId the domain's row; null: the account has it no more
 * @param domain its name
 * @param change what happened
 * @param recordType the kind of record that changed; empty where none did
 * @param oldValue what was before; empty where there was nothing
 * @param newValue what was then; empty where there was nothing
 * @param details that in sentences for a person
 * @param created when it was seen
 */
public record TimelineEvent(
        long id,
        @Nullable DomainId domainId,
        String domain,
        Change change,
        String recordType,
        String oldValue,
        String newValue,
        Passage details,
        Instant created) {

    /** On which day (UTC) it was seen. */
    public LocalDate day() {
        return created.atZone(ZoneOffset.UTC).toLocalDate();
    }
}
