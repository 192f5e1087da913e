package org.mailvane.traffic.sums;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.Selector;
import org.mailvane.platform.store.Scope;
import org.mailvane.reports.aggregate.AuthResult;
import org.mailvane.reports.aggregate.DkimResult;
import org.mailvane.traffic.Days;
import org.springframework.stereotype.Service;

/** Which DKIM selectors of a domain reports have shown. */
@Service
public class SeenSelectors {

    /**
     * The number of selectors of a domain that are listed, those with the most messages first: a
     * signature that passes needs a key of the domain, but a wildcard gives one to any selector.
     */
    public static final int MAX_SELECTORS = 50;

    private final SeenSelectorTable table;
    private final AdviceBases bases;

    SeenSelectors(SeenSelectorTable table, AdviceBases bases) {
        this.table = table;
        this.bases = bases;
    }

    /**
     * Selectors of a domain.
     *
     * @param selectors those with the most messages, which come first
     * @param more whether there are further ones
     */
    public record Seen(List<String> selectors, boolean more) {}

    /**
     * Selectors with which mail was signed that passed DKIM aligned, in the name of the domain or
     * of one below it, by a key of the domain itself: as reports show on which advice rests.
     */
    public Seen of(Scope scope, DomainId domain, DomainName name, Days days) {
        Map<String, Long> messages = new HashMap<>();
        table.forEach(
                scope,
                domain,
                days,
                bases.of(scope, domain),
                (results, count) -> {
                    for (DkimResult result : results) {
                        String signer = result.domain().toLowerCase(Locale.ROOT);
                        if (result.result() == AuthResult.PASS && signer.equals(name.value())) {
                            Selector.parse(result.selector())
                                    .ifPresent(s -> messages.merge(s.value(), count, Long::sum));
                        }
                    }
                });
        return new Seen(
                messages.entrySet().stream()
                        .sorted(
                                Map.Entry.<String, Long>comparingByValue()
                                        .reversed()
                                        .thenComparing(Map.Entry.comparingByKey()))
                        .limit(MAX_SELECTORS)
                        .map(Map.Entry::getKey)
                        .toList(),
                messages.size() > MAX_SELECTORS);
    }
}
