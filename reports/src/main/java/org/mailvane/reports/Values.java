package org.mailvane.reports;

import com.ibm.icu.text.IDNA;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Turns the texts of a report into domains, addresses and numbers; it does not convert texts that
 * are one of a few words. Each method takes a trimmed text, reads whatever can be read, and remarks
 * what it had to change; the plain form of a value is read without a remark.
 */
public final class Values {

    /** More than any report can mean; keeps the sum over a report far from an overflow. */
    public static final long MAX_COUNT = 1_000_000_000_000L;

    private static final int PLAIN_COUNT_LENGTH = Long.toString(MAX_COUNT).length() - 1;

    /** Seconds above this (year 5138) are milliseconds, microseconds or nanoseconds. */
    static final long MAX_SECONDS = 100_000_000_000L;

    /** Longer numbers are not read: nothing is that big, and an exponent could ask for any work. */
    private static final int NUMBER_LENGTH = 25;

    /** Characters of what may be an international name: four times a whole name's. */
    static final int MAX_INTERNATIONAL_LENGTH = 4 * 253;

    private static final Pattern DECIMAL =
            Pattern.compile("[+-]?\\d{1,19}(\\.\\d*)?([eE][+]?\\d{1,2})?");
    private static final Pattern ZEROS_BEFORE_DIGIT = Pattern.compile("(?<![0-9])0+(?=[0-9])");
    private static final Pattern DOTTED_QUAD = Pattern.compile("\\d+(\\.\\d+){3}");

    private static final Pattern NAMED_UTC = Pattern.compile("\\s?(UTC|GMT)$");
    private static final Pattern OFFSET_WITHOUT_COLON =
            Pattern.compile("(?<=T.{1,30})([+-]\\d\\d)(\\d\\d)$");

    private Values() {}

    /**
     * Returns a domain name: lower case, A-labels, no trailing dot; for an address, the part after
     * the at sign. Text that is not a domain name is returned in lower case.
     *
     * @param code of the remark if the text is not a domain name; empty for no remark
     */
    public static String domain(String text, String code, Remarks remarks) {
        String name = text;
        if (name.startsWith("<") && name.endsWith(">") && name.length() > 1) {
            name = name.substring(1, name.length() - 1).strip();
        }
        int at = name.lastIndexOf('@');
        if (at >= 0) {
            name = name.substring(at + 1).strip();
        }
        if (!name.equals(text) && !code.isEmpty()) {
            remarks.add(code, Diagnostic.of(DiagnosticCode.DOMAIN_EXPECTED).quoting(text));
        }
        int end = name.length();
        while (end > 0 && name.charAt(end - 1) == '.') {
            end--;
        }
        name = name.substring(0, end).toLowerCase(Locale.ROOT);
        return isAscii(name) ? name : toALabels(name);
    }

    // A loop, since a report can hold millions of names.
    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }

    /** Converts to A-labels; text that is not a name, or far too long, is returned unchanged. */
    private static String toALabels(String name) {
        if (name.length() > MAX_INTERNATIONAL_LENGTH) {
            return name;
        }
        IDNA.Info info = new IDNA.Info();
        StringBuilder converted = International.UTS46.nameToASCII(name, new StringBuilder(), info);
        return info.hasErrors() ? name : converted.toString();
    }

    /** Loaded only when the first international name is met. */
    private static final class International {

        /** IDNA 2008: straße.example is another domain than strasse.example. */
        private static final IDNA UTS46 = IDNA.getUTS46Instance(IDNA.NONTRANSITIONAL_TO_ASCII);
    }

    /** A source address; null, with a remark, where the text is none. */
    public static @Nullable InetAddress address(String text, Remarks remarks) {
        InetAddress plain = literal(text);
        if (plain != null) {
            return plain;
        }
        InetAddress address = address(text);
        if (address == null) {
            remarks.add(
                    "record.source_ip",
                    Diagnostic.of(DiagnosticCode.SOURCE_IP_UNREADABLE).quoting(text));
        } else {
            remarks.add(
                    "record.source_ip_form",
                    Diagnostic.of(DiagnosticCode.FIELD_READ_AS)
                            .with("source_ip")
                            .quoting(text)
                            .with(address.getHostAddress()));
        }
        return address;
    }

    /** The same without remarks: in brackets, with a zone, with zeros before its numbers. */
    public static @Nullable InetAddress address(String text) {
        String cleaned = text;
        if (cleaned.startsWith("[") && cleaned.endsWith("]")) {
            cleaned = cleaned.substring(1, cleaned.length() - 1).strip();
        }
        if (cleaned.regionMatches(true, 0, "IPv6:", 0, "IPv6:".length())) {
            cleaned = cleaned.substring("IPv6:".length());
        }
        int zone = cleaned.indexOf('%');
        if (zone >= 0) {
            cleaned = cleaned.substring(0, zone);
        }
        if (DOTTED_QUAD.matcher(cleaned).matches()) {
            cleaned = ZEROS_BEFORE_DIGIT.matcher(cleaned).replaceAll("");
        }
        return literal(cleaned);
    }

    private static @Nullable InetAddress literal(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        return IpAddresses.parse(bytes, 0, bytes.length);
    }

    /**
     * A number of messages, 0 to {@link #MAX_COUNT}; 0, with a remark, where it can't be read or
     * can't be meant.
     */
    public static long count(String text, Remarks remarks) {
        if (isPlainCount(text)) {
            return Long.parseLong(text);
        }
        BigDecimal number = number(text);
        long count = number == null ? -1 : bounded(number);
        if (count < 0 || count > MAX_COUNT) {
            remarks.add(
                    "record.count",
                    Diagnostic.of(DiagnosticCode.COUNT_UNREADABLE).with(MAX_COUNT).quoting(text));
            return 0;
        }
        if (!Long.toString(count).equals(text)) {
            remarks.add(
                    "record.count_form",
                    Diagnostic.of(DiagnosticCode.FIELD_READ_AS)
                            .with("count")
                            .quoting(text)
                            .with(count));
        }
        return count;
    }

    /**
     * A point in time: seconds since 1970, as RFC 7489 and RFC 9990 have it; also fractions,
     * milliseconds and finer, and ISO 8601 (UTC where it has no offset).
     *
     * @return null if it can't be read or is not after 1970
     */
    public static @Nullable Instant instant(String text, Remarks remarks) {
        if (text.isEmpty()) {
            return null;
        }
        Instant instant = instant(text);
        if (instant == null) {
            remarks.add(
                    "metadata.date",
                    Diagnostic.of(DiagnosticCode.FIELD_UNREADABLE)
                            .with("date_range")
                            .quoting(text));
        } else if (!isDigits(text) || text.length() > Long.toString(MAX_SECONDS).length()) {
            remarks.add(
                    "metadata.date",
                    Diagnostic.of(DiagnosticCode.FIELD_READ_AS)
                            .with("date_range")
                            .quoting(text)
                            .with(instant));
        }
        return instant;
    }

    /** The same without remarks. */
    public static @Nullable Instant instant(String text) {
        BigDecimal number = number(text);
        return number == null ? iso(text) : seconds(bounded(number));
    }

    private static @Nullable Instant seconds(long number) {
        long seconds = number;
        while (seconds > MAX_SECONDS) {
            seconds /= 1000;
        }
        return seconds <= 0 ? null : Instant.ofEpochSecond(seconds);
    }

    private static @Nullable Instant iso(String text) {
        String form = text.toUpperCase(Locale.ROOT);
        form = NAMED_UTC.matcher(form).replaceFirst("Z").replace(' ', 'T');
        form = OFFSET_WITHOUT_COLON.matcher(form).replaceFirst("$1:$2");
        try {
            Instant instant;
            if (form.indexOf('T') < 0) {
                instant = LocalDate.parse(form).atStartOfDay().toInstant(ZoneOffset.UTC);
            } else if (form.endsWith("Z")
                    || form.indexOf('+') > 0
                    || form.lastIndexOf('-') > form.indexOf('T')) {
                instant = OffsetDateTime.parse(form).toInstant();
            } else {
                instant = LocalDateTime.parse(form).toInstant(ZoneOffset.UTC);
            }
            return seconds(instant.getEpochSecond());
        } catch (DateTimeException noDate) {
            return null;
        }
    }

    /** Whether a text is what nearly all counts are: digits, fewer than {@link #MAX_COUNT} has. */
    private static boolean isPlainCount(String text) {
        return !text.isEmpty()
                && text.length() <= PLAIN_COUNT_LENGTH
                && (text.length() == 1 || text.charAt(0) != '0')
                && isDigits(text);
    }

    /** A decimal number of a size that is worth reading; null if the text is none. */
    public static @Nullable BigDecimal number(String text) {
        return text.length() <= NUMBER_LENGTH && DECIMAL.matcher(text).matches()
                ? new BigDecimal(text)
                : null;
    }

    /** The whole part; an exponent may have made it larger than a long. */
    public static long bounded(BigDecimal number) {
        return number.max(BigDecimal.valueOf(Long.MIN_VALUE))
                .min(BigDecimal.valueOf(Long.MAX_VALUE))
                .longValue();
    }

    private static boolean isDigits(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    /** A percentage, 0 to 100; null if it can't be read. */
    public static @Nullable Integer percentage(@Nullable String text, Remarks remarks) {
        if (text == null || text.isEmpty()) {
            return null;
        }
        int percent = text.length() <= 3 && isDigits(text) ? Integer.parseInt(text) : -1;
        if (percent < 0 || percent > 100) {
            remarks.add(
                    "policy.value",
                    Diagnostic.of(DiagnosticCode.FIELD_LEFT_OUT).with("pct").quoting(text));
            return null;
        }
        return percent;
    }
}
