package org.mailvane.mailauth.spf;

import java.util.ArrayList;
import java.util.List;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsAnswer.Status;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord.MailExchanger;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.mailauth.dns.SpecialAddresses;
import org.mailvane.mailauth.finding.DnsFindings;
import org.mailvane.mailauth.finding.FindingPhrase;
import org.mailvane.mailauth.finding.SpfFindings;
import org.mailvane.mailauth.spf.Term.Mechanism;

/** Finds the networks of {@code ip4}, {@code ip6}, {@code a} and {@code mx}. */
final class AddressSurvey {

    /** Mail exchangers of one {@code mx}; with more, receivers give up (section 4.6.4). */
    static final int MAX_EXCHANGERS = 10;

    private final SurveyWalk walk;

    AddressSurvey(SurveyWalk walk) {
        this.walk = walk;
    }

    /** The outcome of querying the addresses of a name. */
    private record Found(Status v4, Status v6) {

        boolean isComplete() {
            return !v4.isFailure() && !v6.isFailure();
        }
    }

    void network(Mechanism mechanism, TermNotes notes) {
        IpNetwork network = mechanism.network();
        if (network != null) {
            notes.network(network);
            special(network, notes);
        }
    }

    /** Queries the addresses of {@code a}; false if DNS did not answer all queries. */
    boolean addresses(Mechanism mechanism, DnsName name, TermNotes notes) {
        Found found = ask(mechanism, name, notes);
        notes.voids(new Voids(found.v4.isVoid() ? 1 : 0, found.v6.isVoid() ? 1 : 0));
        return found.isComplete();
    }

    /** Queries the addresses of {@code mx}; false if DNS did not answer all queries. */
    boolean exchangers(Mechanism mechanism, DnsName name, TermNotes notes) {
        DnsAnswer answer = walk.dns().ask(name, RecordType.MX);
        if (!notes.told(answer, name, RecordType.MX)) {
            return false;
        }
        List<MailExchanger> hosts =
                answer.exchangers().stream()
                        .filter(mx -> !mx.exchange().equals(DnsName.ROOT))
                        .toList();
        if (answer.status().isVoid()) {
            notes.voids(Voids.ONE);
            notes.add(SpfFindings.MX_MISSING, name);
            DnsFindings.of(answer, name, RecordType.MX).ifPresent(notes::add);
        } else if (hosts.isEmpty()) {
            notes.add(SpfFindings.MX_NULL, name);
        }
        if (hosts.size() > MAX_EXCHANGERS) {
            notes.add(SpfFindings.MX_TOO_MANY, name, hosts.size(), MAX_EXCHANGERS);
        }
        List<Found> found = new ArrayList<>();
        for (MailExchanger host : hosts.stream().limit(MAX_EXCHANGERS).toList()) {
            found.add(ask(mechanism, host.exchange(), notes));
        }
        if (!found.isEmpty()) {
            // A sender finds nothing where no host has an address of its family.
            boolean isVoid4 = found.stream().allMatch(one -> one.v4.isVoid());
            boolean isVoid6 = found.stream().allMatch(one -> one.v6.isVoid());
            notes.voids(new Voids(isVoid4 ? 1 : 0, isVoid6 ? 1 : 0));
        }
        return found.stream().allMatch(Found::isComplete);
    }

    private Found ask(Mechanism mechanism, DnsName name, TermNotes notes) {
        DnsAnswer v4 = walk.dns().ask(name, RecordType.A);
        DnsAnswer v6 = walk.dns().ask(name, RecordType.AAAA);
        if (notes.told(v4, name, RecordType.A)
                && notes.told(v6, name, RecordType.AAAA)
                && v4.status().isVoid()
                && v6.status().isVoid()) {
            notes.add(SpfFindings.ADDRESS_MISSING, name);
            DnsFindings.of(v4, name, FindingPhrase.EITHER.with(RecordType.A, RecordType.AAAA))
                    .ifPresent(notes::add);
        }
        for (DnsAnswer answer : List.of(v4, v6)) {
            // If the work limit is exceeded, the record reports it.
            List<IpAddress> addresses = walk.work().isSpent() ? List.of() : answer.addresses();
            for (IpAddress address : addresses) {
                if (walk.work().move()) {
                    int prefix = address.isV4() ? mechanism.prefix4() : mechanism.prefix6();
                    notes.network(IpNetwork.of(address, prefix));
                    special(IpNetwork.of(address), notes);
                }
            }
        }
        return new Found(v4.status(), v6.status());
    }

    private static void special(IpNetwork network, TermNotes notes) {
        SpecialAddresses.purposeOf(network)
                .ifPresent(purpose -> notes.add(SpfFindings.NETWORK_SPECIAL, network, purpose));
    }
}
