package org.mailvane.issues;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Standing;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Service;

/**
 * How domains stand and what to do first about each, by {@link Urgency}: of what is equally urgent
 * the oldest. All pages ask here, so that each says the same of a domain.
 */
@Service
public class Standings {

    /** Domains of a rank that {@link Overall} names; further ones are only counted. */
    public static final int MAX_NAMED = 500;

    private final MatterTable table;

    Standings(MatterTable table) {
        this.table = table;
    }

    /**
     * All domains that a caller may see.
     *
     * @param numbers how many there are of each standing
     * @param urgent those that need somebody, are ready or are not known, by urgency: of each rank
     *     the {@value Standings#MAX_NAMED} that the account has had for the longest time
     */
    public record Overall(Map<Standing, Long> numbers, List<Urgent> urgent) {

        /** How many there are of this standing. */
        public long number(Standing standing) {
            return numbers.getOrDefault(standing, 0L);
        }

        /** How many need somebody: those to be fixed and to be watched. */
        public long needing() {
            return number(Standing.FIX) + number(Standing.WATCH);
        }
    }

    /**
     * Domains that are equally urgent.
     *
     * @param missing whether DNS says for sure that there are no such names
     * @param number how many they are
     * @param domains their rows, the first {@value Standings#MAX_NAMED} of them
     */
    public record Urgent(Standing standing, boolean missing, long number, List<DomainId> domains) {

        /** Whether there are more than are named. */
        public boolean isCut() {
            return number > domains.size();
        }
    }

    /**
     * How all domains stand that the caller may see.
     *
     * @param only of these alone; empty for all
     */
    public Overall overall(Scope scope, Optional<List<DomainId>> only) {
        Map<Standing, Long> numbers = new EnumMap<>(Standing.class);
        List<Urgent> urgent = new ArrayList<>();
        table.ranks(scope, only, MAX_NAMED)
                .forEach(rank -> {
                    Standing standing = Urgency.standing(rank.rank(), rank.unknown());
                    numbers.merge(standing, rank.number(), Long::sum);
                    if (standing != Standing.OK) {
                        urgent.add(
                                new Urgent(
                                        standing, rank.missing(), rank.number(), rank.domains()));
                    }
                });
        return new Overall(numbers, List.copyOf(urgent));
    }

    /** The domains that stand so, of those that the caller may see. */
    public List<DomainId> domains(Scope scope, Standing standing) {
        return table.rankOfEach(scope).stream()
                .filter(each -> Urgency.standing(each.rank(), each.unknown()) == standing)
                .map(MatterTable.OfDomain::id)
                .toList();
    }

    /** What is open about each of these domains. Whoever asks has seen them. */
    public Map<DomainId, DomainMatters> of(Scope scope, Collection<DomainId> domains) {
        return domains.isEmpty() ? Map.of() : table.matters(scope.wholeAccount(), domains);
    }
}
