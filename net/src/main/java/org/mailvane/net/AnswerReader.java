package org.mailvane.net;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsAnswer.Status;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.RecordType;
import org.xbill.DNS.CNAMERecord;
import org.xbill.DNS.DClass;
import org.xbill.DNS.MXRecord;
import org.xbill.DNS.Message;
import org.xbill.DNS.NSRecord;
import org.xbill.DNS.Name;
import org.xbill.DNS.PTRRecord;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Record;
import org.xbill.DNS.SOARecord;
import org.xbill.DNS.SPFRecord;
import org.xbill.DNS.Section;
import org.xbill.DNS.TXTRecord;
import org.xbill.DNS.Type;

/** What a message says to a question, as far as it says it: an alias may lead out of it. */
final class AnswerReader {

    /** Aliases one after the other, after which no more are followed. */
    static final int MAX_ALIASES = 10;

    /** Where a TTL has its highest bit set, it counts as 0 (RFC 2181, section 8). */
    private static final long MAX_TTL = Integer.MAX_VALUE;

    private final Message message;
    private final RecordType type;
    private final Map<DnsName, CNAMERecord> aliasesByOwner = new HashMap<>();

    /** What was read. */
    sealed interface Reading {}

    /** All of it. */
    record Complete(DnsAnswer answer) implements Reading {}

    /**
     * An alias whose name the message tells nothing of.
     *
     * @param aliases the names up to there
     * @param ttl seconds for which the aliases may be kept
     */
    record LeadsOn(List<DnsName> aliases, long ttl) implements Reading {}

    private AnswerReader(Message message, RecordType type) {
        this.message = message;
        this.type = type;
    }

    /** Reads what a message says of a name, to which these aliases have led. */
    static Reading read(
            Message message, DnsName name, RecordType type, List<DnsName> before, long ttl) {
        return new AnswerReader(message, type).read(name, before, ttl);
    }

    private Reading read(DnsName name, List<DnsName> before, long ttlBefore) {
        Map<DnsName, List<Record>> byOwner = byOwner();
        List<DnsName> aliases = new ArrayList<>(before);
        DnsName at = name;
        long ttl = ttlBefore;
        while (type != RecordType.CNAME && !byOwner.containsKey(at)) {
            @Nullable CNAMERecord alias = aliasesByOwner.get(at);
            if (alias == null) {
                break;
            }
            Optional<DnsName> target = name(alias.getTarget());
            if (target.isEmpty()
                    || aliases.size() == MAX_ALIASES
                    || aliases.contains(target.get())) {
                // Nowhere to be found, or in a circle: what servers answer SERVFAIL to as well.
                return new Complete(new DnsAnswer(Status.SERVER_FAILURE, List.of(), aliases, 0));
            }
            at = target.get();
            aliases.add(at);
            ttl = Math.min(ttl, ttl(alias));
        }
        @Nullable List<Record> found = byOwner.get(at);
        if (found != null) {
            for (Record record : found) {
                ttl = Math.min(ttl, ttl(record));
            }
            return new Complete(new DnsAnswer(Status.FOUND, records(found), aliases, ttl));
        }
        boolean exists = message.getRcode() != Rcode.NXDOMAIN;
        @Nullable SOARecord zone = zone();
        if (exists && zone == null && aliases.size() > before.size()) {
            return new LeadsOn(aliases, ttl);
        }
        // RFC 2308, section 5; without an SOA record it may not be kept at all.
        long negative = zone == null ? 0 : Math.min(ttl(zone), zone.getMinimum());
        return new Complete(
                new DnsAnswer(
                        exists ? Status.NO_DATA : Status.NO_SUCH_NAME,
                        List.of(),
                        aliases,
                        Math.min(ttl, negative)));
    }

    private Map<DnsName, List<Record>> byOwner() {
        Map<DnsName, List<Record>> byOwner = new HashMap<>();
        for (Record record : message.getSection(Section.ANSWER)) {
            if (record.getDClass() != DClass.IN) {
                continue;
            }
            if (record.getType() == type.number()) {
                name(record.getName())
                        .ifPresent(owner ->
                                byOwner.computeIfAbsent(owner, n -> new ArrayList<>(4))
                                        .add(record));
            } else if (record instanceof CNAMERecord alias) {
                name(record.getName()).ifPresent(owner -> aliasesByOwner.put(owner, alias));
            }
        }
        return byOwner;
    }

    private @Nullable SOARecord zone() {
        for (Record record : message.getSection(Section.AUTHORITY)) {
            if (record instanceof SOARecord zone) {
                return zone;
            }
        }
        return null;
    }

    private static long ttl(Record record) {
        return record.getTTL() > MAX_TTL ? 0 : record.getTTL();
    }

    /** Each record once (RFC 2181, section 5). */
    private static List<DnsRecord> records(List<Record> records) {
        Set<DnsRecord> distinct = new LinkedHashSet<>();
        for (Record record : records) {
            distinct.add(record(record));
        }
        return List.copyOf(distinct);
    }

    private static DnsRecord record(Record record) {
        Optional<DnsRecord> known =
                switch (record.getType()) {
                    case Type.A, Type.AAAA ->
                            Optional.of(
                                    new DnsRecord.Address(
                                            // Not as InetAddress: that turns mapped ones into IPv4.
                                            IpAddress.of(record.rdataToWireCanonical())));
                    case Type.TXT ->
                            Optional.of(text(((TXTRecord) record).getStringsAsByteArrays()));
                    case Type.SPF ->
                            Optional.of(text(((SPFRecord) record).getStringsAsByteArrays()));
                    case Type.MX -> exchanger((MXRecord) record);
                    case Type.NS -> target(((NSRecord) record).getTarget());
                    case Type.CNAME -> target(((CNAMERecord) record).getTarget());
                    case Type.PTR -> target(((PTRRecord) record).getTarget());
                    case Type.SOA -> zone((SOARecord) record);
                    default -> Optional.empty();
                };
        return known.orElseGet(
                () -> new DnsRecord.Other(HexFormat.of().formatHex(record.rdataToWireCanonical())));
    }

    private static DnsRecord text(List<byte[]> strings) {
        return new DnsRecord.Text(
                strings.stream()
                        .map(string -> new String(string, StandardCharsets.ISO_8859_1))
                        .toList());
    }

    private static Optional<DnsRecord> exchanger(MXRecord record) {
        return name(record.getTarget())
                .map(exchange -> new DnsRecord.MailExchanger(record.getPriority(), exchange));
    }

    private static Optional<DnsRecord> target(Name name) {
        return name(name).map(DnsRecord.Target::new);
    }

    private static Optional<DnsRecord> zone(SOARecord record) {
        return name(record.getHost())
                .flatMap(primary ->
                        name(record.getAdmin())
                                .map(responsible ->
                                        new DnsRecord.StartOfZone(
                                                primary, responsible, record.getSerial())));
    }

    /** A name; empty where a label has a dot in it, which the others' text form can't tell. */
    static Optional<DnsName> name(Name name) {
        StringBuilder text = new StringBuilder(name.length());
        int labels = name.labels() - 1;
        for (int i = 0; i < labels; i++) {
            byte[] label = name.getLabel(i);
            if (i > 0) {
                text.append('.');
            }
            for (int octet = 1; octet < label.length; octet++) {
                if (label[octet] == '.') {
                    return Optional.empty();
                }
                text.append((char) (label[octet] & 0xFF));
            }
        }
        return text.isEmpty() ? Optional.of(DnsName.ROOT) : DnsName.parse(text.toString());
    }
}
