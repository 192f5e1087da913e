package org.mailvane.reports.failure;

import java.util.regex.Pattern;
import org.mailvane.reports.Remarks;
import org.mailvane.reports.mail.HeaderText;

/** Mail addresses in header fields: RFC 5322, section 3.4. */
final class MailAddress {

    private static final Pattern BETWEEN_ADDRESSES = Pattern.compile("[\\s,;:]+");

    private MailAddress() {}

    /** The domain of the first address of a field; empty if it has none that is a host name. */
    static String domain(String field, Remarks remarks) {
        String bare = withoutQuotes(HeaderText.withoutComments(field));
        int open = bare.indexOf('<');
        while (open >= 0) {
            int close = bare.indexOf('>', open);
            String inside = bare.substring(open + 1, close < 0 ? bare.length() : close);
            if (inside.indexOf('@') >= 0) {
                return FieldValues.hostName(inside, remarks);
            }
            open = close < 0 ? -1 : bare.indexOf('<', close);
        }
        for (String word : BETWEEN_ADDRESSES.split(bare, -1)) {
            if (word.indexOf('@') >= 0) {
                return FieldValues.hostName(word, remarks);
            }
        }
        return "";
    }

    /** Names in quotes may hold anything, other addresses too. */
    private static String withoutQuotes(String text) {
        StringBuilder rest = new StringBuilder(text.length());
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' && quoted) {
                i++;
            } else if (c == '"') {
                quoted = !quoted;
                rest.append(quoted ? "" : "q");
            } else if (!quoted) {
                rest.append(c);
            }
        }
        // a quote that does not end is a character like any other
        return quoted ? text.replace("\"", "") : rest.toString();
    }
}
