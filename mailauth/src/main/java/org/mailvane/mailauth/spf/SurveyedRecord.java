package org.mailvane.mailauth.spf;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.finding.Finding;

/**
 * A record with all that it refers to.
 *
 * @param domain where it stands; null where it was given without a domain
 * @param record as it was read
 * @param terms its terms
 * @param rules what it says of addresses
 * @param passing what its terms let pass, as if none of them had an error
 * @param reached what can get {@code pass}: nothing after a term that receivers answer permerror to
 * @param defaultResult what an address gets that no term matches
 * @param lookups look-ups of the limited kinds that it takes where no term matches
 * @param voids look-ups that find nothing, likewise
 * @param needsMessage whether it has terms that can only be decided with a message
 * @param trouble what receivers run into at it or at what it refers to
 * @param policy what is to be said where it is a domain's own record, not one that is included
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
