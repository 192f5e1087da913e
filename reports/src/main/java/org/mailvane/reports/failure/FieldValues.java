package org.mailvane.reports.failure;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mailvane.reports.Diagnostic;
import org.mailvane.reports.DiagnosticCode;
import org.mailvane.reports.Limits;
import org.mailvane.reports.Remarks;
import org.mailvane.reports.Values;
import org.mailvane.reports.mail.HeaderText;

/**
 * Parses the fields of a feedback report. Each method returns a form that, written as a field and
 * read again, stays the same.
 */
final class FieldValues {

    /** Characters of a word, such as a kind of failure. */
    private static final int WORD_LENGTH = 100;

    private static final Pattern BETWEEN_WORDS = Pattern.compile("[\\s,;]+");
    private static final Pattern NO_WORD = Pattern.compile("[\"'()<>]");
    private static final Pattern HOST_NAME =
            Pattern.compile(
                    "(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\\.)+"
                            + "[a-z]([a-z0-9-]{0,61}[a-z0-9])?");
    private static final Pattern ADDRESS_AND_PORT =
            Pattern.compile("(\\d+\\.\\d+\\.\\d+\\.\\d+|\\[[^\\[\\]]*\\]):(\\d{1,5})");
    static final int LARGEST_PORT = 65_535;

    /**
     * An address and the port, if one is written after it.
     *
     * @param port null if there is none
     */
    record Source(InetAddress address, @Nullable Integer port) {}

    private FieldValues() {}

    /** A text, cut to its limit. */
    static String text(String value, Remarks remarks) {
        String text = HeaderText.cut(value, Limits.FAILURE_TEXT_LENGTH);
        if (text.length() < value.length()) {
            remarks.add(
                    "feedback.cut", Diagnostic.of(DiagnosticCode.FAILURE_TEXT_CUT).quoting(value));
        }
        return text;
    }

    /** Words of a list, lower case, without comments, each once. */
    static List<String> words(List<String> values, Remarks remarks) {
        Set<String> words = new LinkedHashSet<>();
        for (String value : values) {
            for (String item : BETWEEN_WORDS.split(HeaderText.withoutComments(value), -1)) {
                String word = NO_WORD.matcher(item.toLowerCase(Locale.ROOT)).replaceAll("").strip();
                if (!word.isEmpty() && isRoom(words.size(), remarks)) {
                    words.add(HeaderText.cut(word, WORD_LENGTH));
                }
            }
        }
        return List.copyOf(words);
    }

    private static boolean isRoom(int size, Remarks remarks) {
        if (size < Limits.FAILURE_LIST_ITEMS) {
            return true;
        }
        remarks.add("feedback.too_many", Diagnostic.of(DiagnosticCode.FAILURE_ITEMS_DROPPED));
        return false;
    }

    /**
     * Returns a mail address or identifier: the text in angle brackets, else all of it, with a
     * shorter limit.
     */
    static String address(String value) {
        int open = value.lastIndexOf('<');
        int close = value.indexOf('>', Math.max(0, open));
        String inside = open >= 0 && close >= 0 ? value.substring(open + 1, close) : value;
        // a comma in brackets is part of a quoted name: alone it would be the end of an address
        String address = inside.indexOf(',') < 0 ? inside : value;
        String plain = HeaderText.singleBlanks(address.replace('<', ' ').replace('>', ' '));
        return HeaderText.cut(plain, Limits.TEXT_LENGTH);
    }

    /** The addresses of a list: one for each field, or several with commas between them. */
    static List<String> addresses(List<String> values, Remarks remarks) {
        List<String> addresses = new ArrayList<>();
        for (String value : values) {
            for (String item : splitAtCommas(value)) {
                String address = address(item);
                while (address.regionMatches(true, 0, "rfc822;", 0, "rfc822;".length())) {
                    address = address.substring("rfc822;".length()).strip();
                }
                if (!address.isEmpty() && isRoom(addresses.size(), remarks)) {
                    addresses.add(address);
                }
            }
        }
        return List.copyOf(addresses);
    }

    /** Commas inside quotes belong to an address; a quote without its other half is a character. */
    private static List<String> splitAtCommas(String value) {
        List<String> items = new ArrayList<>();
        int begin = 0;
        int at = 0;
        while (at < value.length()) {
            char c = value.charAt(at);
            if (c == '"') {
                int end = value.indexOf('"', at + 1);
                at = end < 0 ? value.length() : end + 1;
                if (end < 0) {
                    break;
                }
            } else {
                if (c == ',') {
                    items.add(value.substring(begin, at));
                    begin = at + 1;
                }
                at++;
            }
        }
        items.add(value.substring(begin));
        return items;
    }

    /** Texts of a list, one for each field. */
    static List<String> texts(List<String> values, Remarks remarks) {
        return values.stream().map(value -> text(value, remarks)).toList();
    }

    /** Host names of a list, lower case, A-labels, each once; what is none is left out. */
    static List<String> hostNames(List<String> values, Remarks remarks) {
        Set<String> names = new LinkedHashSet<>();
        for (String value : values) {
            for (String item : BETWEEN_WORDS.split(HeaderText.withoutComments(value), -1)) {
                String name = hostName(item, remarks);
                if (!name.isEmpty()) {
                    if (isRoom(names.size(), remarks)) {
                        names.add(name);
                    }
                } else if (!item.isEmpty()) {
                    remarks.add(
                            "feedback.reported_domain",
                            Diagnostic.of(DiagnosticCode.FAILURE_REPORTED_DOMAIN).quoting(item));
                }
            }
        }
        return List.copyOf(names);
    }

    /** A host name, lower case, A-labels; of an address its domain; empty if it is not one. */
    static String hostName(String value, Remarks remarks) {
        String plain = value.replace("\"", "").replace('<', ' ').replace('>', ' ').strip();
        if (plain.length() > Limits.TEXT_LENGTH) {
            return "";
        }
        String name = Values.domain(plain, "", remarks);
        return HOST_NAME.matcher(name).matches() ? name : "";
    }

    /**
     * Returns the address of the host that delivered the mail, whatever surrounds it; null if there
     * is none.
     */
    static @Nullable Source source(String value, Remarks remarks) {
        InetAddress plain = Values.address(value);
        if (plain != null && value.indexOf('[') < 0 && value.indexOf('%') < 0) {
            return new Source(plain, null);
        }
        for (String item : BETWEEN_WORDS.split(HeaderText.withoutComments(value), -1)) {
            Matcher withPort = ADDRESS_AND_PORT.matcher(item);
            InetAddress address =
                    Values.address(withPort.matches() ? withPort.group(1) : bracketed(item));
            if (address != null) {
                remarks.add(
                        "feedback.source_ip_form",
                        Diagnostic.of(DiagnosticCode.FIELD_READ_AS)
                                .with("Source-IP")
                                .quoting(value)
                                .with(address.getHostAddress()));
                return new Source(address, withPort.matches() ? port(withPort.group(2)) : null);
            }
        }
        remarks.add(
                "feedback.source_ip",
                Diagnostic.of(DiagnosticCode.FAILURE_SOURCE_IP).quoting(value));
        return null;
    }

    private static String bracketed(String item) {
        int open = item.indexOf('[');
        int close = item.indexOf(']', open + 1);
        return open >= 0 && close > open ? item.substring(open + 1, close) : item;
    }

    /** A port; null if the text is none. */
    static @Nullable Integer port(String text) {
        boolean digits = text.length() <= 5 && text.chars().allMatch(c -> c >= '0' && c <= '9');
        int port = digits && !text.isEmpty() ? Integer.parseInt(text) : 0;
        return port < 1 || port > LARGEST_PORT ? null : port;
    }
}
