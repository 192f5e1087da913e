package org.mailvane.intake;

import org.mailvane.mailauth.dns.IpAddress;

/**
 * The client that hands over a mail by SMTP.
 *
 * @param address its address
 * @param helo the name that it gives itself (RFC 5321, section 4.1.1.1); empty where it gave none
 */
public record SmtpClient(IpAddress address, String helo) {}
