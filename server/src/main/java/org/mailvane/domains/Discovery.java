package org.mailvane.domains;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.PublicSuffixes;

/**
 * Which row each name of a set of reports counts with.
 *
 * <p>A name counts with its own row, else with the nearest one above it. Nothing above its
 * organisational domain is looked at: a row for {@code com} says nothing about {@code example.com}.
 */
public final class Discovery {

    /** Names above a name that are looked at: DMARC's own tree walk takes eight (RFC 9989). */
    static final int MAX_ABOVE = 8;

    private final Set<DomainName> names;
    private final Known known;
    private final PublicSuffixes suffixes;

    /**
     * What an account has.
     *
     * @param names the names that were looked up
     * @param known what is known of them
     */
    Discovery(Set<DomainName> names, Known known, PublicSuffixes suffixes) {
        this.names = Set.copyOf(names);
        this.known = new Known(Map.copyOf(known.rows()), Set.copyOf(known.deleted()));
        this.suffixes = suffixes;
    }

    /**
     * What an account knows of some names.
     *
     * @param rows the rows of those that have one
     * @param deleted those that people have deleted
     */
    record Known(Map<DomainName, DomainId> rows, Set<DomainName> deleted) {}

    /** The row that a name counts with; empty when the account has none for it. */
    public Optional<DomainId> rowOf(DomainName name) {
        return rowsOf(name).stream().findFirst();
    }

    /** The rows of a name and of what is above it, the nearest first. */
    public List<DomainId> rowsOf(DomainName name) {
        List<DomainId> found = new ArrayList<>();
        for (DomainName each : upToOrganization(name, suffixes)) {
            DomainId row = known.rows().get(each);
            if (row != null) {
                found.add(row);
            }
        }
        return found;
    }

    /**
     * Returns whether people have deleted a name, or an ancestor with no row in between. Reports
     * about it wait then, even if there is a row further above.
     */
    public boolean isDeleted(DomainName name) {
        for (DomainName each : upToOrganization(name, suffixes)) {
            if (known.rows().containsKey(each)) {
                return false;
            }
            if (known.deleted().contains(each)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a report about this policy domain must wait: the account has no row for it. */
    public boolean waits(DomainName policyDomain) {
        return rowOf(policyDomain).isEmpty() || isDeleted(policyDomain);
    }

    /**
     * A name and those above it, up to its organisational domain. Of a name with very many labels
     * only those nearest to the organisation are looked at: it has a hundred others at most, and
     * none that anybody watches.
     */
    static List<DomainName> upToOrganization(DomainName name, PublicSuffixes suffixes) {
        DomainName organization = suffixes.organizationalDomain(name);
        List<DomainName> all = new ArrayList<>();
        Optional<DomainName> next = Optional.of(name);
        while (next.isPresent()) {
            all.add(next.get());
            next = next.get().equals(organization) ? Optional.empty() : next.get().parent();
        }
        if (all.size() > MAX_ABOVE + 1) {
            List<DomainName> some =
                    new ArrayList<>(all.subList(all.size() - MAX_ABOVE, all.size()));
            some.addFirst(name);
            return some;
        }
        return all;
    }

    Set<DomainName> names() {
        return names;
    }

    Known known() {
        return known;
    }

    /**
     * Names that a report speaks of.
     *
     * @param policyDomain whose policy it is about
     * @param headerFroms the From domains of its rows
     */
    public record Sighting(DomainName policyDomain, Set<DomainName> headerFroms) {}
}
