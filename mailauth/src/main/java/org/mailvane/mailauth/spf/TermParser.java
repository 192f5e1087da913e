package org.mailvane.mailauth.spf;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingKind;
import org.mailvane.mailauth.finding.FindingList;
import org.mailvane.mailauth.finding.SpfFindings;
import org.mailvane.mailauth.spf.Term.Mechanism;
import org.mailvane.mailauth.spf.Term.Modifier;

/**
 * Reads one term (RFC 7208, sections 4.6.1, 5, 6 and 12). Longer than other classes, because it
 * contains the grammar of all terms.
 */
final class TermParser {

    private static final int NO_PREFIX = -1;

    private final String text;
    private final int position;
    private final Set<ModifierKind> seen;
    private final FindingList findings = new FindingList();

    /**
     * A parser of a term.
     *
     * @param position where it begins in the record
     * @param seen the modifiers that came before; this one is added
     */
    TermParser(String text, int position, Set<ModifierKind> seen) {
        this.text = text;
        this.position = position;
        this.seen = seen;
    }

    Term read() {
        int nameEnd = 0;
        while (nameEnd < text.length() && "=:/".indexOf(text.charAt(nameEnd)) < 0) {
            nameEnd++;
        }
        boolean isModifier = nameEnd < text.length() && text.charAt(nameEnd) == '=';
        return isModifier ? modifier(nameEnd) : mechanism(nameEnd);
    }

    private Term modifier(int nameEnd) {
        String name = text.substring(0, nameEnd);
        String value = text.substring(nameEnd + 1);
        ModifierKind kind =
                switch (name.toLowerCase(Locale.ROOT)) {
                    case "redirect" -> ModifierKind.REDIRECT;
                    case "exp" -> ModifierKind.EXP;
                    default -> ModifierKind.UNKNOWN;
                };
        @Nullable DomainSpec domain = null;
        if (kind == ModifierKind.UNKNOWN) {
            unknownModifier(name, value, nameEnd + 1);
        } else {
            if (!seen.add(kind)) {
                add(SpfFindings.MODIFIER_REPEATED, 0, kind.word());
            }
            domain = domain(nameEnd + 1, text.length());
        }
        return new Modifier(text, position, kind, name, value, domain, result());
    }

    private void unknownModifier(String name, String value, int valueFrom) {
        if (!isName(name)) {
            if (!name.isEmpty() && isQualifier(name.charAt(0)) && isName(name.substring(1))) {
                add(SpfFindings.MODIFIER_QUALIFIED, 0, name, name.substring(1));
            } else {
                add(SpfFindings.MODIFIER_NAME, 0, name);
            }
            return;
        }
        new MacroParser(value, MacroParser.Place.MODIFIER, position + valueFrom, findings).read();
        if (text.equalsIgnoreCase(SpfRecord.VERSION)) {
            add(SpfFindings.VERSION_REPEATED, 0, text);
            return;
        }
        Optional<String> mechanism = SpfHints.mechanism(name);
        if (mechanism.isPresent()) {
            add(SpfFindings.MECHANISM_WITH_EQUALS, 0, name, mechanism.get(), value);
            return;
        }
        Optional<String> known = SpfHints.modifier(name);
        if (known.isPresent()) {
            add(SpfFindings.MODIFIER_MISSPELLED, 0, name, known.get());
        } else {
            add(SpfFindings.MODIFIER_UNKNOWN, 0, name);
        }
    }

    private Term mechanism(int nameEnd) {
        char first = text.charAt(0);
        int nameFrom = isQualifier(first) ? 1 : 0;
        Qualifier qualifier = nameFrom == 0 ? Qualifier.PASS : qualifier(first);
        String name = text.substring(Math.min(nameFrom, nameEnd), nameEnd);
        MechanismKind kind = kind(name);
        @Nullable DomainSpec domain = null;
        @Nullable IpNetwork network = null;
        int prefix4 = IpAddress.V4_BITS;
        int prefix6 = IpAddress.V6_BITS;
        switch (kind) {
            case ALL -> {
                if (nameEnd < text.length()) {
                    add(SpfFindings.ARGUMENT_UNEXPECTED, nameEnd, text.substring(nameEnd));
                }
            }
            case INCLUDE, EXISTS -> domain = requiredDomain(kind, nameEnd);
            case PTR -> {
                if (nameEnd < text.length()) {
                    domain = requiredDomain(kind, nameEnd);
                }
            }
            case A, MX -> {
                int lengths = lengthsFrom(nameEnd);
                if (lengths > nameEnd) {
                    domain = domain(nameEnd + 1, lengths);
                }
                int doubleSlash = text.indexOf("//", lengths);
                int end4 = doubleSlash < 0 ? text.length() : doubleSlash;
                if (end4 > lengths) {
                    prefix4 = length(lengths + 1, end4, IpAddress.V4_BITS);
                }
                if (doubleSlash >= 0) {
                    prefix6 = length(doubleSlash + 2, text.length(), IpAddress.V6_BITS);
                }
            }
            case IP4 -> network = network(kind, nameEnd, IpAddress.V4_BITS);
            case IP6 -> network = network(kind, nameEnd, IpAddress.V6_BITS);
            case UNKNOWN -> {
                SpfHints.Guess guess = SpfHints.guess(text, qualifier, name, nameFrom);
                add(guess.kind(), name.isEmpty() ? 0 : nameFrom, guess.values().toArray());
            }
        }
        return new Mechanism(
                text, position, qualifier, kind, name, domain, network, prefix4, prefix6, result());
    }

    /** The domain of a mechanism that must have one. */
    private @Nullable DomainSpec requiredDomain(MechanismKind kind, int nameEnd) {
        if (nameEnd == text.length()) {
            add(SpfFindings.ARGUMENT_MISSING, nameEnd, kind.word(), kind.word() + ":example.com");
            return null;
        }
        if (text.charAt(nameEnd) == '/') {
            add(SpfFindings.LENGTH_UNEXPECTED, nameEnd, kind.word());
            return null;
        }
        int lengths = lengthsFrom(nameEnd);
        if (lengths < text.length() && lengths > nameEnd + 1) {
            add(SpfFindings.LENGTH_UNEXPECTED, lengths, kind.word());
        }
        return domain(nameEnd + 1, lengths);
    }

    /**
     * Returns where the prefix lengths begin: a domain never ends with a slash and digits, since
     * its last label has neither slashes nor only digits.
     */
    private int lengthsFrom(int nameEnd) {
        int run = text.length();
        while (run > nameEnd && isDigitOrSlash(text.charAt(run - 1))) {
            run--;
        }
        int slash = text.indexOf('/', run);
        return slash < 0 ? text.length() : slash;
    }

    private @Nullable DomainSpec domain(int from, int to) {
        return new DomainParser(text, position, findings).read(from, to);
    }

    private @Nullable IpNetwork network(MechanismKind kind, int nameEnd, int bits) {
        if (nameEnd == text.length() || text.charAt(nameEnd) == '/') {
            String example = bits == IpAddress.V4_BITS ? "ip4:192.0.2.0/24" : "ip6:2001:db8::/32";
            add(SpfFindings.ARGUMENT_MISSING, nameEnd, kind.word(), example);
            return null;
        }
        int from = nameEnd + 1;
        int slash = text.indexOf('/', from);
        int to = slash < 0 ? text.length() : slash;
        String written = text.substring(from, to);
        Optional<IpAddress> address = IpAddress.parse(written);
        if (address.isEmpty() || address.get().bits() != bits) {
            SpfHints.Guess guess = SpfHints.address(kind, written, text.substring(to));
            add(guess.kind(), from, guess.values().toArray());
            return null;
        }
        int prefix = slash < 0 ? bits : length(slash + 1, text.length(), bits);
        IpNetwork network = IpNetwork.of(address.get(), prefix);
        if (!network.first().equals(address.get())) {
            add(SpfFindings.HOST_BITS, from, text.substring(from), network);
        }
        return network;
    }

    /**
     * Returns the prefix length written there; an invalid one is reported and counts as all bits.
     */
    private int length(int from, int to, int bits) {
        int value = number(from, to);
        if (value == NO_PREFIX) {
            add(SpfFindings.LENGTH_SYNTAX, from, text.substring(from, to), bits);
        } else if (value > bits) {
            add(SpfFindings.LENGTH_RANGE, from, text.substring(from, to), bits);
        } else {
            return value;
        }
        return bits;
    }

    private int number(int from, int to) {
        boolean hasLeadingZero = to - from > 1 && text.charAt(from) == '0';
        if (from >= to || to - from > 3 || hasLeadingZero) {
            return NO_PREFIX;
        }
        int value = 0;
        for (int i = from; i < to; i++) {
            if (!Ascii.isDigit(text.charAt(i))) {
                return NO_PREFIX;
            }
            value = value * 10 + (text.charAt(i) - '0');
        }
        return value;
    }

    private void add(FindingKind kind, int at, Object... values) {
        findings.add(kind.with(values).about(text).at(position + at));
    }

    /**
     * Returns the findings; if the term has a character that is invalid in any term, only the
     * finding about that character.
     */
    private List<Finding> result() {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!Ascii.isVisible(c)) {
                return List.of(
                        SpfFindings.CHARACTER
                                .with(SpfParser.shown(c))
                                .about(text)
                                .at(position + i));
            }
        }
        return findings.toList().stream().map(f -> f.about(text)).toList();
    }

    private static MechanismKind kind(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "all" -> MechanismKind.ALL;
            case "include" -> MechanismKind.INCLUDE;
            case "a" -> MechanismKind.A;
            case "mx" -> MechanismKind.MX;
            case "ptr" -> MechanismKind.PTR;
            case "ip4" -> MechanismKind.IP4;
            case "ip6" -> MechanismKind.IP6;
            case "exists" -> MechanismKind.EXISTS;
            default -> MechanismKind.UNKNOWN;
        };
    }

    private static boolean isQualifier(char c) {
        return c == '+' || c == '-' || c == '~' || c == '?';
    }

    private static Qualifier qualifier(char sign) {
        return switch (sign) {
            case '-' -> Qualifier.FAIL;
            case '~' -> Qualifier.SOFTFAIL;
            case '?' -> Qualifier.NEUTRAL;
            default -> Qualifier.PASS;
        };
    }

    private static boolean isName(String name) {
        if (name.isEmpty() || !Ascii.isAlpha(name.charAt(0))) {
            return false;
        }
        for (int i = 1; i < name.length(); i++) {
            char c = name.charAt(i);
            if (!Ascii.isAlpha(c) && !Ascii.isDigit(c) && "-_.".indexOf(c) < 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean isDigitOrSlash(char c) {
        return Ascii.isDigit(c) || c == '/';
    }
}
