package org.mailvane.mailauth.spf;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DomainName;

/** The domain that a term is about, which may have macros (RFC 7208, section 7.1). */
public final class DomainSpec {

    /** Characters at the end of an expanded text that can matter: a name and the root's dot. */
    static final int MAX_END = DomainName.MAX_LENGTH + 1;

    private final MacroString macros;
    private final boolean isLiteral;
    private final boolean usesHostName;
    private final @Nullable DnsName literal;

    DomainSpec(MacroString macros) {
        this.macros = macros;
        this.isLiteral = macros.isLiteral();
        this.usesHostName = macros.uses('p');
        this.literal = isLiteral ? name(macros.expand(letter -> "")) : null;
    }

    /** Returns the text as written. */
    public String text() {
        return macros.text();
    }

    /** Its text and macros. */
    public MacroString macros() {
        return macros;
    }

    /** Whether it is the same name for every message. */
    public boolean isLiteral() {
        return isLiteral;
    }

    /**
     * Returns whether it has the macro p, whose lookup counts as that of a term (section 4.6.4).
     */
    boolean usesHostName() {
        return usesHostName;
    }

    /**
     * The name that it means in one case. What is too long loses labels on its left (section 7.3).
     *
     * @return empty if the outcome can't be queried in DNS: an empty label, or one of more than 63
     *     characters
     */
    public Optional<DnsName> name(MacroValues values) {
        return Optional.ofNullable(nameOrNull(values));
    }

    /** The same for those who can't afford an object. */
    @Nullable DnsName nameOrNull(MacroValues values) {
        return isLiteral ? literal : name(macros.expandEnd(values, MAX_END));
    }

    private static @Nullable DnsName name(String expanded) {
        int to = expanded.endsWith(".") ? expanded.length() - 1 : expanded.length();
        int from = 0;
        while (to - from > DomainName.MAX_LENGTH) {
            int dot = expanded.indexOf('.', from);
            if (dot < 0 || dot >= to) {
                return null;
            }
            from = dot + 1;
        }
        // One dot at the end is the root's, a second one is an empty label.
        if (from >= to || expanded.charAt(to - 1) == '.') {
            return null;
        }
        return DnsName.parse(expanded.substring(from, to)).orElse(null);
    }

    @Override
    public String toString() {
        return text();
    }
}
