package org.mailvane.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Codes by time, and the letters of their secrets. */
class TotpTest {

    private static final byte[] KEY = "12345678901234567890".getBytes(StandardCharsets.US_ASCII);

    private static final String SECRET = Base32.encode(KEY);

    /** RFC 6238, appendix B, whose codes have eight digits: ours are the last six. */
    @ParameterizedTest
    @CsvSource({
        "59, 94287082",
        "1111111109, 07081804",
        "1111111111, 14050471",
        "1234567890, 89005924",
        "2000000000, 69279037",
        "20000000000, 65353130"
    })
    void codesAreThoseOfTheStandard(long seconds, String code) {
        String last = code.substring(2);
        assertThat(Totp.codeOf(KEY, seconds / 30)).isEqualTo(last);
        assertThat(Totp.stepOf(SECRET, last, Instant.ofEpochSecond(seconds), 0))
                .hasValue(seconds / 30);
    }

    @ParameterizedTest
    @CsvSource({
        "-60, false",
        "-31, false",
        "-30, true",
        "0, true",
        "30, true",
        "59, true",
        "60, false"
    })
    void codeIsTakenAStepBeforeAndAfterItsOwn(long seconds, boolean taken) {
        Instant begin = Instant.ofEpochSecond(1_111_111_080);
        long step = begin.getEpochSecond() / 30;
        assertThat(
                        Totp.stepOf(SECRET, Totp.codeOf(KEY, step), begin.plusSeconds(seconds), 0)
                                .isPresent())
                .isEqualTo(taken);
    }

    @Test
    void codeOfAStepThatWasTakenIsNotTakenAgainNorOneBefore() {
        Instant now = Instant.ofEpochSecond(1_111_111_080);
        long step = now.getEpochSecond() / 30;
        for (long each = step - 1; each <= step + 1; each++) {
            String code = Totp.codeOf(KEY, each);
            assertThat(Totp.stepOf(SECRET, code, now, each - 1)).hasValue(each);
            assertThat(Totp.stepOf(SECRET, code, now, each)).isEmpty();
            assertThat(Totp.stepOf(SECRET, code, now, each + 1)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "28708", "2870822", "28708x", "２８７０８２", "-28708", "+28708"})
    void whatIsNoCodeIsNotTaken(String code) {
        assertThat(Totp.stepOf(SECRET, code, Instant.ofEpochSecond(59), 0)).isEmpty();
    }

    @Test
    void secretThatIsNoneHasNoCodes() {
        for (String secret : new String[] {"", "x", "A1", "secret"}) {
            assertThat(Totp.stepOf(secret, "287082", Instant.ofEpochSecond(59), 0)).isEmpty();
        }
    }

    @Test
    void secretsHaveAsManyBitsAsTheHash() {
        String secret = Totp.newSecret();
        assertThat(Totp.isSecret(secret)).isTrue();
        assertThat(Base32.decode(secret).orElseThrow()).hasSize(Totp.SECRET_BYTES);
        assertThat(Totp.newSecret()).isNotEqualTo(secret);
    }

    @Test
    void appsAreToldWhoseTheSecretIs() {
        assertThat(Totp.address("ann+x y&z@example.com", "ABC"))
                .isEqualTo(
                        "otpauth://totp/Mailvane:ann%2Bx%20y%26z%40example.com?secret=ABC&issuer=Mailvane");
    }

    /** RFC 4648, section 10, without its padding. */
    @ParameterizedTest
    @CsvSource({
        "'', ''",
        "f, MY",
        "fo, MZXQ",
        "foo, MZXW6",
        "foob, MZXW6YQ",
        "fooba, MZXW6YTB",
        "foobar, MZXW6YTBOI"
    })
    void lettersAreThoseOfTheStandard(String text, String letters) {
        assertThat(Base32.encode(text.getBytes(StandardCharsets.US_ASCII))).isEqualTo(letters);
        assertThat(new String(Base32.decode(letters).orElseThrow(), StandardCharsets.US_ASCII))
                .isEqualTo(text);
        assertThat(Base32.decode(letters + "1")).isEmpty();
    }
}
