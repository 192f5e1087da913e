package org.mailvane.mailauth.bimi;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.mailvane.mailauth.finding.FindingPhrase;
import org.mailvane.mailauth.finding.FindingValue.Phrase;

/** The text of a picture, to show positions in it. */
final class SvgText {

    private final String text;
    private final int[] lineBegins;

    SvgText(String text) {
        this.text = text;
        this.lineBegins =
                IntStream.concat(
                                IntStream.of(0),
                                IntStream.range(0, text.length())
                                        .filter(at -> text.charAt(at) == '\n')
                                        .map(at -> at + 1))
                        .toArray();
    }

    /** A place for people, counted from 1. */
    Phrase place(int position) {
        int line = line(position);
        return FindingPhrase.SVG_PLACE.with(line + 1, column(position, line));
    }

    /** Returns the same within an element. */
    Phrase place(int position, String element) {
        int line = line(position);
        return FindingPhrase.SVG_PLACE_WITHIN.with(line + 1, column(position, line), element);
    }

    private int line(int position) {
        int found = Arrays.binarySearch(lineBegins, position);
        return found >= 0 ? found : -found - 2;
    }

    private int column(int position, int line) {
        return position - lineBegins[line] + 1;
    }

    /**
     * Returns where the tag begins that ends there; its values must not contain its first
     * character.
     */
    int tagBegin(int end) {
        return Math.max(0, text.lastIndexOf('<', end - 1));
    }

    /** Returns the position of an attribute in a tag. */
    int attribute(String name, int tagBegin, int tagEnd) {
        int at = text.indexOf(name, tagBegin);
        while (at > 0 && at < tagEnd) {
            if (Character.isWhitespace(text.charAt(at - 1))) {
                return at;
            }
            at = text.indexOf(name, at + 1);
        }
        return tagBegin;
    }

    /** Returns a valid position for one that the parser reported, which may be missing. */
    int within(int position) {
        return Math.clamp(position, 0, text.length());
    }

    int length() {
        return text.length();
    }
}
