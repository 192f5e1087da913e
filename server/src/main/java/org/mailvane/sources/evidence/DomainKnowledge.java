package org.mailvane.sources.evidence;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.mailvane.domains.DomainId;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.custom.SourceDecisionTable;
import org.mailvane.sources.evidence.DomainEvidenceTable.Versions;
import org.springframework.stereotype.Component;

/**
 * What is known of domains, remembered by the version that it has in the database: each caller
 * reads the versions, so that what another process has changed is noticed at once.
 */
@Component
public class DomainKnowledge {

    /** Networks and answers of all domains that are remembered: some 100 bytes each. */
    static final int MAX_REMEMBERED = 200_000;

    private final DomainEvidenceTable table;
    private final SelectorUseTable selectors;
    private final SourceDecisionTable decisions;
    private final Cache<DomainId, DomainFacts> remembered =
            Caffeine.newBuilder()
                    .maximumWeight(MAX_REMEMBERED)
                    .weigher((DomainId id, DomainFacts facts) -> facts.weight())
                    .build();

    DomainKnowledge(
            DomainEvidenceTable table, SelectorUseTable selectors, SourceDecisionTable decisions) {
        this.table = table;
        this.selectors = selectors;
        this.decisions = decisions;
    }

    /** Returns what is known of these domains now, with what is known of the rows above them. */
    public Map<DomainId, DomainEvidence> of(Scope scope, Collection<DomainId> ids) {
        List<Versions> read = table.versions(scope, ids);
        Map<DomainId, Long> versions = new TreeMap<>();
        for (Versions each : read) {
            versions.put(each.id(), each.version());
            if (each.above() != null) {
                versions.put(each.above(), each.versionAbove());
            }
        }
        Map<DomainId, DomainFacts> facts = facts(scope, versions);
        Map<DomainId, DomainEvidence> evidence = HashMap.newHashMap(read.size());
        for (Versions each : read) {
            DomainFacts own = facts.getOrDefault(each.id(), DomainFacts.NONE);
            DomainFacts above =
                    each.above() == null
                            ? DomainFacts.NONE
                            : facts.getOrDefault(each.above(), DomainFacts.NONE);
            evidence.put(each.id(), own.with(above));
        }
        return evidence;
    }

    private Map<DomainId, DomainFacts> facts(Scope scope, Map<DomainId, Long> versions) {
        Map<DomainId, DomainFacts> facts = HashMap.newHashMap(versions.size());
        Map<DomainId, Long> missing = new TreeMap<>();
        Set<DomainId> fresh = new TreeSet<>();
        versions.forEach((id, version) -> {
            if (version == DomainFacts.NO_VERSION) {
                fresh.add(id);
            } else {
                DomainFacts known = remembered.getIfPresent(id);
                if (known != null && known.version() == version) {
                    facts.put(id, known);
                } else {
                    missing.put(id, version);
                }
            }
        });
        if (!fresh.isEmpty()) {
            // A new subdomain may follow a row about which people have decided.
            decisions
                    .ours(scope, fresh)
                    .forEach((id, ours) -> facts.put(id, DomainFacts.decided(ours)));
        }
        if (!missing.isEmpty()) {
            Set<DomainId> ids = missing.keySet();
            Map<DomainId, List<DomainFacts.Span>> networks = table.networks(scope, ids);
            Map<DomainId, List<SelectorUse>> uses = selectors.list(scope, ids);
            Map<DomainId, Set<Integer>> ours = decisions.ours(scope, ids);
            missing.forEach((id, version) -> {
                DomainFacts read =
                        new DomainFacts(
                                version,
                                networks.getOrDefault(id, List.of()),
                                SelectorAnswers.byMonth(uses.getOrDefault(id, List.of())),
                                ours.getOrDefault(id, Set.of()));
                remembered.put(id, read);
                facts.put(id, read);
            });
        }
        return facts;
    }

    /** Returns how many networks and answers are remembered. */
    long remembered() {
        remembered.cleanUp();
        return remembered.policy().eviction().orElseThrow().weightedSize().orElseThrow();
    }
}
