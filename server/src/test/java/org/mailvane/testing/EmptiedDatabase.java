package org.mailvane.testing;

import java.util.List;
import java.util.stream.Collectors;
import org.mailvane.platform.store.Database;

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

    /**
     * Tables, columns, indexes, functions, triggers and constraints; partitions come and go by
     * themselves.
     */
    private static final String SCHEMA =
            """
            select md5(string_agg(what, ' ' order by what)) from (
                select relname || ' ' || attname || ' ' || atttypid || ' ' || attnotnull as what
                from pg_attribute join pg_class on pg_class.oid = attrelid
                where relnamespace = 'public'::regnamespace and not relispartition
                    and relkind in ('r', 'p') and attnum > 0 and not attisdropped
                union all select pg_get_indexdef(i.indexrelid)
                from pg_index i join pg_class t on t.oid = i.indrelid and not t.relispartition
                where t.relnamespace = 'public'::regnamespace
                union all select proname || ' ' || md5(prosrc) from pg_proc
                where pronamespace = 'public'::regnamespace
                union all select tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
                union all select conname from pg_constraint c
                    join pg_class t on t.oid = c.conrelid and not t.relispartition
                where connamespace = 'public'::regnamespace) schema
            """;

    /**
     * Makes tables look as if nobody had analyzed them. Otherwise the planner would expect the rows
     * of accounts that are gone, or no rows at all. The server's connections drop their plans, too.
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

    /** Whether its schema is the one that it had first. */
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
        sql.executeOnly(
                """
                set session_replication_role = replica;
                %s
                update known_version set addresses = addresses + 1;
                set session_replication_role = origin;
                """
                        .formatted(deletes));
        List<String> large = sql.rows(LARGE);
        if (!large.isEmpty()) {
            // Every later class would read past the deleted rows.
            sql.executeOnly("vacuum " + String.join(", ", large));
        }
        sql.executeOnly(FORGET_STATISTICS);
    }
}
