package org.mailvane.traffic.reclassify;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.mailvane.domains.DomainId;
import org.mailvane.platform.store.Scope;
import org.mailvane.traffic.store.RawResults;

/**
 * The raw results of one domain's rows: the same come again every day, so that some are kept from
 * one chunk of rows to the next. The content that belongs to a detail's hash never changes.
 */
final class DetailCache {

    /** Details that are read at once: each may have hundreds of thousands of characters. */
    static final int AT_ONCE = 100;

    /** Characters of details that are kept. */
    static final long KEPT_CHARACTERS = 4 << 20;

    private final StoredRowTable table;
    private final Scope scope;
    private final DomainId domain;
    private final Map<UUID, RawResults> kept = new HashMap<>();
    private long characters;

    DetailCache(StoredRowTable table, Scope scope, DomainId domain) {
        this.table = table;
        this.scope = scope;
        this.domain = domain;
    }

    /** Hands over each item with its raw results, in any order. */
    <T> void forEach(List<T> items, Function<T, UUID> detail, BiConsumer<T, RawResults> consumer) {
        Map<UUID, List<T>> open = new HashMap<>();
        for (T item : items) {
            RawResults results = kept.get(detail.apply(item));
            if (results == null) {
                open.computeIfAbsent(detail.apply(item), hash -> new ArrayList<>()).add(item);
            } else {
                consumer.accept(item, results);
            }
        }
        Set<UUID> some = new HashSet<>();
        for (UUID hash : open.keySet()) {
            some.add(hash);
            if (some.size() == AT_ONCE) {
                handOver(some, open, consumer);
                some.clear();
            }
        }
        handOver(some, open, consumer);
    }

    private <T> void handOver(
            Set<UUID> hashes, Map<UUID, List<T>> items, BiConsumer<T, RawResults> consumer) {
        if (hashes.isEmpty()) {
            return;
        }
        Map<UUID, RawResults> found = table.details(scope, domain, hashes);
        for (UUID hash : hashes) {
            RawResults results = found.getOrDefault(hash, RawResults.NONE);
            items.getOrDefault(hash, List.of()).forEach(item -> consumer.accept(item, results));
        }
        found.forEach(this::keep);
    }

    private void keep(UUID hash, RawResults results) {
        if (characters + results.characters() > KEPT_CHARACTERS) {
            kept.clear();
            characters = 0;
        }
        if (results.characters() <= KEPT_CHARACTERS) {
            kept.put(hash, results);
            characters += results.characters();
        }
    }
}
