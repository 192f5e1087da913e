package org.mailvane.actions;

import java.util.List;
import java.util.Optional;
import org.mailvane.api.binding.Ordering;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.domains.ChosenDomains;
import org.mailvane.domains.DomainId;
import org.mailvane.platform.store.Conditions;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;

/**
 * Lists issues or tasks, and lets users ignore them.
 *
 * @param <I> the items
 * @param <O> the columns that a list of them can be sorted by
 */
public abstract sealed class ActionItems<I extends ActionItem, O extends Enum<O> & ActionItemOrder>
        permits Issues, Tasks {

    private final Db db;
    private final ActionItemTable<I, ?> table;
    private final ChosenDomains domains;
    private final List<O> mostUrgent;

    /**
     * A service.
     *
     * @param mostUrgent columns that sort the most urgent first
     */
    ActionItems(Db db, ActionItemTable<I, ?> table, ChosenDomains domains, List<O> mostUrgent) {
        this.db = db;
        this.table = table;
        this.domains = domains;
        this.mostUrgent = mostUrgent;
    }

    /** Counts the items that the caller can see. */
    public long count(Scope scope, ActionItemFilter filter) {
        return table.count(
                scope, conditions(scope, filter), domains.areAll(scope, filter.domains()));
    }

    /**
     * Returns a page of them. If no order was requested, the newest come first; tasks that were
     * found together come in the order in which they are to be done.
     */
    public List<I> list(Scope scope, ActionItemFilter filter, Ordering<O> ordering, Window window) {
        return table.list(scope, conditions(scope, filter), sql(ordering), window);
    }

    /**
     * Returns the open items of a domain that the caller can see, also those ignored: the most
     * urgent first.
     *
     * @param limit the maximum number of items
     */
    public List<I> openOf(Scope scope, DomainId domain, int limit) {
        Conditions where = conditions(scope, ActionItemFilter.OPEN);
        where.add("i.domain_id = :one", "one", domain.value());
        Ordering<O> urgent =
                new Ordering<>(
                        mostUrgent.stream().map(key -> new Ordering.Key<>(key, false)).toList());
        return table.list(scope, where, sql(urgent), new Window(1, 1, limit, 0));
    }

    /** Returns an item if the caller can see it. */
    public Optional<I> find(Scope scope, long id) {
        return table.find(scope, id);
    }

    /**
     * Ignores an item, or stops ignoring it. Nothing changes if the caller may not change its
     * domain.
     *
     * @return the item after that; empty if the caller can't see it
     */
    public Optional<I> setIgnored(Scope scope, long id, boolean ignored) {
        return db.inTransaction(() -> {
            table.setIgnored(scope, id, ignored);
            return table.find(scope, id);
        });
    }

    private String sql(Ordering<O> ordering) {
        return ordering.keys().isEmpty() ? "" : ordering.sql(ActionItemOrder::column, "i.id");
    }

    private Conditions conditions(Scope scope, ActionItemFilter filter) {
        Conditions where = domains.of(scope, filter.domains());
        filter.addTo(where);
        return where;
    }
}
