package org.mailvane.mailauth.spf;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.mailauth.dns.SpecialAddresses;
import org.mailvane.mailauth.spf.SpfBreadth.Part;
import org.mailvane.mailauth.spf.Term.Mechanism;

/**
 * Measures the breadth of a record, term by term, in its own record and in all that it includes.
 * Addresses that an earlier term refuses do not count, nor do addresses that are not used on the
 * internet.
 */
final class BreadthSurvey {

    /**
     * Ranges that are refused and looked at, over all terms. Where a record refuses more, what it
     * refuses counts as if it could pass: such a record is broad however it is counted.
     */
    static final int MAX_REFUSED = 200_000;

    private final IpSet all = new IpSet();
    private final List<Part> broad = new ArrayList<>();
    private final Set<DnsName> entered = new HashSet<>();
    private @Nullable Part largest4;
    private @Nullable Part largest6;
    private int left = MAX_REFUSED;

    private BreadthSurvey() {}

    /** The breadth of a domain's own record. */
    static SpfBreadth of(SurveyedRecord record) {
        BreadthSurvey survey = new BreadthSurvey();
        survey.walk(record, new IpSet(), List.of(), null);
        return survey.result();
    }

    /**
     * Goes through a record.
     *
     * @param refusedBefore addresses that another result is certain for
     * @param through domains whose records led here
     * @param ownIndex which term of the domain's own record led here; null if this is that record
     */
    private void walk(
            SurveyedRecord record,
            IpSet refusedBefore,
            List<String> through,
            @Nullable Integer ownIndex) {
        IpSet refused = refusedBefore.copy();
        int redirect = -1;
        for (int i = 0; i < record.terms().size(); i++) {
            SurveyedTerm term = record.terms().get(i);
            if (term.isIgnored()) {
                continue;
            }
            if (!(term.term() instanceof Mechanism)) {
                redirect = term.target() == null ? redirect : i;
            } else if (term.qualifier() != Qualifier.PASS) {
                if (take(size(term))) {
                    refused.addAll(term.addresses());
                }
            } else if (term.target() != null) {
                enter(term.target(), refused, through, ownIndex == null ? i : ownIndex);
            } else {
                note(term, refused, through, ownIndex == null ? i : ownIndex);
            }
        }
        if (redirect >= 0) {
            @Nullable SurveyedDomain target = record.terms().get(redirect).target();
            if (target != null) {
                enter(target, refused, through, ownIndex == null ? redirect : ownIndex);
            }
        }
    }

    /** Goes through the record of a domain, once however often it is referred to. */
    private void enter(SurveyedDomain target, IpSet refused, List<String> through, int ownIndex) {
        if (target.single().isPresent() && entered.add(target.name())) {
            List<String> further = new ArrayList<>(through);
            further.add(target.name().toString());
            walk(target.single().get(), refused, further, ownIndex);
        }
    }

    private void note(SurveyedTerm term, IpSet refused, List<String> through, int ownIndex) {
        IpSet addresses = new IpSet();
        for (IpNetwork network : term.networks().keySet()) {
            if (SpecialAddresses.purposeOf(network).isEmpty()) {
                addresses.add(network);
            }
        }
        if (take(refused.size())) {
            addresses.removeAll(refused);
        }
        all.addAll(addresses);
        String text = DnsRecord.Text.readable(term.term().text());
        for (boolean isIp4 : new boolean[] {true, false}) {
            BigInteger count = count(addresses, isIp4);
            if (count.signum() > 0) {
                SharedClouds.Share share = SharedClouds.of(addresses, isIp4);
                note(
                        new Part(
                                text,
                                through,
                                ownIndex,
                                isIp4,
                                count,
                                share.addresses(),
                                share.cloud()));
            }
        }
    }

    private void note(Part part) {
        if (part.isBroad()) {
            broad.add(part);
        }
        if (part.isIp4()) {
            largest4 = larger(largest4, part);
        } else {
            largest6 = larger(largest6, part);
        }
    }

    /** Takes so many ranges; false if that would be too many. */
    private boolean take(int ranges) {
        if (ranges > left) {
            return false;
        }
        left -= ranges;
        return true;
    }

    private static int size(SurveyedTerm term) {
        SurveyedDomain target = term.target();
        return target == null
                ? term.networks().size()
                : target.single().map(record -> record.passing().addresses().size()).orElse(0);
    }

    private static Part larger(@Nullable Part one, Part other) {
        return one != null && one.addresses().compareTo(other.addresses()) >= 0 ? one : other;
    }

    private static BigInteger count(IpSet addresses, boolean isIp4) {
        return isIp4 ? BigInteger.valueOf(addresses.ip4Count()) : addresses.ip6Count();
    }

    private SpfBreadth result() {
        List<Part> parts =
                broad.stream()
                        .sorted(
                                Comparator.comparing(Part::isIp4)
                                        .thenComparing(Part::addresses)
                                        .reversed())
                        .limit(SpfBreadth.MAX_PARTS)
                        .toList();
        SpfBreadth breadth = new SpfBreadth(all.ip4Count(), all.ip6Count(), parts, List.of());
        if (!breadth.isBroadInTotal()) {
            return breadth;
        }
        @Nullable Part largest = breadth.isBroadIp4() ? largest4 : largest6;
        return new SpfBreadth(
                breadth.ip4Addresses(),
                breadth.ip6Addresses(),
                parts,
                Optional.ofNullable(largest).stream().toList());
    }
}
