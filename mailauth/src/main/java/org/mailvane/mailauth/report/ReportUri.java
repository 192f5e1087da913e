package org.mailvane.mailauth.report;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.DomainName;

/**
 * An address for reports, as one item of {@code rua} or {@code ruf} (RFC 9989, section 4.7; RFC
 * 8460, section 3): a URI in which commas, exclamation marks and semicolons are percent-encoded.
 *
 * @param text as written in the record, without surrounding blanks and without the size
 * @param scheme in lower case; empty if there is none
 * @param mailbox of a mailto URI, decoded: {@code local@domain}; else empty
 * @param host the mailbox's domain, or the host of an http URI; null if it can't be read
 * @param size the size that RFC 7489, section 6.2 allowed after an exclamation mark, such as {@code
 *     10m}; empty if there is none
 * @param problem what is wrong with it, or null
 */
public record ReportUri(
        String text,
        String scheme,
        String mailbox,
        @Nullable DomainName host,
        String size,
        @Nullable Problem problem) {

    /** The possible errors of an address. */
    public enum Problem {
        /** The address is empty. */
        EMPTY,
        /** It is a mailbox without {@code mailto:} before it. */
        BARE_MAILBOX,
        /** It has no scheme at all. */
        NO_SCHEME,
        /** It has a character that no URI may have as it is (RFC 3986, section 2). */
        CHARACTER,
        /** A percent sign is not followed by two hexadecimal digits of UTF-8. */
        ESCAPE,
        /** The text after mailto: is not a mailbox (RFC 5321, section 4.1.2). */
        MAILBOX,
        /** The host of an http URI is none. */
        HOST,
        /** The text after the exclamation mark is not a size. */
        SIZE
    }

    private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):(.*)");
    private static final Pattern SIZE = Pattern.compile("\\d{1,18}[kmgtKMGT]?");
    private static final Pattern URI_CHARACTERS =
            Pattern.compile("[A-Za-z0-9._~:/?#\\[\\]@!$&'()*+,;=%-]*");
    private static final Pattern BAD_ESCAPE = Pattern.compile("%(?![0-9A-Fa-f]{2})");
    private static final Pattern ESCAPES = Pattern.compile("(?:%[0-9A-Fa-f]{2})+");
    private static final Pattern HTTP =
            Pattern.compile("//(?:[^/?#@]*@)?([^/?#:]*)(?::\\d{1,5})?(?:[/?#].*)?");

    /** Atoms with dots between (RFC 5321, section 4.1.2), or anything in quotation marks. */
    private static final Pattern LOCAL_PART =
            Pattern.compile(
                    "[\\p{L}\\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\\.[\\p{L}\\p{N}!#$%&'*+/=?^_`{|}~-]+)*"
                            + "|\"[^\"\\p{Cntrl}]+\"");

    /**
     * The characters that a mailto URI contains unencoded, and that have no meaning in a record
     * (RFC 6068, section 2).
     */
    private static final String PLAIN =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._~@+$'*-";

    /**
     * Characters that a mailbox may have, but a mailto URI only percent-encoded (RFC 6068, section
     * 2); the others end the mailbox there, or are not part of a mailbox.
     */
    private static final String TO_ENCODE = "=&/#[]";

    /** Characters of a local part (RFC 5321, section 4.5.3.1.1). */
    static final int MAX_LOCAL_PART = 64;

    /** Reads one item; it never fails, but says what is wrong. */
    public static ReportUri parse(String item) {
        String whole = item.strip();
        int mark = whole.lastIndexOf('!');
        String text = mark < 0 ? whole : whole.substring(0, mark);
        String size = mark < 0 ? "" : whole.substring(mark + 1);
        Matcher matcher = SCHEME.matcher(text);
        boolean hasScheme = matcher.matches();
        String scheme = hasScheme ? matcher.group(1).toLowerCase(Locale.ROOT) : "";
        String rest = hasScheme ? matcher.group(2) : text;
        String mailbox = "";
        @Nullable DomainName host = null;
        if (scheme.equals("mailto")) {
            mailbox = decoded(withoutHeaders(rest)).orElse("");
            host = hostOfMailbox(mailbox).orElse(null);
        } else if (scheme.equals("https") || scheme.equals("http")) {
            Matcher http = HTTP.matcher(rest);
            host = http.matches() ? DomainName.parse(http.group(1)).orElse(null) : null;
        }
        return new ReportUri(
                text, scheme, mailbox, host, size, problem(text, scheme, rest, host, mark, size));
    }

    /** A mailbox as a record names it. */
    public static String mailto(String mailbox) {
        StringBuilder uri = new StringBuilder("mailto:");
        for (byte octet : mailbox.getBytes(StandardCharsets.UTF_8)) {
            char character = (char) (octet & 0xff);
            if (PLAIN.indexOf(character) >= 0) {
                uri.append(character);
            } else {
                uri.append('%').append(HexFormat.of().withUpperCase().toHexDigits(octet));
            }
        }
        return uri.toString();
    }

    /**
     * Returns the address that was clearly meant: a bare mailbox gets the missing scheme; others
     * stay the same.
     */
    public ReportUri repaired() {
        return problem == Problem.BARE_MAILBOX ? parse(mailto(text)) : this;
    }

    /**
     * Returns the first character of its mailbox that would have to be percent-encoded; empty if
     * there is none, or if it is not a mailbox.
     */
    public Optional<String> unencoded() {
        if (!isMail()) {
            return Optional.empty();
        }
        return withoutHeaders(text.substring(text.indexOf(':') + 1))
                .chars()
                .filter(character -> TO_ENCODE.indexOf(character) >= 0)
                .mapToObj(Character::toString)
                .findFirst();
    }

    /** A character as a URI has it where it means nothing else. */
    public static String encoded(String character) {
        StringBuilder text = new StringBuilder();
        for (byte octet : character.getBytes(StandardCharsets.UTF_8)) {
            text.append('%').append(HexFormat.of().withUpperCase().toHexDigits(octet));
        }
        return text.toString();
    }

    /** Whether it asks for mail. */
    public boolean isMail() {
        return scheme.equals("mailto");
    }

    private static @Nullable Problem problem(
            String text,
            String scheme,
            String rest,
            @Nullable DomainName host,
            int mark,
            String size) {
        if (text.isEmpty()) {
            return Problem.EMPTY;
        }
        if (scheme.isEmpty()) {
            return hostOfMailbox(text).isPresent() ? Problem.BARE_MAILBOX : Problem.NO_SCHEME;
        }
        if (!URI_CHARACTERS.matcher(rest).matches()) {
            return Problem.CHARACTER;
        }
        if (BAD_ESCAPE.matcher(rest).find() || decoded(rest).isEmpty()) {
            return Problem.ESCAPE;
        }
        if (scheme.equals("mailto") && host == null) {
            return Problem.MAILBOX;
        }
        if (scheme.startsWith("http") && host == null) {
            return Problem.HOST;
        }
        return mark >= 0 && !SIZE.matcher(size).matches() ? Problem.SIZE : null;
    }

    /** A mailto URI may ask for header fields (RFC 6068, section 2); reports have their own. */
    private static String withoutHeaders(String address) {
        int question = address.indexOf('?');
        return question < 0 ? address : address.substring(0, question);
    }

    private static Optional<DomainName> hostOfMailbox(String mailbox) {
        int at = mailbox.lastIndexOf('@');
        if (at < 1
                || at > MAX_LOCAL_PART
                || !LOCAL_PART.matcher(mailbox.substring(0, at)).matches()) {
            return Optional.empty();
        }
        return DomainName.parse(mailbox.substring(at + 1));
    }

    private static Optional<String> decoded(String text) {
        StringBuilder decoded = new StringBuilder();
        Matcher escapes = ESCAPES.matcher(text);
        int from = 0;
        while (escapes.find()) {
            decoded.append(text, from, escapes.start());
            byte[] octets = new byte[(escapes.end() - escapes.start()) / 3];
            for (int i = 0; i < octets.length; i++) {
                int at = escapes.start() + 3 * i + 1;
                octets[i] = (byte) Integer.parseInt(text, at, at + 2, 16);
            }
            try {
                decoded.append(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(octets)));
            } catch (CharacterCodingException notUtf8) {
                return Optional.empty();
            }
            from = escapes.end();
        }
        return Optional.of(decoded.append(text, from, text.length()).toString());
    }
}
