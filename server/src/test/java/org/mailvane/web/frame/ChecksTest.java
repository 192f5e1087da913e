package org.mailvane.web.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.mailvane.text.Language;
import org.mailvane.text.Message;
import org.mailvane.text.Passage;
import org.mailvane.web.frame.Checks.Check;

/** What is looked at before a policy goes up has a few words in all languages. */
class ChecksTest {

    private static final Texts ENGLISH = new Texts(Language.ENGLISH);
    private static final Texts GERMAN = new Texts(Language.GERMAN);

    private static Message arrive(long messages) {
        return Message.of("planner.reports.arrive")
                .with("messages", messages)
                .with("begin", LocalDate.parse("2026-10-24"))
                .with("end", LocalDate.parse("2026-11-22"));
    }

    @Test
    void numbersAndDaysAreWrittenAsPeopleWriteThem() {
        Passage reports = Passage.of(arrive(75_489));
        assertThat(ENGLISH.check(reports)).contains(new Check("reports arrive", "75,489 messages"));
        assertThat(GERMAN.check(reports))
                .contains(new Check("Berichte kommen an", "75.489 Nachrichten"));
        Message stopped =
                Message.of("planner.reports.stopped")
                        .with("domain", "shop.example")
                        .with("day", LocalDate.parse("2026-11-09"));
        assertThat(GERMAN.check(Passage.of(stopped)).orElseThrow().text())
                .isEqualTo("Der letzte betrifft den 09.11.2026");
    }

    @Test
    void aNameBeginsASentenceOrStandsWithinOne() {
        Check check = GERMAN.check(Passage.of(Message.of("planner.source.decided"))).orElseThrow();
        assertThat(check.name()).isEqualTo("über gemeinsam genutzte Absender ist entschieden");
        assertThat(check.begin()).isEqualTo("Über gemeinsam genutzte Absender ist entschieden");
    }

    @Test
    void whatHasNoWordsStaysASentence() {
        assertThat(ENGLISH.check(Passage.of(Message.of("planner.record.several")))).isEmpty();
        assertThat(ENGLISH.check(Passage.verbatim("As an older version said it."))).isEmpty();
        assertThat(ENGLISH.check(Passage.EMPTY)).isEmpty();
    }
}
