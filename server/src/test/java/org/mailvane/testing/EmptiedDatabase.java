package org.mailvane.testing;

import java.util.List;
import java.util.stream.Collectors;
import org.mailvane.store.Database;

/**
 * Takes everything out of the database of a service whose background work is stopped, so that the
 * next test class finds it as a new service would have made it.
 *
 * <p>Numbers of rows go on and do not start at 1 again: whatever the service remembers by number is
 * about nothing that comes later.
 */
final class EmptiedDatabase {

    /** What a service writes at its start and what stays true. */
    private static final String KEPT =
            "'flyway_schema_history', 'known_version', 'source_rules', 'ptr_organization'";

    private static final String LARGE =
            """
            select relname from pg_class
            where relnamespace = 'public'::regnamespace and relkind = 'r'
                and pg_relation_size(oid) > 500000
            """;

    /** Tables, functions, triggers and constraints; partitions come and go by themselves. */
    private static final String SCHEMA =
            """
            select md5(string_agg(name, ' ' order by name)) from (
                select relname::text as name from pg_class
                where relnamespace = 'public'::regnamespace and not relispartition
                    and relkind in ('r', 'p')
                union all select proname::text from pg_proc
                where pronamespace = 'public'::regnamespace
                union all select tgname::text from pg_trigger where not tgisinternal
                union all select conname::text from pg_constraint c
                    join pg_class t on t.oid = c.conrelid and not t.relispartition
                where connamespace = 'public'::regnamespace) names
            """;

    /**
     * As of tables that nobody has analyzed. Otherwise the planner would expect rows of the
     * accounts that are gone, or none at all. The server's connections drop their plans, too.
     */
    private static final String FORGET_STATISTICS =
            """
            delete from pg_statistic
            where starelid in (select oid from pg_class where relnamespace = 'public'::regnamespace);
            update pg_class set relpages = 0, reltuples = -1
            where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and reltuples >= 0
            """;

    private final TestSql sql;
    private final String schema;

    /** A query for the names of the tables that have rows. */
    private final String filled;

    EmptiedDatabase(Database database) {
        sql = new TestSql(database);
        schema = sql.value(SCHEMA);
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

    /** Whether its tables, functions, triggers and constraints are those that it had first. */
    boolean isUnchanged() {
        return sql.value(SCHEMA).equals(schema);
    }

    /** Empties it. */
    void empty() {
        String deletes =
                sql.rows(filled).stream()
                        .map(table -> "delete from " + table + ";")
                        .collect(Collectors.joining());
        // The order of the tables would matter to foreign keys. All rows go.
        sql.execute(
                """
                set session_replication_role = replica;
                %s
                update known_version set addresses = addresses + 1;
                set session_replication_role = origin;
                """
                        .formatted(deletes));
        List<String> large = sql.rows(LARGE);
        if (!large.isEmpty()) {
            // What is gone would be read over by every later class.
            sql.execute("vacuum " + String.join(", ", large));
        }
        sql.execute(FORGET_STATISTICS);
    }
}
