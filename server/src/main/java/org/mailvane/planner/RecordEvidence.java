package org.mailvane.planner;

import java.time.LocalDate;
import java.util.Map;
import org.mailvane.text.Passage;

/**
 * What tasks say about a domain's records besides their state.
 *
 * @param wrong the first error, as sentences with the value found in DNS, of each record that has
 *     errors, by kind
 * @param gone the records that are missing and were there before, by kind
 * @param dmarcAlias the target of the alias at the name of its DMARC record; empty where it is not
 *     an alias
 */
record RecordEvidence(Map<String, Passage> wrong, Map<String, Gone> gone, String dmarcAlias) {

    RecordEvidence {
        wrong = Map.copyOf(wrong);
        gone = Map.copyOf(gone);
    }

    /**
     * A record that no longer exists.
     *
     * @param text its last content
     * @param day when it was gone
     */
    record Gone(String text, LocalDate day) {}
}
