package org.mailvane.issues;

import java.time.Clock;
import java.util.Collection;
import java.util.function.Function;
import org.mailvane.domains.DomainId;
import org.mailvane.store.Db;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Service;

/** What is wrong with domains' records. */
@Service
public class Issues {

    private final Db db;
    private final Clock clock;

    Issues(Db db, Clock clock) {
        this.db = db;
        this.clock = clock;
    }

    /** Stop-gap. */
    public void settle(
            Scope scope, DomainId domain, String record, Collection<FoundProblem> found) {
        db.as(scope)
                .sql(
                        """
                        with f as (select * from unnest(:codes, :subjects, :levels, :problems, :solutions, :details)
                            f(code, subject, level, problem, solution, details)),
                        solved as (update issue i set solved = :now where account_id = :account and domain_id = :domain
                            and record = :record and solved is null and not exists (select from f
                                where f.code = i.code and f.subject = i.subject))
                        insert into issue (account_id, domain_id, record, code, subject, level, problem, solution, details, created)
                        select :account, :domain, :record, code, subject, level, problem, solution, details, :now from f
                        on conflict (domain_id, record, code, subject) where solved is null do nothing
                        """)
                .param("domain", domain.value())
                .param("record", record)
                .param("now", java.sql.Timestamp.from(clock.instant()))
                .param("codes", a(found, FoundProblem::code))
                .param("subjects", a(found, FoundProblem::subject))
                .param("levels", a(found, FoundProblem::level))
                .param("problems", a(found, FoundProblem::problem))
                .param("solutions", a(found, FoundProblem::solution))
                .param("details", a(found, FoundProblem::details))
                .update();
    }

    private static String[] a(Collection<FoundProblem> f, Function<FoundProblem, String> g) {
        return f.stream().map(g).toArray(String[]::new);
    }
}
