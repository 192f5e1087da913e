package org.mailvane.mailauth.dkim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mailvane.mailauth.finding.DkimFindings;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingKind;
import org.mailvane.mailauth.finding.FindingValue;
import org.mailvane.mailauth.tag.Tag;
import org.mailvane.mailauth.tag.TagList;

class DkimParserTest {

    /** RFC 8463, appendix A.2. */
    private static final String ED25519_KEY = "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "v=DKIM1; p=AB*D | P_CHARACTER | 13",
                "v=DKIM1; p= AB CD=E | P_CHARACTER | 18",
                "v=DKIM1; p=ABCD=== | P_CHARACTER | 17",
                "v=DKIM1; p==ABC | P_CHARACTER | 11",
                "v=DKIM1; h=sha1; p= | H_SHA1_ONLY | 11",
                "v=DKIM1; p=; x=1 | TAG_UNKNOWN | 13",
                "v=DKIM1; p=;  p= | TAG_DUPLICATE | 14",
                "p=; v=DKIM1 | V_NOT_FIRST | 6",
                "v=DKIM1; n=a\u00e4; p= | TAG_CHARACTER | 12",
                "v=DKIM1\\; p= | RECORD_BACKSLASHES | 7",
                "v=DKIM1; p=\" | RECORD_QUOTES | 11",
            })
    void whereTroubleStandsIsSaid(String record, DkimFindings kind, int position) {
        assertThat(finding(record, kind).position()).isEqualTo(position);
    }

    @Test
    void theRightKeyIsInTheAdviceForAWrappedOne() {
        String wrapped = "MCowBQYDK2VwAyEA" + ED25519_KEY;
        Finding finding =
                finding("v=DKIM1; k=ed25519; p=" + wrapped, DkimFindings.KEY_ED25519_WRAPPED);
        assertThat(finding.values()).containsValue(FindingValue.of(ED25519_KEY));
        assertThat(finding.tag()).isEqualTo("p");
    }

    @Test
    void theSourceOfAPublishedKeyIsNamed() {
        assertThat(
                        finding("v=DKIM1; k=ed25519; p=" + ED25519_KEY, DkimFindings.KEY_PUBLISHED)
                                .values()
                                .toString())
                .contains("RFC 8463");
    }

    @Test
    void aRecordOfTheGreatestLengthIsReadAndALongerOneCut() {
        String begin = "v=DKIM1; p=; n=";
        String longest = begin + "x".repeat(DkimParser.MAX_LENGTH - begin.length());
        assertThat(DkimParser.parse(longest).valid()).isTrue();
        DkimRecord cut = DkimParser.parse(longest + "x");
        assertThat(cut.valid()).isFalse();
        assertThat(cut.txt()).hasSize(DkimParser.MAX_LENGTH);
        assertThat(has(cut, DkimFindings.RECORD_LONG)).isTrue();
    }

    @Test
    void tagsBeyondTheBoundAreNotRead() {
        String tags =
                IntStream.range(2, TagList.MAX_ENTRIES)
                        .mapToObj(i -> "x" + i + "=1")
                        .collect(Collectors.joining(";"));
        DkimRecord full = DkimParser.parse("v=DKIM1;p=;" + tags);
        assertThat(full.tags()).hasSize(TagList.MAX_ENTRIES);
        assertThat(full.valid()).isTrue();
        DkimRecord more = DkimParser.parse("v=DKIM1;p=;" + tags + ";y=1");
        assertThat(more.tags()).hasSize(TagList.MAX_ENTRIES);
        assertThat(has(more, DkimFindings.TAGS_TOO_MANY)).isTrue();
        assertThat(more.valid()).isFalse();
    }

    @Test
    void everyTagOfTheStandardIsExplained() {
        DkimRecord record = DkimParser.parse("v=DKIM1; h=sha256; k=rsa; n=x; p=; s=*; t=s; g=*");
        assertThat(record.tags())
                .hasSize(8)
                .allSatisfy(tag -> {
                    assertThat(tag.meaning()).isEqualTo("dkim." + tag.key());
                });
        assertThat(record.tags().stream().collect(Collectors.toMap(Tag::key, Tag::defaultValue)))
                .containsEntry("v", "DKIM1")
                .containsEntry("k", "rsa")
                .containsEntry("s", "*")
                .containsEntry("t", "");
    }

    private static Finding finding(String record, FindingKind kind) {
        DkimRecord parsed = DkimParser.parse(record);
        return Stream.concat(
                        parsed.messages().stream(),
                        parsed.tags().stream().flatMap(tag -> tag.messages().stream()))
                .filter(finding -> finding.is(kind))
                .findFirst()
                .orElseThrow(() -> new AssertionError(kind + " not in " + parsed));
    }

    private static boolean has(DkimRecord record, FindingKind kind) {
        return record.messages().stream().anyMatch(finding -> finding.is(kind));
    }
}
