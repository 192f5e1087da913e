package org.mailvane.mailauth.testing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsAnswer.Status;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.RecordType;

/**
 * DNS that answers from lines of a zone:
 *
 * <pre>
 * example.com              MX     10 mx.example.com
 * _dmarc.example.com       TXT    "v=DMARC1; " "p=none"
 * www.example.com          CNAME  example.com
 * *.wild.example.com       A      192.0.2.1
 * dead.example.com         TIMEOUT
 * sick.example.com         TXT    SERVFAIL
 * </pre>
 *
 * Names without records at or below them do not exist. In strings, {@code \x41} is an octet.
 */
public final class ZoneDns implements Dns {

    private static final int MAX_ALIASES = 10;

    private static final Pattern STRING = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final Pattern OCTET = Pattern.compile("\\\\x([0-9A-Fa-f]{2})|\\\\(.)");

    private final Map<DnsName, Map<RecordType, List<DnsRecord>>> records = new HashMap<>();
    private final Map<DnsName, Map<RecordType, Status>> failures = new HashMap<>();
    private final List<String> asked = new ArrayList<>();

    /** A zone of these lines; blank ones and those that begin with # count nothing. */
    public static ZoneDns of(String lines) {
        ZoneDns zone = new ZoneDns();
        lines.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .forEach(zone::add);
        return zone;
    }

    /** Adds a line. */
    public void add(String line) {
        String[] parts = line.split("\\s+", 3);
        DnsName name = name(parts[0]);
        @Nullable Status all = failure(parts[1]);
        if (all != null) {
            for (RecordType type : RecordType.values()) {
                failures.computeIfAbsent(name, n -> new HashMap<>()).put(type, all);
            }
            return;
        }
        RecordType type = RecordType.valueOf(parts[1]);
        @Nullable Status one = failure(parts[2]);
        if (one != null) {
            failures.computeIfAbsent(name, n -> new HashMap<>()).put(type, one);
            return;
        }
        add(name, type, record(type, parts[2]));
    }

    /** Adds a record. */
    public void add(DnsName name, RecordType type, DnsRecord record) {
        records.computeIfAbsent(name, n -> new HashMap<>())
                .computeIfAbsent(type, t -> new ArrayList<>())
                .add(record);
    }

    /** Removes what is at a name. */
    public void remove(String at) {
        records.remove(name(at));
        failures.remove(name(at));
    }

    /** The questions so far, as {@code name TYPE}. */
    public List<String> asked() {
        return List.copyOf(asked);
    }

    @Override
    public DnsAnswer ask(DnsName name, RecordType type) {
        asked.add(name + " " + type);
        List<DnsName> aliases = new ArrayList<>();
        DnsName at = name;
        while (aliases.size() <= MAX_ALIASES) {
            @Nullable Status failure = failures.getOrDefault(at, Map.of()).get(type);
            if (failure != null) {
                return new DnsAnswer(failure, List.of(), aliases, 0);
            }
            Map<RecordType, List<DnsRecord>> here = at(at);
            List<DnsRecord> found = here.getOrDefault(type, List.of());
            if (!found.isEmpty()) {
                return new DnsAnswer(Status.FOUND, found, aliases, 300);
            }
            List<DnsRecord> alias = here.getOrDefault(RecordType.CNAME, List.of());
            if (alias.isEmpty()) {
                boolean exists = !here.isEmpty() || exists(at);
                return new DnsAnswer(
                        exists ? Status.NO_DATA : Status.NO_SUCH_NAME, List.of(), aliases, 300);
            }
            at = ((DnsRecord.Target) alias.getFirst()).name();
            aliases.add(at);
        }
        return DnsAnswer.without(Status.SERVER_FAILURE);
    }

    private Map<RecordType, List<DnsRecord>> at(DnsName name) {
        Map<RecordType, List<DnsRecord>> exact = records.get(name);
        if (exact != null || exists(name)) {
            return exact == null ? Map.of() : exact;
        }
        // The closest name that exists decides which wildcard counts (RFC 4592, section 3.3.1).
        for (@Nullable DnsName above = name.parent().orElse(null);
                above != null;
                above = above.parent().orElse(null)) {
            Map<RecordType, List<DnsRecord>> wild = above.below("*").map(records::get).orElse(null);
            if (wild != null) {
                return wild;
            }
            if (records.containsKey(above) || exists(above)) {
                return Map.of();
            }
        }
        return Map.of();
    }

    private boolean exists(DnsName name) {
        return records.keySet().stream().anyMatch(other -> other.isWithin(name));
    }

    private static @Nullable Status failure(String word) {
        return switch (word) {
            case "TIMEOUT" -> Status.TIMEOUT;
            case "SERVFAIL" -> Status.SERVER_FAILURE;
            case "NXDOMAIN" -> Status.NO_SUCH_NAME;
            case "NODATA" -> Status.NO_DATA;
            default -> null;
        };
    }

    private static DnsRecord record(RecordType type, String data) {
        String[] words = data.split("\\s+", -1);
        return switch (type) {
            case A, AAAA -> new DnsRecord.Address(IpAddress.parse(data).orElseThrow());
            case MX -> new DnsRecord.MailExchanger(Integer.parseInt(words[0]), name(words[1]));
            case NS, CNAME, PTR -> new DnsRecord.Target(name(data));
            case TXT, SPF -> text(data);
            case SOA ->
                    new DnsRecord.StartOfZone(
                            name(words[0]), name(words[1]), Long.parseLong(words[2]));
            case TLSA -> new DnsRecord.Other(data);
        };
    }

    private static DnsRecord text(String data) {
        List<String> strings = new ArrayList<>();
        Matcher string = STRING.matcher(data);
        while (string.find()) {
            strings.add(octets(string.group(1)));
        }
        if (strings.isEmpty()) {
            throw new IllegalArgumentException("no string in quotation marks: " + data);
        }
        return new DnsRecord.Text(strings);
    }

    private static String octets(String escaped) {
        return OCTET.matcher(escaped)
                .replaceAll(match ->
                        Matcher.quoteReplacement(
                                match.group(1) == null
                                        ? match.group(2)
                                        : String.valueOf(
                                                (char) Integer.parseInt(match.group(1), 16))));
    }

    private static DnsName name(String text) {
        return DnsName.parse(text).orElseThrow(() -> new IllegalArgumentException(text));
    }
}
