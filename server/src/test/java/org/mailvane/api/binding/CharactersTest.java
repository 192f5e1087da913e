package org.mailvane.api.binding;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Texts from outside as they are kept. */
class CharactersTest {

    private static final String FACE = "\ud83d\ude00";

    @Test
    void whatIsTooLongIsCutBetweenCharacters() {
        assertThat(Characters.kept("abc", 3)).isEqualTo("abc");
        assertThat(Characters.kept("abcd", 3)).isEqualTo("abc");
        assertThat(Characters.kept(FACE.repeat(3), 3)).isEqualTo(FACE.repeat(3));
        assertThat(Characters.kept(FACE.repeat(4), 3)).isEqualTo(FACE.repeat(3));
        assertThat(Characters.kept("", 3)).isEmpty();
    }

    @Test
    void whatSteersWhoeverShowsItIsReplaced() {
        assertThat(Characters.steady("a\u001b[31m\u0007b\u202ec\u2066d\u2028e\u009b\u007f"))
                .isEqualTo("a?[31m?b?c?d?e??");
        String people = "a\tb\r\nc \u200e\u05d0\u200f " + FACE;
        assertThat(Characters.steady(people)).isEqualTo(people);
    }

    /** By the general categories of Unicode, and the lists of UAX 9. */
    @Test
    void exactlyWhatSteersIsReplacedAmongAllCharacters() {
        for (int c = 0; c <= Character.MAX_VALUE; c++) {
            boolean steers =
                    (Character.getType(c) == Character.CONTROL && "\t\n\r".indexOf(c) < 0)
                            || "\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
                                            .indexOf(c)
                                    >= 0;
            String text = "a" + (char) c + "b";
            assertThat(Characters.steady(text)).as("U+%04x", c).isEqualTo(steers ? "a?b" : text);
        }
    }

    @Test
    void whatTheDatabaseCouldNotStoreIsReplaced() {
        assertThat(Characters.kept("a\0b", 9)).isEqualTo("a\ufffdb");
        assertThat(Characters.kept("\ud83dx\ude00", 9)).isEqualTo("\ufffdx\ufffd");
        assertThat(Characters.kept("\t\u0001 " + FACE, 9)).isEqualTo("\t\u0001 " + FACE);
    }
}
