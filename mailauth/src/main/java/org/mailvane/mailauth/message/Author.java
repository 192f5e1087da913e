package org.mailvane.mailauth.message;

import java.util.List;
import java.util.Optional;
import org.mailvane.mailauth.dns.DomainName;

/**
 * The author of a mail: the domain of the single address of the single From field (RFC 9989,
 * section 4.2). If there are more or it can't be read for certain, DMARC does not apply.
 *
 * @param domain the author domain; empty if there is a problem
 * @param problem the reason why there is none
 */
public record Author(Optional<DomainName> domain, Problem problem) {

    /** Octets of a From field that are read; an address has at most 320. */
    public static final int MAX_LENGTH = 16 * 1024;

    /** Comments within each other. */
    static final int MAX_DEPTH = 20;

    /** The reason why the author domain is missing. */
    public enum Problem {
        /** There is one. */
        NONE,
        /** The From field is missing. */
        MISSING,
        /** There are several From fields, or several addresses in it. */
        SEVERAL,
        /** The field does not hold an address with a domain. */
        INVALID
    }

    /** Reads the author of a mail. */
    public static Author of(MessageHeader header) {
        List<HeaderField> fields = header.all("from");
        return switch (fields.size()) {
            case 0 -> none(Problem.MISSING);
            case 1 -> parse(fields.getFirst().text());
            default -> none(Problem.SEVERAL);
        };
    }

    /** Reads the value of a From field (RFC 5322, section 3.6.2). */
    static Author parse(String value) {
        return value.length() > MAX_LENGTH ? none(Problem.INVALID) : new Scan(value).author();
    }

    private static Author none(Problem problem) {
        return new Author(Optional.empty(), problem);
    }

    /** One pass over a field: what lies outside comments and quoted strings decides. */
    private static final class Scan {

        private static final char QUOTED = '\u0000';

        private final String value;

        /** Without comments; each quoted string is one sign, so that nothing in it counts. */
        private final StringBuilder plain = new StringBuilder();

        private int at;

        Scan(String value) {
            this.value = value;
        }

        Author author() {
            if (value.indexOf(QUOTED) >= 0 || !strip()) {
                return none(Problem.INVALID);
            }
            String text = plain.toString().strip();
            if (text.indexOf(',') >= 0 && text.chars().filter(c -> c == '@').count() > 1) {
                return none(Problem.SEVERAL);
            }
            if (text.chars().anyMatch(c -> c == ',' || c == ';')) {
                return none(Problem.INVALID);
            }
            int open = text.indexOf('<');
            if (open < 0) {
                return ofAddress(text);
            }
            // Exactly one pair of brackets, at the end.
            boolean isOne = open == text.lastIndexOf('<') && text.indexOf('>') == text.length() - 1;
            if (!isOne) {
                return none(text.lastIndexOf('<') > open ? Problem.SEVERAL : Problem.INVALID);
            }
            return ofAddress(text.substring(open + 1, text.length() - 1));
        }

        private static Author ofAddress(String address) {
            int sign = address.lastIndexOf('@');
            String local = sign < 0 ? "" : address.substring(0, sign).strip();
            boolean isLocal =
                    !local.isEmpty()
                            && local.chars()
                                    .noneMatch(c ->
                                            c == '@' || c == ':' || c == '<' || c == '>' || c == ' '
                                                    || c == '\t');
            return isLocal
                    ? DomainName.parse(address.substring(sign + 1))
                            .map(domain -> new Author(Optional.of(domain), Problem.NONE))
                            .orElseGet(() -> none(Problem.INVALID))
                    : none(Problem.INVALID);
        }

        /** Removes comments and what is quoted; false if one does not end. */
        private boolean strip() {
            while (at < value.length()) {
                char c = value.charAt(at++);
                switch (c) {
                    case '"' -> {
                        plain.append(QUOTED);
                        if (!skipQuoted()) {
                            return false;
                        }
                    }
                    case '(' -> {
                        plain.append(' ');
                        if (!skipComment()) {
                            return false;
                        }
                    }
                    case ')', '\\' -> {
                        return false;
                    }
                    default -> plain.append(c);
                }
            }
            return true;
        }

        private boolean skipQuoted() {
            while (at < value.length()) {
                char c = value.charAt(at++);
                if (c == '"') {
                    return true;
                }
                at += c == '\\' ? 1 : 0;
            }
            return false;
        }

        private boolean skipComment() {
            int depth = 1;
            while (at < value.length() && depth > 0 && depth <= MAX_DEPTH) {
                char c = value.charAt(at++);
                switch (c) {
                    case '(' -> depth++;
                    case ')' -> depth--;
                    case '\\' -> at++;
                    default -> {}
                }
            }
            return depth == 0;
        }
    }
}
