package org.mailvane.issues;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.mailvane.domains.DomainHealth;
import org.mailvane.domains.DomainId;
import org.mailvane.issues.MatterTable.Known;
import org.mailvane.issues.MatterTable.Open;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Service;

/**
 * How domains stand and what to do first about each, by {@link TaskPriority}: of what is equally
 * urgent the oldest. All pages ask here, so that each says the same of a domain.
 */
@Service
public class DomainHealthService {

    /** Domains of a rank that {@link Overall} names; further ones are only counted. */
    public static final int MAX_NAMED = 500;

    private final MatterTable table;

    DomainHealthService(MatterTable table) {
        this.table = table;
    }

    /**
     * All domains that a caller may see.
     *
     * @param numbers how many there are of each standing
     * @param urgent those that need somebody, are ready or are not known, by urgency: of each rank
     *     the {@value DomainHealthService#MAX_NAMED} that the account has had for the longest time
     */
    public record Overall(Map<DomainHealth, Long> numbers, List<Urgent> urgent) {

        /** How many there are of this standing. */
        public long number(DomainHealth standing) {
            return numbers.getOrDefault(standing, 0L);
        }

        /** How many need somebody: those to be fixed and to be watched. */
        public long needing() {
            return number(DomainHealth.FIX) + number(DomainHealth.WATCH);
        }
    }

    /**
     * Domains that are equally urgent.
     *
     * @param missing whether DNS says for sure that the names do not exist
     * @param number how many they are
     * @param domains their rows, the first {@value DomainHealthService#MAX_NAMED} of them
     */
    public record Urgent(
            DomainHealth standing, boolean missing, long number, List<DomainId> domains) {

        /** Whether there are more than are named. */
        public boolean isCut() {
            return number > domains.size();
        }
    }

    /**
     * Returns the health of all domains that the caller may see.
     *
     * @param only of these alone; empty for all
     */
    public Overall overall(Scope scope, Optional<List<DomainId>> only) {
        // What DNS says first: what is found wrong of a domain meanwhile makes it no better.
        List<Known> all = table.known(scope, only);
        Map<DomainId, Integer> ranks = ranks(scope);
        Map<Alike, List<DomainId>> domains = new TreeMap<>();
        for (Known known : all) {
            for (DomainId domain : known.domains()) {
                domains.computeIfAbsent(
                                new Alike(rank(ranks, domain), known.unknown(), known.missing()),
                                alike -> new ArrayList<>())
                        .add(domain);
            }
        }
        Map<DomainHealth, Long> numbers = new EnumMap<>(DomainHealth.class);
        List<Urgent> urgent = new ArrayList<>();
        domains.forEach((alike, found) -> {
            DomainHealth standing = TaskPriority.standing(alike.rank(), alike.unknown());
            numbers.merge(standing, (long) found.size(), Long::sum);
            if (standing != DomainHealth.OK) {
                urgent.add(new Urgent(standing, alike.missing(), found.size(), first(found)));
            }
        });
        return new Overall(numbers, List.copyOf(urgent));
    }

    /** What domains have in common that are equally urgent, in the order of urgency. */
    private record Alike(int rank, boolean unknown, boolean missing) implements Comparable<Alike> {

        private static final Comparator<Alike> ORDER =
                Comparator.comparingInt(Alike::rank)
                        .thenComparing(Alike::unknown)
                        .thenComparing(Alike::missing);

        @Override
        public int compareTo(Alike other) {
            return ORDER.compare(this, other);
        }
    }

    private static List<DomainId> first(List<DomainId> domains) {
        return domains.stream().sorted().limit(MAX_NAMED).toList();
    }

    /**
     * The rank of the most urgent about each domain of the account about which anything is open;
     * whoever asks looks up those that the caller may see.
     */
    private Map<DomainId, Integer> ranks(Scope scope) {
        Map<DomainId, Integer> ranks = new HashMap<>();
        for (Open open : table.open(scope.wholeAccount())) {
            open.domains().forEach(domain -> ranks.merge(domain, open.rank(), Math::min));
        }
        return ranks;
    }

    private static int rank(Map<DomainId, Integer> ranks, DomainId domain) {
        return ranks.getOrDefault(domain, TaskPriority.NOTHING);
    }

    /** Returns the domains with this health that the caller may see. */
    public List<DomainId> domains(Scope scope, DomainHealth standing) {
        List<Known> all = table.known(scope, Optional.empty());
        Map<DomainId, Integer> ranks = ranks(scope);
        return all.stream()
                .flatMap(known ->
                        known.domains().stream()
                                .filter(domain ->
                                        TaskPriority.standing(rank(ranks, domain), known.unknown())
                                                == standing))
                .toList();
    }

    /** What is open about each of these domains. Whoever asks has seen them. */
    public Map<DomainId, DomainActions> of(Scope scope, Collection<DomainId> domains) {
        return domains.isEmpty() ? Map.of() : table.matters(scope.wholeAccount(), domains);
    }
}
