package org.mailvane.sourcedata;

import static java.util.Objects.requireNonNull;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.mailvane.api.binding.PageRequest;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.domains.DomainId;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.Category;
import org.mailvane.sources.SourceName;
import org.mailvane.sources.SourceNames;
import org.mailvane.traffic.sums.SourceVolumes;
import org.mailvane.traffic.sums.SourceVolumes.Choice;
import org.mailvane.traffic.sums.SourceVolumes.OfDomain;
import org.mailvane.traffic.sums.SourceVolumes.OfSource;
import org.mailvane.traffic.sums.SourceVolumes.Part;
import org.springframework.stereotype.Service;

/** Shows who has sent mail for the domains that a caller may read. */
@Service
public class Sources {

    /**
     * Sources known by reverse names whose messages are added up when they are looked for; of the
     * account's own and the catalogue's all are.
     */
    static final int MAX_LOOKED_UP = 200;

    private final SourceVolumes volumes;
    private final SourceNames names;

    Sources(SourceVolumes volumes, SourceNames names) {
        this.volumes = volumes;
        this.names = names;
    }

    /** Sources, those with the most messages first. */
    SumPages<Source> list(Scope scope, Choice choice, PageRequest page) {
        return new SumPages<>(
                page,
                (limit, offset) ->
                        named(
                                scope,
                                volumes.sources(scope, choice, limit, offset),
                                OfSource::source,
                                (name, row) -> new Source(name, row.domains(), row.sums())));
    }

    /** Sources by domain, in the order of {@link #list}; of each the domain with the most first. */
    SumPages<SourceDomain> byDomain(Scope scope, Choice choice, PageRequest page) {
        return new SumPages<>(
                page,
                (limit, offset) ->
                        named(
                                scope,
                                volumes.domains(scope, choice, limit, offset),
                                OfDomain::source,
                                (name, row) -> new SourceDomain(name, row.domain(), row.sums())));
    }

    /** Returns a page of {@link #list}, where it is known how many there are. */
    public List<Source> page(Scope scope, Choice choice, Window window) {
        return named(
                        scope,
                        volumes.sources(scope, choice, window.limit(), window.offset()),
                        OfSource::source,
                        (name, row) -> new Source(name, row.domains(), row.sums()))
                .rows();
    }

    /**
     * The sources of a category with the most messages.
     *
     * @param sources how many the category has
     * @param messages what they sent together
     * @param rows those with the most, which come first
     */
    public record Largest(Category category, long sources, long messages, List<Source> rows) {}

    /**
     * Returns the largest of each category that has messages, as {@link #page} begins with them.
     *
     * @param only in the name of these domains; empty for all that the caller may read
     * @param days of so many days up to today (UTC)
     * @param limit how many of each category
     */
    public List<Largest> largest(Scope scope, Optional<List<DomainId>> only, int days, int limit) {
        List<SourceVolumes.Largest> largest = volumes.largest(scope, only, days, limit);
        Map<Integer, SourceName> byNumber =
                names.of(
                        scope,
                        largest.stream()
                                .flatMap(each -> each.rows().stream())
                                .map(OfSource::source)
                                .distinct()
                                .toList());
        return largest.stream()
                .map(each ->
                        new Largest(
                                each.category(),
                                each.sources(),
                                each.messages(),
                                each.rows().stream()
                                        .map(row ->
                                                new Source(
                                                        requireNonNull(byNumber.get(row.source())),
                                                        row.domains(),
                                                        row.sums()))
                                        .toList()))
                .toList();
    }

    /** Returns a page of {@link #byDomain}, where it is known how many there are. */
    public List<SourceDomain> domainsPage(Scope scope, Choice choice, Window window) {
        return named(
                        scope,
                        volumes.domains(scope, choice, window.limit(), window.offset()),
                        OfDomain::source,
                        (name, row) -> new SourceDomain(name, row.domain(), row.sums()))
                .rows();
    }

    /**
     * A source with its messages.
     *
     * @param messages as one of whatever category
     */
    public record Sent(SourceName name, long messages) {}

    /**
     * Sources that are called like this and sent in the name of domains that the caller may read,
     * those with the most messages first.
     *
     * @param days of so many days up to today (UTC)
     */
    public List<Sent> like(Scope scope, String text, int days) {
        Map<Integer, SourceName> known =
                names.like(scope, text, MAX_LOOKED_UP).stream()
                        .collect(Collectors.toMap(SourceName::number, name -> name, (a, b) -> a));
        return volumes.messages(scope, known.keySet(), days).entrySet().stream()
                .map(sent -> new Sent(requireNonNull(known.get(sent.getKey())), sent.getValue()))
                .sorted(
                        Comparator.comparingLong(Sent::messages)
                                .reversed()
                                .thenComparingInt(sent -> sent.name().number()))
                .toList();
    }

    private <T, R> Part<R> named(
            Scope scope, Part<T> part, ToIntFunction<T> number, BiFunction<SourceName, T, R> make) {
        List<Integer> numbers = part.rows().stream().mapToInt(number).distinct().boxed().toList();
        Map<Integer, SourceName> byNumber = names.of(scope, numbers);
        return new Part<>(
                part.total(),
                part.rows().stream()
                        .map(row ->
                                make.apply(
                                        requireNonNull(byNumber.get(number.applyAsInt(row))), row))
                        .toList());
    }
}
