package org.mailvane.mailauth.dns;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.mailauth.dns.DnsRecord.Text;

class DnsRecordTest {

    @Test
    void stringsAreJoinedWithoutAnythingBetween() {
        assertThat(new Text(List.of("v=spf1 .... first", "second string...")).joined())
                .isEqualTo("v=spf1 .... firstsecond string...");
        assertThat(new Text("one").joined()).isEqualTo("one");
        assertThat(new Text(List.of()).joined()).isEmpty();
        assertThat(new Text(List.of("", "a", "")).joined()).isEqualTo("a");
    }

    /** Octets as ISO 8859-1, and as people read them. */
    @ParameterizedTest
    @CsvSource({
        "ascii,                          ascii",
        "'\u00C3\u00BC',                 \u00FC",
        "'\u00E2\u0082\u00AC',           \u20AC",
        "'\u00FC',                       \u00FC",
        "'\u00C3',                       \u00C3",
        "'\u00C0\u0080',                 '\u00C0\u0080'",
        "'\u00ED\u00A0\u0080',           '\u00ED\u00A0\u0080'",
    })
    void octetsAreReadAsUtf8WhereTheyAreThat(String octets, String readable) {
        assertThat(new Text(octets).readable()).isEqualTo(readable);
    }

    @Test
    void aCharacterMayBeCutByTheEndOfAString() {
        assertThat(new Text(List.of("\u00C3", "\u00BC")).readable()).isEqualTo("\u00FC");
    }
}
