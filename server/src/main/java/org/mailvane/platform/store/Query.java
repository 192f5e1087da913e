package org.mailvane.platform.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.ResultSetExtractor;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/** One statement with its parameters, named {@code :like_this} in the text. */
public final class Query {

    /** Rows that are kept in memory while they are handed over one by one. */
    private static final int FETCHED = 2_000;

    private final Statements statements;
    private final String text;
    private final Map<String, @Nullable Object> parameters = new HashMap<>();

    Query(Statements statements, String text) {
        this.statements = statements;
        this.text = text;
    }

    /** Makes a value of a row. */
    @FunctionalInterface
    public interface Mapper<T> {
        T map(Row row) throws SQLException;
    }

    /** Takes a row. */
    @FunctionalInterface
    public interface Consumer {
        void accept(Row row) throws SQLException;
    }

    /** Binds a value. Arrays are bound as arrays of the database. */
    public Query param(String name, @Nullable Object value) {
        Object bound =
                switch (value) {
                    case null -> null;
                    case Instant instant -> Timestamp.from(instant);
                    case LocalDate day -> java.sql.Date.valueOf(day);
                    default -> value;
                };
        parameters.put(name, bound);
        return this;
    }

    private StatementSpec statement() {
        return statements.prepare(text, parameters);
    }

    /** All rows. */
    public <T> List<T> list(Mapper<T> mapper) {
        return statement().query(rowMapper(mapper)).list();
    }

    /** The only row, or none; more are an error. */
    public <T> Optional<T> optional(Mapper<T> mapper) {
        return statement().query(rowMapper(mapper)).optional();
    }

    /** The only row; none or more are an error. */
    public <T> T one(Mapper<T> mapper) {
        return statement().query(rowMapper(mapper)).single();
    }

    /**
     * Hands over all rows one by one, within a transaction: a result of any size is never in memory
     * as a whole.
     */
    public void forEach(Consumer consumer) {
        forEach(FETCHED, consumer);
    }

    /** As {@link #forEach(Consumer)}, with a limit for the rows in memory. */
    public void forEach(int held, Consumer consumer) {
        statements
                .prepare(text, parameters, held)
                .query(result -> {
                    consumer.accept(new Row(result));
                });
    }

    /**
     * Hands the rows over page by page, as long as the consumer requests more. Within a
     * transaction, only one page is in memory.
     *
     * @param size rows of a page; the last may have fewer
     * @param consumer answers whether there is to be another page
     * @return whether it took all
     */
    public <T> boolean pages(int size, Mapper<T> mapper, Predicate<List<T>> consumer) {
        ResultSetExtractor<Boolean> extractor =
                result -> {
                    List<T> page = new ArrayList<>(size);
                    while (result.next()) {
                        page.add(mapper.map(new Row(result)));
                        if (page.size() == size) {
                            if (!consumer.test(page)) {
                                return false;
                            }
                            page = new ArrayList<>(size);
                        }
                    }
                    return page.isEmpty() || consumer.test(page);
                };
        return statements.prepare(text, parameters, size).query(extractor);
    }

    /** Runs a statement that answers nothing. */
    public int update() {
        return statement().update();
    }

    private static <T> RowMapper<T> rowMapper(Mapper<T> mapper) {
        return (ResultSet result, int number) -> mapper.map(new Row(result));
    }
}
