package org.mailvane.senders;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.mailvane.api.PageRequest;
import org.mailvane.api.PageRequest.Listing;
import org.mailvane.sources.SourceName;
import org.mailvane.sources.SourceNames;
import org.mailvane.store.Scope;
import org.mailvane.traffic.SourceVolumes;
import org.mailvane.traffic.SourceVolumes.Choice;
import org.mailvane.traffic.SourceVolumes.OfDomain;
import org.mailvane.traffic.SourceVolumes.OfSource;
import org.springframework.stereotype.Service;

/** Who has sent mail for the domains that a caller may read. */
@Service
class Sources {

    private final SourceVolumes volumes;
    private final SourceNames names;

    Sources(SourceVolumes volumes, SourceNames names) {
        this.volumes = volumes;
        this.names = names;
    }

    /**
     * A source with its messages.
     *
     * @param domains in the name of how many domains they are
     */
    record Row(Source source, long domains) {}

    /**
     * A source with its messages in the name of one domain.
     *
     * @param domain the domain
     */
    record DomainRow(Source source, String domain) {}

    /** Sources, those with the most messages first. */
    Listing<Row> list(Scope scope, Choice choice, PageRequest page) {
        SumPages<OfSource> pages =
                new SumPages<>(
                        page, (limit, offset) -> volumes.sources(scope, choice, limit, offset));
        return page.listing(
                pages::count,
                window -> {
                    List<OfSource> rows = pages.fetch(window);
                    Named named = new Named(scope, rows.stream().map(OfSource::source).toList());
                    return rows.stream()
                            .map(row ->
                                    new Row(
                                            new Source(named.of(row.source()), row.sums()),
                                            row.domains()))
                            .toList();
                });
    }

    /** Sources by domain, in the order of {@link #list}; of each the domain with the most first. */
    Listing<DomainRow> byDomain(Scope scope, Choice choice, PageRequest page) {
        SumPages<OfDomain> pages =
                new SumPages<>(
                        page, (limit, offset) -> volumes.domains(scope, choice, limit, offset));
        return page.listing(
                pages::count,
                window -> {
                    List<OfDomain> rows = pages.fetch(window);
                    Named named = new Named(scope, rows.stream().map(OfDomain::source).toList());
                    return rows.stream()
                            .map(row ->
                                    new DomainRow(
                                            new Source(named.of(row.source()), row.sums()),
                                            row.domain()))
                            .toList();
                });
    }

    /** The names of a page's sources. */
    private final class Named {

        private final Map<Integer, SourceName> byNumber;

        Named(Scope scope, Collection<Integer> numbers) {
            byNumber = names.of(scope, numbers.stream().distinct().toList());
        }

        SourceName of(int number) {
            return Objects.requireNonNull(byNumber.get(number));
        }
    }
}
