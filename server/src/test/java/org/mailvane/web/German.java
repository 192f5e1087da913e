package org.mailvane.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.mailvane.text.Language;
import org.mailvane.text.Message;
import org.mailvane.text.MessageFormatter;
import org.mailvane.text.Passage;
import org.mailvane.web.Sentences.Said;

/**
 * Looks that sentences of the program can be said in German, for those who test how they are made.
 */
public final class German {

    /** The domain that sentences of tests are about. */
    private static final String NAME = "shop.example";

    /** Names that are words of sentences, or begin or end many. */
    private static final List<String> ODD_NAMES = List.of("a", "not", "of", "is", "the-dmarc.x");

    /** Records, and what else is the same in all languages. */
    private static final Pattern QUOTED = Pattern.compile("\"[^\"]*\"|: v=.*");

    private static final Pattern ENGLISH =
            Pattern.compile("\\b(the|and|of|for|that|its|has|is|from|ready|sent|Publish)\\b");

    private German() {}

    /**
     * Fails where a page in German would say it in English, or with another meaning if the domain
     * had an odd name.
     */
    public static void assertSaid(String english) {
        assertSaid(Sentences.of(Language.GERMAN)::of, english);
    }

    /** The same of sentences that are messages, and of those that are still stored as texts. */
    public static void assertSaid(Passage passage) {
        for (Message sentence : passage.sentences()) {
            String english = MessageFormatter.forPrograms().format(sentence);
            if (sentence.isVerbatim()) {
                assertSaid(english);
            } else {
                assertGerman(new Texts(Language.GERMAN).said(Passage.of(sentence)), english);
            }
        }
    }

    private static void assertSaid(Function<String, Said> german, String english) {
        Said said = german.apply(english);
        assertGerman(said, english);
        for (String name : ODD_NAMES) {
            assertThat(german.apply(english.replace(NAME, name)).text())
                    .as("in German: " + english.replace(NAME, name))
                    .isEqualTo(said.text().replace(NAME, name));
        }
    }

    private static void assertGerman(Said said, String english) {
        assertThat(said.language()).as("in German: " + english).isNull();
        assertThat(said.text()).doesNotContainPattern("\\b\\d{4}-\\d{2}-\\d{2}\\b");
        assertThat(QUOTED.matcher(said.text()).replaceAll(""))
                .as("in German: " + english)
                .doesNotContainPattern(ENGLISH);
    }
}
