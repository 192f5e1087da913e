package org.mailvane.api.openapi;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;

/** Writes HTML. Names of elements and attributes are the program's own; all else is escaped. */
final class Html {

    private static final Set<String> WITHOUT_END = Set.of("meta");

    private final StringBuilder out = new StringBuilder("<!doctype html>");
    private final Deque<String> open = new ArrayDeque<>();

    /**
     * Begins an element.
     *
     * @param attributes names and values in turn
     */
    Html start(String element, String... attributes) {
        out.append('<').append(element);
        for (int i = 0; i < attributes.length; i += 2) {
            out.append(' ').append(attributes[i]).append("=\"");
            out.append(escaped(attributes[i + 1])).append('"');
        }
        out.append('>');
        if (!WITHOUT_END.contains(element)) {
            open.push(element);
        }
        return this;
    }

    /** Ends the element that was begun last, which must be this one. */
    Html end(String element) {
        if (!open.pop().equals(element)) {
            throw new IllegalStateException("another element ends first: " + element);
        }
        out.append("</").append(element).append('>');
        return this;
    }

    /** An element with a text. */
    Html text(String element, String text, String... attributes) {
        return start(element, attributes).text(text).end(element);
    }

    /** An element with a text whose parts between backticks are code. */
    Html prose(String element, String text, String... attributes) {
        return start(element, attributes).prose(text).end(element);
    }

    /** A text. */
    Html text(String text) {
        out.append(escaped(text));
        return this;
    }

    /** A text in which nothing can be taken for HTML. */
    static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.append(c);
            }
        }
        return escaped.toString();
    }

    /** A text whose parts between backticks are code. */
    Html prose(String text) {
        String[] parts = text.split("`", -1);
        for (int i = 0; i < parts.length; i++) {
            if (i % 2 == 1) {
                text("code", parts[i]);
            } else {
                text(parts[i]);
            }
        }
        return this;
    }

    /** The style sheet, which is the program's own. */
    Html style(String css) {
        out.append("<style>").append(css).append("</style>");
        return this;
    }

    /** The page so far. */
    String page() {
        return out.toString();
    }
}
