package org.mailvane.platform.jobs;

import com.github.kagkarlsson.scheduler.task.Priority;
import java.time.Instant;
import java.util.Collection;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.system.SystemDb;
import org.springframework.stereotype.Repository;

/**
 * Our own SQL of {@code scheduled_tasks}, beside that of db-scheduler: what is put into it belongs
 * to the caller's transaction.
 */
@Repository
class JobTable {

    private final Db db;
    private final SystemDb system;

    JobTable(Db db, SystemDb system) {
        this.db = db;
        this.system = system;
    }

    /** A thing that a job is done for, as it is written in {@code task_instance}. */
    record Thing(Scope scope, long id) {

        private static final String BETWEEN = "/";

        static Thing parse(String instance) {
            int at = instance.indexOf(BETWEEN);
            return new Thing(
                    Scope.ofAccount(Long.parseLong(instance.substring(0, at))),
                    Long.parseLong(instance.substring(at + 1)));
        }
    }

    void insert(Scope scope, String kind, long id, Instant now) {
        db.as(scope)
                .sql(
                        """
                        insert into scheduled_tasks (task_name, task_instance, execution_time, picked,
                            version, priority)
                        values (:kind, cast(:account as bigint) || :between || cast(:id as bigint),
                            :now, false, 1, :priority)
                        on conflict do nothing
                        """)
                .param("kind", kind)
                .param("between", Thing.BETWEEN)
                .param("id", id)
                .param("now", now)
                // Somebody waits for it, and nobody for what recurs.
                .param("priority", Priority.HIGH)
                .update();
    }

    /** Makes work due now that would be later. */
    void hasten(Collection<String> kinds, Instant now) {
        system.sql(
                        """
                        update scheduled_tasks set execution_time = :now, version = version + 1
                        where task_name = any(:kinds) and not picked and execution_time > :now
                        """)
                .param("kinds", kinds.toArray(String[]::new))
                .param("now", now)
                .update();
    }

    /**
     * Takes work from those who have it, which counts as a failure of theirs: for a server that is
     * known to be the only one, whose earlier run died with it.
     */
    void takeBack() {
        system.sql(
                        """
                        update scheduled_tasks set picked = false, picked_by = null,
                            last_heartbeat = null, version = version + 1,
                            consecutive_failures = coalesce(consecutive_failures, 0) + 1
                        where picked
                        """)
                .update();
    }
}
