package org.mailvane.web.frame;

import gg.jte.Content;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A text of a page, as it is shown.
 *
 * @param text in the page's language; in English if an older version or a person wrote it
 * @param language that of the text, for the attribute of HTML; null where it is the page's
 */
public record LocalizedText(String text, @Nullable String language) {

    /** A record, as sentences quote it. */
    private static final Pattern RECORD = Pattern.compile("\"(v=[^\"]*)\"");

    /** The text, in which records are code. */
    Content content() {
        return output -> {
            Matcher found = RECORD.matcher(text);
            int from = 0;
            while (found.find()) {
                output.writeUserContent(text.substring(from, found.start(1)));
                output.writeContent("<code>");
                output.writeUserContent(found.group(1));
                output.writeContent("</code>");
                from = found.end(1);
            }
            output.writeUserContent(text.substring(from));
        };
    }
}
