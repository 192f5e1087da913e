package org.mailvane.platform.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.support.SQLErrorCodeSQLExceptionTranslator;

/**
 * Rows on their way into a table by {@code COPY}, in PostgreSQL's binary form ("COPY", File
 * Formats, Binary Format, in its manual): many times as fast as inserts.
 *
 * <p>For each row: {@link #row}, then a value for every column in its order. {@link #finish} sends
 * what is left. The types written must be the columns' own; the database refuses others.
 */
public final class CopyRows implements AutoCloseable {

    private static final byte[] HEADER = {
        'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xff, '\r', '\n', 0, 0, 0, 0, 0, 0, 0, 0, 0
    };
    private static final int SEND_ABOVE = 64 << 10;
    private static final LocalDate DATE_EPOCH = LocalDate.of(2000, 1, 1);
    private static final Instant INSTANT_EPOCH = Instant.parse("2000-01-01T00:00:00Z");
    private static final int INET4 = 2;
    private static final int INET6 = 3;
    private static final byte JSONB_VERSION = 1;
    private static final VarHandle INT16 =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT32 =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT64 =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final DataSource dataSource;
    private final Connection connection;
    private final long accountId;
    private final int columns;
    private final CopyIn copy;
    private final Buffer buffer = new Buffer();

    CopyRows(DataSource dataSource, Scope scope, String table, String... columns) {
        this.dataSource = dataSource;
        this.accountId = scope.accountId();
        this.columns = columns.length + 1;
        connection = DataSourceUtils.getConnection(dataSource);
        String statement =
                "copy "
                        + table
                        + " (account_id, "
                        + String.join(", ", columns)
                        + ") from stdin (format binary)";
        try {
            copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(statement);
        } catch (SQLException failed) {
            DataSourceUtils.releaseConnection(connection, dataSource);
            throw translated(failed);
        }
        buffer.write(HEADER, 0, HEADER.length);
    }

    /** Begins a row. */
    public CopyRows row() {
        if (buffer.size() > SEND_ABOVE) {
            send();
        }
        buffer.int16(columns);
        return number(accountId);
    }

    /** A {@code bigint}. */
    public CopyRows number(long value) {
        buffer.int32(Long.BYTES);
        buffer.int64(value);
        return this;
    }

    /** An {@code integer}. */
    public CopyRows integer(int value) {
        buffer.int32(Integer.BYTES);
        buffer.int32(value);
        return this;
    }

    /** A {@code smallint}. */
    public CopyRows small(int value) {
        buffer.int32(Short.BYTES);
        buffer.int16(value);
        return this;
    }

    /** A {@code boolean}. */
    public CopyRows flag(boolean value) {
        buffer.int32(1);
        buffer.write(value ? 1 : 0);
        return this;
    }

    /** A {@code text}; U+0000, which PostgreSQL can't hold, is left out. */
    public CopyRows text(@Nullable String value) {
        if (value == null) {
            buffer.int32(-1);
            return this;
        }
        String storable = value.indexOf('\0') < 0 ? value : value.replace("\0", "");
        byte[] bytes = storable.getBytes(StandardCharsets.UTF_8);
        buffer.int32(bytes.length);
        buffer.write(bytes, 0, bytes.length);
        return this;
    }

    /** A {@code jsonb}. */
    public CopyRows json(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        buffer.int32(bytes.length + 1);
        buffer.write(JSONB_VERSION);
        buffer.write(bytes, 0, bytes.length);
        return this;
    }

    /** A {@code uuid}. */
    public CopyRows uuid(UUID value) {
        buffer.int32(2 * Long.BYTES);
        buffer.int64(value.getMostSignificantBits());
        buffer.int64(value.getLeastSignificantBits());
        return this;
    }

    /** A {@code date}. */
    public CopyRows day(LocalDate value) {
        return integer((int) ChronoUnit.DAYS.between(DATE_EPOCH, value));
    }

    /** A {@code timestamptz}, to the microsecond. */
    public CopyRows instant(Instant value) {
        return number(ChronoUnit.MICROS.between(INSTANT_EPOCH, value));
    }

    /** An {@code inet} that is one address of 4 or 16 octets. */
    public CopyRows address(byte[] octets) {
        buffer.int32(4 + octets.length);
        buffer.write(octets.length == 4 ? INET4 : INET6);
        buffer.write(octets.length * 8);
        buffer.write(0);
        buffer.write(octets.length);
        buffer.write(octets, 0, octets.length);
        return this;
    }

    /** Sends the rest; answers the number of rows written. */
    public long finish() {
        buffer.int16(-1);
        send();
        try {
            return copy.endCopy();
        } catch (SQLException failed) {
            throw translated(failed);
        }
    }

    /** Gives the connection back; unfinished rows are taken back. */
    @Override
    public void close() {
        try {
            if (copy.isActive()) {
                copy.cancelCopy();
            }
        } catch (SQLException failed) {
            throw translated(failed);
        } finally {
            DataSourceUtils.releaseConnection(connection, dataSource);
        }
    }

    private void send() {
        try {
            copy.writeToCopy(buffer.array(), 0, buffer.size());
        } catch (SQLException failed) {
            throw translated(failed);
        }
        buffer.reset();
    }

    private RuntimeException translated(SQLException failed) {
        RuntimeException known =
                new SQLErrorCodeSQLExceptionTranslator(dataSource).translate("copy", null, failed);
        return known == null
                ? new DataAccessResourceFailureException("rows could not be written", failed)
                : known;
    }

    /** As a {@link java.io.ByteArrayOutputStream}, without its lock for each single byte. */
    private static final class Buffer {

        private byte[] bytes = new byte[SEND_ABOVE + (8 << 10)];
        private int size;

        byte[] array() {
            return bytes;
        }

        int size() {
            return size;
        }

        void reset() {
            size = 0;
        }

        void write(int value) {
            // Making room may replace the array, so it comes first, here and below.
            int at = room(Byte.BYTES);
            bytes[at] = (byte) value;
        }

        void write(byte[] source, int from, int length) {
            int at = room(length);
            System.arraycopy(source, from, bytes, at, length);
        }

        void int16(int value) {
            int at = room(Short.BYTES);
            INT16.set(bytes, at, (short) value);
        }

        void int32(int value) {
            int at = room(Integer.BYTES);
            INT32.set(bytes, at, value);
        }

        void int64(long value) {
            int at = room(Long.BYTES);
            INT64.set(bytes, at, value);
        }

        /** Takes room for more bytes; answers where it begins. */
        private int room(int more) {
            int at = size;
            size += more;
            if (size > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(size, 2 * bytes.length));
            }
            return at;
        }
    }
}
