package org.mailvane.domains;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.Field;
import org.mailvane.api.binding.Given;
import org.mailvane.mailauth.dns.Selector;

/**
 * What people change of a domain; what they leave out stays.
 *
 * @param notes what they write about it
 * @param topLevel whether it counts for itself rather than with its parent
 * @param spfLookupCount lookups that its SPF record needs
 * @param lastUploadTime when the newest report about it was taken in
 * @param domainState what they say of its use
 * @param selectors DKIM selectors with which its mail is signed
 */
public record DomainChange(
        @Field(description = "Free-form notes.", blank = true, maxLength = Domain.MAX_NOTES)
                Given<String> notes,
        @Field(description = "Only a subdomain can be set to false.") Given<Boolean> topLevel,
        @Field(description = "DNS lookups that its SPF record needs.")
                Given<Integer> spfLookupCount,
        @Field(description = "When the newest report about it was taken in.", nullable = true)
                Given<@Nullable Instant> lastUploadTime,
        @Field(description = "Use of the domain, as set by users.") Given<DomainState> domainState,
        @Field(
                        description =
                                "DKIM selectors to monitor, in addition to those found in reports.",
                        allowed = Selector.ALLOWED,
                        maxItems = Domain.MAX_SELECTORS)
                Given<List<Selector>> selectors) {}
