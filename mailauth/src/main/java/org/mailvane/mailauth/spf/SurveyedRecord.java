package org.mailvane.mailauth.spf;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.finding.Finding;

/**
 * A record with all that it refers to.
 *
 * @param domain the name where it is published; null if it was given without a domain
 * @param record as parsed
 * @param terms its terms
 * @param rules its rules for addresses
 * @param passing the addresses that its terms allow, as if none of them had an error
 * @param reached the addresses that can get {@code pass}, without those after a term that makes
 *     receivers return permerror
 * @param defaultResult the result for an address that no term matches
 * @param lookups lookups of the limited kinds that it needs if no term matches
 * @param voids void lookups, likewise
 * @param needsMessage whether it has terms that can only be decided with a message
 * @param trouble the error that receivers get from it or from what it refers to
 * @param policy findings that apply if it is a domain's own record, not an included one
 */
record SurveyedRecord(
        @Nullable DnsName domain,
        SpfRecord record,
        List<SurveyedTerm> terms,
        AddressRules rules,
        AddressRules.Passing passing,
        AddressRules.Passing reached,
        String defaultResult,
        int lookups,
        Voids voids,
        boolean needsMessage,
        Trouble trouble,
        List<Finding> policy) {

    boolean hasErrors() {
        return trouble != Trouble.NONE;
    }

    /** The same with other things to be said of its terms. */
    SurveyedRecord withTerms(List<SurveyedTerm> others) {
        return new SurveyedRecord(
                domain,
                record,
                others,
                rules,
                passing,
                reached,
                defaultResult,
                lookups,
                voids,
                needsMessage,
                trouble,
                policy);
    }
}
