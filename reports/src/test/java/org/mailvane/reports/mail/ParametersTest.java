package org.mailvane.reports.mail;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.james.mime4j.stream.NameValuePair;
import org.junit.jupiter.api.Test;

class ParametersTest {

    /** RFC 2231, section 3: pieces are numbered from 0. */
    @Test
    void aValueHasOnlySoManyPieces() {
        assertThat(value(Parameters.MAX_PIECES)).isEqualTo("x".repeat(Parameters.MAX_PIECES));
        assertThat(value(Parameters.MAX_PIECES + 1)).isEqualTo("x".repeat(Parameters.MAX_PIECES));
    }

    @Test
    void aPieceWithALargeNumberIsNone() {
        for (String number : List.of("100", "2147483647", "2147483648", "9".repeat(1_000), "-1")) {
            NameValuePair odd = new NameValuePair("name*" + number, "y");
            assertThat(Parameters.find(List.of(odd), "name")).isNull();
        }
    }

    private static String value(int pieces) {
        Stream<NameValuePair> all =
                IntStream.range(0, pieces).mapToObj(i -> new NameValuePair("name*" + i, "x"));
        return Parameters.find(all.toList(), "name");
    }
}
