package org.mailvane.planner;

import java.time.LocalDate;
import java.util.Map;
import org.mailvane.text.Passage;

/**
 * What tasks tell of a domain's records beside how they are.
 *
 * @param wrong of records with errors, the first of these in sentences, with what stands there, by
 *     kind
 * @param gone the records that are missing and were there before, by kind
 * @param dmarcAlias what the name of its DMARC record is an alias of; empty where it is none
 */
record RecordEvidence(Map<String, Passage> wrong, Map<String, Gone> gone, String dmarcAlias) {

    RecordEvidence {
        wrong = Map.copyOf(wrong);
        gone = Map.copyOf(gone);
    }

    /**
     * A record that is there no more.
     *
     * @param text as it stood there last
     * @param day when it was gone
     */
    record Gone(String text, LocalDate day) {}
}
