package org.mailvane.mailauth.spf;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingPhrase;
import org.mailvane.mailauth.finding.FindingValue;
import org.mailvane.mailauth.finding.FindingValue.Phrase;
import org.mailvane.mailauth.finding.SpfFindings;
import org.mailvane.mailauth.spf.SpfBreadth.Part;

/** Says which terms let too many hosts send. */
final class BroadFindings {

    private static final int IP6_BITS = 128;

    private BroadFindings() {}

    /** The record whose own terms say what is broad of them, or of what they lead to. */
    static SurveyedRecord into(SurveyedRecord record, SpfBreadth breadth) {
        if (breadth.parts().isEmpty()) {
            return record;
        }
        List<SurveyedTerm> terms = new ArrayList<>(record.terms());
        for (Part part : breadth.parts()) {
            SurveyedTerm term = terms.get(part.index());
            Finding finding =
                    SpfFindings.NETWORK_BROAD
                            .with(where(part), amount(part.isIp4(), part.addresses()), why(part))
                            .about(DnsRecord.Text.readable(term.term().text()))
                            .at(term.term().position());
            terms.set(part.index(), term.with(List.of(finding)));
        }
        return record.withTerms(List.copyOf(terms));
    }

    /**
     * Returns the finding about a record that is broad only in total; empty if findings about its
     * terms exist.
     */
    static Optional<Finding> ofTotal(SpfBreadth breadth) {
        return breadth.parts().isEmpty()
                ? breadth.largest().stream()
                        .findFirst()
                        .map(largest ->
                                SpfFindings.NETWORK_BROAD.with(
                                        FindingPhrase.SPF_PART_TOTAL.with(where(largest)),
                                        amount(
                                                largest.isIp4(),
                                                largest.isIp4()
                                                        ? BigInteger.valueOf(breadth.ip4Addresses())
                                                        : breadth.ip6Addresses()),
                                        why(largest)))
                : Optional.empty();
    }

    private static FindingValue where(Part part) {
        return part.through().isEmpty()
                ? FindingValue.of(part.term())
                : FindingPhrase.SPF_PART_INCLUDED.with(
                        part.term(),
                        part.through().getLast(),
                        part.through().stream().collect(Collectors.joining(" > ")));
    }

    private static Phrase amount(boolean isIp4, BigInteger addresses) {
        // Numbers of 30 digits say nothing; how many bits an IPv6 network leaves to others does.
        return isIp4
                ? FindingPhrase.SPF_AMOUNT_IP4.with(addresses.longValue())
                : FindingPhrase.SPF_AMOUNT_IP6.with(IP6_BITS - (addresses.bitLength() - 1));
    }

    private static Phrase why(Part part) {
        return part.isSharedCloud()
                ? FindingPhrase.SPF_REASON_CLOUD.with(part.cloud())
                : FindingPhrase.SPF_REASON_OTHERS.with();
    }
}
