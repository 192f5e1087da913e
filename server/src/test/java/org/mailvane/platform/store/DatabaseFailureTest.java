package org.mailvane.platform.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.transaction.TransactionSystemException;

class DatabaseFailureTest {

    @ParameterizedTest
    @CsvSource({
        // state, lost connection, trouble
        "08006, true,  true",
        "57P01, true,  true",
        "57P03, true,  true",
        "53100, false, true",
        "53300, false, true",
        "58030, false, true",
        // What one statement alone can meet.
        "57014, false, false",
        "XX001, false, false",
        "23505, false, false",
        "22021, false, false",
    })
    void whoseFaultAFailureIsFollowsFromItsState(String state, boolean lost, boolean trouble) {
        RuntimeException failure =
                new UncategorizedSQLException("task", "sql", new SQLException("reason", state));
        assertThat(DatabaseFailure.isLostConnection(failure)).isEqualTo(lost);
        assertThat(DatabaseFailure.isTrouble(failure)).isEqualTo(trouble);
        TransactionSystemException rollback = new TransactionSystemException("rollback failed");
        rollback.initApplicationException(failure);
        assertThat(DatabaseFailure.isTrouble(rollback)).isEqualTo(trouble);
    }
}
