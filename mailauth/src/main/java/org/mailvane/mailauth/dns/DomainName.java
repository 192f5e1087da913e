package org.mailvane.mailauth.dns;

import com.ibm.icu.text.IDNA;
import java.util.Locale;
import java.util.Optional;

/**
 * The name of a domain in its canonical form: lower case, A-labels, no trailing dot.
 *
 * <p>Only host names qualify (RFC 1123, section 2.1): labels of letters, digits and hyphens. Names
 * with underscores, such as {@code _dmarc.example.com}, are names in DNS but not domains that mail
 * is sent from.
 *
 * @param value the canonical form
 */
public record DomainName(String value) implements Comparable<DomainName> {

    /** Characters of a whole name (RFC 1035, section 2.3.4, without the root's empty label). */
    public static final int MAX_LENGTH = 253;

    /** Characters of one label. */
    public static final int MAX_LABEL_LENGTH = 63;

    /** A canonical name; {@link #parse} makes one from outside. */
    public DomainName {
        if (!isHostName(value)) {
            throw new IllegalArgumentException("not a canonical domain name: " + value);
        }
    }

    /**
     * Reads a name as people and reports write it: any case, international labels (IDNA 2008 by way
     * of UTS 46), blanks around it, one trailing dot.
     *
     * @return empty if it is not a host name
     */
    public static Optional<DomainName> parse(String text) {
        String name = text.strip();
        if (name.endsWith(".")) {
            name = name.substring(0, name.length() - 1);
        }
        // Far longer than any name, and IDN's work grows with the length.
        if (name.length() > 4 * MAX_LENGTH) {
            return Optional.empty();
        }
        if (!isAscii(name)) {
            name = International.toALabels(name);
        }
        name = name.toLowerCase(Locale.ROOT);
        return isHostName(name) ? Optional.of(new DomainName(name)) : Optional.empty();
    }

    /** Whether this name lies below {@code ancestor}; a name does not lie below itself. */
    public boolean isBelow(DomainName ancestor) {
        String other = ancestor.value;
        return value.length() > other.length()
                && value.endsWith(other)
                && value.charAt(value.length() - other.length() - 1) == '.';
    }

    /** The name without its first label; empty for a single label. */
    public Optional<DomainName> parent() {
        int dot = value.indexOf('.');
        return dot < 0 ? Optional.empty() : Optional.of(new DomainName(value.substring(dot + 1)));
    }

    /**
     * Returns the name with U-labels (RFC 5890, section 2.3.2.1); empty if it has none, or if they
     * do not map back to exactly this name. Different names can look alike this way: show the
     * canonical form too.
     */
    public Optional<String> unicode() {
        if (!value.contains("xn--")) {
            return Optional.empty();
        }
        String written = International.toULabels(value);
        return written.equals(value) || !International.toALabels(written).equals(value)
                ? Optional.empty()
                : Optional.of(written);
    }

    @Override
    public int compareTo(DomainName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }

    /** Loaded only when the first international name is met. */
    private static final class International {

        /**
         * Nontransitional, as in DNS: straße.example is a different domain from strasse.example.
         */
        private static final IDNA UTS46 =
                IDNA.getUTS46Instance(
                        IDNA.CHECK_BIDI
                                | IDNA.CHECK_CONTEXTJ
                                | IDNA.NONTRANSITIONAL_TO_ASCII
                                | IDNA.NONTRANSITIONAL_TO_UNICODE);

        /** Empty when it can't be converted. */
        static String toALabels(String name) {
            IDNA.Info info = new IDNA.Info();
            String converted = UTS46.nameToASCII(name, new StringBuilder(), info).toString();
            return info.hasErrors() ? "" : converted;
        }

        /** Empty when it can't be converted. */
        static String toULabels(String name) {
            IDNA.Info info = new IDNA.Info();
            String converted = UTS46.nameToUnicode(name, new StringBuilder(), info).toString();
            return info.hasErrors() ? "" : converted;
        }
    }

    private static boolean isAscii(String text) {
        return text.chars().allMatch(c -> c < 0x80);
    }

    private static boolean isHostName(String name) {
        if (name.isEmpty() || name.length() > MAX_LENGTH) {
            return false;
        }
        int labelStart = 0;
        boolean allDigits = true;
        for (int i = 0; i <= name.length(); i++) {
            char c = i == name.length() ? '.' : name.charAt(i);
            if (c == '.') {
                int length = i - labelStart;
                if (length == 0
                        || length > MAX_LABEL_LENGTH
                        || name.charAt(labelStart) == '-'
                        || name.charAt(i - 1) == '-') {
                    return false;
                }
                if (i == name.length()) {
                    // 192.0.2.1 is an address: no top level domain is a number (RFC 3696, section
                    // 2).
                    return !allDigits;
                }
                labelStart = i + 1;
                allDigits = true;
            } else if (!(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9') && c != '-') {
                return false;
            } else {
                allDigits &= c >= '0' && c <= '9';
            }
        }
        throw new IllegalStateException("the last label ends the loop");
    }
}
