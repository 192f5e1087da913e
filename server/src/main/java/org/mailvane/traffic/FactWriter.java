package org.mailvane.traffic;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.mailvane.domains.DomainCounts;
import org.mailvane.domains.DomainDay;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Domains;
import org.mailvane.sources.Category;
import org.mailvane.store.Scope;
import org.mailvane.traffic.FactTable.DomainDetail;

/**
 * Collects the facts of one transaction and writes them in chunks, with their details; their sums
 * are written once, at the end.
 */
final class FactWriter {

    /** Facts held before they are written: what bounds the memory of a report of any size. */
    static final int CHUNK = 5_000;

    /** Characters of details held before they are written: comments may be long. */
    static final long CHUNK_CHARACTERS = 4 << 20;

    private final Scope scope;
    private final FactTable facts;
    private final DailyTable daily;
    private final Domains domains;
    private final List<Fact> chunk = new ArrayList<>();
    private final Map<DetailKey, DomainDetail> details = new LinkedHashMap<>();
    private long detailCharacters;
    private SortedMap<DailyKey, DailySums> sums = new TreeMap<>();

    FactWriter(Scope scope, FactTable facts, DailyTable daily, Domains domains) {
        this.scope = scope;
        this.facts = facts;
        this.daily = daily;
        this.domains = domains;
    }

    /** A detail's identity. */
    private record DetailKey(DomainId domain, UUID hash) {}

    void add(Fact fact, Detail detail) {
        chunk.add(fact);
        DomainDetail known =
                details.putIfAbsent(
                        new DetailKey(fact.domain(), detail.hash()),
                        new DomainDetail(fact.domain(), detail));
        if (known == null) {
            detailCharacters += detail.characters();
        }
        sums.computeIfAbsent(DailyKey.of(fact), key -> new DailySums()).add(fact);
        if (chunk.size() >= CHUNK || detailCharacters >= CHUNK_CHARACTERS) {
            flush();
        }
    }

    /** Writes the facts that are held. */
    void flush() {
        if (chunk.isEmpty()) {
            return;
        }
        facts.insert(scope, chunk);
        facts.insertDetails(scope, details.values());
        chunk.clear();
        details.clear();
        detailCharacters = 0;
    }

    /** Writes everything that is left, the sums included. */
    void finish() {
        flush();
        if (!sums.isEmpty()) {
            daily.add(scope, sums);
            domains.addCounts(scope, days());
            sums = new TreeMap<>();
        }
    }

    /** The sums by domain and day. */
    private SortedMap<DomainDay, DomainCounts> days() {
        SortedMap<DomainDay, DomainCounts> days = new TreeMap<>();
        sums.forEach((key, sum) ->
                days.merge(
                        new DomainDay(key.domain(), key.day()),
                        counts(key.category(), sum.messages),
                        DomainCounts::plus));
        return days;
    }

    private static DomainCounts counts(Category category, long messages) {
        return switch (category) {
            case CAPABLE -> new DomainCounts(messages, 0, 0, 0);
            case NON_COMPLIANT -> new DomainCounts(0, messages, 0, 0);
            case FORWARDER -> new DomainCounts(0, 0, messages, 0);
            case THREAT_OR_UNKNOWN -> new DomainCounts(0, 0, 0, messages);
        };
    }
}
