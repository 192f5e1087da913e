package org.mailvane.mailauth.spf;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.RecordType;

/**
 * The sending host and its names: those that its address maps to and that map back to it (RFC 7208,
 * section 5.5). They are queried only when needed, and only once.
 */
final class HostNames {

    private final IpAddress ip;
    private final Lookups lookups;
    private @Nullable DnsAnswer pointers;
    private final List<Candidate> candidates = new ArrayList<>(0);

    private static final class Candidate {
        private final DnsName name;
        private boolean isAsked;
        private boolean leadsBack;

        Candidate(DnsName name) {
            this.name = name;
        }
    }

    HostNames(IpAddress ip, Lookups lookups) {
        this.ip = ip;
        this.lookups = lookups;
    }

    IpAddress ip() {
        return ip;
    }

    /** The type of records that can hold the address. */
    RecordType addressType() {
        return ip.isV4() ? RecordType.A : RecordType.AAAA;
    }

    /** Whether the first bits of the address are those of another one of its family. */
    boolean isWithin(IpAddress other, int prefix) {
        if (ip.isV4() != other.isV4() || prefix == 0) {
            return ip.isV4() == other.isV4();
        }
        long low = ip.low() ^ other.low();
        if (ip.isV4()) {
            return low >>> (IpAddress.V4_BITS - prefix) == 0;
        }
        long high = ip.high() ^ other.high();
        if (prefix <= Long.SIZE) {
            return high >>> (Long.SIZE - prefix) == 0;
        }
        return high == 0 && low >>> (IpAddress.V6_BITS - prefix) == 0;
    }

    /** Whether one of the addresses of an answer shares its first bits with the host. */
    boolean isWithin(DnsAnswer answer, int prefix) {
        List<DnsRecord> records = answer.records();
        for (int i = 0; i < records.size(); i++) {
            if (records.get(i) instanceof DnsRecord.Address address
                    && isWithin(address.address(), prefix)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the answer of DNS for the names that the address maps to. */
    DnsAnswer pointers() {
        DnsAnswer answer = pointers;
        if (answer == null) {
            answer = lookups.ask(ip.reverseName(), RecordType.PTR);
            pointers = answer;
            for (DnsName name : answer.names()) {
                if (candidates.size() < SpfEvaluator.MAX_NAMES) {
                    candidates.add(new Candidate(name));
                }
            }
        }
        return answer;
    }

    /** Whether the host has a name that is this one or lies below it. */
    boolean hasNameWithin(DnsName domain) {
        pointers();
        for (Candidate candidate : candidates) {
            if (candidate.name.isWithin(domain) && leadsBack(candidate)) {
                return true;
            }
        }
        return false;
    }

    /**
     * The value of the macro p: best the domain itself, else a name below it, else any (section
     * 7.3).
     */
    String best(DnsName domain) {
        pointers();
        for (Candidate candidate : candidates) {
            if (candidate.name.equals(domain) && leadsBack(candidate)) {
                return candidate.name.value();
            }
        }
        for (Candidate candidate : candidates) {
            if (candidate.name.isWithin(domain) && leadsBack(candidate)) {
                return candidate.name.value();
            }
        }
        for (Candidate candidate : candidates) {
            if (leadsBack(candidate)) {
                return candidate.name.value();
            }
        }
        return "unknown";
    }

    private boolean leadsBack(Candidate candidate) {
        if (!candidate.isAsked) {
            candidate.isAsked = true;
            candidate.leadsBack = isWithin(lookups.ask(candidate.name, addressType()), ip.bits());
        }
        return candidate.leadsBack;
    }
}
