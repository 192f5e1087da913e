package org.mailvane.sources;

import java.util.Locale;
import java.util.Set;
import org.mailvane.reports.aggregate.AggregateRecord;
import org.mailvane.reports.aggregate.OverrideReason;
import org.springframework.stereotype.Component;

/**
 * Classifies by what the record itself says. The rules keep the numbers that they have among all
 * rules (the others need a catalogue of senders, DNS, or an account's own sources): 4 the reporter
 * calls it forwarded, 7 an aligned pass, 8 the rest.
 */
@Component
class RecordClassifier implements Classifier {

    private static final int VERSION = 1;

    private static final int FORWARDER_RULE = 4;
    private static final int ALIGNED_RULE = 7;
    private static final int REST_RULE = 8;

    private static final Set<String> FORWARDER_REASONS =
            Set.of("forwarded", "trusted_forwarder", "mailing_list");

    @Override
    public int version() {
        return VERSION;
    }

    @Override
    public Classification classify(AggregateRecord record) {
        for (OverrideReason reason : record.reasons()) {
            if (FORWARDER_REASONS.contains(reason.type()) || isTrustedArc(reason)) {
                return unnamed(Category.FORWARDER, FORWARDER_RULE);
            }
        }
        return record.dkimAligned() || record.spfAligned()
                ? unnamed(Category.CAPABLE, ALIGNED_RULE)
                : unnamed(Category.THREAT_OR_UNKNOWN, REST_RULE);
    }

    /** Receivers write so when an intermediary's ARC chain was why they let a message through. */
    private static boolean isTrustedArc(OverrideReason reason) {
        return reason.type().equals("local_policy")
                && reason.comment().toLowerCase(Locale.ROOT).contains("arc=pass");
    }

    private static Classification unnamed(Category category, int rule) {
        return new Classification(category, Classification.NO_SOURCE, rule);
    }
}
