package org.mailvane.sources.evidence;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.IpNetwork;
import org.mailvane.sources.evidence.SelectorAnswers.Selector;

/**
 * What is known of one domain, in one version.
 *
 * @param version number of {@code domain_evidence}
 * @param spans networks of its SPF record, by days
 * @param selectors who uses its selectors, by months
 * @param ours sources that people have said are theirs
 */
record DomainFacts(
        long version,
        List<Span> spans,
        Map<YearMonth, SelectorAnswers> selectors,
        Set<Integer> ours) {

    /** Version of what is known of a domain that nobody has looked at yet. */
    static final long NO_VERSION = 0;

    static final DomainFacts NONE = new DomainFacts(NO_VERSION, List.of(), Map.of(), Set.of());

    DomainFacts {
        spans = List.copyOf(spans);
        ours = Set.copyOf(ours);
    }

    /**
     * Days with the same networks.
     *
     * @param from the first day (UTC)
     * @param to the first day after it
     */
    record Span(LocalDate from, LocalDate to, NetworkSet networks) {}

    @Nullable IpNetwork authorizedBy(IpAddress address, LocalDate day) {
        Span span = spanAt(day);
        return span == null ? null : span.networks.of(address);
    }

    private @Nullable Span spanAt(LocalDate day) {
        for (int i = spans.size() - 1; i >= 0; i--) {
            Span span = spans.get(i);
            if (!day.isBefore(span.from) && day.isBefore(span.to)) {
                return span;
            }
        }
        return null;
    }

    /** Of a domain of which nothing is known but what people have said. */
    static DomainFacts decided(Set<Integer> ours) {
        return new DomainFacts(NO_VERSION, List.of(), Map.of(), ours);
    }

    /** Returns how many values it holds, about. */
    int weight() {
        int networks = spans.stream().mapToInt(span -> 1 + span.networks.size()).sum();
        int answers = selectors.values().stream().mapToInt(each -> 1 + each.size()).sum();
        return 1 + networks + answers + ours.size();
    }

    /**
     * Returns what the rules see of a domain whose own facts these are.
     *
     * @param above those of the row above it, whose record is looked at too: mail of a subdomain
     *     often leaves by the hosts of its organisation
     */
    DomainEvidence with(DomainFacts above) {
        DomainFacts own = this;
        return new DomainEvidence() {
            @Override
            public @Nullable IpNetwork authorizedBy(IpAddress address, LocalDate day) {
                IpNetwork network = own.authorizedBy(address, day);
                return network == null ? above.authorizedBy(address, day) : network;
            }

            @Override
            public boolean knowsNetworks(LocalDate day) {
                return own.spanAt(day) != null;
            }

            @Override
            public boolean hasSelectorOfOnly(int source, LocalDate day) {
                return SelectorAnswers.at(selectors, day).onlyOf().contains(source);
            }

            @Override
            public boolean carriedByAuthorized(String domain, String selector, LocalDate day) {
                SelectorAnswers answers = SelectorAnswers.at(selectors, day);
                return !answers.carried().isEmpty()
                        && answers.carried().contains(new Selector(domain, selector));
            }

            @Override
            public boolean isOurs(int source) {
                return ours.contains(source);
            }
        };
    }
}
