package org.mailvane.mailauth.spf;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.finding.Finding;
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

    /** What is said of a record that is broad only in total; empty if its terms say it. */
    static Optional<Finding> ofTotal(SpfBreadth breadth) {
        return breadth.parts().isEmpty()
                ? breadth.largest().stream()
                        .findFirst()
                        .map(largest ->
                                SpfFindings.NETWORK_BROAD.with(
                                        "The record, above all by " + where(largest) + ",",
                                        amount(
                                                largest.isIp4(),
                                                largest.isIp4()
                                                        ? BigInteger.valueOf(breadth.ip4Addresses())
                                                        : breadth.ip6Addresses()),
                                        why(largest)))
                : Optional.empty();
    }

    private static String where(Part part) {
        if (part.through().isEmpty()) {
            return part.term();
        }
        return "%s in the record of %s (reached through %s)"
                .formatted(
                        part.term(),
                        part.through().getLast(),
                        part.through().stream().collect(Collectors.joining(" > ")));
    }

    private static String amount(boolean isIp4, BigInteger addresses) {
        // Numbers of 30 digits say nothing; how many bits an IPv6 network leaves to others does.
        return isIp4
                ? String.format(Locale.ROOT, "%,d IPv4 addresses", addresses)
                : "as many IPv6 addresses as a /%d has"
                        .formatted(IP6_BITS - (addresses.bitLength() - 1));
    }

    private static String why(Part part) {
        return part.isSharedCloud()
                ? "They are in a cloud that customers share (%s), where anybody can rent one"
                        .formatted(part.cloud())
                : "Hosts of many others are among them";
    }
}
