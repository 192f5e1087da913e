package org.mailvane.mailauth.spf;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.finding.FindingList;
import org.mailvane.mailauth.finding.SpfFindings;
import org.mailvane.mailauth.spf.MacroString.Literal;
import org.mailvane.mailauth.spf.MacroString.Macro;
import org.mailvane.mailauth.spf.MacroString.Part;

/** Cuts texts with macros into their parts (RFC 7208, sections 7.1 and 12). */
final class MacroParser {

    /** The context of a text, which decides what it may contain. */
    enum Place {
        /** The domain of a term. */
        DOMAIN,
        /** The value of an unknown modifier. */
        MODIFIER,
        /** The text of an explanation, which also has spaces. */
        EXPLANATION
    }

    private static final String LETTERS = "slodiphcrtv";
    private static final String EXPLANATION_LETTERS = "crt";
    private static final String DELIMITERS = ".-+,/_=";
    static final int MAX_COUNT = 1_000_000;

    private final String text;
    private final Place place;
    private final int position;
    private final FindingList findings;
    private final List<Part> parts = new ArrayList<>();
    private final StringBuilder literal = new StringBuilder();
    private int tail;

    /**
     * A parser of a text.
     *
     * @param position where it begins in the record
     * @param findings where to say what is wrong with it
     */
    MacroParser(String text, Place place, int position, FindingList findings) {
        this.text = text;
        this.place = place;
        this.position = position;
        this.findings = findings;
    }

    /** The text of an explanation; null if it is not one (section 6.2). */
    static @Nullable MacroString explanation(String text) {
        FindingList findings = new FindingList();
        MacroString macros = new MacroParser(text, Place.EXPLANATION, 0, findings).read();
        return findings.hasErrors() ? null : macros;
    }

    MacroString read() {
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '%') {
                at = expansion(at);
                tail = at;
            } else {
                if (!Ascii.isVisible(c) && !(c == ' ' && place == Place.EXPLANATION)) {
                    findings.add(SpfFindings.CHARACTER.with(SpfParser.shown(c)).at(position + at));
                }
                literal.append(c);
                at++;
            }
        }
        endLiteral();
        return new MacroString(text, parts);
    }

    /** Returns where the text after the last expansion begins; 0 if there is none. */
    int tail() {
        return tail;
    }

    /** Reads what a percent sign begins, and returns where it ends. */
    private int expansion(int percent) {
        int at = percent + 1;
        switch (at < text.length() ? text.charAt(at) : ' ') {
            case '{' -> {
                return macro(percent);
            }
            case '%' -> literal.append('%');
            case '_' -> literal.append(' ');
            case '-' -> literal.append("%20");
            default -> {
                findings.add(SpfFindings.MACRO_PERCENT.with().at(position + percent));
                literal.append('%');
                return at;
            }
        }
        return at + 1;
    }

    private int macro(int percent) {
        int close = text.indexOf('}', percent);
        if (close < 0) {
            findings.add(
                    SpfFindings.MACRO_UNCLOSED
                            .with(text.substring(percent))
                            .at(position + percent));
            literal.append(text, percent, text.length());
            return text.length();
        }
        String written = text.substring(percent, close + 1);
        int at = percent + 2;
        char c = text.charAt(at);
        char letter = lower(c);
        if (LETTERS.indexOf(letter) < 0) {
            findings.add(SpfFindings.MACRO_LETTER.with(written).at(position + at));
            literal.append(written);
            return close + 1;
        }
        if (place == Place.DOMAIN && EXPLANATION_LETTERS.indexOf(letter) >= 0) {
            findings.add(SpfFindings.MACRO_EXP_ONLY.with(written).at(position + at));
        }
        at++;
        int begin = at;
        int count = 0;
        while (Ascii.isDigit(text.charAt(at))) {
            count = Math.min(MAX_COUNT, count * 10 + (text.charAt(at) - '0'));
            at++;
        }
        if (at > begin && count == 0) {
            findings.add(SpfFindings.MACRO_ZERO.with(written).at(position + begin));
        }
        boolean isReversed = lower(text.charAt(at)) == 'r';
        if (isReversed) {
            at++;
        }
        String delimiters = text.substring(at, close);
        for (int i = 0; i < delimiters.length(); i++) {
            if (DELIMITERS.indexOf(delimiters.charAt(i)) < 0) {
                findings.add(SpfFindings.MACRO_DELIMITER.with(written).at(position + at + i));
                break;
            }
        }
        endLiteral();
        parts.add(
                new Macro(
                        letter,
                        letter != c,
                        count == 0 ? Macro.ALL_PARTS : count,
                        isReversed,
                        delimiters.isEmpty() ? "." : delimiters));
        return close + 1;
    }

    private void endLiteral() {
        if (!literal.isEmpty()) {
            parts.add(new Literal(literal.toString()));
            literal.setLength(0);
        }
    }

    private static char lower(char c) {
        return c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c;
    }
}
