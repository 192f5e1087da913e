package org.mailvane.mailauth.mx;

import java.util.List;
import org.mailvane.mailauth.dns.DnsAnswer.Status;
import org.mailvane.mailauth.dns.DnsRecord.MailExchanger;
import org.mailvane.mailauth.finding.Finding;

/**
 * The result of inspecting a domain's mail exchangers.
 *
 * @param status how DNS answered
 * @param exchangers its mail exchangers, the preferred ones first
 * @param usable whether mail can be delivered to one of them, as far as is known; true if there are
 *     none, since mail then goes to the domain's own address (RFC 5321, section 5.1)
 * @param messages findings about them
 */
public record MxInspection(
        Status status, List<MailExchanger> exchangers, boolean usable, List<Finding> messages) {

    public MxInspection {
        exchangers = List.copyOf(exchangers);
        messages = List.copyOf(messages);
    }
}
