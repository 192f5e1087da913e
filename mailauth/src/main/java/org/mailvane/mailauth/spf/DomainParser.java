package org.mailvane.mailauth.spf;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.mailauth.finding.FindingKind;
import org.mailvane.mailauth.finding.FindingList;
import org.mailvane.mailauth.finding.SpfFindings;

/** Reads the domain of a term: {@code domain-spec} of RFC 7208, section 7.1. */
final class DomainParser {

    private final String text;
    private final int position;
    private final FindingList findings;

    /**
     * A parser of a term's domain.
     *
     * @param text the term
     * @param position where it begins in the record
     * @param findings where to say what is wrong
     */
    DomainParser(String text, int position, FindingList findings) {
        this.text = text;
        this.position = position;
        this.findings = findings;
    }

    /** The domain between two places of the term; null if there is none. */
    @Nullable DomainSpec read(int from, int to) {
        String written = text.substring(from, to);
        if (written.isEmpty()) {
            add(SpfFindings.DOMAIN_EMPTY, from, text);
            return null;
        }
        boolean hadErrors = findings.hasErrors();
        MacroParser parser =
                new MacroParser(written, MacroParser.Place.DOMAIN, position + from, findings);
        MacroString macros = parser.read();
        DomainSpec domain = new DomainSpec(macros);
        if (findings.hasErrors() && !hadErrors) {
            return domain;
        }
        if (!endsWell(written, parser.tail())) {
            domainEnd(written, from);
        } else if (domain.isLiteral() && domain.name(letter -> "").isEmpty()) {
            add(SpfFindings.DOMAIN_LABEL, from, written);
        }
        return domain;
    }

    private void domainEnd(String written, int from) {
        Optional<IpNetwork> address = IpNetwork.parse(written);
        if (address.isPresent()) {
            String word = address.get().first().isV4() ? "ip4" : "ip6";
            add(SpfFindings.DOMAIN_IS_ADDRESS, from, written, word);
        } else if (written.indexOf('.') < 0) {
            add(SpfFindings.DOMAIN_SINGLE_LABEL, from, written);
        } else {
            add(SpfFindings.DOMAIN_END, from, written);
        }
    }

    /** Whether the rule {@code domain-end} is kept (section 7.1). */
    private static boolean endsWell(String domain, int tail) {
        if (tail == domain.length()) {
            return true;
        }
        int to = domain.endsWith(".") ? domain.length() - 1 : domain.length();
        int dot = domain.lastIndexOf('.', to - 1);
        return dot >= tail && isTopLabel(domain, dot + 1, to);
    }

    private static boolean isTopLabel(String text, int from, int to) {
        if (from >= to || text.charAt(from) == '-' || text.charAt(to - 1) == '-') {
            return false;
        }
        boolean hasOther = false;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (c == '-' || Ascii.isAlpha(c)) {
                hasOther = true;
            } else if (!Ascii.isDigit(c)) {
                return false;
            }
        }
        return hasOther;
    }

    private void add(FindingKind kind, int at, Object... values) {
        findings.add(kind.with(values).about(text).at(position + at));
    }
}
