package org.mailvane.web.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.mailvane.mailauth.tag.Tag;
import org.mailvane.text.Language;
import org.mailvane.web.domain.DmarcTags.Row;
import org.mailvane.web.frame.Texts;

class DmarcTagsTest {

    private static final String POLICY =
            "How receivers should treat mail from this domain that fails DMARC: none (deliver it), quarantine (treat it as suspicious) or reject (refuse it).";

    private static final Texts TEXTS = new Texts(Language.ENGLISH);

    private static Tag tag(String key, String value) {
        return new Tag(key, value, "dmarc." + key, "", true, true, List.of());
    }

    private static List<String> said(Tag... tags) {
        return DmarcTags.of(List.of(tags), true).stream()
                .map(row ->
                        "%s=%s%s: %s"
                                .formatted(
                                        row.key(),
                                        row.value(),
                                        row.isSet() ? "" : " (not set)",
                                        row.meaning(TEXTS)
                                                .orElseGet(() ->
                                                        TEXTS.localized(row.description()).text())))
                .toList();
    }

    @Test
    void valuesAreSaidAndWhatIsValidWhereNoneIsSet() {
        assertThat(said(tag("v", "DMARC1"), tag("p", "Reject "), tag("aspf", "s")))
                .containsExactly(
                        "v=DMARC1: Marks this as a DMARC record. It must come first.",
                        "p=Reject : Receivers should reject failing mail",
                        "aspf=s: Strict: the return path must use the exact From domain",
                        "sp=Reject  (not set): Subdomains: receivers should reject failing mail",
                        "adkim=r (not set): Relaxed: any domain of the same organisation may sign");
    }

    @Test
    void aRecordThatReceiversCannotUseSaysNothingByWhatItLeavesOut() {
        assertThat(said(tag("v", "DMARC1"), tag("rua", "mailto:a@shop.example")))
                .containsExactly(
                        "v=DMARC1: Marks this as a DMARC record. It must come first.",
                        "rua=mailto:a@shop.example: Where receivers should send daily reports about all mail from this domain.");
        assertThat(DmarcTags.of(List.of(), true)).isEmpty();
    }

    @Test
    void aValueThatIsNoneHasTheTagsDescription() {
        assertThat(said(tag("p", "<b>"))).containsExactly("p=<b>: " + POLICY);
    }

    @Test
    void namesBelowAreNotSpokenOfWhereNobodyAsksTheRecordAboutThem() {
        assertThat(DmarcTags.of(List.of(tag("p", "none")), false))
                .extracting(Row::key)
                .containsExactly("p", "adkim", "aspf");
    }

    @Test
    void aPolicyThatIsBeingTriedOutIsNotSaidToBeApplied() {
        for (Tag trial : List.of(tag("t", "y"), tag("pct", "50"))) {
            assertThat(said(tag("p", "reject"), trial, tag("adkim", "s")))
                    .contains(
                            "p=reject: " + POLICY,
                            "adkim=s: Strict: only the exact From domain may sign")
                    .noneMatch(text -> text.contains("should reject"));
        }
        for (Tag whole : List.of(tag("t", "n"), tag("pct", "100"))) {
            assertThat(said(tag("p", "reject"), whole))
                    .contains("p=reject: Receivers should reject failing mail");
        }
    }

    @Test
    void everyMeaningIsSaidInGermanToo() {
        Texts german = new Texts(Language.GERMAN);
        for (String said :
                List.of(
                        "p none quarantine reject",
                        "sp none quarantine reject",
                        "np none quarantine reject",
                        "adkim r s",
                        "aspf r s",
                        "fo 0 1 d s")) {
            List<String> words = List.of(said.split(" "));
            for (String value : words.subList(1, words.size())) {
                Row row = DmarcTags.of(List.of(tag(words.getFirst(), value)), true).getFirst();
                assertThat(row.meaning(TEXTS)).as(said).isPresent();
                assertThat(row.meaning(german)).isPresent().isNotEqualTo(row.meaning(TEXTS));
            }
        }
    }
}
