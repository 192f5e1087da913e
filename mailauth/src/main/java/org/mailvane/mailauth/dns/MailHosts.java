package org.mailvane.mailauth.dns;

import java.util.List;
import org.mailvane.mailauth.dns.DnsRecord.MailExchanger;

/** Whether mail to a domain finds a host (RFC 5321, section 5.1). */
public enum MailHosts {
    /** It has mail exchangers, or an address. */
    PRESENT,
    /** It says that it takes no mail (RFC 7505). */
    REFUSED,
    /** It has neither an MX nor an address record. */
    MISSING,
    /** DNS did not answer. */
    UNKNOWN;

    /** Asks DNS. */
    public static MailHosts of(DnsName domain, Dns dns) {
        DnsAnswer exchangers = dns.ask(domain, RecordType.MX);
        return switch (exchangers.status()) {
            case FOUND -> isRefusal(exchangers.exchangers()) ? REFUSED : PRESENT;
            case NO_SUCH_NAME -> MISSING;
            case NO_DATA -> ofAddresses(domain, dns);
            case SERVER_FAILURE, TIMEOUT, NOT_ASKED -> UNKNOWN;
        };
    }

    private static MailHosts ofAddresses(DnsName domain, Dns dns) {
        DnsAnswer v4 = dns.ask(domain, RecordType.A);
        if (v4.status() == DnsAnswer.Status.FOUND) {
            return PRESENT;
        }
        DnsAnswer v6 = dns.ask(domain, RecordType.AAAA);
        if (v6.status() == DnsAnswer.Status.FOUND) {
            return PRESENT;
        }
        return v4.status().isFailure() || v6.status().isFailure() ? UNKNOWN : MISSING;
    }

    private static boolean isRefusal(List<MailExchanger> exchangers) {
        return !exchangers.isEmpty()
                && exchangers.stream().allMatch(mx -> mx.exchange().equals(DnsName.ROOT));
    }
}
