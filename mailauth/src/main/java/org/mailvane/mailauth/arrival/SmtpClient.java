package org.mailvane.mailauth.arrival;

import org.mailvane.mailauth.dns.IpAddress;

/** The host that submitted a mail by SMTP (RFC 5321). */
public record SmtpClient(IpAddress address, String helo, String mailFrom) {

    /** Returns the domain that SPF is evaluated for, as it was written (RFC 7208, section 2.4). */
    public String spfDomain() {
        return mailFrom.isEmpty() ? helo : mailFrom.substring(mailFrom.lastIndexOf('@') + 1);
    }
}
