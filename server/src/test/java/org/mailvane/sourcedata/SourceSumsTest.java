package org.mailvane.sourcedata;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.domains.DomainId;
import org.mailvane.sourcedata.SendersApi.Person;
import org.mailvane.traffic.sums.SourceVolumes;
import tools.jackson.databind.JsonNode;

/**
 * For any caller and any filter, the sources add up to the sources by domain, and these to the
 * counts of the domains.
 */
class SourceSumsTest {

    private static final List<String> COUNTS =
            List.of(
                    "count_dmarc_capable",
                    "count_non_dmarc_capable",
                    "count_forwarded",
                    "count_threat_other");

    private static SendersApi api;

    @BeforeAll
    static void start() {
        api = new SendersApi();
    }

    @AfterAll
    static void stop() {
        api.close();
    }

    /** A domain as the test has made it. */
    private record Made(String name, String parent, boolean counts) {}

    @ParameterizedTest
    @Tag("slow")
    @ValueSource(longs = {1, 2, 3, 4})
    void sumsAreEqualWhicheverWayTheyAreMade(long seed) {
        Random random = new Random(seed);
        Person owner = api.account("sums" + seed);
        List<Made> domains = domains(owner, random);
        List<Sent> sent = new ArrayList<>();
        for (Made domain : domains) {
            for (int i = random.nextInt(6); i > 0; i--) {
                String day = "2026-11-" + (12 + random.nextInt(9));
                long messages = 1L + random.nextInt(50);
                // A source has one sum for each domain, day and category.
                int source = 1 + i;
                owner.sent(domain.name(), day, source, 1 + random.nextInt(4), messages);
                sent.add(new Sent(domain, LocalDate.parse(day), source));
            }
        }
        Person some = owner.colleague("some");
        Person few = owner.colleague("few");
        for (Made domain : domains) {
            if (random.nextInt(3) > 0) {
                some.reads(domain.name());
            }
            if (random.nextInt(3) == 0) {
                few.reads(domain.name());
            }
        }
        // A domain that is in a group by itself counts separately for access, and goes on counting.
        for (Person who : List.of(owner, some, few)) {
            Set<String> readable = readable(who);
            check(who, domains, readable, "");
            checkFirstDays(who, sent, readable, false);
            for (int i = 0; i < 3 && !readable.isEmpty(); i++) {
                List<String> chosen = new ArrayList<>(readable);
                chosen.removeIf(name -> random.nextBoolean());
                if (!chosen.isEmpty()) {
                    long filter = who.filter(chosen.toArray(String[]::new));
                    check(who, domains, new HashSet<>(chosen), "&filter_id=" + filter);
                    checkFirstDays(who, sent, new HashSet<>(chosen), true);
                }
            }
        }
    }

    /** What a source sent on a day. */
    private record Sent(Made domain, LocalDate day, int source) {}

    /** Compares the first days of the chosen domains: of few and, the others unknown, of many. */
    private static void checkFirstDays(
            Person who, List<Sent> sent, Set<String> chosen, boolean filtered) {
        Map<Integer, LocalDate> first = new TreeMap<>();
        for (Sent each : sent) {
            Made domain = each.domain();
            if (chosen.contains(domain.name())
                    || (domain.counts() && chosen.contains(domain.parent()))) {
                first.merge(each.source(), each.day(), (a, b) -> a.isBefore(b) ? a : b);
            }
        }
        List<Integer> sources = List.of(1, 2, 3, 4, 5, 6, 7);
        SourceVolumes volumes = api.service.part(SourceVolumes.class);
        if (!filtered) {
            assertThat(volumes.firstDays(who.scope, sources, Optional.empty()))
                    .containsExactlyInAnyOrderEntriesOf(first);
            return;
        }
        List<DomainId> few = chosen.stream().map(name -> new DomainId(who.id(name))).toList();
        List<DomainId> many = new ArrayList<>(few);
        for (long unknown = 1; many.size() <= SourceVolumes.FEW_DOMAINS; unknown++) {
            many.add(new DomainId(-unknown));
        }
        for (List<DomainId> only : List.of(few, many)) {
            assertThat(volumes.firstDays(who.scope, sources, Optional.of(only)))
                    .as("%d domains", only.size())
                    .containsExactlyInAnyOrderEntriesOf(first);
        }
    }

    private static List<Made> domains(Person owner, Random random) {
        List<Made> made = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            String parent = "d" + i + ".example";
            owner.add(parent);
            made.add(new Made(parent, "", false));
            for (int j = random.nextInt(4); j > 0; j--) {
                String name = "s" + j + "." + parent;
                owner.discover(name);
                boolean promoted = random.nextInt(3) == 0;
                if (promoted) {
                    owner.set(name, "top_level = true");
                } else if (random.nextInt(3) == 0) {
                    owner.set(name, "follows = null");
                }
                made.add(new Made(name, parent, !promoted));
            }
        }
        return made;
    }

    private static Set<String> readable(Person who) {
        Set<String> names = new HashSet<>();
        who.items("domains/").forEach(domain -> names.add(domain.path("domain").asString()));
        return names;
    }

    /** Compares what is shown of the chosen domains, each with what counts with it. */
    private static void check(Person who, List<Made> domains, Set<String> chosen, String query) {
        Map<String, JsonNode> shown = new HashMap<>();
        for (JsonNode domain : who.items("domains/")) {
            shown.put(domain.path("domain").asString(), domain);
        }
        Map<String, List<Long>> byDomain = new HashMap<>();
        for (Made domain : domains) {
            boolean counted = domain.counts() && chosen.contains(domain.parent());
            if (chosen.contains(domain.name()) && !counted) {
                JsonNode counts = requireNonNull(shown.get(domain.name()));
                byDomain.put(
                        domain.name(), COUNTS.stream().map(c -> counts.path(c).asLong()).toList());
            }
        }
        for (int category = 1; category <= 4; category++) {
            Map<String, Long> ofDomains = new HashMap<>();
            Map<Integer, Long> ofSources = new HashMap<>();
            Map<Integer, Long> counted = new HashMap<>();
            for (JsonNode row : who.items("source-domains/?category=" + category + query)) {
                int source = row.path("source_number").asInt();
                long messages = row.path("message_count").asLong();
                ofDomains.merge(row.path("domain").asString(), messages, Long::sum);
                ofSources.merge(source, messages, Long::sum);
                counted.merge(source, 1L, Long::sum);
            }
            Map<Integer, Long> sources = new HashMap<>();
            Map<Integer, Long> domainCounts = new HashMap<>();
            for (JsonNode row : who.items("sources/?category=" + category + query)) {
                sources.put(row.path("number").asInt(), row.path("message_count").asLong());
                domainCounts.put(row.path("number").asInt(), row.path("domain_count").asLong());
            }
            assertThat(ofSources).as(query).isEqualTo(sources);
            assertThat(counted).as(query).isEqualTo(domainCounts);
            Map<String, Long> expected = new HashMap<>();
            for (Map.Entry<String, List<Long>> one : byDomain.entrySet()) {
                long messages = one.getValue().get(category - 1);
                if (messages > 0) {
                    expected.put(one.getKey(), messages);
                }
            }
            assertThat(ofDomains).as(query).isEqualTo(expected);
        }
    }
}
