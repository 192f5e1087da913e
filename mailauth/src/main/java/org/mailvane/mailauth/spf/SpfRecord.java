package org.mailvane.mailauth.spf;

import java.util.List;
import java.util.Optional;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.spf.Term.Mechanism;
import org.mailvane.mailauth.spf.Term.Modifier;

/**
 * An SPF record as parsed.
 *
 * @param text the record, its strings joined; a character is an octet
 * @param terms all of its terms in their order, including invalid ones and those after them
 * @param isSyntaxValid whether the whole record follows the grammar; if not, the result of every
 *     evaluation is {@code permerror} (RFC 7208, section 4.6)
 * @param findings findings about the record as a whole; each term has its own
 */
public record SpfRecord(
        String text, List<Term> terms, boolean isSyntaxValid, List<Finding> findings) {

    /** The version section that a record begins with; case does not count. */
    public static final String VERSION = "v=spf1";

    /** A record. */
    public SpfRecord {
        terms = List.copyOf(terms);
        findings = List.copyOf(findings);
    }

    /** Whether a text is an SPF record: the rule of RFC 7208, section 4.5. */
    public static boolean isSpf(String text) {
        return text.regionMatches(true, 0, VERSION, 0, VERSION.length())
                && (text.length() == VERSION.length() || text.charAt(VERSION.length()) == ' ');
    }

    /** The {@code all} that decides: the first. */
    public Optional<Mechanism> all() {
        for (Term term : terms) {
            if (term instanceof Mechanism mechanism && mechanism.kind() == MechanismKind.ALL) {
                return Optional.of(mechanism);
            }
        }
        return Optional.empty();
    }

    /**
     * The {@code redirect} of the record, the first where it is wrongly repeated. It has no effect
     * where there is {@link #all} (section 6.1).
     */
    public Optional<Modifier> redirect() {
        return modifier(ModifierKind.REDIRECT);
    }

    /** The {@code exp} of the record, the first where it is wrongly repeated. */
    public Optional<Modifier> explanation() {
        return modifier(ModifierKind.EXP);
    }

    private Optional<Modifier> modifier(ModifierKind kind) {
        for (Term term : terms) {
            if (term instanceof Modifier modifier && modifier.kind() == kind) {
                return Optional.of(modifier);
            }
        }
        return Optional.empty();
    }
}
