package org.mailvane.platform.settings;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The address of a PostgreSQL server. */
class DatabaseUrlTest {

    @ParameterizedTest
    @CsvSource({
        "postgresql://ann:secret@db.example:6543/mailvane,"
                + " jdbc:postgresql://db.example:6543/mailvane, ann, secret",
        "postgres://ann:secret@db.example/mailvane,"
                + " jdbc:postgresql://db.example:5432/mailvane, ann, secret",
        "postgresql://ann@127.0.0.1/m, jdbc:postgresql://127.0.0.1:5432/m, ann, ''",
        "postgresql://ann:@127.0.0.1/m, jdbc:postgresql://127.0.0.1:5432/m, ann, ''",
        "postgresql://ann:s@[2001:db8::1]:5433/m, jdbc:postgresql://[2001:db8::1]:5433/m, ann, s",
        "postgresql://ann:s@mailvane_db:5432/m, jdbc:postgresql://mailvane_db:5432/m, ann, s",
        "postgresql://a%40b:p%40s%2Fs%3A+%25%C3%A4@h/m, jdbc:postgresql://h:5432/m, a@b, p@s/s:+%ä",
        "postgresql://ann:s:t@h/m, jdbc:postgresql://h:5432/m, ann, s:t",
        "postgresql://ann:s@h/m?sslmode=require&ssl=true,"
                + " jdbc:postgresql://h:5432/m?sslmode=require&ssl=true, ann, s"
    })
    void isTakenApart(String text, String jdbcUrl, String user, String password) {
        assertThat(DatabaseUrl.parse(text)).contains(new DatabaseUrl(jdbcUrl, user, password));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "mailvane",
                "mysql://ann:s@h/m",
                "postgresql:ann:s@h/m",
                "postgresql://h/m",
                "postgresql://:s@h/m",
                "postgresql://ann:s@h",
                "postgresql://ann:s@h/",
                "postgresql://ann:s@/m",
                "postgresql://ann:s@h:/m",
                "postgresql://ann:s@h:port/m",
                "postgresql://ann:s@h:65536/m",
                "postgresql://ann:s%zz@h/m",
                "postgresql://ann:s s@h/m",
                "postgresql://ann:s@2001:db8::1/m",
                "postgresql://ann:s@h/m#part"
            })
    void isNone(String text) {
        assertThat(DatabaseUrl.parse(text)).isEmpty();
    }

    @Test
    void showsNoPassword() {
        assertThat(DatabaseUrl.parse("postgresql://ann:hush@h/m?password=hush").orElseThrow())
                .hasToString("jdbc:postgresql://h:5432/m?password=*** as ann");
    }
}
