package org.mailvane.planner;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Messages;
import org.mailvane.planner.PlannedDomainTable.Governed;
import org.mailvane.sources.Category;
import org.mailvane.sources.SourceName;
import org.mailvane.sources.SourceNumbers;
import org.mailvane.sources.custom.SourceDecision.Decision;
import org.mailvane.traffic.sums.MessageSums;
import org.mailvane.traffic.sums.WindowSums.OfRow;
import org.mailvane.traffic.sums.WindowSums.Pair;

/**
 * What is known of senders besides their messages.
 *
 * @param names by their numbers
 * @param decisions by rows of domains
 * @param passed of whose mail any has ever passed for which row
 */
record KnownSenders(
        Map<Integer, SourceName> names,
        Map<DomainId, Map<Integer, Decision>> decisions,
        Set<Pair> passed) {

    private record Key(
            Target target,
            int source,
            Category category,
            @Nullable Decision decision,
            String decided) {}

    /**
     * Returns whose mail has passed: by what they sent, and by what was sent at other times for
     * senders of the catalogue that did not pass in it.
     *
     * @param sent what they sent, by row
     * @param otherTimes which of these senders passed for which of these rows at other times
     */
    static Set<Pair> passed(
            Map<DomainId, List<OfRow>> sent,
            BiFunction<Set<DomainId>, Set<Integer>, List<Pair>> otherTimes) {
        Set<Pair> passed = new HashSet<>();
        Set<DomainId> ids = new HashSet<>();
        Set<Integer> asked = new HashSet<>();
        sent.forEach((domain, rows) -> {
            for (OfRow row : rows) {
                // What it passed on was sent by others.
                boolean sends =
                        row.category() == Category.CAPABLE
                                || row.category() == Category.NON_COMPLIANT;
                if (!sends || !SourceNumbers.isOfCatalogue(row.source())) {
                    continue;
                }
                if (row.sums().dmarc() > 0) {
                    passed.add(new Pair(domain, row.source()));
                } else {
                    ids.add(domain);
                    asked.add(row.source());
                }
            }
        });
        if (!asked.isEmpty()) {
            passed.addAll(otherTimes.apply(ids, asked));
        }
        return passed;
    }

    /** Returns sums over the rows that count for one domain. */
    List<SenderSum> senders(List<Governed> rows, Map<DomainId, List<OfRow>> sent) {
        Map<Key, MessageSums> sums = new LinkedHashMap<>();
        Map<Key, Map<String, Long>> failed = new HashMap<>();
        Set<Integer> passing = new HashSet<>();
        for (Governed row : rows) {
            Map<Integer, Decision> decided = decisions.getOrDefault(row.id(), Map.of());
            for (OfRow sum : sent.getOrDefault(row.id(), List.of())) {
                Key key =
                        new Key(
                                row.target(),
                                sum.source(),
                                sum.category(),
                                decided.get(sum.source()),
                                row.decided());
                sums.merge(key, sum.sums(), KnownSenders::plus);
                if (row.target() != Target.DOMAIN && sum.sums().dmarc() < sum.sums().messages()) {
                    failed.computeIfAbsent(key, k -> new HashMap<>())
                            .merge(
                                    row.name(),
                                    sum.sums().messages() - sum.sums().dmarc(),
                                    Messages::sum);
                }
                if (passed.contains(new Pair(row.id(), sum.source()))) {
                    passing.add(sum.source());
                }
            }
        }
        return sums.entrySet().stream()
                .map(entry -> {
                    Key key = entry.getKey();
                    return new SenderSum(
                            key.target(),
                            Objects.requireNonNull(names.get(key.source())),
                            key.category(),
                            key.decision(),
                            key.decided(),
                            passing.contains(key.source()),
                            entry.getValue(),
                            failed.getOrDefault(key, Map.of()));
                })
                .toList();
    }

    private static MessageSums plus(MessageSums a, MessageSums b) {
        return new MessageSums(
                Messages.sum(a.messages(), b.messages()),
                Messages.sum(a.dmarc(), b.dmarc()),
                Messages.sum(a.spf(), b.spf()),
                Messages.sum(a.dkim(), b.dkim()));
    }
}
