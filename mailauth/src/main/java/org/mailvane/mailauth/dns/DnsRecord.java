package org.mailvane.mailauth.dns;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The content of one record of an answer. */
public sealed interface DnsRecord {

    /**
     * A text (RFC 1035, section 3.3.14), of the types TXT and SPF.
     *
     * @param strings its strings as they are sent, each of at most 255 octets; a character is an
     *     octet (ISO 8859-1), so that strings that are not text are kept complete
     */
    record Text(List<String> strings) implements DnsRecord {

        /** Octets of one string (RFC 1035, section 3.3). */
        public static final int MAX_STRING_LENGTH = 255;

        /** A text of these strings. */
        public Text {
            strings = List.copyOf(strings);
        }

        /** A text of one string. */
        public Text(String string) {
            this(List.of(string));
        }

        /** The strings as one, without anything between them (RFC 7208, section 3.3). */
        public String joined() {
            return strings.size() == 1 ? strings.getFirst() : String.join("", strings);
        }

        /** The same for people: where the octets are UTF-8, as that. */
        public String readable() {
            return readable(joined());
        }

        /** Octets for people: as UTF-8 where they are that. */
        public static String readable(String octets) {
            if (octets.chars().allMatch(c -> c < 0x80)) {
                return octets;
            }
            try {
                return StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(octets.getBytes(StandardCharsets.ISO_8859_1)))
                        .toString();
            } catch (CharacterCodingException notUtf8) {
                return octets;
            }
        }
    }

    /** An address, of the types A and AAAA. */
    record Address(IpAddress address) implements DnsRecord {}

    /**
     * A mail exchanger (RFC 5321, section 5.1).
     *
     * @param preference the lower comes first
     * @param exchange its name; the root where the domain takes no mail (RFC 7505)
     */
    record MailExchanger(int preference, DnsName exchange) implements DnsRecord {}

    /** A name, of the types PTR, CNAME and NS. */
    record Target(DnsName name) implements DnsRecord {}

    /** The start of a zone (RFC 1035, section 3.3.13). */
    record StartOfZone(DnsName primary, DnsName responsible, long serial) implements DnsRecord {}

    /** Any other record, as its octets in hexadecimal digits. */
    record Other(String data) implements DnsRecord {}
}
