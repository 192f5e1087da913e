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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mailvane.text.Language;
import org.mailvane.web.Checks.Check;

/** What is looked at before a policy goes up has a few words in all languages. */
class ChecksTest {

    private static final Checks ENGLISH = Checks.of(Language.ENGLISH);
    private static final Checks GERMAN = Checks.of(Language.GERMAN);
    private static final String DAYS = " from 2026-10-24 to 2026-11-22";

    /** Sentences of the plan that are no checks, or say in one breath what to do. */
    private static final Set<String> WHOLE =
            Set.of(
                    "What stands against it is mail in the names of subdomains. With sp={0}, which leaves them as they are, the domain itself could go on.",
                    "Receivers do not apply what the record asks for while it stands like this, and {0} is not ready for that: the one to publish asks for p=none at first.",
                    "{0} has no SPF record; no mail was reported that needs one.",
                    "{0} has an SPF record that receivers can't use; no mail was reported that needs one.");

    record Entry(String sentence, List<String> words) {}

    private static List<String> lines(String file) throws IOException {
        try (InputStream in = Checks.class.getResourceAsStream(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    static List<Entry> entries() throws IOException {
        List<Entry> all = new ArrayList<>();
        List<String> lines =
                lines("checks.txt").stream()
                        .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                        .toList();
        int size = 1 + Language.values().length;
        for (int i = 0; i < lines.size(); i += size) {
            assertThat(lines.get(i)).startsWith("is: ");
            all.add(new Entry(lines.get(i).substring(4), lines.subList(i + 1, i + size)));
        }
        assertThat(all).hasSizeGreaterThan(40);
        return all;
    }

    @Test
    void eachSentenceStandsOnce() throws IOException {
        Set<String> seen = new HashSet<>();
        for (Entry entry : entries()) {
            assertThat(seen.add(entry.sentence())).as(entry.sentence()).isTrue();
        }
        assertThat(seen).hasSize(entries().size());
    }

    @ParameterizedTest
    @MethodSource("entries")
    void eachIsSaidInEachLanguageWithPlacesOfTheSentence(Entry entry) {
        Set<Integer> places = new HashSet<>(Template.of(entry.sentence()).places());
        assertThat(entry.words().stream().map(words -> words.substring(0, 4)))
                .containsExactly("en: ", "de: ");
        for (String words : entry.words()) {
            assertThat(words).containsOnlyOnce(" | ").doesNotEndWith(".");
            assertThat(places).as(words).containsAll(Template.of(words).places());
        }
    }

    @ParameterizedTest
    @MethodSource("entries")
    void eachIsASentenceThatTheProgramMakes(Entry entry) {
        String sentence = filled(entry.sentence(), "5 messages");
        assertThat(Sentences.of(Language.GERMAN).of(sentence).language()).as(sentence).isNull();
        Check check = GERMAN.of(sentence).orElseThrow();
        assertThat(check.name() + check.text()).doesNotContain("{", "messages");
        assertThat(ENGLISH.of(sentence).orElseThrow()).isNotEqualTo(check);
    }

    /** Those of which the list of German phrases says that the plan makes them. */
    static Stream<String> sentencesOfThePlan() throws IOException {
        List<String> lines = lines("phrases_de.txt");
        List<String> sentences =
                lines
                        .subList(
                                lines.indexOf("# planner/PolicyPlan.java: time"),
                                lines.indexOf("# planner/PolicyPlan.java: notes"))
                        .stream()
                        .filter(line -> line.startsWith("en: "))
                        .map(line -> line.substring(4))
                        .toList();
        assertThat(sentences).hasSizeGreaterThan(30).containsAll(WHOLE);
        return sentences.stream().filter(sentence -> !WHOLE.contains(sentence));
    }

    @ParameterizedTest
    @MethodSource("sentencesOfThePlan")
    void eachCheckOfThePlanHasWords(String sentence) {
        assertThat(ENGLISH.of(filled(sentence, "5 messages" + DAYS))).as(sentence).isPresent();
    }

    private static String filled(String sentence, String value) {
        return Template.of(sentence).fill(Collections.nCopies(10, value));
    }

    @Test
    void numbersAndDaysAreWrittenAsPeopleWriteThem() {
        String reports = "Reports come: they tell of 75,489 messages" + DAYS + ".";
        assertThat(ENGLISH.of(reports)).contains(new Check("reports come", "75,489 messages"));
        assertThat(GERMAN.of(reports)).contains(new Check("Berichte kommen", "75.489 Nachrichten"));
        String stopped = "Reports about shop.example have stopped: the last was about 2026-11-09.";
        assertThat(GERMAN.of(stopped).orElseThrow().text())
                .isEqualTo("Der letzte war für den 09.11.2026");
    }

    @Test
    void aNameBeginsASentenceOrStandsWithinOne() {
        String passed =
                "Of 1,000 messages of capable sources"
                        + DAYS
                        + ", 814 passed DMARC, which is 81.4%: 98% are needed.";
        Check check = ENGLISH.of(passed).orElseThrow();
        assertThat(check)
                .isEqualTo(
                        new Check(
                                "capable sources pass 98% or more",
                                "81.4%: 814 of 1,000 messages"));
        assertThat(check.begin()).isEqualTo("Capable sources pass 98% or more");
        assertThat(GERMAN.of(passed).orElseThrow().text())
                .isEqualTo("81,4 %: 814 von 1.000 Nachrichten");
    }

    @Test
    void whatHasNoWordsStaysASentence() {
        assertThat(ENGLISH.of("Something else.")).isEmpty();
        assertThat(ENGLISH.of("")).isEmpty();
        assertThat(GERMAN.of("shop.example has no DMARC record, so that.")).isEmpty();
    }
}
