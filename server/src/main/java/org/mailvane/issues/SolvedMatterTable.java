package org.mailvane.issues;

import java.time.Instant;
import org.mailvane.store.system.SystemDb;
import org.springframework.stereotype.Repository;

/** SQL that takes solved issues and tasks away, of whatever account. */
@Repository
class SolvedMatterTable {

    /** Rows that one statement takes away, so that none is long. */
    static final int AT_ONCE = 5_000;

    private final SystemDb system;

    SolvedMatterTable(SystemDb system) {
        this.system = system;
    }

    /** Takes away some issues that were solved before a time; answers how many. */
    int forgetIssues(Instant before) {
        return forget(
                """
                with old as materialized (
                    select id from issue where solved < :before
                    order by solved limit :limit for update skip locked)
                delete from issue t using old where t.id = old.id
                """,
                before);
    }

    /** Takes away some tasks that were solved before a time; answers how many. */
    int forgetTasks(Instant before) {
        return forget(
                """
                with old as materialized (
                    select id from task where solve_time < :before
                    order by solve_time limit :limit for update skip locked)
                delete from task t using old where t.id = old.id
                """,
                before);
    }

    private int forget(String text, Instant before) {
        return system.sql(text).param("before", before).param("limit", AT_ONCE).update();
    }
}
