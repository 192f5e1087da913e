package org.mailvane.timeline;

import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.Characters;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.text.Passage;

/**
 * Something that was seen to happen.
 *
 * @param domainId the domain's row; null where it is gone
 * @param domain its name
 * @param change what happened
 * @param recordType the kind of record that changed, such as {@code spf}; empty where none did
 * @param oldValue what was before; empty where there was nothing
 * @param newValue what is now; empty where there is nothing
 * @param details that in sentences for a person
 */
public record NewEvent(
        @Nullable DomainId domainId,
        DomainName domain,
        Change change,
        String recordType,
        String oldValue,
        String newValue,
        Passage details) {

    /** Characters that are kept of a value. */
    static final int MAX_VALUE = 4_096;

    /** Returns what of it is kept. */
    NewEvent kept() {
        return new NewEvent(
                domainId,
                domain,
                change,
                recordType,
                Characters.kept(oldValue, MAX_VALUE),
                Characters.kept(newValue, MAX_VALUE),
                details);
    }
}
