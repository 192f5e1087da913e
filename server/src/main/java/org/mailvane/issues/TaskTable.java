package org.mailvane.issues;

import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.mailvane.api.Ordering;
import org.mailvane.api.PageRequest.Window;
import org.mailvane.domains.DomainAccess;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.GroupedDomains;
import org.mailvane.issues.NextStep.Identity;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.store.Conditions;
import org.mailvane.store.Db;
import org.mailvane.store.Row;
import org.mailvane.store.Scope;
import org.mailvane.text.MessageJson;
import org.mailvane.text.Passage;
import org.springframework.stereotype.Repository;

/** SQL of {@code task}. */
@Repository
class TaskTable {

    /** The rows with their domains, which conditions are about. */
    private static final String ROWS =
            """
            task t join domain d on d.account_id = :account and d.id = t.domain_id
            where t.account_id = :account\
            """;

    private final Db db;

    TaskTable(Db db) {
        this.db = db;
    }

    private static String select(Scope scope) {
        return """
        select t.id, d.id as domain_id, d.name, t.code, t.category, t.message, t.details,
            t.created, t.solve_time, t.ignored, %s as writable
        from task t join domain d on d.account_id = :account and d.id = t.domain_id
        """
                .formatted(DomainAccess.writable(scope, "d"));
    }

    /**
     * How many there are.
     *
     * @param ofAllDomains whether the conditions say nothing of domains, which are not looked at
     *     then
     */
    long count(Scope scope, Conditions where, boolean ofAllDomains) {
        String rows = ofAllDomains ? "task t where t.account_id = :account" : ROWS;
        return where.bind(db.as(scope).sql("select count(*) from " + rows + where.text()))
                .one(row -> row.number("count"));
    }

    List<Task> list(Scope scope, Conditions where, Ordering<TaskOrder> ordering, Window window) {
        String order =
                ordering.keys().isEmpty()
                        ? "t.created desc, t.id"
                        : ordering.sql(TaskOrder::column, "t.id");
        // Which rows they are comes first, so that the others' texts are not sorted too.
        String text =
                select(scope)
                        + "join unnest(array(select t.id from "
                        + ROWS
                        + where.text()
                        + " order by "
                        + order
                        + " limit :limit offset :offset)) with ordinality page(id, place)"
                        + " on page.id = t.id where t.account_id = :account order by page.place";
        return where.bind(db.as(scope).sql(text))
                .param("limit", window.limit())
                .param("offset", window.offset())
                .list(TaskTable::task);
    }

    Optional<Task> find(Scope scope, long id) {
        return db.as(scope)
                .sql(
                        select(scope)
                                + "where t.account_id = :account and t.id = :id and "
                                + DomainAccess.readable(scope, "d"))
                .param("id", id)
                .optional(TaskTable::task);
    }

    /** Changes one whose domain the caller may write; nothing where there is none. */
    void setIgnored(Scope scope, long id, boolean ignored) {
        db.as(scope)
                .sql(
                        """
                        update task t set ignored = :ignored from domain d
                        where t.account_id = :account and t.id = :id
                            and d.account_id = :account and d.id = t.domain_id and
                        """
                                + DomainAccess.writable(scope, "d"))
                .param("id", id)
                .param("ignored", ignored)
                .update();
    }

    /** How many are open and not ignored, of the groups that have any. */
    Map<Long, Long> openByGroup(Scope scope, Collection<Long> groups) {
        Map<Long, Long> open = new LinkedHashMap<>();
        String amounts =
                """
                select domain_id, count(*) as amount from task
                where account_id = :account and solve_time is null and not ignored
                group by domain_id
                """;
        GroupedDomains.bind(db.as(scope).sql(GroupedDomains.totals(amounts)), groups)
                .list(row -> open.put(row.number("group_id"), row.number("total")));
        return open;
    }

    /** The open steps of a domain, by their rows. */
    Map<Long, NextStep> open(Scope scope, DomainId domain) {
        Map<Long, NextStep> open = new LinkedHashMap<>();
        db.as(scope)
                .sql(
                        """
                        select id, code, subject, message, details from task
                        where account_id = :account and domain_id = :domain and solve_time is null
                        order by id
                        """)
                .param("domain", domain.value())
                .list(row ->
                        open.put(
                                row.number("id"),
                                new NextStep(
                                        TaskCode.ofCode(row.text("code")),
                                        row.text("subject"),
                                        details(row))));
        return open;
    }

    /** The same, by what tells them apart. */
    OpenSteps openKeys(Scope scope, DomainId domain) {
        Set<Identity> all = new HashSet<>();
        Set<Identity> ignored = new HashSet<>();
        db.as(scope)
                .sql(
                        """
                        select code, subject, ignored from task
                        where account_id = :account and domain_id = :domain and solve_time is null
                        """)
                .param("domain", domain.value())
                .list(row -> {
                    Identity step = new Identity(row.text("code"), row.text("subject"));
                    return row.flag("ignored") ? all.add(step) && ignored.add(step) : all.add(step);
                });
        return new OpenSteps(all, ignored);
    }

    /** Adds steps of a domain, if the account has it. */
    void insert(Scope scope, DomainId domain, Collection<NextStep> steps, Instant now) {
        if (steps.isEmpty()) {
            return;
        }
        db.as(scope)
                .sql(
                        """
                        insert into task (account_id, domain_id, code, subject, category, message,
                            created)
                        select d.account_id, d.id, n.code, n.subject, n.category, n.message,
                            cast(:now as timestamptz)
                        from unnest(:codes, :subjects, :categories, :messages)
                                with ordinality n(code, subject, category, message, place)
                            join domain d on d.account_id = :account and d.id = :domain
                        order by n.place
                        """)
                .param("domain", domain.value())
                .param("codes", texts(steps, step -> step.code().code()))
                .param("subjects", texts(steps, NextStep::subject))
                .param("categories", texts(steps, step -> step.code().category().code()))
                .param("messages", texts(steps, step -> MessageJson.write(step.details())))
                .param("now", now)
                .update();
    }

    /** Puts what steps say now in place of what rows say. */
    void reword(Scope scope, Map<Long, NextStep> steps) {
        if (steps.isEmpty()) {
            return;
        }
        db.as(scope)
                .sql(
                        """
                        update task t set category = n.category, message = n.message, details = ''
                        from unnest(:ids, :categories, :messages) n(id, category, message)
                        where t.account_id = :account and t.id = n.id
                        """)
                .param("ids", numbers(steps.keySet()))
                .param("categories", texts(steps.values(), step -> step.code().category().code()))
                .param("messages", texts(steps.values(), step -> MessageJson.write(step.details())))
                .update();
    }

    void solve(Scope scope, Collection<Long> ids, Instant now) {
        if (ids.isEmpty()) {
            return;
        }
        db.as(scope)
                .sql(
                        """
                        update task set solve_time = cast(:now as timestamptz)
                        where account_id = :account and id = any(:ids)
                        """)
                .param("ids", numbers(ids))
                .param("now", now)
                .update();
    }

    private static <T> String[] texts(Collection<T> items, Function<T, String> text) {
        return items.stream().map(text).toArray(String[]::new);
    }

    private static long[] numbers(Collection<Long> numbers) {
        return numbers.stream().mapToLong(Long::longValue).toArray();
    }

    /** Returns what a row says: rows from before messages were stored have an English text. */
    static Passage details(Row row) throws SQLException {
        return MessageJson.read(row.optionalText("message"), row.text("details"));
    }

    private static Task task(Row row) throws SQLException {
        TaskCode code = TaskCode.ofCode(row.text("code"));
        return new Task(
                row.number("id"),
                new DomainId(row.number("domain_id")),
                new DomainName(row.text("name")),
                TaskPriority.ofTask(code),
                code,
                row.text("category"),
                details(row),
                row.instant("created"),
                row.optionalInstant("solve_time"),
                row.flag("ignored"),
                row.flag("writable"));
    }
}
