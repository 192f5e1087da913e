package org.mailvane.mailauth.bimi;

import java.util.Arrays;
import java.util.stream.IntStream;

/** The text of a picture, to tell people places in it. */
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
    String place(int position) {
        int found = Arrays.binarySearch(lineBegins, position);
        int line = found >= 0 ? found : -found - 2;
        return "line " + (line + 1) + ", column " + (position - lineBegins[line] + 1);
    }

    /** Where the tag begins that ends there; no value in it may have its first character. */
    int tagBegin(int end) {
        return Math.max(0, text.lastIndexOf('<', end - 1));
    }

    /** Where an attribute stands in a tag. */
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

    /** A position that the parser told, which may be none. */
    int within(int position) {
        return Math.clamp(position, 0, text.length());
    }

    int length() {
        return text.length();
    }
}
