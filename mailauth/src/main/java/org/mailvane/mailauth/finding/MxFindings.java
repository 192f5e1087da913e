package org.mailvane.mailauth.finding;

import static org.mailvane.mailauth.finding.Level.ERR;
import static org.mailvane.mailauth.finding.Level.WARN;

/** What can be found of a domain's mail exchangers (MX). */
public enum MxFindings implements FindingKind {
    HOSTS_UNUSABLE(
            "mx.hosts.unusable",
            ERR,
            "None of the mail exchangers of {0} can be used, so mail to it is not delivered.",
            "Mend the hosts that the MX records name. If {0} takes no mail, publish one MX record"
                    + " and no other: \"0 .\".",
            "RFC 5321, section 5.1"),
    NULL_BESIDE_OTHERS(
            "mx.null.beside_others",
            WARN,
            "One MX record says that {0} takes no mail (null MX), and others name hosts that take"
                    + " it. Some senders deliver, and others do not.",
            "Delete the record \"{1} .\", or if {0} takes no mail, all others.",
            "RFC 7505, section 3"),
    HOST_MISSING(
            "mx.host.missing",
            WARN,
            "The mail exchanger {0} does not exist in DNS.",
            "Correct the name in the MX record, publish addresses of {0}, or delete the record.",
            "RFC 5321, section 5.1"),
    HOST_WITHOUT_ADDRESS(
            "mx.host.without_address",
            WARN,
            "The mail exchanger {0} has no address (A or AAAA), so nothing can be delivered to it.",
            "Correct the name in the MX record, publish addresses of {0}, or delete the record.",
            "RFC 5321, section 5.1"),
    HOST_IS_ADDRESS(
            "mx.host.is_address",
            WARN,
            "The MX record names the address {0}, where the name of a host is to stand. Most"
                    + " senders do not deliver to it.",
            "Give the host a name with this address, and write the name into the MX record.",
            "RFC 1035, section 3.3.9"),
    HOST_ALIAS(
            "mx.host.alias",
            WARN,
            "The mail exchanger {0} is an alias (CNAME) of {1}, which the name of a mail exchanger"
                    + " must not be. Some senders do not deliver to it.",
            "Write {1} into the MX record, or publish addresses at {0} instead of the alias.",
            "RFC 2181, section 10.3"),
    HOST_INTERNAL(
            "mx.host.internal",
            WARN,
            "The mail exchanger {0} has the address {1} ({2}) and none that can be reached over the"
                    + " internet.",
            "Publish the public address of {0}, or delete the record.",
            "RFC 6890, section 2.2");

    private final Entry entry;

    MxFindings(String code, Level level, String text, String solution, String reference) {
        entry = new Entry(code, level, text, solution, reference);
    }

    @Override
    public Entry entry() {
        return entry;
    }
}
