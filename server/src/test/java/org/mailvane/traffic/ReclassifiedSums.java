package org.mailvane.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.mailvane.platform.settings.DatabaseUrl;
import org.mailvane.platform.store.Database;
import org.mailvane.testing.TestSql;

/** What must hold at any moment: sums of facts, of days and of reports agree. */
public final class ReclassifiedSums {

    private static final String DAILY =
            """
            select account_id, domain_id, day, source, category, messages, dmarc, dkim, spf,
                quarantined, rejected, trust, facts
            from daily\
            """;

    private static final String DAILY_OF_FACTS =
            """
            select account_id, domain_id, day, source, category,
                coalesce(sum(messages) filter (where trust < 3), 0),
                coalesce(sum(messages) filter (where trust < 3 and (dkim_aligned or spf_aligned)), 0),
                coalesce(sum(messages) filter (where trust < 3 and dkim_aligned), 0),
                coalesce(sum(messages) filter (where trust < 3 and spf_aligned), 0),
                coalesce(sum(messages) filter (where trust < 3 and disposition = 1), 0),
                coalesce(sum(messages) filter (where trust < 3 and disposition = 2), 0),
                least(trust, 2), count(*)
            from fact group by account_id, domain_id, day, source, category, least(trust, 2)\
            """;

    private static final String DAYS =
            """
            select account_id, domain_id, day, capable, non_compliant, forwarded, threat, passed
            from domain_day where capable + non_compliant + forwarded + threat > 0\
            """;

    private static final String DAYS_OF_FACTS =
            """
            select account_id, domain_id, day,
                coalesce(sum(messages) filter (where category = 1), 0),
                coalesce(sum(messages) filter (where category = 2), 0),
                coalesce(sum(messages) filter (where category = 3), 0),
                coalesce(sum(messages) filter (where category = 4), 0),
                coalesce(sum(messages) filter (where dkim_aligned or spf_aligned), 0)
            from fact where trust < 3 group by account_id, domain_id, day having sum(messages) > 0\
            """;

    private final Database database;

    public ReclassifiedSums(Database database) {
        this.database = database;
    }

    /** Sums up all facts again, whatever is stored in {@code daily}. */
    public static void sumUpDaily(TestSql sql) {
        sql.execute(
                """
                delete from daily;
                insert into daily (account_id, domain_id, day, source, category, messages, dmarc,
                    dkim, spf, quarantined, rejected, trust, facts)
                """
                        + DAILY_OF_FACTS);
    }

    /** In one snapshot, whatever is written meanwhile. */
    public void assertAgree() {
        DatabaseUrl url = database.url();
        try (Connection connection =
                        DriverManager.getConnection(url.jdbcUrl(), url.user(), url.password());
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            for (List<String> pair :
                    List.of(List.of(DAILY, DAILY_OF_FACTS), List.of(DAYS, DAYS_OF_FACTS))) {
                assertNone(statement, pair.getFirst(), pair.getLast());
                assertNone(statement, pair.getLast(), pair.getFirst());
            }
            connection.rollback();
        } catch (SQLException failed) {
            throw new AssertionError(failed);
        }
    }

    private static void assertNone(Statement statement, String of, String without)
            throws SQLException {
        String query = "select * from (" + of + ") a except select * from (" + without + ") b";
        try (ResultSet result = statement.executeQuery(query)) {
            StringBuilder rows = new StringBuilder();
            while (result.next()) {
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    rows.append(result.getString(i)).append(' ');
                }
                rows.append('\n');
            }
            assertThat(rows.toString()).as("differs: " + of).isEmpty();
        }
    }
}
