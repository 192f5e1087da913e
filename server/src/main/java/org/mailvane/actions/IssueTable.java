package org.mailvane.actions;

import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.mailvane.actions.IssueTable.RecordProblem;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.Conditions;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Repository;

/** SQL of {@code issue}. */
@Repository
class IssueTable extends ActionItemTable<Issue, RecordProblem> {

    private static final String RECORD = "record";
    private static final String CODE = "code";
    private static final String SUBJECT = "subject";
    private static final String LEVEL = "level";
    private static final String PROBLEM = "problem";
    private static final String SOLUTION = "solution";
    private static final String DETAILS = "details";

    IssueTable(Db db) {
        super(
                db,
                "issue",
                "i.created desc, i.id desc",
                List.of(
                        Column.key(RECORD, RecordProblem::record),
                        Column.key(CODE, found -> found.problem().code()),
                        Column.key(SUBJECT, found -> found.problem().subject()),
                        Column.text(LEVEL, found -> found.problem().level()),
                        Column.message(PROBLEM, found -> found.problem().problem()),
                        Column.message(SOLUTION, found -> found.problem().solution()),
                        Column.message(DETAILS, found -> found.problem().details())));
    }

    /** A problem of a kind of record. */
    record RecordProblem(String record, FoundProblem problem) {}

    /** Makes the open issues about a kind of record of a domain what a check has found. */
    void settle(
            Scope scope,
            DomainId domain,
            String record,
            Collection<FoundProblem> found,
            Instant now) {
        Conditions where = new Conditions();
        where.add("i.record = :record", RECORD, record);
        settle(
                scope,
                domain,
                where,
                found.stream().map(problem -> new RecordProblem(record, problem.kept())).toList(),
                now);
    }

    @Override
    RecordProblem found(Row row) throws SQLException {
        return new RecordProblem(
                row.text(RECORD),
                new FoundProblem(
                        row.text(CODE),
                        row.text(SUBJECT),
                        row.text(LEVEL),
                        message(row, PROBLEM),
                        message(row, SOLUTION),
                        message(row, DETAILS)));
    }

    @Override
    Issue item(Row row) throws SQLException {
        return new Issue(
                row.number("id"),
                new DomainId(row.number("domain_id")),
                new DomainName(row.text("name")),
                TaskPriority.ofIssue(row.text(RECORD), row.text(CODE), row.text(LEVEL)).health(),
                row.text(RECORD),
                row.text(CODE),
                message(row, PROBLEM),
                message(row, SOLUTION),
                message(row, DETAILS),
                row.instant("created"),
                row.optionalInstant("solved_at"),
                row.flag("ignored"),
                row.flag("writable"));
    }
}
