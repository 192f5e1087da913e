package org.mailvane.mailauth.der;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DerTest {

    /** Examples of X.690, section 8.19.5, and RFC 5280. */
    @ParameterizedTest
    @CsvSource({
        "0603813403, 2.100.3",
        "0603550403, 2.5.4.3",
        "06082B0601050507070C, 1.3.6.1.5.5.7.7.12",
        "060A2B06010401839E5F0401, 1.3.6.1.4.1.53087.4.1",
        "0600, ''",
        "0503550403, ''"
    })
    void identifiersOfObjectsAreRead(String hex, String oid) {
        assertThat(der(hex).oid()).isEqualTo(oid);
    }

    @Test
    void identifiersAreOnlySoLong() {
        assertThat(identifier(Der.MAX_OID).oid()).isNotEmpty();
        assertThat(identifier(Der.MAX_OID + 1).oid()).isEmpty();
    }

    private static Der identifier(int length) {
        byte[] parts = new byte[length];
        Arrays.fill(parts, (byte) 1);
        return Der.parse(Der.encode(Der.OBJECT_IDENTIFIER, parts)).orElseThrow();
    }

    @Test
    void textsOfAllTypesAreRead() {
        assertThat(der("0C02C3A9").text()).isEqualTo("\u00e9");
        assertThat(der("130141").text()).isEqualTo("A");
        assertThat(der("160141").text()).isEqualTo("A");
        assertThat(der("1E0200E9").text()).isEqualTo("\u00e9");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "30", "3005", "3080", "30840000", "1F8101", "308105", "300000"})
    void whatIsNoValueIsEmpty(String hex) {
        assertThat(Der.parse(HexFormat.of().parseHex(hex))).isEmpty();
    }

    @Test
    void aContainerWithABrokenValueHasNone() {
        assertThat(der("3004020101FF").children()).isEmpty();
        assertThat(der("3003020101").children()).hasSize(1);
    }

    @Test
    void whatFollowsTheFirstValueIsPassedOver() {
        byte[] octets = HexFormat.of().parseHex("0201070500");
        assertThat(Der.parse(octets)).isEmpty();
        assertThat(Der.parseFirst(octets).orElseThrow().content()).containsExactly(7);
    }

    @ParameterizedTest
    @CsvSource({"0201, 3", "020107, 3", "3082010A0201, 270", "30, -1", "3080, -1", "30840000, -1"})
    void aValueSaysHowLongItIsEvenWhereItIsCut(String hex, int length) {
        assertThat(Der.announcedLength(HexFormat.of().parseHex(hex)).orElse(-1)).isEqualTo(length);
    }

    /** Lengths as X.690, section 8.1.3 and 10.1 have them: in as few octets as possible. */
    @ParameterizedTest
    @CsvSource({
        "0, 0400",
        "127, 047F",
        "128, 048180",
        "255, 0481FF",
        "256, 04820100",
        "65536, 0483010000"
    })
    void valuesAreWritten(int length, String head) {
        byte[] written = Der.encode(Der.OCTET_STRING, new byte[length]);
        assertThat(HexFormat.of().withUpperCase().formatHex(written)).startsWith(head);
        assertThat(written).hasSize(head.length() / 2 + length);
    }

    @Test
    void aLengthHasOnlySoManyOctets() {
        String longest = "04%02X".formatted(0x80 + Der.MAX_LENGTH_OCTETS);
        String head = longest + "00".repeat(Der.MAX_LENGTH_OCTETS - 1) + "01";
        assertThat(Der.announcedLength(HexFormat.of().parseHex(head)).orElse(-1))
                .isEqualTo(head.length() / 2 + 1);
        String more = "04%02X".formatted(0x80 + Der.MAX_LENGTH_OCTETS + 1);
        String tooLong = more + "00".repeat(Der.MAX_LENGTH_OCTETS) + "01";
        assertThat(Der.announcedLength(HexFormat.of().parseHex(tooLong))).isEmpty();
    }

    @Test
    void itGoesOnlySoDeep() {
        byte[] nested = new byte[2 * (Der.MAX_DEPTH + 5)];
        for (int i = 0; i < nested.length; i += 2) {
            nested[i] = Der.SEQUENCE;
            nested[i + 1] = (byte) (nested.length - i - 2);
        }
        assertThat(Der.parse(nested).orElseThrow().walk()).hasSize(Der.MAX_DEPTH);
    }

    @Test
    void aContainerWithTooManyValuesHasNone() {
        assertThat(nulls(Der.MAX_CHILDREN).children()).hasSize(Der.MAX_CHILDREN);
        assertThat(nulls(Der.MAX_CHILDREN + 1).children()).isEmpty();
    }

    private static Der nulls(int count) {
        return der("3082%04X".formatted(2 * count) + "0500".repeat(count));
    }

    private static Der der(String hex) {
        return Der.parse(HexFormat.of().parseHex(hex.replace(" ", ""))).orElseThrow();
    }
}
