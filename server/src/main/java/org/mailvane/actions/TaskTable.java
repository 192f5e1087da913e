package org.mailvane.actions;

import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.mailvane.actions.NextStep.Identity;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.Conditions;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Row;
import org.mailvane.platform.store.Scope;
import org.springframework.stereotype.Repository;

/** SQL of {@code task}. */
@Repository
class TaskTable extends ActionItemTable<Task, NextStep> {

    private static final String CODE = "code";
    private static final String SUBJECT = "subject";
    private static final String CATEGORY = "category";
    private static final String DETAILS = "details";

    private final Db db;

    TaskTable(Db db) {
        super(
                db,
                "task",
                // Steps that were found together are to be done in this order.
                "i.created desc, i.id",
                List.of(
                        Column.key(CODE, step -> step.code().code()),
                        Column.key(SUBJECT, NextStep::subject),
                        Column.text(CATEGORY, step -> step.code().category().code()),
                        Column.message(DETAILS, NextStep::details)));
        this.db = db;
    }

    /** Makes the open tasks of a domain the steps that are next. */
    void settle(Scope scope, DomainId domain, Collection<NextStep> steps, Instant now) {
        settle(scope, domain, new Conditions(), steps.stream().map(NextStep::kept).toList(), now);
    }

    /** Solves the open tasks with these codes. */
    void end(Scope scope, DomainId domain, Collection<TaskCode> codes, Instant now) {
        Conditions where = new Conditions();
        where.add(
                "i.code = any(:codes)",
                "codes",
                codes.stream().map(TaskCode::code).toArray(String[]::new));
        settle(scope, domain, where, List.of(), now);
    }

    /** Returns the open steps of a domain. */
    OpenSteps openSteps(Scope scope, DomainId domain) {
        Set<Identity> all = new HashSet<>();
        Set<Identity> ignored = new HashSet<>();
        db.as(scope)
                .sql(
                        """
                        select code, subject, ignored from task
                        where account_id = :account and domain_id = :domain and solved_at is null
                        """)
                .param("domain", domain.value())
                .list(row -> {
                    Identity step = new Identity(row.text(CODE), row.text(SUBJECT));
                    return row.flag("ignored") ? all.add(step) && ignored.add(step) : all.add(step);
                });
        return new OpenSteps(all, ignored);
    }

    @Override
    NextStep found(Row row) throws SQLException {
        return new NextStep(
                TaskCode.ofCode(row.text(CODE)), row.text(SUBJECT), message(row, DETAILS));
    }

    @Override
    Task item(Row row) throws SQLException {
        TaskCode code = TaskCode.ofCode(row.text(CODE));
        return new Task(
                row.number("id"),
                new DomainId(row.number("domain_id")),
                new DomainName(row.text("name")),
                code.priority().health(),
                code,
                row.text(CATEGORY),
                message(row, DETAILS),
                row.instant("created"),
                row.optionalInstant("solved_at"),
                row.flag("ignored"),
                row.flag("writable"));
    }
}
