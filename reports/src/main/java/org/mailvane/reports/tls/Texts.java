package org.mailvane.reports.tls;

import org.mailvane.reports.Diagnostic;
import org.mailvane.reports.DiagnosticCode;
import org.mailvane.reports.Remarks;

/** Texts of a JSON document, in which any character may occur. */
final class Texts {

    private static final char REPLACEMENT = '\uFFFD';

    private Texts() {}

    /**
     * A text without white space around it, without control characters and halves of characters,
     * and of at most {@code limit} characters.
     *
     * @param name of what it is, for the remarks
     */
    static String clean(String text, int limit, String name, Remarks remarks) {
        String clean = plain(text) ? text.strip() : replaced(text).strip();
        if (clean.indexOf(REPLACEMENT) >= 0) {
            remarks.add(
                    "json.encoding",
                    Diagnostic.of(DiagnosticCode.JSON_CHARACTERS).with(name).quoting(clean));
        }
        if (clean.length() <= limit) {
            return clean;
        }
        remarks.add("text.cut", Diagnostic.of(DiagnosticCode.FIELD_CUT).with(name).with(limit));
        boolean half = Character.isHighSurrogate(clean.charAt(limit - 1));
        return clean.substring(0, half ? limit - 1 : limit);
    }

    private static boolean plain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c) || Character.isSurrogate(c)) {
                return false;
            }
        }
        return true;
    }

    /** Line ends stay: some write a policy of many lines as one text. */
    private static String replaced(String text) {
        StringBuilder clean = new StringBuilder(text.length());
        text.codePoints()
                .forEach(c -> {
                    if (c == '\n' || !Character.isISOControl(c)) {
                        boolean half = Character.getType(c) == Character.SURROGATE;
                        clean.appendCodePoint(half ? REPLACEMENT : c);
                    } else {
                        clean.append(' ');
                    }
                });
        return clean.toString();
    }
}
