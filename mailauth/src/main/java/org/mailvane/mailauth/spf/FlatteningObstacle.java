package org.mailvane.mailauth.spf;

import java.util.Optional;
import org.mailvane.mailauth.dns.DnsRecord;

/**
 * Says why no flattened record is offered. A flattened form of a record that receivers answer an
 * error to would leave out what they stumble over, and authorise other hosts than was meant.
 */
final class FlatteningObstacle {

    private FlatteningObstacle() {}

    /** What prevents it, in words; empty if nothing does. */
    static Optional<String> of(SurveyedRecord record) {
        if (!record.record().isSyntaxValid()) {
            return Optional.of("its syntax is wrong, so receivers use none of it");
        }
        if (record.hasErrors()) {
            return record.terms().stream()
                    .filter(term -> term.trouble() == record.trouble())
                    .findFirst()
                    .map(FlatteningObstacle::ofTerm);
        }
        if (record.lookups() > SpfInspector.MAX_LOOKUPS) {
            return Optional.of("receivers answer permerror, because it takes too many DNS lookups");
        }
        if (record.voids().ofEverySender() > SpfInspector.MAX_VOIDS) {
            return Optional.of(
                    "receivers answer permerror, because too many of its DNS lookups find nothing");
        }
        if (record.passing().isCut()) {
            return Optional.of("it lists too many networks");
        }
        return record.rules().isExact()
                ? Optional.empty()
                : Optional.of("an included record decides by the message before it lists networks");
    }

    private static String ofTerm(SurveyedTerm term) {
        String why =
                switch (term.trouble()) {
                    case PERMANENT -> "receivers answer permerror because of ";
                    case TEMPORARY -> "DNS fails for ";
                    case NONE, UNKNOWN -> "this inspection could not look up all of ";
                };
        return why + DnsRecord.Text.readable(term.term().text());
    }

    /** Why it can't be put into records that are short enough for DNS. */
    static String ofLength(SurveyedRecord record) {
        return record.domain() == null
                ? "it needs several records, and no domain was given for their names"
                : "a term of it, or the name of a further record, would be too long";
    }
}
