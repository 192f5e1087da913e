package org.mailvane.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.mailvane.store.Database;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.TestDatabases;
import org.mailvane.testing.TestService;

/** Leases and tries of the queue. */
class QueueTest {

    private final Database database = TestDatabases.migrated();

    @Test
    void whatIsLeasedIsLeftAloneAndWhatWasTriedTooOftenIsGivenUp() throws Exception {
        try (TestService service = TestService.start(Map.of(), database)) {
            long account = service.account("queue").account().id();
            execute(
                    """
                    insert into import (account_id, origin, created, updated)
                    values (%1$d, 'upload', now(), now());
                    insert into raw_message (account_id, content_hash, size, deflated, received)
                    values (%1$d, '\\x01', 1, '\\x789c030000000001', now());
                    insert into ledger_entry (account_id, import_id, name, raw_id, state, received,
                        leased_until, attempts)
                    select %1$d, i.id, n.name, r.id, 'queued', now(), n.leased_until, n.attempts
                    from import i, raw_message r, (values
                        ('leased', now() + interval '1 hour', 1),
                        ('given up', now() - interval '1 second', %2$d),
                        ('tried', now() - interval '1 second', 1)) n(name, leased_until, attempts)
                    """
                            .formatted(account, QueueWorker.MAX_ATTEMPTS));
            awaitState("given up", "done");
            awaitState("tried", "done");
            assertThat(one("select state from ledger_entry where name = 'leased'"))
                    .isEqualTo("queued");
            assertThat(one("select reason from ledger_remark where file = 'given up'"))
                    .contains("given up after " + QueueWorker.MAX_ATTEMPTS + " tries");
            assertThat(one("select outcome from ledger_remark where file = 'tried'"))
                    .isEqualTo("not_a_report");
            execute("update ledger_entry set leased_until = now() - interval '1 second'");
            awaitState("leased", "done");
        }
    }

    private void awaitState(String name, String state) {
        Awaiting.until(
                name + " is " + state,
                Duration.ofSeconds(30),
                () -> {
                    try {
                        return one("select state from ledger_entry where name = '" + name + "'")
                                .equals(state);
                    } catch (SQLException failed) {
                        throw new AssertionError(failed);
                    }
                });
    }

    private String one(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            return result.next() ? String.valueOf(result.getString(1)) : "";
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(
                database.url().jdbcUrl(), database.url().user(), database.url().password());
    }
}
