package org.mailvane.mailauth.spf;

import java.util.List;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord.MailExchanger;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.mailauth.spf.Term.Mechanism;

/** Compares the host with what DNS says of a name (RFC 7208, sections 5.3 to 5.5 and 5.7). */
final class HostMatcher {

    private final Lookups lookups;
    private final HostNames host;
    private final Verdicts verdicts;

    HostMatcher(Lookups lookups, HostNames host, Verdicts verdicts) {
        this.lookups = lookups;
        this.host = host;
        this.verdicts = verdicts;
    }

    /** Returns whether a mechanism that queries DNS, and is not an include, matches this name. */
    Match match(Mechanism mechanism, DnsName target) {
        int prefix = host.ip().isV4() ? mechanism.prefix4() : mechanism.prefix6();
        return switch (mechanism.kind()) {
            case A -> addresses(target, prefix);
            case MX -> exchangers(target, prefix);
            case PTR -> pointer(target);
            case EXISTS -> exists(target);
            case ALL, INCLUDE, IP4, IP6, UNKNOWN ->
                    throw new IllegalArgumentException(mechanism.text());
        };
    }

    private Match addresses(DnsName name, int prefix) {
        DnsAnswer answer = lookups.ask(name, host.addressType());
        if (answer.status().isFailure()) {
            return failed(name, host.addressType());
        }
        return answer.status().isVoid() ? inVain() : Match.of(host.isWithin(answer, prefix));
    }

    private Match exists(DnsName name) {
        DnsAnswer answer = lookups.ask(name, RecordType.A);
        if (answer.status().isFailure()) {
            return failed(name, RecordType.A);
        }
        return answer.status().isVoid() ? inVain() : Match.YES;
    }

    private Match exchangers(DnsName name, int prefix) {
        DnsAnswer answer = lookups.ask(name, RecordType.MX);
        if (answer.status().isFailure()) {
            return failed(name, RecordType.MX);
        }
        if (answer.status().isVoid()) {
            return inVain();
        }
        List<MailExchanger> exchangers = answer.exchangers();
        if (exchangers.size() > SpfEvaluator.MAX_NAMES) {
            return Match.failed(
                    verdicts.permanent(
                            name
                                    + " has more than "
                                    + SpfEvaluator.MAX_NAMES
                                    + " mail exchangers."));
        }
        boolean isInVain = false;
        boolean isFound = false;
        for (MailExchanger exchanger : exchangers) {
            // The root means "no mail" (RFC 7505).
            if (!exchanger.exchange().equals(DnsName.ROOT)) {
                DnsAnswer addresses = lookups.ask(exchanger.exchange(), host.addressType());
                if (addresses.status().isFailure()) {
                    return failed(exchanger.exchange(), host.addressType());
                }
                isInVain |= addresses.status().isVoid();
                isFound |= !addresses.status().isVoid();
                if (host.isWithin(addresses, prefix)) {
                    return Match.YES;
                }
            }
        }
        return isInVain && !isFound ? inVain() : Match.NO;
    }

    /** Failures only mean that the host has no such name (section 5.5). */
    private Match pointer(DnsName domain) {
        return host.pointers().status().isVoid() ? inVain() : Match.of(host.hasNameWithin(domain));
    }

    private Match inVain() {
        lookups.countVoidTerm();
        return lookups.tooManyVoidTerms() ? Match.failed(verdicts.tooManyVoidTerms()) : Match.NO;
    }

    private Match failed(DnsName name, RecordType type) {
        return Match.failed(verdicts.temporary(name, type));
    }
}
