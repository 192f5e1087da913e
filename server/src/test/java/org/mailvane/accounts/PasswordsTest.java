package org.mailvane.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which passwords are refused. */
class PasswordsTest {

    private static final String EMAIL = "ann.miller@shop.example";

    private final Passwords passwords = new Passwords(PasswordCost.PRODUCTION);

    private String code(String password) {
        return Optional.ofNullable(passwords.problemOf(password, EMAIL))
                .map(AccountException::code)
                .orElse("");
    }

    @Test
    void hashesAreAsCostlyAsProductionHasThem() {
        String parameters = "$argon2id$v=19$m=19456,t=2,p=1$";
        assertThat(passwords.hash("anything at all"))
                .startsWith(parameters)
                .hasSameSizeAs(passwords.nobodys());
        assertThat(passwords.nobodys()).as("the hash that nobody has").startsWith(parameters);
    }

    @Test
    void lengthIsBounded() {
        assertThat(code("q".repeat(Passwords.MIN_LENGTH - 1))).isEqualTo("password_length");
        String longest = "kV7#" + "correct horse battery ".repeat(12);
        assertThat(code(longest.substring(0, Passwords.MAX_LENGTH))).isEmpty();
        assertThat(code(longest.substring(0, Passwords.MAX_LENGTH + 1)))
                .isEqualTo("password_length");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1234567890",
                "0987654321",
                "abcdefghij",
                "qwertyuiop",
                "QWERTZUIOP",
                "aaaaaaaaaaaaaaa",
                "abcabcabcabc",
                "1212121212",
                "password123",
                "P@ssw0rd2026!",
                "Passwort1234",
                "Summer2026!",
                "mailvane2026",
                "ann.miller1!",
                "MillerMiller",
                "shop-shop-shop",
                "1q2w3e4r5t",
                "1qaz2wsx3edc",
                "letmein!!!",
                "changeme123",
                "yxcvbnmasd",
                "Willkommen2026!",
                "!\"§$%&/()=",
                "password1234kvx",
                "kvxjmkvxjmkvxjm",
                "correcthorsebatterystaple"
            })
    void whatIsGuessedFirstIsRefused(String password) {
        assertThat(code(password)).isEqualTo("password_guessed");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "correct horse battery",
                "third phrase",
                "kx9fQ2mLp7",
                "the bench signs in",
                "Grünkohl mit Pinkel",
                "my dog eats 12345",
                "mailvane is a weather cock",
                "password1234kvxj",
                "12kv12xj12mq"
            })
    void othersAreTaken(String password) {
        assertThat(code(password)).isEmpty();
    }

    @Test
    void partsOfTheAddressCountLittle() {
        String password = "zzqvkjxw77";
        assertThat(passwords.problemOf(password, EMAIL)).isNull();
        assertThat(passwords.problemOf(password, "zzqvkjxw@w.example")).isNotNull();
        assertThat(passwords.problemOf(password, "a@zzqvkjxw.example")).isNotNull();
    }

    @Test
    void onlyTheFirstCharactersAreMeasured() {
        String weak = "a".repeat(PasswordStrength.MAX_MEASURED);
        String strong = "kx9fQ2mLp7";
        assertThat(code(weak + strong)).isEqualTo("password_guessed");
        assertThat(code(weak.substring(strong.length()) + strong)).isEmpty();
    }

    @Test
    void addressItselfIsSaidToBeIt() {
        assertThat(code(EMAIL.toUpperCase(Locale.ROOT))).isEqualTo("password_is_email");
    }
}
