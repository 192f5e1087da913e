package org.mailvane.actions;

import static java.util.Comparator.naturalOrder;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import org.mailvane.actions.OpenItemTable.Known;
import org.mailvane.actions.OpenItemTable.Open;
import org.mailvane.domains.DomainHealth;
import org.mailvane.domains.DomainId;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Service;

/**
 * The health of domains, and what to do first about each, by {@link TaskPriority}: of equally
 * urgent items the oldest. All pages use this, so that each shows the same for a domain.
 */
@Service
public class DomainHealthService {

    /** Domains of a rank that {@link Overall} names; further ones are only counted. */
    public static final int MAX_NAMED = 500;

    private final OpenItemTable table;

    DomainHealthService(OpenItemTable table) {
        this.table = table;
    }

    /**
     * All domains that a caller may see.
     *
     * @param numbers how many there are of each health
     * @param urgent those that need somebody, are ready or are not known, by urgency: of each rank
     *     the {@value DomainHealthService#MAX_NAMED} that the account has had for the longest time
     */
    public record Overall(Map<DomainHealth, Long> numbers, List<Urgent> urgent) {

        /** Returns how many there are with this health. */
        public long number(DomainHealth health) {
            return numbers.getOrDefault(health, 0L);
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
            DomainHealth health, boolean missing, long number, List<DomainId> domains) {

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
        Map<DomainId, TaskPriority> priorities = priorities(scope);
        Map<Alike, List<DomainId>> domains = new TreeMap<>();
        for (Known known : all) {
            for (DomainId domain : known.domains()) {
                domains.computeIfAbsent(
                                new Alike(
                                        priority(priorities, domain),
                                        known.unknown(),
                                        known.missing()),
                                alike -> new ArrayList<>())
                        .add(domain);
            }
        }
        Map<DomainHealth, Long> numbers = new EnumMap<>(DomainHealth.class);
        List<Urgent> urgent = new ArrayList<>();
        domains.forEach((alike, found) -> {
            DomainHealth health = alike.priority().health(alike.unknown());
            numbers.merge(health, (long) found.size(), Long::sum);
            if (health != DomainHealth.OK) {
                urgent.add(new Urgent(health, alike.missing(), found.size(), first(found)));
            }
        });
        return new Overall(numbers, List.copyOf(urgent));
    }

    /** What domains have in common that are equally urgent, in the order of urgency. */
    private record Alike(TaskPriority priority, boolean unknown, boolean missing)
            implements Comparable<Alike> {

        private static final Comparator<Alike> ORDER =
                Comparator.comparing(Alike::priority)
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
     * Returns the highest priority of the open items of each domain of the account that has any.
     * The caller selects the domains that the user can see.
     */
    private Map<DomainId, TaskPriority> priorities(Scope scope) {
        Map<DomainId, TaskPriority> priorities = new HashMap<>();
        for (Open open : table.open(scope.wholeAccount())) {
            open.domains()
                    .forEach(domain ->
                            priorities.merge(
                                    domain, open.priority(), BinaryOperator.minBy(naturalOrder())));
        }
        return priorities;
    }

    private static TaskPriority priority(Map<DomainId, TaskPriority> priorities, DomainId domain) {
        return priorities.getOrDefault(domain, TaskPriority.NOTHING);
    }

    /** Returns the domains with this health that the caller may see. */
    public List<DomainId> domains(Scope scope, DomainHealth health) {
        List<Known> all = table.known(scope, Optional.empty());
        Map<DomainId, TaskPriority> priorities = priorities(scope);
        return all.stream()
                .flatMap(known ->
                        known.domains().stream()
                                .filter(domain ->
                                        priority(priorities, domain).health(known.unknown())
                                                == health))
                .toList();
    }

    /** What is open about each of these domains. Whoever asks has seen them. */
    public Map<DomainId, DomainActions> of(Scope scope, Collection<DomainId> domains) {
        return domains.isEmpty() ? Map.of() : table.actions(scope.wholeAccount(), domains);
    }
}
