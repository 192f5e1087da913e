package org.mailvane.domains;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.mailvane.mailauth.dns.DomainName;

/**
 * Which row each name of a set of reports counts with.
 *
 * <p>A name counts with its own row, else with the nearest one above it.
 */
public final class Discovery {

    private final Map<DomainName, DomainId> rows;

    Discovery(Map<DomainName, DomainId> rows) {
        this.rows = new HashMap<>(rows);
    }

    /** The row that a name counts with; empty when the account has none for it. */
    public Optional<DomainId> rowOf(DomainName name) {
        Optional<DomainName> next = Optional.of(name);
        while (next.isPresent()) {
            DomainId id = rows.get(next.get());
            if (id != null) {
                return Optional.of(id);
            }
            next = next.get().parent();
        }
        return Optional.empty();
    }

    /**
     * Names that a report speaks of.
     *
     * @param policyDomain whose policy it is about
     * @param headerFroms the From domains of its rows
     */
    public record Sighting(DomainName policyDomain, Set<DomainName> headerFroms) {}
}
