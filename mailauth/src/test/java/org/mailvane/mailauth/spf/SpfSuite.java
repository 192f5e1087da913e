package org.mailvane.mailauth.spf;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.mailauth.testing.ZoneDns;
import org.yaml.snakeyaml.Yaml;

/**
 * Reads suites of evaluations in the YAML form of the SPF project: documents with {@code tests} and
 * {@code zonedata}.
 */
final class SpfSuite {

    /** One evaluation; {@code explanation} is null where it does not matter. */
    record Case(
            String name,
            IpAddress ip,
            String sender,
            String helo,
            Dns dns,
            List<String> results,
            @Nullable String explanation) {}

    private SpfSuite() {}

    static List<Case> read(Path file) throws IOException {
        List<Case> cases = new ArrayList<>();
        try (Reader reader = Files.newBufferedReader(file)) {
            for (Object document : new Yaml().loadAll(reader)) {
                Map<String, ?> scenario = map(document);
                Dns dns = zone(map(member(scenario, "zonedata")));
                map(member(scenario, "tests"))
                        .forEach((name, test) -> cases.add(one(name, map(test), dns)));
            }
        }
        return cases;
    }

    private static Case one(String name, Map<String, ?> test, Dns dns) {
        @Nullable Object explanation = test.get("explanation");
        return new Case(
                name,
                IpAddress.parse(member(test, "host").toString()).orElseThrow(),
                member(test, "mailfrom").toString(),
                String.valueOf(test.get("helo")),
                dns,
                strings(member(test, "result")),
                explanation == null ? null : explanation.toString());
    }

    /**
     * Entries of the type SPF are used as TXT records if there is no TXT entry; after {@code
     * TIMEOUT}, queries without an entry are not answered.
     */
    private static Dns zone(Map<String, ?> data) {
        ZoneDns zone = new ZoneDns();
        Set<DnsName> silent = new HashSet<>();
        data.forEach((written, entries) -> {
            DnsName name = name(written);
            boolean hasText =
                    list(entries).stream()
                            .anyMatch(
                                    entry -> entry instanceof Map<?, ?> m && m.containsKey("TXT"));
            for (Object entry : list(entries)) {
                if (!(entry instanceof Map<?, ?>)) {
                    silent.add(name);
                    continue;
                }
                map(entry)
                        .forEach((type, value) -> {
                            boolean isCopy = type.equals("SPF") && !hasText;
                            if (!"NONE".equals(value)) {
                                add(zone, name, isCopy ? "TXT" : type, value);
                            }
                        });
            }
        });
        return (name, type) -> {
            DnsAnswer answer = zone.ask(name, type);
            return silent.contains(name) && answer.status() != DnsAnswer.Status.FOUND
                    ? DnsAnswer.without(DnsAnswer.Status.TIMEOUT)
                    : answer;
        };
    }

    private static void add(ZoneDns zone, DnsName name, String type, Object value) {
        RecordType recordType = RecordType.valueOf(type);
        DnsRecord record =
                switch (recordType) {
                    case A, AAAA ->
                            new DnsRecord.Address(
                                    IpAddress.parse(String.valueOf(value)).orElseThrow());
                    case MX ->
                            new DnsRecord.MailExchanger(
                                    Integer.parseInt(strings(value).get(0)),
                                    name(strings(value).get(1)));
                    case TXT, SPF -> new DnsRecord.Text(strings(value));
                    case PTR, CNAME -> new DnsRecord.Target(name(String.valueOf(value)));
                    default -> throw new IllegalArgumentException(type);
                };
        zone.add(name, recordType, record);
    }

    private static DnsName name(String written) {
        return written.isEmpty() ? DnsName.ROOT : DnsName.parse(written).orElseThrow();
    }

    private static Object member(Map<String, ?> map, String name) {
        return Objects.requireNonNull(map.get(name), name);
    }

    private static List<?> list(Object value) {
        return (List<?>) value;
    }

    private static List<String> strings(Object value) {
        return value instanceof List<?> many
                ? many.stream().map(String::valueOf).toList()
                : List.of(String.valueOf(value));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, ?> map(Object value) {
        return (Map<String, ?>) value;
    }
}
