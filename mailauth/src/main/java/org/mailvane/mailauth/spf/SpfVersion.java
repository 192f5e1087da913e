package org.mailvane.mailauth.spf;

import java.util.Locale;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.SpfFindings;

/**
 * The text in place of the version, in a text that is not an SPF record.
 *
 * @param finding the error
 * @param end where the terms begin
 */
record SpfVersion(Finding finding, int end) {

    static final int MAX_DISTANCE = 2;

    /** Maximum length of a word that may be a misspelled version. */
    static final int MAX_WORD_LENGTH = 16;

    static SpfVersion of(String text) {
        int begin = skipBlanks(text, 0);
        if (begin == text.length()) {
            return new SpfVersion(SpfFindings.VERSION_MISSING.with().at(0), begin);
        }
        if (begin > 0 && SpfRecord.isSpf(text.substring(begin))) {
            return new SpfVersion(
                    SpfFindings.VERSION_INDENTED.with().at(0), begin + SpfRecord.VERSION.length());
        }
        if (isQuote(text.charAt(begin))) {
            int inside = skipBlanks(text, begin + 1);
            if (startsWithVersion(text, inside)) {
                return new SpfVersion(
                        SpfFindings.VERSION_QUOTED.with().at(begin),
                        inside + SpfRecord.VERSION.length());
            }
        }
        return startsWithVersion(text, begin) ? goesOn(text, begin) : misspelled(text, begin);
    }

    /** Returns the finding for {@code v=spf1} with other characters directly after it. */
    private static SpfVersion goesOn(String text, int begin) {
        int behind = begin + SpfRecord.VERSION.length();
        int wordEnd = wordEnd(text, begin);
        char next = text.charAt(behind);
        if ((next >= '0' && next <= '9') || next == '.') {
            return new SpfVersion(
                    SpfFindings.VERSION_WRONG.with(text.substring(begin, wordEnd)).at(begin),
                    wordEnd);
        }
        boolean isSeparator = next == ';' || next == ',' || next == '"' || !Ascii.isVisible(next);
        return new SpfVersion(
                SpfFindings.VERSION_GLUED.with(SpfParser.shown(next)).at(behind),
                isSeparator ? behind + 1 : behind);
    }

    private static SpfVersion misspelled(String text, int begin) {
        int end = wordEnd(text, begin);
        // Also `v = spf1`, in which the blanks make more words of it.
        String joined = text.substring(begin, end);
        for (int words = 1; words <= 3; words++) {
            String word = joined.toLowerCase(Locale.ROOT);
            if (word.length() <= MAX_WORD_LENGTH && isVersionLike(word)) {
                return new SpfVersion(
                        SpfFindings.VERSION_WRONG.with(text.substring(begin, end)).at(begin), end);
            }
            int next = skipBlanks(text, end);
            end = wordEnd(text, next);
            joined += text.substring(next, end);
        }
        return new SpfVersion(SpfFindings.VERSION_MISSING.with().at(begin), begin);
    }

    private static boolean isVersionLike(String word) {
        return word.startsWith("spf")
                || word.startsWith("v=spf")
                || Spelling.distance(word, SpfRecord.VERSION) <= MAX_DISTANCE;
    }

    private static boolean startsWithVersion(String text, int at) {
        return text.regionMatches(true, at, SpfRecord.VERSION, 0, SpfRecord.VERSION.length());
    }

    private static boolean isQuote(char c) {
        return c == '"' || c == '\'';
    }

    private static int skipBlanks(String text, int from) {
        int at = from;
        while (at < text.length() && (text.charAt(at) <= ' ' || text.charAt(at) == '\u00A0')) {
            at++;
        }
        return at;
    }

    private static int wordEnd(String text, int from) {
        int space = text.indexOf(' ', from);
        return space < 0 ? text.length() : space;
    }
}
