package org.mailvane.domains;

import org.jspecify.annotations.Nullable;
import org.mailvane.domains.Domain.Origin;
import org.mailvane.mailauth.dns.DomainName;

/**
 * A domain that an account has not had a moment ago.
 *
 * @param id its row
 * @param name its name
 * @param parent the highest row of its organisation, for a name below that
 * @param origin who added it: a person, or reports that have shown it
 */
public record AddedDomain(DomainId id, DomainName name, @Nullable DomainId parent, Origin origin) {}
