package org.mailvane.mailauth.dns;

import java.util.Locale;
import java.util.Optional;

/**
 * A name in DNS, in lower case and without the trailing dot: any name that can be queried, such as
 * {@code _dmarc.example.com} (RFC 1035, section 3.1; RFC 2181, section 11).
 *
 * <p>Each character is one octet (ISO 8859-1). A label may contain any octet except the dot, which
 * separates labels here.
 *
 * @param value the name; empty for the root
 */
public record DnsName(String value) implements Comparable<DnsName> {

    /** The root of the tree, which means "no host" in MX records (RFC 7505). */
    public static final DnsName ROOT = new DnsName("");

    /** A name; {@link #parse} makes one from outside. */
    public DnsName {
        if (!fits(value)) {
            throw new IllegalArgumentException("no DNS name: " + value);
        }
    }

    /** The name of a domain. */
    public static DnsName of(DomainName domain) {
        return new DnsName(domain.value());
    }

    /**
     * Reads a name in any case, with or without a trailing dot.
     *
     * @return empty if a label is empty or longer than 63 octets, if the name is longer than 253,
     *     or if a character is not an octet
     */
    public static Optional<DnsName> parse(String text) {
        String name = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
        if (name.isEmpty()) {
            return text.isEmpty() ? Optional.empty() : Optional.of(ROOT);
        }
        String lower = lowerCase(name);
        return fits(lower) ? Optional.of(new DnsName(lower)) : Optional.empty();
    }

    /**
     * The name of labels before this one, such as {@code _dmarc} before {@code example.com}.
     *
     * @return empty if the whole is too long for a name
     */
    public Optional<DnsName> below(String labels) {
        return parse(value.isEmpty() ? labels : labels + "." + value);
    }

    /** The name without its first label; the root has none. */
    public Optional<DnsName> parent() {
        if (value.isEmpty()) {
            return Optional.empty();
        }
        int dot = value.indexOf('.');
        return Optional.of(dot < 0 ? ROOT : new DnsName(value.substring(dot + 1)));
    }

    /** Returns the number of its labels; the root has none. */
    public int labels() {
        return value.isEmpty() ? 0 : 1 + (int) value.chars().filter(c -> c == '.').count();
    }

    /** Whether it is {@code other} or lies below it. */
    public boolean isWithin(DnsName other) {
        return other.value.isEmpty()
                || value.equals(other.value)
                || (value.endsWith(other.value)
                        && value.charAt(value.length() - other.value.length() - 1) == '.');
    }

    /** Returns the same name as a domain; empty if it is not a host name. */
    public Optional<DomainName> domain() {
        return DomainName.parse(value);
    }

    @Override
    public int compareTo(DnsName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value.isEmpty() ? "." : value;
    }

    private static String lowerCase(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c >= 'A' && c <= 'Z') {
                // Only ASCII has cases in DNS (RFC 4343); lower case of other octets would merge
                // names.
                return lowerCaseAscii(name);
            }
        }
        return name;
    }

    private static String lowerCaseAscii(String name) {
        if (name.chars().allMatch(c -> c < 0x80)) {
            return name.toLowerCase(Locale.ROOT);
        }
        StringBuilder lower = new StringBuilder(name);
        for (int i = 0; i < lower.length(); i++) {
            char c = lower.charAt(i);
            if (c >= 'A' && c <= 'Z') {
                lower.setCharAt(i, (char) (c + ('a' - 'A')));
            }
        }
        return lower.toString();
    }

    private static boolean fits(String name) {
        if (name.length() > DomainName.MAX_LENGTH) {
            return false;
        }
        int start = 0;
        for (int i = 0; i <= name.length(); i++) {
            char c = i == name.length() ? '.' : name.charAt(i);
            if (c == '.') {
                int length = i - start;
                if (length > DomainName.MAX_LABEL_LENGTH || (length == 0 && !name.isEmpty())) {
                    return false;
                }
                start = i + 1;
            } else if (c > 0xFF || (c >= 'A' && c <= 'Z')) {
                return false;
            }
        }
        return true;
    }
}
