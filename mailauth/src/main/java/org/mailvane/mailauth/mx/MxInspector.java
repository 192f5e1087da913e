package org.mailvane.mailauth.mx;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.mailvane.mailauth.dns.AddressPurpose;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord.MailExchanger;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.mailauth.dns.SpecialAddresses;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingList;
import org.mailvane.mailauth.finding.MxFindings;

/**
 * Inspects the mail exchangers of a domain (RFC 5321, section 5.1): whether senders find a host to
 * which they can deliver. Nothing is connected to.
 */
public final class MxInspector {

    /** Maximum number of hosts to look up, the preferred ones first; the others count as usable. */
    public static final int MAX_HOSTS = 20;

    /**
     * Purposes of special addresses that lead to a different host in each network. Other addresses
     * that are not public, such as those for examples, lead nowhere.
     */
    private static final Set<AddressPurpose> INTERNAL =
            EnumSet.of(
                    AddressPurpose.THIS_NETWORK,
                    AddressPurpose.PRIVATE,
                    AddressPurpose.LOOPBACK,
                    AddressPurpose.LINK_LOCAL,
                    AddressPurpose.SHARED);

    private static final Comparator<MailExchanger> ORDER =
            Comparator.comparingInt(MailExchanger::preference)
                    .thenComparing(MailExchanger::exchange);

    /** Looks up a domain's mail exchangers, and these. */
    public MxInspection inspect(DomainName domain, Dns dns) {
        DnsAnswer answer = dns.ask(DnsName.of(domain), RecordType.MX);
        List<MailExchanger> exchangers = answer.exchangers().stream().sorted(ORDER).toList();
        FindingList findings = new FindingList();
        boolean usable = exchangers.isEmpty() || isUsable(domain, exchangers, dns, findings);
        return new MxInspection(answer.status(), exchangers, usable, findings.toList());
    }

    private static boolean isUsable(
            DomainName domain, List<MailExchanger> exchangers, Dns dns, FindingList findings) {
        Optional<MailExchanger> refusal =
                exchangers.stream().filter(MxInspector::isRefusal).findFirst();
        List<DnsName> hosts =
                exchangers.stream()
                        .filter(mx -> !isRefusal(mx))
                        .map(MailExchanger::exchange)
                        .distinct()
                        .toList();
        if (hosts.isEmpty()) {
            // A domain that says so does not receive mail, which is as good as receiving it.
            return true;
        }
        List<Finding> found = new ArrayList<>();
        boolean usable = hosts.size() > MAX_HOSTS;
        for (DnsName host : hosts.subList(0, Math.min(MAX_HOSTS, hosts.size()))) {
            Optional<Finding> finding = inspect(host, dns);
            finding.map(each -> each.about(host.value())).ifPresent(found::add);
            usable |= finding.isEmpty() || finding.get().is(MxFindings.HOST_ALIAS);
        }
        if (!usable) {
            findings.add(MxFindings.HOSTS_UNUSABLE, domain);
        }
        refusal.ifPresent(
                mx -> findings.add(MxFindings.NULL_BESIDE_OTHERS, domain, mx.preference()));
        findings.addAll(found);
        return usable;
    }

    /** Returns whether it means "no host" (RFC 7505). */
    private static boolean isRefusal(MailExchanger exchanger) {
        return exchanger.exchange().equals(DnsName.ROOT);
    }

    /** Returns the finding about a host; empty for hosts that DNS does not answer for. */
    private static Optional<Finding> inspect(DnsName host, Dns dns) {
        if (IpAddress.parse(host.value()).isPresent()) {
            return Optional.of(MxFindings.HOST_IS_ADDRESS.with(host));
        }
        DnsAnswer v4 = dns.ask(host, RecordType.A);
        DnsAnswer v6 =
                v4.status() == DnsAnswer.Status.FOUND && isPublic(v4)
                        ? DnsAnswer.without(DnsAnswer.Status.NO_DATA)
                        : dns.ask(host, RecordType.AAAA);
        List<IpAddress> addresses =
                Stream.of(v4, v6).flatMap(answer -> answer.addresses().stream()).toList();
        if (v4.status().isFailure() || v6.status().isFailure()) {
            return Optional.empty();
        }
        if (v4.status() == DnsAnswer.Status.NO_SUCH_NAME) {
            return Optional.of(MxFindings.HOST_MISSING.with(host));
        }
        if (addresses.isEmpty()) {
            return Optional.of(MxFindings.HOST_WITHOUT_ADDRESS.with(host));
        }
        if (addresses.stream().allMatch(MxInspector::isInternal)) {
            IpAddress address = addresses.getFirst();
            return Optional.of(
                    MxFindings.HOST_INTERNAL.with(
                            host, address, SpecialAddresses.purposeOf(address).orElseThrow()));
        }
        return Stream.of(v4, v6)
                .map(DnsAnswer::aliases)
                .filter(aliases -> !aliases.isEmpty())
                .findFirst()
                .map(aliases -> MxFindings.HOST_ALIAS.with(host, aliases.getLast()));
    }

    private static boolean isPublic(DnsAnswer answer) {
        return answer.addresses().stream().anyMatch(address -> !isInternal(address));
    }

    private static boolean isInternal(IpAddress address) {
        return SpecialAddresses.purposeOf(address).filter(INTERNAL::contains).isPresent();
    }
}
