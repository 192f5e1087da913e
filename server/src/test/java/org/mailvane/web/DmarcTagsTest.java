package org.mailvane.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.Language;
import org.mailvane.mailauth.tag.Tag;
import org.mailvane.web.DmarcTags.Row;

class DmarcTagsTest {

    private static final Texts TEXTS = new Texts(Language.ENGLISH);

    private static Tag tag(String key, String value) {
        return new Tag(key, value, key, "", "About " + key + ".", true, true, List.of());
    }

    private static List<String> said(Tag... tags) {
        return DmarcTags.of(List.of(tags)).stream()
                .map(row ->
                        "%s=%s%s: %s"
                                .formatted(
                                        row.key(),
                                        row.value(),
                                        row.isSet() ? "" : " (not set)",
                                        row.meaning(TEXTS).orElse(row.description())))
                .toList();
    }

    @Test
    void valuesAreSaidAndWhatIsValidWhereNoneIsSet() {
        assertThat(said(tag("v", "DMARC1"), tag("p", "Reject "), tag("aspf", "s")))
                .containsExactly(
                        "v=DMARC1: About v.",
                        "p=Reject : What fails is to be refused",
                        "aspf=s: Only return paths at this very name count",
                        "sp=Reject  (not set): Names below the domain: what fails is to be refused",
                        "adkim=r (not set): Signatures of any name of the same organization count");
    }

    @Test
    void aRecordThatReceiversCannotUseSaysNothingByWhatItLeavesOut() {
        assertThat(said(tag("v", "DMARC1"), tag("rua", "mailto:a@shop.example")))
                .containsExactly("v=DMARC1: About v.", "rua=mailto:a@shop.example: About rua.");
        assertThat(DmarcTags.of(List.of())).isEmpty();
    }

    @Test
    void aValueThatIsNoneHasTheTagsDescription() {
        assertThat(said(tag("p", "<b>"))).containsExactly("p=<b>: About p.");
    }

    @Test
    void everyMeaningIsSaidInGermanToo() {
        Texts german = new Texts(Language.GERMAN);
        for (String value : List.of("none", "quarantine", "reject")) {
            for (String key : List.of("p", "sp", "np")) {
                Row row = DmarcTags.of(List.of(tag(key, value))).getFirst();
                assertThat(row.meaning(TEXTS)).isPresent();
                assertThat(row.meaning(german)).isPresent().isNotEqualTo(row.meaning(TEXTS));
            }
        }
    }
}
