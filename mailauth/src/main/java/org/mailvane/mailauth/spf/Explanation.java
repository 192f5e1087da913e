package org.mailvane.mailauth.spf;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.dns.RecordType;

/** The explanation of a refused message, in the words of the domain (RFC 7208, section 6.2). */
final class Explanation {

    private Explanation() {}

    /** Returns the explanation for a domain-spec of {@code exp}; empty if it has any error. */
    static String of(DomainSpec domain, MessageValues values, Lookups lookups) {
        @Nullable DnsName name =
                values.canExpand(domain.macros()) ? domain.nameOrNull(values) : null;
        if (name == null) {
            return "";
        }
        List<DnsRecord.Text> texts = lookups.ask(name, RecordType.TXT).texts();
        if (texts.size() != 1) {
            return "";
        }
        @Nullable MacroString macros = MacroParser.explanation(texts.getFirst().joined());
        if (macros == null) {
            return "";
        }
        String text = macros.expand(values, SpfEvaluator.MAX_EXPLANATION_LENGTH);
        boolean isGood =
                text.length() <= SpfEvaluator.MAX_EXPLANATION_LENGTH
                        && text.chars().allMatch(c -> c >= ' ' && c < 0x7F);
        return isGood ? text : "";
    }
}
