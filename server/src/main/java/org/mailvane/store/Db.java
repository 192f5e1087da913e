package org.mailvane.store;

import java.util.function.Supplier;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The database as capabilities see it: always within one account.
 *
 * <p>{@code db.as(scope).sql(text)} binds {@code :account} and refuses a text that does not use it,
 * so that no statement can forget it.
 */
public final class Db {

    private static final Pattern ACCOUNT = Pattern.compile(":account\\b");

    private final DataSource dataSource;
    private final JdbcClient jdbc;
    private final TransactionTemplate transactions;

    /** The database behind this data source. */
    public Db(DataSource dataSource) {
        this.dataSource = dataSource;
        this.jdbc = JdbcClient.create(dataSource);
        this.transactions = new TransactionTemplate(new DataSourceTransactionManager(dataSource));
    }

    /** The database within this scope. */
    public Scoped as(Scope scope) {
        return new Scoped(scope);
    }

    /**
     * Runs the work in one transaction, or in the one that already runs on this thread. An
     * exception rolls it back.
     */
    public <T> T inTransaction(Supplier<T> work) {
        return transactions.execute(status -> work.get());
    }

    /** As {@link #inTransaction(Supplier)}, for work that answers nothing. */
    public void inTransaction(Runnable work) {
        transactions.executeWithoutResult(status -> work.run());
    }

    /** Whether the database answers at all. */
    public boolean answers() {
        try {
            return jdbc.sql("select 1").query(Integer.class).single() == 1;
        } catch (DataAccessException gone) {
            return false;
        }
    }

    /** The database within one account. */
    public final class Scoped {

        private final Scope scope;

        private Scoped(Scope scope) {
            this.scope = scope;
        }

        /**
         * A statement whose text uses {@code :account}.
         *
         * @throws IllegalArgumentException when it does not
         */
        public Query sql(String text) {
            if (!ACCOUNT.matcher(text).find()) {
                throw new IllegalArgumentException("statement without :account: " + text);
            }
            return new Query(jdbc.sql(text).param("account", scope.accountId()));
        }

        /**
         * Writes many rows at once, within the transaction that runs on this thread. The column
         * {@code account_id} is written by itself and stands first.
         *
         * @param table whose rows they are
         * @param columns the others' names, in the order in which the rows give them
         */
        public CopyRows copyInto(String table, String... columns) {
            return new CopyRows(dataSource, scope, table, columns);
        }
    }
}
