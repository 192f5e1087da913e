package org.mailvane.mailauth.spf;

import java.util.List;
import java.util.Optional;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsName;

/**
 * The SPF records of a domain.
 *
 * @param answer the answer of DNS to the query for TXT records
 * @param records the SPF records among them, surveyed
 * @param isLoop whether it is being surveyed already, by a record that led here
 */
record SurveyedDomain(
        DnsName name, DnsAnswer answer, List<SurveyedRecord> records, boolean isLoop) {

    /** The record, where there is exactly one. */
    Optional<SurveyedRecord> single() {
        return records.size() == 1 ? Optional.of(records.getFirst()) : Optional.empty();
    }
}
