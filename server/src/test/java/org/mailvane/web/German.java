package org.mailvane.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.mailvane.web.Sentences.Said;

/**
 * Looks that sentences of the program can be said in German, for those who test how they are made.
 */
public final class German {

    private German() {}

    /** Fails where a page in German would say it in English. */
    public static void assertSaid(String english) {
        Said said = Sentences.of(Language.GERMAN).of(english);
        assertSaid(said, english);
    }

    /** The same of what is found, and what is to be done about it. */
    public static void assertFinding(String code, String text, String solution) {
        assertSaid(Sentences.of(Language.GERMAN).finding(code, text), text);
        assertSaid(Sentences.of(Language.GERMAN).solution(code, solution), solution);
    }

    private static void assertSaid(Said said, String english) {
        assertThat(said.language()).as("in German: " + english).isNull();
    }
}
