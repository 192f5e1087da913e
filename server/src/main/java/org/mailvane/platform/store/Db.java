package org.mailvane.platform.store;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The database as capabilities see it: always within one account.
 *
 * <p>{@code db.as(scope).sql(text)} binds {@code :account} and refuses a text that does not use it,
 * so that no statement can forget it. It binds the user as {@code :viewer} too, and where the scope
 * holds the domains of some groups only, a text without that is refused as well: a statement that
 * forgot to ask what its caller may see fails instead of showing too much.
 */
public final class Db {

    private static final Pattern ACCOUNT = Pattern.compile("(?<!:):account\\b");
    private static final Pattern VIEWER = Pattern.compile("(?<!:):viewer\\b");

    /**
     * Parts of a text in which a parameter's name is none: comments, quoted values, quoted names.
     */
    private static final Pattern NO_PARAMETERS =
            Pattern.compile("--[^\\n]*|/\\*.*?\\*/|'[^']*'|\"[^\"]*\"", Pattern.DOTALL);

    /** Texts that are remembered: the program has some hundreds, and few are built dynamically. */
    static final int MAX_KNOWN = 2_000;

    /**
     * Parsed parameters by text: parsing a text again for each statement costs much of a short one.
     */
    private static final Map<String, Parameters> KNOWN = new ConcurrentHashMap<>();

    /** Which of the parameters that everybody must use a text uses. */
    private record Parameters(boolean account, boolean viewer) {}

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");

    private static final Pattern SNAPSHOT = Pattern.compile("[0-9A-Fa-f-]+");

    /** Memory of one such statement, beyond which the database writes to disk. */
    private static final String READING_MEMORY = "64MB";

    private final DataSource dataSource;
    private final Statements statements;
    private final TransactionTemplate transactions;
    private final TransactionTemplate snapshots;
    private final TransactionTemplate changingSnapshots;

    /** Uses the database of this data source. */
    public Db(DataSource dataSource) {
        this.dataSource = dataSource;
        this.statements = new Statements(dataSource);
        DataSourceTransactionManager manager = new DataSourceTransactionManager(dataSource);
        this.transactions = new TransactionTemplate(manager);
        this.snapshots = new TransactionTemplate(manager);
        this.snapshots.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
        this.snapshots.setReadOnly(true);
        this.snapshots.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        this.changingSnapshots = new TransactionTemplate(manager);
        this.changingSnapshots.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
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

    /**
     * Runs statements that only read and may read much, in one transaction that sees the data as
     * they were at its begin, whatever is committed meanwhile.
     */
    public <T> T inSnapshot(Supplier<T> reading) {
        return snapshots.execute(status -> {
            prepareReading();
            return reading.get();
        });
    }

    /**
     * As {@link #inSnapshot(Supplier)}, with the data as another transaction sees them that still
     * runs: so several threads read the same.
     *
     * @param name what {@link #snapshotName} said in the other one
     */
    public <T> T inSnapshot(String name, Supplier<T> reading) {
        if (!SNAPSHOT.matcher(name).matches()) {
            throw new IllegalArgumentException("no name of a snapshot: " + name);
        }
        return snapshots.execute(status -> {
            statements.sql("set transaction snapshot '" + name + "'").update();
            prepareReading();
            return reading.get();
        });
    }

    /**
     * As {@link #inSnapshot(Supplier)}, of work that writes what follows from what it reads.
     *
     * @return false, with nothing written, when it has tried to change or delete what somebody else
     *     has changed since its begin
     */
    public boolean tryInSnapshot(Runnable work) {
        try {
            changingSnapshots.executeWithoutResult(status -> {
                prepareReading();
                work.run();
            });
            return true;
        } catch (RuntimeException failed) {
            if (DatabaseFailure.isChangedMeanwhile(failed)) {
                return false;
            }
            throw failed;
        }
    }

    /** Names the data that the transaction on this thread sees, as long as it runs. */
    public String snapshotName() {
        return statements.sql("select pg_export_snapshot() as name").one(row -> row.text("name"));
    }

    /**
     * Groups of many rows are hashed in memory, and by this one process of the database. Plans are
     * made for the values that are asked for: one for any values looks through all of a list for
     * each row, where one for these looks it up.
     */
    private void prepareReading() {
        statements
                .sql(
                        """
                        select set_config('work_mem', :memory, true)
                            || set_config('max_parallel_workers_per_gather', '0', true)
                            || set_config('plan_cache_mode', 'force_custom_plan', true) as set
                        """)
                .param("memory", READING_MEMORY)
                .one(row -> row.text("set"));
    }

    /**
     * Runs something once the transaction on this thread is committed, and not at all if it is
     * rolled back; at once where there is none.
     */
    public void afterCommit(Runnable action) {
        if (!TransactionSynchronizationManager.isSynchronizationActive()) {
            action.run();
            return;
        }
        TransactionSynchronizationManager.registerSynchronization(
                new TransactionSynchronization() {
                    @Override
                    public void afterCommit() {
                        action.run();
                    }
                });
    }

    /**
     * Runs statements that wait for a lock no longer than this, within the transaction that runs on
     * this thread.
     *
     * @throws LockTimeoutException when one of them would have to; the transaction can do nothing
     *     more then
     */
    public void waitingAtMost(Duration limit, Runnable work) {
        statements
                .sql("select set_config('lock_timeout', :limit, true) as set")
                .param("limit", limit.toMillis() + "ms")
                .one(row -> row.text("set"));
        try {
            work.run();
        } catch (RuntimeException failed) {
            throw DatabaseFailure.isLockTimeout(failed) ? new LockTimeoutException(failed) : failed;
        }
        statements.sql("set local lock_timeout to default").update();
    }

    /**
     * Has the database look at a table again of which much has changed within the transaction that
     * runs on this thread: plans are made by what it knows of the table, and those that it keeps
     * are made again.
     */
    public void analyze(String table) {
        statements.sql("analyze " + plainName(table)).update();
    }

    /** How many texts are remembered. */
    static int known() {
        return KNOWN.size();
    }

    private static Parameters parametersOf(String text) {
        Parameters known = KNOWN.get(text);
        if (known != null) {
            return known;
        }
        String bare = NO_PARAMETERS.matcher(text).replaceAll(" ");
        Parameters found =
                new Parameters(ACCOUNT.matcher(bare).find(), VIEWER.matcher(bare).find());
        if (KNOWN.size() >= MAX_KNOWN) {
            KNOWN.clear();
        }
        KNOWN.put(text, found);
        return found;
    }

    /**
     * A name of a table or column that is put into a statement's text, so it must be no more than a
     * name.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static String plainName(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("no name of a table or column: " + name);
        }
        return name;
    }

    /** The database within one account. */
    public final class Scoped {

        private final Scope scope;

        private Scoped(Scope scope) {
            this.scope = scope;
        }

        /**
         * A statement whose text uses {@code :account}, and {@code :viewer} where the scope does
         * not hold all domains.
         *
         * @throws IllegalArgumentException when it does not
         */
        public Query sql(String text) {
            Parameters parameters = parametersOf(text);
            if (!parameters.account()) {
                throw new IllegalArgumentException("statement without :account: " + text);
            }
            if (!scope.reads().allDomains() && !parameters.viewer()) {
                throw new IllegalArgumentException(
                        "statement without :viewer for a caller who sees some domains only: "
                                + text);
            }
            return statements
                    .sql(text)
                    .param("account", scope.accountId())
                    .param("viewer", scope.userId());
        }

        /**
         * Writes many rows at once, within the transaction that runs on this thread. The column
         * {@code account_id} is written automatically and comes first.
         *
         * @param table whose rows they are
         * @param columns the others' names, in the order in which the rows give them
         */
        public CopyRows copyInto(String table, String... columns) {
            return new CopyRows(dataSource, scope, table, columns);
        }

        /**
         * Makes sure that this connection has a temporary table on which rows wait until a
         * statement takes them over. It has the other table's columns, no other connection sees it,
         * and it is empty when a transaction begins; within one, its rows carry their account like
         * any others.
         *
         * @param name its name
         * @param like the table whose columns it has
         */
        public void stagingTable(String name, String like) {
            statements
                    .sql(
                            "create temporary table if not exists %s (like %s) on commit delete rows"
                                    .formatted(plainName(name), plainName(like)))
                    .update();
        }
    }
}
