package org.mailvane.testing;

import java.util.List;
import java.util.stream.Collectors;
import org.mailvane.store.Database;

/**
 * Takes everything out of a database on which a service runs, so that the next test class finds it
 * as a new service would have made it.
 *
 * <p>Numbers of rows go on and do not start at 1 again: whatever the service remembers by number is
 * about nothing that comes later.
 */
final class EmptiedDatabase {

    /** What a service writes at its start and what stays true. */
    private static final String KEPT =
            "'flyway_schema_history', 'known_version', 'source_rules', 'scheduled_tasks',"
                    + " 'ptr_organization'";

    private static final String LARGE =
            """
            select relname from pg_class
            where relnamespace = 'public'::regnamespace and relkind = 'r'
                and pg_relation_size(oid) > 500000
            """;

    private final TestSql sql;

    /** Returns the names of the tables with rows, one for each row. */
    private final String filled;

    EmptiedDatabase(Database database) {
        sql = new TestSql(database);
        List<String> tables =
                sql.rows(
                        """
                        select relname from pg_class
                        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
                            and not relispartition and relname not in (%s)
                        """
                                .formatted(KEPT));
        filled =
                tables.stream()
                        .map(table ->
                                "(select '%1$s' where exists (select from %1$s))".formatted(table))
                        .collect(Collectors.joining(" union all "));
    }

    /** Empties it. */
    void empty() {
        String deletes =
                sql.rows(filled).stream()
                        .map(table -> "delete from " + table + ";")
                        .collect(Collectors.joining());
        // The order of the tables would matter to foreign keys. All rows go.
        sql.retried(
                """
                set session_replication_role = replica;
                %s
                delete from scheduled_tasks where task_instance <> 'recurring' and not picked;
                update known_version set addresses = addresses + 1;
                set session_replication_role = origin;
                """
                        .formatted(deletes));
        List<String> large = sql.rows(LARGE);
        if (!large.isEmpty()) {
            // What is gone would be read over by every later class.
            sql.execute("vacuum " + String.join(", ", large));
        }
    }

    /** Makes recurring work due as it is after its first run at this time. */
    void reschedule(String now) {
        sql.execute(
                """
                update scheduled_tasks set last_success = '%1$s', version = version + 1,
                    execution_time = timestamptz '%1$s' + greatest(interval '1 minute',
                        least(interval '1 day', execution_time - last_success))
                where task_instance = 'recurring' and not picked and last_success is not null
                """
                        .formatted(now));
    }
}
