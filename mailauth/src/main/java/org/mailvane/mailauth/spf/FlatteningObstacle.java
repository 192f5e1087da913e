package org.mailvane.mailauth.spf;

import java.util.Optional;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.finding.FindingPhrase;
import org.mailvane.mailauth.finding.FindingValue.Phrase;

/**
 * Says why no flattened record is offered. A flattened form of a record that receivers answer an
 * error to would leave out what they stumble over, and authorise other hosts than was meant.
 */
final class FlatteningObstacle {

    private FlatteningObstacle() {}

    /** Returns what prevents it; empty if nothing does. */
    static Optional<Phrase> of(SurveyedRecord record) {
        if (!record.record().isSyntaxValid()) {
            return Optional.of(FindingPhrase.FLAT_SYNTAX.with());
        }
        if (record.hasErrors()) {
            return record.terms().stream()
                    .filter(term -> term.trouble() == record.trouble())
                    .findFirst()
                    .map(FlatteningObstacle::ofTerm);
        }
        if (record.lookups() > SpfInspector.MAX_LOOKUPS) {
            return Optional.of(FindingPhrase.FLAT_LOOKUPS.with());
        }
        if (record.voids().ofEverySender() > SpfInspector.MAX_VOIDS) {
            return Optional.of(FindingPhrase.FLAT_VOIDS.with());
        }
        if (record.passing().isCut()) {
            return Optional.of(FindingPhrase.FLAT_NETWORKS.with());
        }
        return record.rules().isExact()
                ? Optional.empty()
                : Optional.of(FindingPhrase.FLAT_MESSAGE.with());
    }

    private static Phrase ofTerm(SurveyedTerm term) {
        FindingPhrase why =
                switch (term.trouble()) {
                    case PERMANENT -> FindingPhrase.FLAT_PERMERROR;
                    case TEMPORARY -> FindingPhrase.FLAT_DNS;
                    case NONE, UNKNOWN -> FindingPhrase.FLAT_UNKNOWN;
                };
        return why.with(DnsRecord.Text.readable(term.term().text()));
    }

    /** Why it can't be put into records that are short enough for DNS. */
    static Phrase ofLength(SurveyedRecord record) {
        return record.domain() == null
                ? FindingPhrase.FLAT_DOMAIN.with()
                : FindingPhrase.FLAT_LENGTH.with();
    }
}
