package org.mailvane.domains;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.Domain.Origin;
import org.mailvane.domains.DomainTreeTable.Placed;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Component;

/**
 * Puts domains below their parents: new ones, those below new ones, and those whose parent goes.
 */
@Component
class DomainPlacement {

    private final DomainTreeTable table;
    private final DomainTable domains;
    private final DomainGroupTable groups;
    private final DomainListeners listeners;
    private final PublicSuffixes suffixes;
    private final DomainTree tree;

    DomainPlacement(
            DomainTreeTable table,
            DomainTable domains,
            DomainGroupTable groups,
            DomainListeners listeners,
            PublicSuffixes suffixes) {
        this.table = table;
        this.domains = domains;
        this.groups = groups;
        this.listeners = listeners;
        this.suffixes = suffixes;
        this.tree = new DomainTree(suffixes);
    }

    /** Returns the row above a name, as {@link DomainTree#parent} does. */
    @Nullable DomainId parent(DomainName name, Map<DomainName, DomainId> rows) {
        return tree.parent(name, rows);
    }

    /** Returns whether a name is below one of these, of the same organisation. */
    boolean isBelowAny(DomainName name, Set<DomainName> names) {
        return tree.isBelowAny(name, names);
    }

    /** Returns names with all those above them, up to their organisational domains. */
    Set<DomainName> withAbove(Collection<DomainName> names) {
        Set<DomainName> all = new HashSet<>();
        for (DomainName name : names) {
            all.addAll(Discovery.upToOrganization(name, suffixes));
        }
        return all;
    }

    /**
     * Puts what lies below new rows that have nothing above them below these. What has followed a
     * row that is in groups stays in these, by itself: whoever saw it goes on seeing it.
     */
    void adopt(Scope scope, Map<DomainName, DomainId> created, Map<DomainName, DomainId> rows) {
        Map<DomainName, DomainId> highest = new HashMap<>(created);
        highest.keySet().removeIf(name -> tree.parent(name, rows) != null);
        Map<DomainId, DomainId> parents = new HashMap<>();
        for (Placed row : table.below(scope, highest.keySet())) {
            DomainId parent = tree.parent(row.name(), highest);
            if (parent != null && !parent.equals(row.parent())) {
                parents.put(row.id(), parent);
            }
        }
        if (!parents.isEmpty()) {
            domains.lock(scope, new TreeSet<>(parents.keySet()));
            groups.inherit(scope, parents.keySet());
            table.setParents(scope, parents);
            listeners.moved(scope, parents.keySet());
        }
    }

    /**
     * Makes domains top level whose parent is about to be deleted, and puts them below the next row
     * above. They keep the groups in which people have seen them.
     *
     * @param staying those whose parent is deleted
     * @param deleted what is deleted
     */
    void leave(Scope scope, List<Placed> staying, Set<DomainId> deleted) {
        if (staying.isEmpty()) {
            return;
        }
        Set<DomainId> ids = new TreeSet<>();
        staying.forEach(row -> ids.add(row.id()));
        groups.inherit(scope, ids);
        table.release(scope, ids);
        Set<DomainName> names = new HashSet<>();
        staying.forEach(row -> names.add(row.name()));
        Map<DomainName, DomainId> rows = table.known(scope, withAbove(names)).rows();
        rows.values().removeAll(deleted);
        Map<DomainId, DomainId> parents = new HashMap<>();
        for (Placed row : staying) {
            DomainId parent = tree.parent(row.name(), rows);
            if (parent != null) {
                parents.put(row.id(), parent);
            }
        }
        if (!parents.isEmpty()) {
            table.setParents(scope, parents);
        }
        listeners.moved(scope, ids);
    }

    /**
     * Lets some rows follow nobody any more, and sets the state of some.
     *
     * @param promoted whether those that have followed count for themselves from now on
     */
    void assign(
            Scope scope,
            Collection<DomainId> own,
            boolean promoted,
            Collection<DomainId> stated,
            DomainState state) {
        DomainTreeTable.Assigned assigned = table.assign(scope, own, promoted, stated, state);
        listeners.moved(scope, assigned.followed());
        listeners.described(scope, assigned.stated());
    }

    /** Notifies the listeners about new domains, in the order of these names. */
    void announce(
            Scope scope,
            Collection<DomainName> names,
            Map<DomainName, DomainId> created,
            Map<DomainName, DomainId> rows,
            Origin origin) {
        List<AddedDomain> added = new ArrayList<>();
        for (DomainName name : names) {
            DomainId id = created.get(name);
            if (id != null) {
                added.add(new AddedDomain(id, name, tree.parent(name, rows), origin));
            }
        }
        listeners.added(scope, added);
    }
}
