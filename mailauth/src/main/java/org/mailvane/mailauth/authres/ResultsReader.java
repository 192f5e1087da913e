package org.mailvane.mailauth.authres;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.mailvane.mailauth.authres.AuthenticationResults.MethodResult;
import org.mailvane.mailauth.authres.AuthenticationResults.Property;
import org.mailvane.mailauth.finding.Cut;

/**
 * Reads an Authentication-Results field (RFC 8601, section 2.2) from left to right, and takes what
 * the large receivers make of it: no name of the receiver, properties without a type, signs in
 * values that would need quotation marks.
 */
final class ResultsReader {

    private static final String REASON = "reason";

    private final String text;
    private final boolean isTooLong;
    private int at;

    ResultsReader(String value) {
        this.isTooLong = value.length() > AuthenticationResults.MAX_LENGTH;
        this.text = Cut.begin(value, AuthenticationResults.MAX_LENGTH);
    }

    AuthenticationResults read() {
        int start = at;
        String authservId = word("=;");
        skipBlanks();
        if (peek() == '=') {
            // A result where the receiver's name is due.
            at = start;
            authservId = "";
        } else {
            // Its version, of which there is one only.
            word(";");
            skipPast(';');
        }
        List<MethodResult> results = new ArrayList<>();
        // Half a value may be another one, so that nothing of a field is taken that was cut.
        while (!isTooLong
                && at < text.length()
                && results.size() < AuthenticationResults.MAX_RESULTS) {
            MethodResult result = result();
            if (!result.result().isEmpty()) {
                results.add(result);
            }
            skipPast(';');
        }
        return new AuthenticationResults(authservId, results);
    }

    /** Reads up to the next semicolon. Without a result it is nothing, such as {@code none}. */
    private MethodResult result() {
        String method = word("=;/");
        skipBlanks();
        if (peek() == '/') {
            at++;
            word("=;");
        }
        String result = value().toLowerCase(Locale.ROOT);
        String reason = "";
        List<Property> properties = new ArrayList<>();
        while (!isAtEnd() && properties.size() < AuthenticationResults.MAX_PROPERTIES) {
            int before = at;
            String name = name();
            String value = value();
            if (name.equals(REASON)) {
                reason = value;
            } else if (!name.isEmpty() && !value.isEmpty()) {
                properties.add(new Property(name, value));
            }
            if (at == before) {
                // A sign that has no place here.
                at++;
            }
        }
        return new MethodResult(method.toLowerCase(Locale.ROOT), result, reason, properties);
    }

    /** Reads a type, a dot and a property, with blanks between them. */
    private String name() {
        StringBuilder name = new StringBuilder(word("=;."));
        skipBlanks();
        while (peek() == '.') {
            at++;
            name.append('.').append(word("=;."));
            skipBlanks();
        }
        return name.toString().toLowerCase(Locale.ROOT);
    }

    /** Reads an equals sign and what follows it; empty if there is none. */
    private String value() {
        skipBlanks();
        if (peek() != '=') {
            return "";
        }
        at++;
        return word(";");
    }

    private boolean isAtEnd() {
        skipBlanks();
        return at >= text.length() || text.charAt(at) == ';';
    }

    /** Reads signs up to a blank, a comment or one of these; in quotation marks all of them. */
    private String word(String ends) {
        skipBlanks();
        StringBuilder word = new StringBuilder();
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '"') {
                at++;
                quoted(word);
            } else if (isBlank(c) || c == '(' || ends.indexOf(c) >= 0) {
                break;
            } else {
                word.append(c);
                at++;
            }
        }
        return word.toString();
    }

    private void quoted(StringBuilder word) {
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '"') {
                return;
            }
            if (c == '\\' && at < text.length()) {
                c = text.charAt(at++);
            }
            word.append(c);
        }
    }

    private void skipPast(char end) {
        while (at < text.length()) {
            skipBlanks();
            char c = peek();
            if (c == '"') {
                word(";");
            } else {
                at = Math.min(at + 1, text.length());
                if (c == end) {
                    return;
                }
            }
        }
    }

    /** Skips blanks and comments; a comment that does not end is the rest. */
    private void skipBlanks() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '(') {
                skipComment();
            } else if (isBlank(c)) {
                at++;
            } else {
                return;
            }
        }
    }

    private void skipComment() {
        int depth = 0;
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '(') {
                depth++;
            } else if (c == ')') {
                depth--;
            } else if (c == '\\') {
                at = Math.min(at + 1, text.length());
            }
            if (depth == 0) {
                return;
            }
            if (depth > AuthenticationResults.MAX_DEPTH) {
                at = text.length();
            }
        }
    }

    /** Returns the sign that comes next; a NUL at the end. */
    private char peek() {
        return at < text.length() ? text.charAt(at) : '\0';
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t' || c == '\r' || c == '\n';
    }
}
