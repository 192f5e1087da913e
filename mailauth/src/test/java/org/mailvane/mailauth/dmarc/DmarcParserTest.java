package org.mailvane.mailauth.dmarc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.mailauth.finding.DmarcFindings;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.tag.Tag;

/** What the golden cases can't hold: places, defaults, line breaks. */
class DmarcParserTest {

    @Test
    void findingsSayWhereTheyAre() {
        String record = "v=DMARC1; p=blok; rua=mailto:d@example.com, bad; x=1";
        Map<String, @Nullable Integer> places = new HashMap<>();
        DmarcParser.parse(record).tags().stream()
                .flatMap(tag -> tag.messages().stream())
                .forEach(finding -> places.put(finding.code(), finding.position()));
        assertThat(places)
                .containsOnly(
                        entry("dmarc.policy.invalid", record.indexOf("blok")),
                        entry("dmarc.uri.no_scheme", record.indexOf("bad")),
                        entry("dmarc.tag.unknown", record.indexOf("x=1")));
    }

    @Test
    void findingsNameTheirTag() {
        assertThat(DmarcParser.parse("v=DMARC1; p=x; sp=y").tags())
                .allSatisfy(tag ->
                        assertThat(tag.messages())
                                .allSatisfy(
                                        finding -> assertThat(finding.tag()).isEqualTo(tag.key())));
    }

    /** RFC 9989, section 4.7; RFC 7489, section 6.3 for those that were removed. */
    @Test
    void everyTagHasItsDefaultAndADescription() {
        DmarcRecord record =
                DmarcParser.parse(
                        "v=DMARC1; p=none; adkim=s; aspf=s; fo=1; rua=x; ruf=x; psd=n; t=y; pct=1;"
                                + " rf=afrf; ri=1; sp=none; np=none");
        Map<String, String> defaults = new HashMap<>();
        for (Tag tag : record.tags()) {
            defaults.put(tag.key(), tag.defaultValue());
            assertThat(tag.meaning()).isEqualTo("dmarc." + tag.key());
            assertThat(tag.supported()).isEqualTo(!List.of("pct", "rf", "ri").contains(tag.key()));
        }
        assertThat(defaults)
                .containsOnly(
                        entry("v", ""),
                        entry("p", "none"),
                        entry("sp", ""),
                        entry("np", ""),
                        entry("adkim", "r"),
                        entry("aspf", "r"),
                        entry("fo", "0"),
                        entry("rua", ""),
                        entry("ruf", ""),
                        entry("psd", "u"),
                        entry("t", "n"),
                        entry("pct", "100"),
                        entry("rf", "afrf"),
                        entry("ri", "86400"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"v=DMARC1;\np=reject", "v=DMARC1;\r\n p=reject", "v=DMARC1; p=re\nject"})
    void lineBreaksAreMentioned(String text) {
        assertThat(DmarcParser.parse(text).findings())
                .extracting(Finding::code)
                .contains("dmarc.record.line_break");
    }

    @Test
    void aLineBreakAtTheEndIsNone() {
        assertThat(DmarcParser.parse("v=DMARC1; p=reject\n").findings())
                .extracting(Finding::code)
                .doesNotContain("dmarc.record.line_break");
    }

    /** RFC 7489, section 6.3. */
    @Test
    void anIntervalHas32Bits() {
        assertThat(codesOfInterval(TagJudge.MAX_INTERVAL))
                .doesNotContain(DmarcFindings.RI_INVALID.entry().code());
        assertThat(codesOfInterval(TagJudge.MAX_INTERVAL + 1))
                .contains(DmarcFindings.RI_INVALID.entry().code());
    }

    private static List<String> codesOfInterval(long seconds) {
        return DmarcParser.parse("v=DMARC1; p=none; ri=" + seconds).tags().stream()
                .flatMap(tag -> tag.messages().stream())
                .map(Finding::code)
                .toList();
    }
}
