package org.mailvane.timeline;

import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.DomainName;

/**
 * Something that was seen to happen.
 *
 * @param domainId the domain's row; null where it is gone
 * @param domain its name
 * @param change what happened
 * @param recordType the kind of record that changed, such as {@code spf}; empty where none did
 * @param oldValue what was before; empty where there was nothing
 * @param newValue what is now; empty where there is nothing
 * @param details that in a sentence for a person
 */
public record NewEvent(
        @Nullable DomainId domainId,
        DomainName domain,
        Change change,
        String recordType,
        String oldValue,
        String newValue,
        String details) {}
