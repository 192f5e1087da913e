package org.mailvane.intake.reading;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mailvane.intake.ledger.RawMessage;

/**
 * The sender's data in the mail that carried reports. Nothing is checked here: code that relies on
 * it must trust the server that received the mail.
 *
 * @param headerFrom its From address, lower case; empty where it has none, or is not a mail
 * @param dkim the DKIM results that its topmost Authentication-Results field (RFC 8601) names, as
 *     {@code pass example.com}, several joined by a comma; empty where there are none
 */
public record TransportMessageInfo(String headerFrom, String dkim) {

    /** The data of something that is not a mail. */
    public static final TransportMessageInfo NONE = new TransportMessageInfo("", "");

    /** Bytes of a header that are looked at. */
    static final int MAX_HEADER = 64 << 10;

    /** Characters of what is kept of a field. */
    static final int MAX_LENGTH = 500;

    /** DKIM results that are kept. */
    static final int MAX_RESULTS = 10;

    private static final int FIRST_LOOK = 4 << 10;
    private static final String FROM = "from:";
    private static final String RESULTS = "authentication-results:";

    /** A field's name, as mails have them, or the line before the first mail of an mbox. */
    private static final Pattern MAIL_BEGIN =
            Pattern.compile("\\A(?:[A-Za-z0-9_-]{1,80}[ \\t]{0,9}:|>?From )");

    private static final Pattern LINE_END = Pattern.compile("[\\r\\n]+");
    private static final Pattern ADDRESS =
            Pattern.compile("[^\\s<>()\",:;@]{1,64}@[^\\s<>()\",:;@]+");
    private static final Pattern DKIM =
            Pattern.compile("\\A\\s*dkim\\s*(?:/\\s*1\\s*)?=\\s*(\\w+)");
    private static final Pattern DOMAIN =
            Pattern.compile("\\bheader\\.(d|i)\\s*=\\s*\"?(?:[^\\s\"@;]*@)?([^\\s\";@]+)");

    /** Looks at a message's header, if it is a mail. */
    static TransportMessageInfo of(RawMessage message) {
        try (InputStream in = message.open()) {
            byte[] head = in.readNBytes(FIRST_LOOK);
            if (!isMail(head)) {
                return NONE;
            }
            if (head.length == FIRST_LOOK && end(head) < 0) {
                byte[] more = in.readNBytes(MAX_HEADER - FIRST_LOOK);
                int length = head.length;
                head = Arrays.copyOf(head, length + more.length);
                System.arraycopy(more, 0, head, length, more.length);
            }
            return of(head);
        } catch (IOException unreadable) {
            // A caller that reads the whole of it says so.
            return NONE;
        }
    }

    private static boolean isMail(byte[] head) {
        int length = Math.min(head.length, 100);
        return MAIL_BEGIN.matcher(new String(head, 0, length, StandardCharsets.ISO_8859_1)).find();
    }

    /** Returns where the header ends: at its first empty line; -1 where it does not. */
    private static int end(byte[] bytes) {
        for (int i = 1; i < bytes.length; i++) {
            if (bytes[i] == '\n'
                    && (bytes[i - 1] == '\n'
                            || (i > 1 && bytes[i - 1] == '\r' && bytes[i - 2] == '\n'))) {
                return i;
            }
        }
        return -1;
    }

    /**
     * Reads a header; the first field of each name counts, which is the topmost. Of the other
     * fields only their first letters are looked at.
     */
    private static TransportMessageInfo of(byte[] bytes) {
        int end = end(bytes) < 0 ? bytes.length : end(bytes);
        String from = null;
        String dkim = null;
        int line = 0;
        while (line < end && (from == null || dkim == null)) {
            if (from == null && begins(bytes, line, end, FROM)) {
                from = address(value(bytes, line + FROM.length(), end));
            } else if (dkim == null && begins(bytes, line, end, RESULTS)) {
                dkim = dkim(value(bytes, line + RESULTS.length(), end));
            }
            line = nextLine(bytes, line, end);
        }
        return from == null && dkim == null
                ? NONE
                : new TransportMessageInfo(from == null ? "" : from, dkim == null ? "" : dkim);
    }

    private static boolean begins(byte[] bytes, int from, int end, String name) {
        if (from + name.length() > end) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            if (Character.toLowerCase(bytes[from + i]) != name.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static int nextLine(byte[] bytes, int from, int end) {
        int i = from;
        while (i < end && bytes[i] != '\n') {
            i++;
        }
        return i + 1;
    }

    /** Returns a field's value, unfolded. */
    private static String value(byte[] bytes, int from, int end) {
        int to = nextLine(bytes, from, end);
        while (to < end && (bytes[to] == ' ' || bytes[to] == '\t')) {
            to = nextLine(bytes, to, end);
        }
        return LINE_END.matcher(
                        new String(
                                bytes, from, Math.min(to, end) - from, StandardCharsets.ISO_8859_1))
                .replaceAll("");
    }

    /** Returns the address in angle brackets, else the first address in the value. */
    private static String address(String value) {
        String plain = withoutComments(value);
        int bracket = plain.lastIndexOf('<');
        Matcher address = ADDRESS.matcher(plain);
        boolean found = (bracket >= 0 && address.find(bracket)) || address.find(0);
        return found ? shortened(address.group().toLowerCase(Locale.ROOT)) : "";
    }

    private static String dkim(String value) {
        List<String> results = new ArrayList<>();
        for (String statement : withoutComments(value).toLowerCase(Locale.ROOT).split(";", -1)) {
            Matcher dkim = DKIM.matcher(statement);
            if (dkim.find() && results.size() < MAX_RESULTS) {
                results.add((dkim.group(1) + " " + domain(statement)).strip());
            }
        }
        return shortened(String.join(", ", results));
    }

    /** Returns the signing domain: {@code header.d}, else that of {@code header.i}. */
    private static String domain(String statement) {
        String identity = "";
        Matcher property = DOMAIN.matcher(statement);
        while (property.find()) {
            if (property.group(1).equals("d")) {
                return property.group(2);
            }
            identity = property.group(2);
        }
        return identity;
    }

    /** Comments (RFC 5322, section 3.2.2) nest, and may hold anything. */
    private static String withoutComments(String value) {
        if (value.indexOf('(') < 0) {
            return value;
        }
        StringBuilder plain = new StringBuilder(value.length());
        int depth = 0;
        boolean quoted = false;
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '\\' && (quoted || depth > 0)) {
                if (depth == 0 && i + 1 < value.length()) {
                    plain.append(c).append(value.charAt(i + 1));
                }
                i++;
            } else if (c == '"' && depth == 0) {
                quoted = !quoted;
                plain.append(c);
            } else if (c == '(' && !quoted) {
                depth++;
            } else if (c == ')' && depth > 0) {
                depth--;
                plain.append(' ');
            } else if (depth == 0) {
                plain.append(c);
            }
        }
        return plain.toString();
    }

    private static String shortened(String text) {
        return text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH);
    }
}
