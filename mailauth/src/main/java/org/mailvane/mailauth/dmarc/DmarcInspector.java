package org.mailvane.mailauth.dmarc;

import java.util.List;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.report.ReportUri;
import org.mailvane.mailauth.report.ServiceAddresses;

/**
 * Inspects DMARC policies: by RFC 9989 and its tree walk first, with the view of receivers that
 * follow RFC 7489 where it differs.
 */
public final class DmarcInspector {

    /** Questions to DNS of one inspection, at most. */
    public static final int MAX_QUESTIONS = DmarcStudy.MAX_QUESTIONS;

    private final PublicSuffixes suffixes;
    private final ServiceAddresses service;

    /**
     * An inspector.
     *
     * @param suffixes for the organisational domain as older receivers find it
     * @param service which mailboxes are this service's own
     */
    public DmarcInspector(PublicSuffixes suffixes, ServiceAddresses service) {
        this.suffixes = suffixes;
        this.service = service;
    }

    /** Inspects the policy of a domain. */
    public DmarcInspection inspect(DomainName domain, Dns dns) {
        return discover(domain, dns).inspection();
    }

    /** The same, with what other parts of the program want to know. */
    public DmarcDiscovery discover(DomainName domain, Dns dns) {
        return new DmarcStudy(domain, suffixes, service, dns).discovery();
    }

    /**
     * Returns what prevents an address from receiving reports about a domain, whether its record
     * names the address already or not: its host does not receive mail, or has not agreed to
     * receive reports about other domains (RFC 9990, section 4). Empty if nothing does.
     */
    public List<Finding> reach(DomainName domain, ReportUri address, Dns dns) {
        DomainName organization = TreeWalk.of(domain, dns).organizationalDomain();
        return new AddressCheck(domain, organization, suffixes, dns)
                .findings("rua", List.of(address));
    }

    /** Validates a record that is given, without DNS. */
    public DmarcInspection validate(String record) {
        ShownRecord shown = ShownRecord.given(record);
        return new DmarcInspection(
                "",
                "",
                "",
                shown.record().valid(),
                shown.parsed().effect() != DmarcRecord.Effect.NONE
                        && isOurs(shown.parsed().rua(), service),
                "",
                List.of(),
                List.of(shown.record()));
    }

    static boolean isOurs(List<ReportUri> addresses, ServiceAddresses service) {
        return addresses.stream()
                .anyMatch(address -> address.isMail() && service.include(address.mailbox()));
    }
}
