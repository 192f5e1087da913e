package org.mailvane.sources;

import java.time.LocalDate;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.reports.aggregate.OverrideReason;
import org.springframework.stereotype.Component;

/** Tries the {@link Rule}s one after the other. */
@Component
class RuleClassifier implements Classifier {

    private static final Set<String> FORWARDER_REASONS =
            Set.of("forwarded", "trusted_forwarder", "mailing_list");

    @Override
    public Classification classify(
            Row row,
            LocalDate day,
            @Nullable AddressEvidence address,
            DomainEvidence domain,
            SenderIndex own) {
        for (OverrideReason reason : row.reasons()) {
            if (FORWARDER_REASONS.contains(reason.type()) || isTrustedArc(reason)) {
                return unnamed(Category.FORWARDER, Rule.KNOWN_FORWARDER);
            }
        }
        return row.dkimAligned() || row.spfAligned()
                ? unnamed(Category.CAPABLE, Rule.ALIGNED)
                : unnamed(Category.THREAT_OR_UNKNOWN, Rule.UNKNOWN);
    }

    /** Receivers write so when an intermediary's ARC chain was why they let a message through. */
    private static boolean isTrustedArc(OverrideReason reason) {
        return reason.type().equals("local_policy")
                && reason.comment().toLowerCase(Locale.ROOT).contains("arc=pass");
    }

    private static Classification unnamed(Category category, Rule rule) {
        return new Classification(category, SourceNumbers.NAMELESS, rule);
    }
}
