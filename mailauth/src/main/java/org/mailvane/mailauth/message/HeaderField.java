package org.mailvane.mailauth.message;

import org.mailvane.mailauth.dns.DnsRecord;

/**
 * A field of a mail's header (RFC 5322, section 2.2).
 *
 * @param name its name in lower case
 * @param raw the whole field as it was sent, its name included, a character for each octet (ISO
 *     8859-1); CR LF between folded lines, none at the end
 */
public record HeaderField(String name, String raw) {

    /** Returns what follows the colon, a character for each octet, still folded. */
    public String value() {
        return raw.substring(raw.indexOf(':') + 1);
    }

    /** Returns the value in one line, as UTF-8 where its octets are that (RFC 6532). */
    public String text() {
        return DnsRecord.Text.readable(value().replace("\r\n", "").strip());
    }
}
