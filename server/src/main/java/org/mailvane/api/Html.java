package org.mailvane.api;

/** Writes HTML. Names of elements and attributes are the program's own; all else is escaped. */
final class Html {

    private final StringBuilder out = new StringBuilder();

    /** Attributes: names and values in turn. */
    static String[] with(String... namesAndValues) {
        return namesAndValues;
    }

    /** An element with a text. */
    Html text(String element, String text, String... attributes) {
        return in(element, attributes, () -> text(text));
    }

    /** An element around what is written meanwhile. */
    Html in(String element, String[] attributes, Runnable content) {
        open(element, attributes);
        content.run();
        out.append("</").append(element).append('>');
        return this;
    }

    /** An element around what is written meanwhile. */
    Html in(String element, Runnable content) {
        return in(element, with(), content);
    }

    /** An element that has no end. */
    Html open(String element, String... attributes) {
        out.append('<').append(element);
        for (int i = 0; i < attributes.length; i += 2) {
            out.append(' ').append(attributes[i]).append("=\"");
            text(attributes[i + 1]);
            out.append('"');
        }
        out.append('>');
        return this;
    }

    /** A text. */
    Html text(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.append(c);
            }
        }
        return this;
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
        return "<!doctype html>" + out;
    }
}
