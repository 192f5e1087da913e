package org.mailvane.platform.outbox;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.springframework.web.util.HtmlUtils;

/**
 * A mail to one person, as text and as HTML that say the same.
 *
 * @param recipient the address
 * @param subject one line
 * @param text the text
 * @param html the same as HTML
 */
public record Mail(String recipient, String subject, String text, String html) {

    /** Characters of a subject at most. */
    public static final int MAX_SUBJECT_LENGTH = 150;

    /** Columns of the text; links are never cut. */
    private static final int WIDTH = 72;

    private static final Pattern NOT_IN_A_LINE =
            Pattern.compile("[\\p{Cntrl}\\u0085\\u2028\\u2029]+");

    private static final Pattern BLANKS = Pattern.compile("\\s+");

    public Mail {
        if (recipient.isBlank() || NOT_IN_A_LINE.matcher(recipient).find()) {
            throw new IllegalArgumentException("no address of one line: " + recipient);
        }
        // Subjects contain names that people have chosen; a line break would begin a header.
        subject = oneLine(subject);
        if (subject.length() > MAX_SUBJECT_LENGTH) {
            subject = subject.substring(0, MAX_SUBJECT_LENGTH - 3) + "...";
        }
    }

    /** Begins a mail. */
    public static Draft to(String recipient, String subject) {
        return new Draft(recipient, subject);
    }

    private static String oneLine(String text) {
        return NOT_IN_A_LINE.matcher(text).replaceAll(" ").strip();
    }

    /** A mail that is being written. Whatever is put in is text: it can't become HTML. */
    public static final class Draft {

        private final String recipient;
        private final String subject;
        private final List<String> texts = new ArrayList<>();
        private final StringBuilder html = new StringBuilder();
        private Locale language = Locale.ENGLISH;

        private Draft(String recipient, String subject) {
            this.recipient = recipient;
            this.subject = subject;
        }

        /** Says in which language it is, where that is not English. */
        public Draft language(Locale written) {
            this.language = written;
            return this;
        }

        /** Adds a paragraph. */
        public Draft paragraph(String text) {
            String line = oneLine(text);
            texts.add(wrapped(line));
            html.append("<p>").append(HtmlUtils.htmlEscape(line)).append("</p>\n");
            return this;
        }

        /** Adds a link on a separate line. */
        public Draft link(String label, String url) {
            texts.add(url);
            html.append("<p><a href=\"")
                    .append(HtmlUtils.htmlEscape(url))
                    .append("\">")
                    .append(HtmlUtils.htmlEscape(oneLine(label)))
                    .append("</a></p>\n");
            return this;
        }

        /** The mail. */
        public Mail mail() {
            return new Mail(recipient, subject, String.join("\n\n", texts) + "\n", document());
        }

        private String document() {
            return """
            <!DOCTYPE html>
            <html lang="%s">
            <head><meta charset="utf-8"><title>%s</title></head>
            <body style="font-family: sans-serif; max-width: 36em">
            %s</body>
            </html>
            """
                    .formatted(
                            language.toLanguageTag(), HtmlUtils.htmlEscape(oneLine(subject)), html);
        }

        private static String wrapped(String line) {
            StringBuilder text = new StringBuilder();
            int column = 0;
            for (String word : BLANKS.splitAsStream(line).toList()) {
                if (column > 0 && column + 1 + word.length() > WIDTH) {
                    text.append('\n');
                    column = 0;
                }
                if (column > 0) {
                    text.append(' ');
                    column++;
                }
                text.append(word);
                column += word.length();
            }
            return text.toString();
        }
    }
}
