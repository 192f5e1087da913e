package org.mailvane.actions;

import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.domains.DomainAccess;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.GroupedDomains;
import org.mailvane.platform.store.Conditions;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Query;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.mailvane.text.MessageJson;
import org.mailvane.text.Passage;

/**
 * SQL of {@code issue} and {@code task}, which have the same form: a row is about a domain, is open
 * until it is solved, and can be ignored. What a row says is in columns that each table has of its
 * own.
 *
 * <p>In all conditions {@code i} is the item and {@code d} its domain.
 *
 * @param <I> the items as users see them
 * @param <F> what was found, from which rows are written
 */
abstract class ActionItemTable<I extends ActionItem, F> {

    private static final String IDS = "ids";
    private static final String OPEN_OF_DOMAIN =
            " i where i.account_id = :account and i.domain_id = :domain and i.solved_at is null";

    private final Db db;
    private final String name;
    private final String newestFirst;
    private final List<Column<F>> columns;

    /**
     * A table.
     *
     * @param name its name
     * @param newestFirst the order of lists for which no order was requested
     * @param columns the columns with what was found
     */
    ActionItemTable(Db db, String name, String newestFirst, List<Column<F>> columns) {
        this.db = db;
        this.name = Db.plainName(name);
        this.newestFirst = newestFirst;
        this.columns = List.copyOf(columns);
    }

    /**
     * A column with a part of what was found.
     *
     * @param name the name of the column
     * @param isKey whether items of a domain with the same values of all keys are the same item,
     *     whose other columns change
     * @param isMessage whether {@code value} is the JSON of messages. It is in {@code
     *     <name>_message}; rows from before messages were stored have an English text in {@code
     *     <name>} instead.
     */
    record Column<F>(String name, boolean isKey, boolean isMessage, Function<F, String> value) {

        static <F> Column<F> key(String name, Function<F, String> value) {
            return new Column<>(name, true, false, value);
        }

        static <F> Column<F> text(String name, Function<F, String> value) {
            return new Column<>(name, false, false, value);
        }

        static <F> Column<F> message(String name, Function<F, Passage> value) {
            return new Column<>(name, false, true, value.andThen(MessageJson::write));
        }

        /** Returns the column that is written. */
        private String written() {
            return isMessage ? name + "_message" : name;
        }
    }

    /** Reads an item with its domain. */
    abstract I item(Row row) throws SQLException;

    /** Reads what was found. */
    abstract F found(Row row) throws SQLException;

    /** Reads a column of messages. */
    static Passage message(Row row, String column) throws SQLException {
        return MessageJson.read(row.optionalText(column + "_message"), row.text(column));
    }

    private String contents() {
        return columns.stream()
                .flatMap(column -> Stream.of(column.name(), column.written()).distinct())
                .map("i."::concat)
                .collect(Collectors.joining(", "));
    }

    private String select(Scope scope) {
        return """
        select i.id, i.domain_id, d.name, i.created, i.solved_at, i.ignored, %s, %s as writable
        from %s i join published.domain d on d.account_id = :account and d.id = i.domain_id
        """
                .formatted(contents(), DomainAccess.writable(scope, "d"), name);
    }

    private String rows() {
        return name
                + " i join published.domain d on d.account_id = :account and d.id = i.domain_id"
                + " where i.account_id = :account";
    }

    /**
     * Counts items.
     *
     * @param ofAllDomains whether the conditions say nothing about domains, which are not read then
     */
    long count(Scope scope, Conditions where, boolean ofAllDomains) {
        String rows = ofAllDomains ? name + " i where i.account_id = :account" : rows();
        return where.bind(db.as(scope).sql("select count(*) from " + rows + where.text()))
                .one(row -> row.number("count"));
    }

    /**
     * Returns a page of items.
     *
     * @param order SQL of the order; empty for the newest first
     */
    List<I> list(Scope scope, Conditions where, String order, Window window) {
        // The page is chosen first, so that the texts of other rows are not sorted too.
        String text =
                select(scope)
                        + "join unnest(array(select i.id from "
                        + rows()
                        + where.text()
                        + " order by "
                        + (order.isEmpty() ? newestFirst : order)
                        + " limit :limit offset :offset)) with ordinality page(id, place)"
                        + " on page.id = i.id where i.account_id = :account order by page.place";
        return where.bind(db.as(scope).sql(text))
                .param("limit", window.limit())
                .param("offset", window.offset())
                .list(this::item);
    }

    /** Returns an item that the caller can see. */
    Optional<I> find(Scope scope, long id) {
        return db.as(scope)
                .sql(
                        select(scope)
                                + "where i.account_id = :account and i.id = :id and "
                                + DomainAccess.readable(scope, "d"))
                .param("id", id)
                .optional(this::item);
    }

    /** Changes an item if the caller may change its domain. */
    void setIgnored(Scope scope, long id, boolean ignored) {
        db.as(scope)
                .sql(
                        """
                        update %s i set ignored = :ignored from published.domain d
                        where i.account_id = :account and i.id = :id
                            and d.account_id = :account and d.id = i.domain_id and %s
                        """
                                .formatted(name, DomainAccess.writable(scope, "d")))
                .param("id", id)
                .param("ignored", ignored)
                .update();
    }

    /**
     * Counts the items of groups that are open and not ignored. Groups without any are left out.
     */
    Map<Long, Long> openByGroup(Scope scope, Collection<Long> groups) {
        Map<Long, Long> open = new LinkedHashMap<>();
        String amounts =
                """
                select domain_id, count(*) as amount from %s
                where account_id = :account and solved_at is null and not ignored
                group by domain_id
                """
                        .formatted(name);
        GroupedDomains.bind(db.as(scope).sql(GroupedDomains.totals(amounts)), groups)
                .list(row -> open.put(row.number("group_id"), row.number("total")));
        return open;
    }

    /**
     * Makes the open items of a domain what was found: adds items, changes the texts of those that
     * are open, and solves those that were not found. An item that stays open keeps its number, its
     * date and whether it is ignored. Runs within the caller's transaction, in which the domain is
     * locked.
     *
     * @param where the open items about which {@code found} decides; others stay as they are
     * @param found of several with the same keys, the first counts
     */
    void settle(Scope scope, DomainId domain, Conditions where, Collection<F> found, Instant now) {
        OpenItemDiff<F> diff = OpenItemDiff.of(open(scope, domain, where), found, this::keys);
        solve(scope, diff.done(), now);
        change(scope, diff.changed());
        insert(scope, domain, diff.added(), now);
    }

    private List<String> keys(F found) {
        return columns.stream()
                .filter(Column::isKey)
                .map(column -> column.value().apply(found))
                .toList();
    }

    private Map<Long, F> open(Scope scope, DomainId domain, Conditions where) {
        Map<Long, F> open = new LinkedHashMap<>();
        String text =
                "select i.id, " + contents() + " from " + name + OPEN_OF_DOMAIN + where.text();
        where.bind(db.as(scope).sql(text + " order by i.id"))
                .param("domain", domain.value())
                .list(row -> open.put(row.number("id"), found(row)));
        return open;
    }

    private void solve(Scope scope, Collection<Long> ids, Instant now) {
        if (!ids.isEmpty()) {
            db.as(scope)
                    .sql(
                            """
                            update %s set solved_at = cast(:now as timestamptz)
                            where account_id = :account and id = any(:ids)
                            """
                                    .formatted(name))
                    .param(IDS, numbers(ids))
                    .param("now", now)
                    .update();
        }
    }

    private void change(Scope scope, Map<Long, F> items) {
        if (items.isEmpty()) {
            return;
        }
        List<Column<F>> changed = columns.stream().filter(column -> !column.isKey()).toList();
        String values =
                changed.stream()
                        .map(column ->
                                column.isMessage()
                                        ? "%1$s = n.%1$s, %2$s = ''"
                                                .formatted(column.written(), column.name())
                                        : "%1$s = n.%1$s".formatted(column.name()))
                        .collect(Collectors.joining(", "));
        String text =
                """
                update %s i set %s from unnest(:ids, %s) n(id, %s)
                where i.account_id = :account and i.id = n.id
                """
                        .formatted(name, values, parameters(changed), names(changed, ""));
        bind(db.as(scope).sql(text), changed, items.values())
                .param(IDS, numbers(items.keySet()))
                .update();
    }

    /** Adds items of a domain, if the account has it. */
    private void insert(Scope scope, DomainId domain, Collection<F> items, Instant now) {
        if (items.isEmpty()) {
            return;
        }
        String text =
                """
                insert into %s (account_id, domain_id, created, %s)
                select d.account_id, d.id, cast(:now as timestamptz), %s
                from unnest(%s) with ordinality n(%s, place)
                    join published.domain d on d.account_id = :account and d.id = :domain
                order by n.place
                """
                        .formatted(
                                name,
                                names(columns, ""),
                                names(columns, "n."),
                                parameters(columns),
                                names(columns, ""));
        bind(db.as(scope).sql(text), columns, items)
                .param("domain", domain.value())
                .param("now", now)
                .update();
    }

    private static <F> String names(List<Column<F>> columns, String prefix) {
        return columns.stream()
                .map(column -> prefix + column.written())
                .collect(Collectors.joining(", "));
    }

    private static <F> String parameters(List<Column<F>> columns) {
        return names(columns, ":");
    }

    private static <F> Query bind(Query query, List<Column<F>> columns, Collection<F> items) {
        for (Column<F> column : columns) {
            query.param(
                    column.written(), items.stream().map(column.value()).toArray(String[]::new));
        }
        return query;
    }

    private static long[] numbers(Collection<Long> numbers) {
        return numbers.stream().mapToLong(Long::longValue).toArray();
    }
}
