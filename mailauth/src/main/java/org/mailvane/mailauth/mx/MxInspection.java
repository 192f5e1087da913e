package org.mailvane.mailauth.mx;

import java.util.List;
import org.mailvane.mailauth.dns.DnsAnswer.Status;
import org.mailvane.mailauth.dns.DnsRecord.MailExchanger;
import org.mailvane.mailauth.finding.Finding;

/**
 * What was found of a domain's mail exchangers.
 *
 * @param status how DNS answered
 * @param exchangers those that stand there, the preferred ones first
 * @param usable whether mail can be delivered to one of them, as far as is known; so it is where
 *     there are none, since mail goes to the domain's own address then (RFC 5321, section 5.1)
 * @param messages what is to be said of them
 */
public record MxInspection(
        Status status, List<MailExchanger> exchangers, boolean usable, List<Finding> messages) {

    public MxInspection {
        exchangers = List.copyOf(exchangers);
        messages = List.copyOf(messages);
    }
}
