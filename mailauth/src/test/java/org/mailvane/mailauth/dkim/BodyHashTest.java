package org.mailvane.mailauth.dkim;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.mailauth.message.HeaderField;

/**
 * The canonical forms of RFC 6376, sections 3.4.1 to 3.4.5. Blanks are written S and T, lines N.
 */
class BodyHashTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // section 3.4.5
                "SCSN DSTESN N N | true | SCN DSEN",
                "SCSN DSTESN N N | false | SCSN DSTESN",
                "'' | true | ''",
                "'' | false | N",
                "N N N | true | ''",
                "N N N | false | N",
                "STN N | true | ''",
                "STN N | false | STN",
                "a | true | aN",
                "a | false | aN",
                "N aN | true | N aN",
                "SaTSbT | true | SaSbN",
            })
    void theBodyIsHashedInItsForm(String body, boolean isRelaxed, String canonical) {
        BodyHash hash = new BodyHash(isRelaxed, BodyHash.WHOLE);
        byte[] octets = octets(body);
        for (int i = 0; i < octets.length; i++) {
            if (octets[i] == '\r') {
                continue;
            }
            if (octets[i] == '\n') {
                hash.endOfLine();
            } else {
                hash.octets(octets, i, i + 1);
            }
        }
        hash.finish();
        byte[] expected = octets(canonical);
        assertThat(hash.hash()).isEqualTo(BodyHash.sha256().digest(expected));
        assertThat(hash.total()).isEqualTo(expected.length);
    }

    /** Section 3.4.5. */
    @Test
    void fieldsAreSignedInTheirForm() {
        HeaderField a = new HeaderField("a", "A: X");
        HeaderField b = new HeaderField("b", "B : Y\t\r\n\tZ  ");
        assertThat(Canonical.field(a, true)).isEqualTo("a:X");
        assertThat(Canonical.field(b, true)).isEqualTo("b:Y Z");
        assertThat(Canonical.field(b, false)).isEqualTo("B : Y\t\r\n\tZ  ");
    }

    private static byte[] octets(String written) {
        return written.replace(" ", "")
                .replace("S", " ")
                .replace("T", "\t")
                .replace("N", "\r\n")
                .getBytes(StandardCharsets.ISO_8859_1);
    }
}
