package org.mailvane.mailauth.spf;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.mailauth.finding.FindingPhrase;
import org.mailvane.mailauth.finding.SpfFindings;

/** Guesses what was meant by terms that mean nothing: what people often write. */
final class SpfHints {

    private static final List<String> MECHANISMS =
            List.of("all", "include", "a", "mx", "ptr", "ip4", "ip6", "exists");

    private static final List<String> MODIFIERS = List.of("redirect", "exp");

    /** Shorter words are like too many others. */
    private static final int MIN_ALIKE_LENGTH = 3;

    /**
     * A guess for a finding about a term.
     *
     * @param kind the kind of finding
     * @param values the values of the case
     */
    record Guess(SpfFindings kind, List<Object> values) {

        Guess(SpfFindings kind, Object... values) {
            this(kind, List.of(values));
        }
    }

    private SpfHints() {}

    /** The mechanism that was meant by a word. */
    static Optional<String> mechanism(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        return switch (lower) {
            case "ip", "ipv4", "ip-4", "ip_4", "ipv4address", "ip4address" -> Optional.of("ip4");
            case "ipv6", "ip-6", "ip_6", "ip6address" -> Optional.of("ip6");
            case "host", "aaaa" -> Optional.of("a");
            case "incl", "includes", "included" -> Optional.of("include");
            case "al" -> Optional.of("all");
            case "exist" -> Optional.of("exists");
            default -> alike(lower, MECHANISMS);
        };
    }

    /** The modifier that was meant by a word. */
    static Optional<String> modifier(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        return lower.equals("explanation") ? Optional.of("exp") : alike(lower, MODIFIERS);
    }

    private static Optional<String> alike(String word, List<String> known) {
        for (String candidate : known) {
            if (candidate.equals(word)) {
                return Optional.of(candidate);
            }
        }
        if (word.length() < MIN_ALIKE_LENGTH) {
            return Optional.empty();
        }
        for (String candidate : known) {
            int allowed = candidate.length() > 4 ? 2 : 1;
            if (candidate.length() >= MIN_ALIKE_LENGTH
                    && Spelling.distance(word, candidate) <= allowed) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }

    /** Guesses what was meant by a term that is not a mechanism. */
    static Guess guess(String text, Qualifier qualifier, String name, int nameFrom) {
        String sign = nameFrom == 0 ? "" : String.valueOf(qualifier.sign());
        String body = text.substring(nameFrom);
        if (body.isEmpty()) {
            return new Guess(SpfFindings.QUALIFIER_ALONE, text);
        }
        Optional<IpNetwork> network = IpNetwork.parse(body);
        if (network.isPresent()) {
            String word = network.get().first().isV4() ? "ip4:" : "ip6:";
            return new Guess(SpfFindings.BARE_ADDRESS, body, sign + word + body);
        }
        Optional<String> modifier = modifier(name);
        if (modifier.isPresent() && body.length() > name.length()) {
            String value = body.substring(name.length() + 1);
            return new Guess(
                    SpfFindings.MODIFIER_WITH_COLON, modifier.get(), modifier.get() + "=" + value);
        }
        Optional<String> mechanism = mechanism(name);
        if (mechanism.isPresent()) {
            return meant(text, sign + mechanism.get() + body.substring(name.length()));
        }
        String clean = withoutPunctuation(body);
        Optional<String> inside = mechanism(nameOf(clean));
        if (inside.isPresent() && clean.length() < body.length()) {
            return meant(text, sign + inside.get() + clean.substring(nameOf(clean).length()));
        }
        for (String word : MECHANISMS) {
            String rest =
                    withoutPunctuation(body.substring(Math.min(word.length(), body.length())));
            boolean isGlued =
                    word.length() >= MIN_ALIKE_LENGTH
                            && body.toLowerCase(Locale.ROOT).startsWith(word)
                            && (IpNetwork.parse(rest).isPresent() || isDomain(rest));
            if (isGlued) {
                return meant(text, sign + word + ":" + rest);
            }
        }
        return isDomain(body)
                ? new Guess(SpfFindings.BARE_DOMAIN, body)
                : new Guess(SpfFindings.MECHANISM_UNKNOWN, name.isEmpty() ? text : name);
    }

    /** Guesses what was meant by text that is not an address, in a term that must have one. */
    static Guess address(MechanismKind kind, String written, String behind) {
        if (written.isEmpty()) {
            return new Guess(SpfFindings.ADDRESS_EMPTY, kind.word());
        }
        boolean isIp4 = kind == MechanismKind.IP4;
        SpfFindings bad = isIp4 ? SpfFindings.ADDRESS_IP4 : SpfFindings.ADDRESS_IP6;
        Optional<IpAddress> other = IpAddress.parse(written);
        if (other.isPresent()) {
            return meantAddress(bad, written, (isIp4 ? "ip6:" : "ip4:") + written + behind);
        }
        String clean = withoutPunctuation(written);
        int colon = clean.indexOf(':');
        String host = isIp4 && colon > 0 ? clean.substring(0, colon) : clean;
        Optional<IpAddress> inside = IpAddress.parse(host).filter(a -> a.isV4() == isIp4);
        if (inside.isPresent()) {
            return meantAddress(bad, written, kind.word() + ":" + host + behind);
        }
        if (isDomain(written)) {
            return meantAddress(bad, written, "a:" + written + behind);
        }
        Optional<String> padded = isIp4 ? padded(written) : Optional.empty();
        return padded.isPresent()
                ? meantAddress(bad, written, padded.get())
                : new Guess(bad, written, "");
    }

    private static Guess meant(String text, String meant) {
        return new Guess(SpfFindings.MECHANISM_MISSPELLED, text, meant);
    }

    private static Guess meantAddress(SpfFindings kind, String written, String meant) {
        return new Guess(kind, written, FindingPhrase.SPF_PERHAPS.with(meant));
    }

    /** Returns the network that {@code 192.0.2} probably means. */
    private static Optional<String> padded(String written) {
        String text = written.endsWith(".") ? written.substring(0, written.length() - 1) : written;
        int octets = 1 + (int) text.chars().filter(c -> c == '.').count();
        if (octets < 2 || octets > 3) {
            return Optional.empty();
        }
        return IpAddress.parse(text + ".0".repeat(4 - octets))
                .map(address -> "ip4:" + address + "/" + 8 * octets);
    }

    private static boolean isDomain(String text) {
        return text.indexOf('.') > 0 && DomainName.parse(text).isPresent();
    }

    private static String nameOf(String body) {
        int end = 0;
        while (end < body.length() && "=:/".indexOf(body.charAt(end)) < 0) {
            end++;
        }
        return body.substring(0, end);
    }

    /** Returns the text without the marks around terms in lists, texts and zone files. */
    private static String withoutPunctuation(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && "\"'([<,;+-~?".indexOf(text.charAt(from)) >= 0) {
            from++;
        }
        while (to > from && "\"')]>,;.\\".indexOf(text.charAt(to - 1)) >= 0) {
            to--;
        }
        return text.substring(from, to);
    }
}
