package org.mailvane.mailauth.arrival;

import org.mailvane.mailauth.dns.IpAddress;

/**
 * Who handed a mail over by SMTP (RFC 5321).
 *
 * @param address where the connection came from
 * @param helo what it called itself in HELO or EHLO
 * @param mailFrom the address of MAIL FROM without angle brackets; empty where it is null
 */
public record SmtpClient(IpAddress address, String helo, String mailFrom) {

    /** Returns the domain that SPF is evaluated for, as it was written (RFC 7208, section 2.4). */
    public String spfDomain() {
        return mailFrom.isEmpty() ? helo : mailFrom.substring(mailFrom.lastIndexOf('@') + 1);
    }
}
