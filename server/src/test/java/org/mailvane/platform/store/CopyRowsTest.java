package org.mailvane.platform.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.DataAccessException;

/** Rows written by COPY come back as they went, all of them or none. */
class CopyRowsTest {

    /** One connection: when one is not given back, the next statement fails. */
    private static StoreFixture fixture;

    @BeforeAll
    static void open() {
        fixture = new StoreFixture(1);
        fixture.system
                .sql(
                        """
                        create table copied (account_id bigint not null, n bigint, i integer,
                            s smallint, f boolean, t text, j jsonb, u uuid, d date, m timestamptz, a inet)
                        """)
                .update();
    }

    @AfterAll
    static void close() {
        fixture.close();
    }

    @BeforeEach
    void empty() {
        fixture.system.sql("delete from copied").update();
    }

    @Test
    void everyTypeComesBackAsItWent() throws Exception {
        UUID uuid = UUID.fromString("01234567-89ab-cdef-fedc-ba9876543210");
        long written;
        try (CopyRows rows = copy("n", "i", "s", "f", "t", "j", "u", "d", "m", "a")) {
            rows.row()
                    .number(Long.MAX_VALUE)
                    .integer(Integer.MAX_VALUE)
                    .small(Short.MAX_VALUE)
                    .flag(true)
                    .text("text")
                    .json("{\"a\": [1, \"😀\"]}")
                    .uuid(uuid)
                    .day(LocalDate.of(2026, 11, 20))
                    .instant(Instant.parse("2026-11-20T10:18:50.875874Z"))
                    .address(InetAddress.getByName("192.0.2.255").getAddress());
            rows.row()
                    .number(Long.MIN_VALUE)
                    .integer(Integer.MIN_VALUE)
                    .small(Short.MIN_VALUE)
                    .flag(false)
                    .text("")
                    .json("null")
                    .uuid(new UUID(0, 0))
                    .day(LocalDate.of(1999, 12, 31))
                    .instant(Instant.parse("1999-12-31T23:59:59.999999Z"))
                    .address(InetAddress.getByName("2001:db8::1").getAddress());
            written = rows.finish();
        }
        assertThat(written).isEqualTo(2);
        assertThat(one("n", "max")).isEqualTo("9223372036854775807");
        assertThat(one("n", "min")).isEqualTo("-9223372036854775808");
        assertThat(one("i", "max")).isEqualTo("2147483647");
        assertThat(one("i", "min")).isEqualTo("-2147483648");
        assertThat(one("s", "max")).isEqualTo("32767");
        assertThat(one("s", "min")).isEqualTo("-32768");
        assertThat(first("f")).isEqualTo("true");
        assertThat(last("f")).isEqualTo("false");
        assertThat(first("t")).isEqualTo("text");
        assertThat(last("t")).isEmpty();
        assertThat(first("j #>> '{a, 1}'")).isEqualTo("😀");
        assertThat(last("j")).isEqualTo("null");
        assertThat(first("u")).isEqualTo(uuid.toString());
        assertThat(last("u")).isEqualTo("00000000-0000-0000-0000-000000000000");
        assertThat(first("d")).isEqualTo("2026-11-20");
        assertThat(last("d")).isEqualTo("1999-12-31");
        assertThat(first("m at time zone 'UTC'")).isEqualTo("2026-11-20 10:18:50.875874");
        assertThat(last("m at time zone 'UTC'")).isEqualTo("1999-12-31 23:59:59.999999");
        assertThat(first("a")).isEqualTo("192.0.2.255/32");
        assertThat(last("a")).isEqualTo("2001:db8::1/128");
        assertThat(last("a = inet '2001:db8::1'")).isEqualTo("true");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Grüße",
                "😀🇩🇪",
                "\t\n\\N\\.",
                "null",
                "'; drop table copied; --",
                "\ufffd"
            })
    void textComesBackAsItWent(String text) {
        writeText(text);
        assertThat(first("t")).isEqualTo(text);
    }

    @Test
    void textThatIsNullStaysNull() {
        writeText(null);
        assertThat(first("t is null")).isEqualTo("true");
    }

    @Test
    void textThatPostgresqlCannotHoldIsMadeStorable() {
        writeText("\0a\0b\ud83d");
        assertThat(first("t")).isEqualTo("ab?");
    }

    @Test
    void textOfManyMegabytesComesBackAsItWent() {
        String text = "0123456789abcdeß".repeat(400_000);
        writeText(text);
        assertThat(first("length(t)")).isEqualTo("6400000");
        assertThat(first("t")).isEqualTo(text);
    }

    @Test
    void manyRowsInManyPiecesAreAllThere() {
        int count = 30_000;
        try (CopyRows rows = copy("n", "t")) {
            for (int i = 0; i < count; i++) {
                rows.row().number(i).text("row " + i);
            }
            assertThat(rows.finish()).isEqualTo(count);
        }
        assertThat(one("n", "sum")).isEqualTo(Long.toString(count * (count - 1L) / 2));
        assertThat(text("select count(distinct t)::text from copied")).isEqualTo("30000");
    }

    @Test
    void noRowsAreNoError() {
        try (CopyRows rows = copy("n")) {
            assertThat(rows.finish()).isZero();
        }
        assertThat(count()).isZero();
    }

    @Test
    void rowsBelongToTheScope() {
        try (CopyRows rows = fixture.db.as(fixture.two).copyInto("copied", "n")) {
            rows.row().number(fixture.one.accountId());
            rows.finish();
        }
        assertThat(first("account_id")).isEqualTo(Long.toString(fixture.two.accountId()));
    }

    @Test
    void rowsThatWereNotFinishedAreTakenBack() {
        try (CopyRows rows = copy("n", "t")) {
            for (int i = 0; i < 10_000; i++) {
                rows.row().number(i).text("of which some were sent already");
            }
        }
        assertThat(count()).isZero();
    }

    @Test
    void rowsOfAFailedTransactionAreTakenBack() {
        assertThatThrownBy(() ->
                        fixture.db.inTransaction(() -> {
                            try (CopyRows rows = copy("n")) {
                                rows.row().number(1);
                                rows.finish();
                            }
                            try (CopyRows rows = copy("n")) {
                                rows.row().number(2);
                                throw new IllegalStateException("stop");
                            }
                        }))
                .hasMessage("stop");
        assertThat(count()).isZero();
    }

    @Test
    void valuesOfAnotherTypeThanTheColumnAreRefused() {
        assertThatThrownBy(
                        () -> {
                            try (CopyRows rows = copy("n")) {
                                rows.row().integer(1);
                                rows.finish();
                            }
                        })
                .isInstanceOf(DataAccessException.class);
        assertThat(count()).isZero();
    }

    @Test
    void rowsWithTooFewValuesAreRefused() {
        assertThatThrownBy(
                        () -> {
                            try (CopyRows rows = copy("n", "i")) {
                                rows.row().number(1);
                                rows.row().number(2);
                                rows.finish();
                            }
                        })
                .isInstanceOf(DataAccessException.class);
        assertThat(count()).isZero();
    }

    @Test
    void unknownTableGivesItsConnectionBack() {
        assertThatThrownBy(() -> fixture.db.as(fixture.one).copyInto("nowhere", "n"))
                .isInstanceOf(DataAccessException.class);
        assertThat(count()).isZero();
    }

    private static CopyRows copy(String... columns) {
        return fixture.db.as(fixture.one).copyInto("copied", columns);
    }

    private static void writeText(@Nullable String text) {
        try (CopyRows rows = copy("t")) {
            rows.row().text(text);
            assertThat(rows.finish()).isEqualTo(1);
        }
    }

    private static long count() {
        return Long.parseLong(text("select count(*)::text from copied"));
    }

    private static String one(String column, String function) {
        return text("select " + function + "(" + column + ")::text from copied");
    }

    private static String first(String expression) {
        return text("select (" + expression + ")::text from copied order by n desc limit 1");
    }

    private static String last(String expression) {
        return text("select (" + expression + ")::text from copied order by n limit 1");
    }

    private static String text(String query) {
        // given.
        return fixture.system
                .sql("select r.* from (" + query + ") r(value)")
                .one(row -> row.text("value"));
    }
}
