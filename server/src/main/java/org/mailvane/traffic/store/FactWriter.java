package org.mailvane.traffic.store;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.mailvane.domains.DomainCounts;
import org.mailvane.domains.DomainDay;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.DomainMail;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.platform.store.Scope;
import org.mailvane.reporters.Trust;
import org.mailvane.sources.Category;
import org.mailvane.sources.classify.ClassificationContext;
import org.mailvane.traffic.blocks.DomainMonth;
import org.mailvane.traffic.blocks.PackedRows;
import org.mailvane.traffic.reclassify.NewRows;
import org.mailvane.traffic.store.FactTable.DomainDetail;
import org.mailvane.traffic.sums.DailyKey;
import org.mailvane.traffic.sums.DailySums;
import org.mailvane.traffic.sums.DailyTable;

/**
 * Collects the outcomes of one transaction, classifies them by what is known, and writes them in
 * chunks, with their details; their sums are written once, at the end.
 */
final class FactWriter implements OutcomeConsumer {

    /**
     * Outcomes kept in memory before they are written: this bounds the memory of a report of any
     * size.
     */
    static final int CHUNK = 5_000;

    /** Characters of raw results kept in memory before they are written: comments may be long. */
    static final long CHUNK_CHARACTERS = 4 << 20;

    private final Scope scope;
    private final ClassificationContext knowledge;
    private final FactTable facts;
    private final DailyTable daily;
    private final PackedRows packed;
    private final Domains domains;
    private final List<Outcome> chunk = new ArrayList<>();
    private final Map<DetailKey, DomainDetail> details = new LinkedHashMap<>();
    private final SortedMap<DomainId, NewRows> written = new TreeMap<>();
    private long characters;
    private SortedMap<DailyKey, DailySums> sums = new TreeMap<>();

    FactWriter(
            Scope scope,
            ClassificationContext knowledge,
            FactTable facts,
            DailyTable daily,
            PackedRows packed,
            Domains domains) {
        this.scope = scope;
        this.knowledge = knowledge;
        this.facts = facts;
        this.daily = daily;
        this.packed = packed;
        this.domains = domains;
    }

    /** A detail's identity. */
    private record DetailKey(DomainId domain, UUID hash) {}

    @Override
    public void accept(List<Outcome> outcomes, Detail detail) {
        for (Outcome outcome : outcomes) {
            chunk.add(outcome);
            details.putIfAbsent(
                    new DetailKey(outcome.domain(), detail.hash()),
                    new DomainDetail(outcome.domain(), detail));
        }
        // Each record keeps its own raw results until it is classified, even if they equal
        // another's.
        characters += detail.characters();
        if (chunk.size() >= CHUNK || characters >= CHUNK_CHARACTERS) {
            flush();
        }
    }

    /** Writes what is in memory. */
    private void flush() {
        if (chunk.isEmpty()) {
            return;
        }
        Set<IpAddress> addresses = new HashSet<>();
        chunk.forEach(outcome -> addresses.add(outcome.row().address()));
        knowledge.learn(addresses);
        facts.insert(scope, chunk.stream().map(this::classified).toList());
        facts.insertDetails(scope, details.values());
        chunk.clear();
        details.clear();
        characters = 0;
    }

    private Fact classified(Outcome outcome) {
        Fact fact =
                new Fact(
                        outcome,
                        knowledge.classify(outcome.row(), outcome.domain(), outcome.day()),
                        knowledge.version().rules());
        sums.computeIfAbsent(DailyKey.of(fact), key -> new DailySums()).add(fact);
        if (outcome.trust().counts()) {
            note(outcome);
        }
        return fact;
    }

    private void note(Outcome outcome) {
        boolean lacking = !knowledge.knows(outcome.row().address(), outcome.day());
        Trust trust = outcome.trust();
        NewRows known = written.get(outcome.domain());
        if (known == null || !known.hold(outcome.day(), lacking, trust)) {
            NewRows one = NewRows.of(outcome.day(), lacking, trust);
            written.put(outcome.domain(), known == null ? one : known.with(one));
        }
    }

    /** Writes everything that is left, the sums included; answers which domains got rows. */
    SortedMap<DomainId, NewRows> finish() {
        flush();
        if (!sums.isEmpty()) {
            daily.add(scope, sums);
            domains.addCounts(scope, days());
            packed.changed(scope, months());
            sums = new TreeMap<>();
        }
        return written;
    }

    private SortedSet<DomainMonth> months() {
        SortedSet<DomainMonth> months = new TreeSet<>();
        sums.keySet().forEach(key -> months.add(DomainMonth.of(key.domain(), key.day())));
        return months;
    }

    /** Returns the sums by domain and day. */
    private SortedMap<DomainDay, DomainMail> days() {
        SortedMap<DomainDay, DomainMail> days = new TreeMap<>();
        sums.forEach((key, sum) ->
                days.merge(
                        new DomainDay(key.domain(), key.day()),
                        new DomainMail(counts(key.category(), sum.messages), sum.dmarc),
                        DomainMail::plus));
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
