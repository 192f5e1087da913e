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
                "changeme123"
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
                "mailvane is a weather cock"
            })
    void othersAreTaken(String password) {
        assertThat(code(password)).isEmpty();
    }

    @Test
    void fewCharactersOfOnesOwnAreEnough() {
        String guessed = "password1234";
        assertThat(code(guessed + "kvxj".substring(0, GuessedPieces.MIN_LEFT - 1)))
                .isEqualTo("password_guessed");
        assertThat(code(guessed + "kvxj")).isEmpty();
    }

    @Test
    void shortPiecesRowsAndWordsAreNotTakenFor() {
        String own = "kvxjm";
        assertThat(code(own.substring(0, GuessedPieces.MAX_REPEATED).repeat(4)))
                .isEqualTo("password_guessed");
        assertThat(code(own.repeat(3))).isEmpty();
        // Rows of two, between what repeats.
        assertThat(code("12kv12xj12mq")).isEmpty();
        assertThat(code("123kv123x123")).isEqualTo("password_guessed");
        String email = "xq.zzq@w.example";
        // Each with too little besides, and no repeat: only the length of one's words tells them
        // apart.
        assertThat(passwords.problemOf("zzq1zzq.zzq", email)).isNotNull();
        assertThat(passwords.problemOf("xq-xq2xq_xq", email)).isNull();
    }

    @Test
    void addressItselfIsSaidToBeIt() {
        assertThat(code(EMAIL.toUpperCase(Locale.ROOT))).isEqualTo("password_is_email");
    }
}
