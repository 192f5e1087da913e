package org.mailvane.demo;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsAnswer.Status;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.RecordType;

/** The records of a domain and of the names below it, as DNS answers with them. */
final class DemoZone {

    /** Octets of one string of a text, with room to spare. */
    private static final int STRING = 200;

    private final DnsName apex;
    private final Map<DnsName, Map<RecordType, List<DnsRecord>>> names = new HashMap<>();
    private boolean unanswered;

    /** A zone with nothing but its start. */
    DemoZone(String domain) {
        this.apex = name(domain);
        add(
                apex,
                RecordType.SOA,
                new DnsRecord.StartOfZone(name("ns." + domain), name("hostmaster." + domain), 1));
    }

    /** Its name servers do not answer. */
    DemoZone unanswered() {
        unanswered = true;
        return this;
    }

    /** Whether it holds the same as another of the same domain. */
    boolean isSameAs(DemoZone other) {
        return unanswered == other.unanswered && names.equals(other.names);
    }

    /** Adds an address. */
    DemoZone address(String labels, String address) {
        return add(
                at(labels),
                address.indexOf(':') < 0 ? RecordType.A : RecordType.AAAA,
                new DnsRecord.Address(IpAddress.parse(address).orElseThrow()));
    }

    /** Adds where its mail goes; to the root where it takes none (RFC 7505). */
    DemoZone mail(int preference, String host) {
        return add(
                apex,
                RecordType.MX,
                new DnsRecord.MailExchanger(
                        preference, host.isEmpty() ? DnsName.ROOT : name(host)));
    }

    /** Adds a text; with no labels, to the domain itself. */
    DemoZone text(String labels, String text) {
        List<String> strings = new ArrayList<>();
        for (int at = 0; at < text.length(); at += STRING) {
            strings.add(text.substring(at, Math.min(text.length(), at + STRING)));
        }
        return add(at(labels), RecordType.TXT, new DnsRecord.Text(strings));
    }

    private DemoZone add(DnsName name, RecordType type, DnsRecord record) {
        names.computeIfAbsent(name, n -> new HashMap<>())
                .computeIfAbsent(type, t -> new ArrayList<>())
                .add(record);
        return this;
    }

    private DnsName at(String labels) {
        return labels.isEmpty() ? apex : name(labels + "." + apex.value());
    }

    private static DnsName name(String text) {
        return DnsName.parse(text).orElseThrow(() -> new IllegalArgumentException(text));
    }

    /** The answer to a question about a name of this zone. */
    DnsAnswer answer(DnsName name, RecordType type) {
        if (unanswered) {
            return DnsAnswer.without(Status.SERVER_FAILURE);
        }
        Map<RecordType, List<DnsRecord>> there = names.get(name);
        if (there != null) {
            return DnsAnswer.of(there.getOrDefault(type, List.of()));
        }
        boolean hasBelow = names.keySet().stream().anyMatch(other -> other.isWithin(name));
        return DnsAnswer.without(hasBelow ? Status.NO_DATA : Status.NO_SUCH_NAME);
    }
}
