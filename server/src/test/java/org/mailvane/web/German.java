package org.mailvane.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.mailvane.text.Language;
import org.mailvane.text.Message;
import org.mailvane.text.MessageFormatter;
import org.mailvane.text.Passage;
import org.mailvane.web.frame.LocalizedText;
import org.mailvane.web.frame.Texts;

/**
 * Looks that sentences of the program can be said in German, for those who test how they are made.
 */
public final class German {

    /** Records, and what else is the same in all languages. */
    private static final Pattern QUOTED = Pattern.compile("\"[^\"]*\"|„[^“]*“|: v=.*");

    private static final Pattern ENGLISH =
            Pattern.compile("\\b(the|and|of|for|that|its|has|is|from|ready|sent|Publish)\\b");

    private German() {}

    /** Fails where a page in German would say it in English. */
    public static void assertSaid(Passage passage) {
        for (Message sentence : passage.sentences()) {
            assertGerman(
                    new Texts(Language.GERMAN).localized(Passage.of(sentence)),
                    MessageFormatter.forPrograms().format(sentence));
        }
    }

    private static void assertGerman(LocalizedText said, String english) {
        assertThat(said.language()).as("in German: " + english).isNull();
        assertThat(said.text()).doesNotContainPattern("\\b\\d{4}-\\d{2}-\\d{2}\\b");
        assertThat(QUOTED.matcher(said.text()).replaceAll(""))
                .as("in German: " + english)
                .doesNotContainPattern(ENGLISH);
    }
}
