package org.mailvane.sources.evidence;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.platform.store.Db;
import org.springframework.stereotype.Service;

/**
 * Organisations that are known by the reverse names of their hosts only, with the numbers under
 * which rows name them.
 */
@Service
public class Organizations {

    /** Numbers that are remembered: at about 200 bytes each, some 2 MB. */
    static final int MAX_REMEMBERED = 10_000;

    private final OrganizationTable table;
    private final PublicSuffixes suffixes;
    private final Db db;

    /** A number never changes its meaning, and none is ever taken back. */
    private final Cache<String, Integer> remembered =
            Caffeine.newBuilder().maximumSize(MAX_REMEMBERED).build();

    Organizations(OrganizationTable table, PublicSuffixes suffixes, Db db) {
        this.table = table;
        this.suffixes = suffixes;
        this.db = db;
    }

    /**
     * Returns the owner of a host: the organisational domain of its confirmed name; empty without
     * one.
     */
    public String of(String confirmedName) {
        return DomainName.parse(confirmedName)
                .map(name -> suffixes.organizationalDomain(name).value())
                .orElse("");
    }

    /** Returns the numbers of those of these organisations that have one. */
    Map<String, Integer> known(Collection<String> names) {
        return remembered.getAll(
                new TreeSet<>(names), missing -> table.numbers(Set.copyOf(missing)));
    }

    /** Returns the numbers of these organisations, all of which have one then. */
    Map<String, Integer> numbers(Collection<String> names) {
        Map<String, Integer> known = known(names);
        SortedSet<String> missing = new TreeSet<>(names);
        missing.removeAll(known.keySet());
        if (missing.isEmpty()) {
            return known;
        }
        db.inTransaction(() -> table.insert(missing));
        return known(names);
    }

    /** Returns how many numbers are remembered. */
    long remembered() {
        remembered.cleanUp();
        return remembered.estimatedSize();
    }
}
