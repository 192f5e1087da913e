package org.mailvane.domains;

import java.time.Clock;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.mailvane.domains.DomainTreeTable.Placed;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.StatementLimit;
import org.springframework.stereotype.Service;

/** Deletes domains with everything that is stored about them. Their names do not come back. */
@Service
public class DomainDeletion {

    private final DomainLock lock;
    private final DomainTable domains;
    private final DomainTreeTable table;
    private final DomainDayTable days;
    private final DomainPlacement placement;
    private final List<DomainContent> contents;
    private final Clock clock;

    DomainDeletion(
            DomainLock lock,
            DomainTable domains,
            DomainTreeTable table,
            DomainDayTable days,
            DomainPlacement placement,
            List<DomainContent> contents,
            Clock clock) {
        this.lock = lock;
        this.domains = domains;
        this.table = table;
        this.days = days;
        this.placement = placement;
        this.contents = contents;
        this.clock = clock;
    }

    /** What goes with a domain that is deleted. */
    enum Below {
        /** The subdomains that count with it. */
        COUNTED,
        /** All its subdomains. */
        ALL,
        /** None: each becomes top level in its own right. */
        NONE
    }

    /**
     * Deletes a domain that the caller may write, and with it the subdomains that count with it, as
     * far as the caller may write these; others lose their parent and become top level. Everything
     * that is stored about what is deleted goes too, and its names do not come back by themselves.
     *
     * @return how many domains were deleted; 0 when it is gone already, or the caller may not write
     *     it any more
     */
    int delete(Scope scope, DomainId id) {
        return lock.holding(scope, () -> delete(scope, Set.of(id), Below.COUNTED));
    }

    /**
     * What became of names that were to be deleted together.
     *
     * @param refused those that the account does not have or the caller may not write; nothing was
     *     deleted when there is any
     * @param deleted how many domains were deleted
     */
    public record Result(Set<DomainName> refused, int deleted) {}

    /**
     * Deletes domains, all of them or none, with everything that is stored about them. Their names
     * do not come back by themselves.
     *
     * @param names at most {@link Domains#MAX_NAMES}
     * @param subdomains whether everything below them that the caller may write is deleted too;
     *     else all their subdomains stay, also those that have counted with them, each top level in
     *     its own right
     * @throws IllegalArgumentException when there are more names
     */
    public Result delete(Scope scope, Collection<DomainName> names, boolean subdomains) {
        Set<DomainName> wanted = new HashSet<>(names);
        Domains.requireFew(wanted);
        return lock.holding(
                scope,
                () -> {
                    Map<DomainName, DomainId> writable = domains.writable(scope, wanted);
                    wanted.removeAll(writable.keySet());
                    if (!wanted.isEmpty()) {
                        return new Result(Set.copyOf(wanted), 0);
                    }
                    Below below = subdomains ? Below.ALL : Below.NONE;
                    return new Result(Set.of(), delete(scope, writable.values(), below));
                });
    }

    private int delete(Scope scope, Collection<DomainId> chosen, Below below) {
        Map<DomainId, DomainName> doomed = new HashMap<>();
        table.placed(scope, chosen).stream()
                .filter(Placed::writable)
                .forEach(row -> doomed.put(row.id(), row.name()));
        List<Placed> lower = table.below(scope, doomed.values());
        Set<DomainName> names = new HashSet<>(doomed.values());
        for (Placed row : lower) {
            boolean goes =
                    switch (below) {
                        case COUNTED -> !row.topLevel() && chosen.contains(row.parent());
                        case ALL -> placement.isBelowAny(row.name(), names);
                        case NONE -> false;
                    };
            if (goes && row.writable()) {
                doomed.put(row.id(), row.name());
            }
        }
        if (doomed.isEmpty()) {
            return 0;
        }
        List<Placed> staying =
                lower.stream()
                        .filter(row -> !doomed.containsKey(row.id()))
                        .filter(row -> row.parent() != null && doomed.containsKey(row.parent()))
                        .toList();
        // That the caller may do it is known by now; what goes with it is the program's affair. It
        // may be very much, and half of it is of no use to anybody.
        StatementLimit.lifted(() -> remove(scope.wholeAccount(), doomed, staying));
        table.analyzeAfter(doomed.size());
        return doomed.size();
    }

    private void remove(Scope scope, Map<DomainId, DomainName> doomed, List<Placed> staying) {
        Set<DomainId> touched = new TreeSet<>(doomed.keySet());
        staying.forEach(row -> touched.add(row.id()));
        domains.lockToDelete(scope, touched);
        placement.leave(scope, staying, doomed.keySet());
        Set<DomainId> ids = new TreeSet<>(doomed.keySet());
        contents.forEach(content -> content.delete(scope, ids));
        days.delete(scope, ids);
        domains.delete(scope, ids);
        table.rememberDeleted(scope, doomed.values(), clock.instant());
    }
}
