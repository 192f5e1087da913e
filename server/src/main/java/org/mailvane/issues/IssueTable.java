package org.mailvane.issues;

import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.mailvane.api.Ordering;
import org.mailvane.api.PageRequest.Window;
import org.mailvane.domains.DomainAccess;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.GroupedDomains;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.store.Conditions;
import org.mailvane.store.Db;
import org.mailvane.store.Row;
import org.mailvane.store.Scope;
import org.mailvane.text.MessageJson;
import org.mailvane.text.Passage;
import org.springframework.stereotype.Repository;

/** SQL of {@code issue}. */
@Repository
class IssueTable {

    /** The rows with their domains, which conditions are about. */
    private static final String ROWS =
            """
            issue i join domain d on d.account_id = :account and d.id = i.domain_id
            where i.account_id = :account\
            """;

    private static final String PROBLEM = "problem";
    private static final String SOLUTION = "solution";
    private static final String DETAILS = "details";

    private final Db db;

    IssueTable(Db db) {
        this.db = db;
    }

    private static String select(Scope scope) {
        return """
        select i.id, d.id as domain_id, d.name, i.record, i.level, i.code, i.problem_message, i.problem,
            i.solution_message, i.solution, i.details_message, i.details, i.created, i.solved, i.ignored,
            %s as writable
        from issue i join domain d on d.account_id = :account and d.id = i.domain_id
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
        String rows = ofAllDomains ? "issue i where i.account_id = :account" : ROWS;
        return where.bind(db.as(scope).sql("select count(*) from " + rows + where.text()))
                .one(row -> row.number("count"));
    }

    List<Issue> list(Scope scope, Conditions where, Ordering<IssueOrder> ordering, Window window) {
        String order =
                ordering.keys().isEmpty()
                        ? "i.created desc, i.id desc"
                        : ordering.sql(IssueOrder::column, "i.id");
        // Which rows they are comes first, so that the others' texts are not sorted too.
        String text =
                select(scope)
                        + "join unnest(array(select i.id from "
                        + ROWS
                        + where.text()
                        + " order by "
                        + order
                        + " limit :limit offset :offset)) with ordinality page(id, place)"
                        + " on page.id = i.id where i.account_id = :account order by page.place";
        return where.bind(db.as(scope).sql(text))
                .param("limit", window.limit())
                .param("offset", window.offset())
                .list(IssueTable::issue);
    }

    Optional<Issue> find(Scope scope, long id) {
        return db.as(scope)
                .sql(
                        select(scope)
                                + "where i.account_id = :account and i.id = :id and "
                                + DomainAccess.readable(scope, "d"))
                .param("id", id)
                .optional(IssueTable::issue);
    }

    /** Changes one whose domain the caller may write; nothing where there is none. */
    void setIgnored(Scope scope, long id, boolean ignored) {
        db.as(scope)
                .sql(
                        """
                        update issue i set ignored = :ignored from domain d
                        where i.account_id = :account and i.id = :id
                            and d.account_id = :account and d.id = i.domain_id and
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
                select domain_id, count(*) as amount from issue
                where account_id = :account and solved is null and not ignored
                group by domain_id
                """;
        GroupedDomains.bind(db.as(scope).sql(GroupedDomains.totals(amounts)), groups)
                .list(row -> open.put(row.number("group_id"), row.number("total")));
        return open;
    }

    /** The open problems of a kind of record of a domain, by their rows. */
    Map<Long, FoundProblem> open(Scope scope, DomainId domain, String record) {
        Map<Long, FoundProblem> open = new LinkedHashMap<>();
        db.as(scope)
                .sql(
                        """
                        select id, code, subject, level, problem_message, problem, solution_message, solution,
                            details_message, details
                        from issue
                        where account_id = :account and domain_id = :domain and record = :record
                            and solved is null
                        order by id
                        """)
                .param("domain", domain.value())
                .param("record", record)
                .list(row ->
                        open.put(
                                row.number("id"),
                                new FoundProblem(
                                        row.text("code"),
                                        row.text("subject"),
                                        row.text("level"),
                                        text(row, PROBLEM),
                                        text(row, SOLUTION),
                                        text(row, DETAILS))));
        return open;
    }

    /** Adds problems of a domain, if the account has it. */
    void insert(
            Scope scope,
            DomainId domain,
            String record,
            Collection<FoundProblem> problems,
            Instant now) {
        if (problems.isEmpty()) {
            return;
        }
        db.as(scope)
                .sql(
                        """
                        insert into issue (account_id, domain_id, record, code, subject, level,
                            problem_message, solution_message, details_message, created)
                        select d.account_id, d.id, :record, n.code, n.subject, n.level, n.problem,
                            n.solution, n.details, cast(:now as timestamptz)
                        from unnest(:codes, :subjects, :levels, :problems, :solutions, :details)
                                with ordinality n(code, subject, level, problem, solution, details, place)
                            join domain d on d.account_id = :account and d.id = :domain
                        order by n.place
                        """)
                .param("domain", domain.value())
                .param("record", record)
                .param("codes", texts(problems, FoundProblem::code))
                .param("subjects", texts(problems, FoundProblem::subject))
                .param("levels", texts(problems, FoundProblem::level))
                .param("problems", messages(problems, FoundProblem::problem))
                .param("solutions", messages(problems, FoundProblem::solution))
                .param("details", messages(problems, FoundProblem::details))
                .param("now", now)
                .update();
    }

    /** Puts other words in place of what rows say. */
    void reword(Scope scope, Map<Long, FoundProblem> problems) {
        if (problems.isEmpty()) {
            return;
        }
        db.as(scope)
                .sql(
                        """
                        update issue i set level = n.level, problem_message = n.problem,
                            solution_message = n.solution, details_message = n.details,
                            problem = '', solution = '', details = ''
                        from unnest(:ids, :levels, :problems, :solutions, :details)
                            n(id, level, problem, solution, details)
                        where i.account_id = :account and i.id = n.id
                        """)
                .param("ids", numbers(problems.keySet()))
                .param("levels", texts(problems.values(), FoundProblem::level))
                .param("problems", messages(problems.values(), FoundProblem::problem))
                .param("solutions", messages(problems.values(), FoundProblem::solution))
                .param("details", messages(problems.values(), FoundProblem::details))
                .update();
    }

    void solve(Scope scope, Collection<Long> ids, Instant now) {
        if (ids.isEmpty()) {
            return;
        }
        db.as(scope)
                .sql(
                        """
                        update issue set solved = cast(:now as timestamptz)
                        where account_id = :account and id = any(:ids)
                        """)
                .param("ids", numbers(ids))
                .param("now", now)
                .update();
    }

    private static <T> String[] texts(Collection<T> items, Function<T, String> text) {
        return items.stream().map(text).toArray(String[]::new);
    }

    private static String[] messages(
            Collection<FoundProblem> problems, Function<FoundProblem, Passage> passage) {
        return texts(problems, problem -> MessageJson.write(passage.apply(problem)));
    }

    /** Returns what a row says: rows from before messages were stored have English texts. */
    static Passage text(Row row, String column) throws SQLException {
        return MessageJson.read(row.optionalText(column + "_message"), row.text(column));
    }

    private static long[] numbers(Collection<Long> numbers) {
        return numbers.stream().mapToLong(Long::longValue).toArray();
    }

    private static Issue issue(Row row) throws SQLException {
        return new Issue(
                row.number("id"),
                new DomainId(row.number("domain_id")),
                new DomainName(row.text("name")),
                TaskPriority.ofIssue(row.text("record"), row.text("code"), row.text("level")),
                row.text("record"),
                row.text("code"),
                text(row, PROBLEM),
                text(row, SOLUTION),
                text(row, DETAILS),
                row.instant("created"),
                row.optionalInstant("solved"),
                row.flag("ignored"),
                row.flag("writable"));
    }
}
