package org.mailvane.domains;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.PublicSuffixes;

/** Which of an account's domains are below which. */
record DomainTree(PublicSuffixes suffixes) {

    /**
     * Returns the row above a name: the highest one up to its organisational domain, so that a
     * parent never has a parent itself.
     */
    @Nullable DomainId parent(DomainName name, Map<DomainName, DomainId> rows) {
        List<DomainName> above = Discovery.upToOrganization(name, suffixes);
        for (int i = above.size() - 1; i > 0; i--) {
            DomainId row = rows.get(above.get(i));
            if (row != null) {
                return row;
            }
        }
        return null;
    }

    /** Whether a name lies below one of these, of the same organisation. */
    boolean isBelowAny(DomainName name, Set<DomainName> names) {
        DomainName organization = suffixes.organizationalDomain(name);
        DomainName above = name;
        while (!above.equals(organization)) {
            above = above.parent().orElse(organization);
            if (names.contains(above)) {
                return true;
            }
        }
        return false;
    }
}
