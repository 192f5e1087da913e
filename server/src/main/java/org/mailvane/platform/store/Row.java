package org.mailvane.platform.store;

import java.math.BigDecimal;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One row of a result, read by column name.
 *
 * <p>The plain readers fail on null, since the schema says which columns have none; those named
 * {@code optional...} answer it.
 */
public final class Row {

    /** Family, length of the network, whether it is one, number of octets. */
    private static final int BEFORE_OCTETS = 4;

    private static final BigDecimal LARGEST = BigDecimal.valueOf(Long.MAX_VALUE);

    private final ResultSet result;

    Row(ResultSet result) {
        this.result = result;
    }

    public long number(String column) throws SQLException {
        return required(column, optionalNumber(column));
    }

    public @Nullable Long optionalNumber(String column) throws SQLException {
        long value = result.getLong(column);
        return result.wasNull() ? null : value;
    }

    /**
     * A sum, which the database answers as null where there is nothing to add up; {@link
     * Long#MAX_VALUE} at most.
     */
    public long sum(String column) throws SQLException {
        BigDecimal value = result.getBigDecimal(column);
        return value == null ? 0 : value.min(LARGEST).longValue();
    }

    public String text(String column) throws SQLException {
        return required(column, optionalText(column));
    }

    public @Nullable String optionalText(String column) throws SQLException {
        return result.getString(column);
    }

    public boolean flag(String column) throws SQLException {
        boolean value = result.getBoolean(column);
        required(column, result.wasNull() ? null : value);
        return value;
    }

    public UUID uuid(String column) throws SQLException {
        return required(column, result.getObject(column, UUID.class));
    }

    public byte[] bytes(String column) throws SQLException {
        return required(column, result.getBytes(column));
    }

    /** The octets of an address, which the statement makes by {@code inet_send}. */
    public byte[] octets(String column) throws SQLException {
        byte[] sent = bytes(column);
        return Arrays.copyOfRange(sent, BEFORE_OCTETS, sent.length);
    }

    public Instant instant(String column) throws SQLException {
        return required(column, optionalInstant(column));
    }

    public @Nullable Instant optionalInstant(String column) throws SQLException {
        OffsetDateTime value = result.getObject(column, OffsetDateTime.class);
        return value == null ? null : value.toInstant();
    }

    public LocalDate day(String column) throws SQLException {
        return required(column, optionalDay(column));
    }

    public @Nullable LocalDate optionalDay(String column) throws SQLException {
        return result.getObject(column, LocalDate.class);
    }

    public List<String> texts(String column) throws SQLException {
        Array array = required(column, result.getArray(column));
        return List.of((String[]) array.getArray());
    }

    public List<Long> numbers(String column) throws SQLException {
        Array array = required(column, result.getArray(column));
        return List.of((Long[]) array.getArray());
    }

    private static <T> T required(String column, @Nullable T value) {
        return Objects.requireNonNull(value, column);
    }
}
