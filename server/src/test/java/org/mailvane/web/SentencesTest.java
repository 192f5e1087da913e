package org.mailvane.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.mailvane.sources.Sender;
import org.mailvane.sources.Sender.Notes;
import org.mailvane.text.Language;
import org.mailvane.web.Sentences.Said;

/** What the program says in English is said in German. */
class SentencesTest {

    /**
     * The shortest template that may have a place at its begin or end; anything matches shorter.
     */
    private static final int MIN_LETTERS = 6;

    private static final Sentences GERMAN = Sentences.of(Language.GERMAN);

    private record Pair(String english, String german) {}

    private static List<Pair> phrases() throws IOException {
        try (InputStream in = Sentences.class.getResourceAsStream("phrases_de.txt")) {
            List<String> lines =
                    new String(in.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                            .toList();
            List<Pair> pairs = new ArrayList<>();
            for (int i = 0; i < lines.size(); i += 2) {
                assertThat(lines.get(i)).startsWith("en: ");
                assertThat(lines.get(i + 1)).as(lines.get(i)).startsWith("de: ");
                pairs.add(new Pair(lines.get(i).substring(4), lines.get(i + 1).substring(4)));
            }
            return pairs;
        }
    }

    @Test
    void everyPhraseStandsOnceAndHasTheSamePlaces() throws IOException {
        Set<String> seen = new HashSet<>();
        for (Pair pair : phrases()) {
            assertThat(seen.add(pair.english())).as("twice: " + pair.english()).isTrue();
            Template english = Template.of(pair.english());
            Template german = Template.of(pair.german());
            assertThat(new HashSet<>(german.places()))
                    .as(pair.english())
                    .isEqualTo(new HashSet<>(english.places()));
            assertThat(pair.german()).doesNotContain("\\").isEqualTo(pair.german().strip());
            if (!english.places().isEmpty()) {
                assertThat(english.letters())
                        .as(pair.english())
                        .isGreaterThanOrEqualTo(MIN_LETTERS);
            }
        }
        assertThat(seen).hasSizeGreaterThan(100);
    }

    @Test
    void whatStandsInASentenceIsSaidToo() {
        Said said =
                GERMAN.of(
                        "Known senders sent 1,000 messages in the name of shop.example on 2026-11-16; on most days it is about 99.5.");
        assertThat(said.language()).isNull();
        assertThat(said.text())
                .contains("1.000", "99,5", "16.11.2026")
                .doesNotContain("messages", "sent");
    }

    @Test
    void daysAreWrittenAsPeopleWriteThem() {
        assertThat(
                        GERMAN.of(
                                        "Reports about a.example came nearly every day; the last was about 2026-11-09.")
                                .text())
                .contains("09.11.2026");
        assertThat(
                        GERMAN.of(
                                        "Reports about a.example came nearly every day; the last was about 2026-13-09.")
                                .text())
                .contains("2026-13-09");
        assertThat(
                        GERMAN.of(
                                        "The DMARC record was asked for since 2026-11-09 07:12 UTC, without an answer.")
                                .text())
                .contains("09.11.2026 07:12 UTC");
    }

    @Test
    void sentencesAfterOneAnotherAreSaidEach() {
        String last =
                " Reports about shop.example come again; before, the last was about 2026-11-09.";
        assertThat(GERMAN.of("The domain was added." + last).text())
                .isEqualTo(
                        "Die Domain wurde hinzugefügt. Berichte über shop.example kommen wieder; davor war der letzte für den 09.11.2026.");
        assertThat(GERMAN.of("Something else." + last).language()).isEqualTo("en");
        String first = "Of no sender is it open whose mail it is.";
        assertThat(GERMAN.of(first + last.repeat(Sentences.MAX_SENTENCES)).language()).isNull();
        assertThat(GERMAN.of(first + last.repeat(Sentences.MAX_SENTENCES + 1)).language())
                .isEqualTo("en");
    }

    @Test
    void theFirstSentenceEndsBehindAWordANumberOrAQuotation() {
        Said said = new Said("No key stands at s1._domainkey.firma.de. Publish one. Wait", "en");
        assertThat(said.first())
                .isEqualTo(new Said("No key stands at s1._domainkey.firma.de.", "en"));
        assertThat(said.rest()).isEqualTo(new Said("Publish one. Wait", "en"));
        assertThat(new Said("It was 7. Add more", null).rest().text()).isEqualTo("Add more");
        assertThat(new Said("Until \"p=none\". Add more", null).rest().text())
                .isEqualTo("Add more");
        Said one = new Said("Absender, z. B. Neue, und a.b.example", null);
        assertThat(one.first()).isEqualTo(one);
        assertThat(one.rest().text()).isEmpty();
    }

    @Test
    void shareThatAPolicyNeedsIsNotLow() {
        assertThat(SourceFigures.isLow(98, 100)).isFalse();
        assertThat(SourceFigures.isLow(97, 100)).isTrue();
        assertThat(SourceFigures.isLow(0, 0)).isFalse();
    }

    @Test
    void whatNobodyKnowsStaysEnglishAndSaysSo() {
        assertThat(GERMAN.of("Something else.")).isEqualTo(new Said("Something else.", "en"));
        assertThat(GERMAN.of("")).isEqualTo(new Said("", null));
    }

    @Test
    void whatIsNoSentenceYetBecomesOne() {
        assertThat(
                        List.of(
                                "the file is cut off",
                                "It is whole.",
                                "no is a public suffix",
                                "an empty file",
                                "report.xml: the file is cut off…",
                                ""))
                .extracting(text -> new Said(text, null).sentence().text())
                .containsExactly(
                        "The file is cut off.",
                        "It is whole.",
                        "no is a public suffix.",
                        "An empty file.",
                        "report.xml: the file is cut off…",
                        "");
    }

    @Test
    void inEnglishAllIsAsItIsButForDays() {
        Sentences english = Sentences.of(Language.ENGLISH);
        assertThat(english.of("Anything.")).isEqualTo(new Said("Anything.", null));
        assertThat(english.value("2026-11-09")).isEqualTo("9 Nov 2026");
        assertThat(english.value("1,000")).isEqualTo("1,000");
        assertThat(
                        english.of(
                                        "Until 2026-11-09 it was so; from 2026-10-24 to 2026-11-02, since 2026-11-09 07:12 UTC.")
                                .text())
                .isEqualTo(
                        "Until 9 Nov 2026 it was so; from 24 Oct 2026 to 2 Nov 2026, since 9 Nov 2026 07:12 UTC.");
        for (String other :
                List.of(
                        "The DKIM key of selector 2026-11-09 of shop.example was removed.",
                        "It was on 2026-13-09, from 2026-11-09-a to 2026-11-091.",
                        "until.2026-11-09 is a name, and into2026-11-09 too.")) {
            assertThat(english.of(other).text()).isEqualTo(other);
        }
    }

    @Test
    void whateverIsGivenIsAnsweredSoon() {
        String known = "Reports about shop.example come again; before, the last was about ";
        String hostile = known.repeat(Sentences.MAX_LENGTH / known.length());
        assertThat(GERMAN.of(hostile).text()).isNotEmpty();
        String longer = "x".repeat(Sentences.MAX_LENGTH + 1);
        assertThat(GERMAN.of(longer)).isEqualTo(new Said(longer, "en"));
        String nested = " At y stands: z.".repeat(Sentences.MAX_DEPTH + 5);
        assertThat(
                        GERMAN.of(
                                        "Unknown senders sent 5 messages in the name of x on y; on most days it is about 2."
                                                + nested)
                                .text())
                .isNotEmpty();
    }

    @Test
    void whatIsCountedUpIsSaidPieceByPieceUpToTheLimit() {
        String prefix = "no report, but this: ";
        List<String> pieces = Collections.nCopies(Sentences.MAX_LISTED, "an image");
        assertThat(GERMAN.of(prefix + String.join(", ", pieces)).text())
                .endsWith(String.join(", ", Collections.nCopies(Sentences.MAX_LISTED, "ein Bild")));
        assertThat(GERMAN.of(prefix + "an image, " + String.join(", ", pieces)).text())
                .as("one more")
                .endsWith("an image, an image");
        assertThat(GERMAN.of(prefix + "an image, a <b>thing</b>").text())
                .as("what is no phrase leaves the list as it is")
                .endsWith("an image, a <b>thing</b>");
    }
}
