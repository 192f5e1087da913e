package org.mailvane.traffic;

import java.time.Clock;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.CountedDays;
import org.mailvane.domains.DomainId;
import org.mailvane.sources.Category;
import org.mailvane.store.Scope;
import org.springframework.stereotype.Service;

/**
 * What sources sent on the past days, in the name of domains that the caller may read. A subdomain
 * that counts with its parent does so here too.
 */
@Service
public class SourceVolumes {

    /** Up to so many chosen domains, {@link #firstDays} reads all of their days. */
    public static final int FEW_DOMAINS = 100;

    private final SourceVolumeTable table;
    private final Clock clock;

    SourceVolumes(SourceVolumeTable table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    /**
     * What is added up.
     *
     * @param category messages of this category
     * @param source of this source only; null for all
     * @param only in the name of these domains; empty for all that the caller may read
     * @param days of so many days up to today (UTC)
     */
    public record Choice(
            Category category, @Nullable Integer source, Optional<List<DomainId>> only, int days) {

        /** Of the days that domains' counts cover. */
        public Choice(Category category, @Nullable Integer source, Optional<List<DomainId>> only) {
            this(category, source, only, CountedDays.NUMBER);
        }
    }

    /**
     * A source.
     *
     * @param source its number
     * @param domains in the name of how many domains it sent
     */
    public record OfSource(int source, long domains, MessageSums sums) {}

    /**
     * A category.
     *
     * @param sources how many sources sent as one of it
     */
    public record OfCategory(Category category, long sources, MessageSums sums) {}

    /**
     * A source and a domain.
     *
     * @param source the source's number
     * @param domain in whose name it sent
     */
    public record OfDomain(int source, String domain, MessageSums sums) {}

    /**
     * Some rows of a list.
     *
     * @param total how many the list has; unknown where there are no rows so far behind
     * @param rows those that were asked for
     */
    public record Part<T>(long total, List<T> rows) {}

    /**
     * Sources with messages, those with the most first.
     *
     * @param limit how many
     * @param offset how many to pass over
     */
    public Part<OfSource> sources(Scope scope, Choice choice, int limit, long offset) {
        return table.sources(scope, choice, days(choice.days()), limit, offset);
    }

    /**
     * A category's sources with the most messages.
     *
     * @param sources how many sources sent as one of it
     * @param messages what they sent together
     * @param rows those with the most messages, which come first
     */
    public record Largest(Category category, long sources, long messages, List<OfSource> rows) {}

    /**
     * The largest sources of each category that has messages, in the order of {@link #sources}, by
     * one statement.
     *
     * @param only in the name of these domains; empty for all that the caller may read
     * @param days of so many days up to today (UTC)
     * @param limit how many of each category
     */
    public List<Largest> largest(Scope scope, Optional<List<DomainId>> only, int days, int limit) {
        return table.largest(scope, only, days(days), limit);
    }

    /**
     * Sources and domains with messages: the sources in the order of {@link #sources}, of each the
     * domains with the most messages first.
     *
     * @param limit how many
     * @param offset how many to pass over
     */
    public Part<OfDomain> domains(Scope scope, Choice choice, int limit, long offset) {
        return table.domains(scope, choice, days(choice.days()), limit, offset);
    }

    /**
     * Categories with messages, in their order: the sums of their lists.
     *
     * @param source of this source only; null for all
     * @param only in the name of these domains; empty for all that the caller may read
     * @param days of so many days up to today (UTC)
     */
    public List<OfCategory> categories(
            Scope scope, @Nullable Integer source, Optional<List<DomainId>> only, int days) {
        return table.categories(scope, source, only, days(days));
    }

    /**
     * The first day that is kept on which each of these sources sent, as one of whatever category;
     * of those that did.
     *
     * @param only in the name of these domains; empty for all that the caller may read
     */
    public Map<Integer, LocalDate> firstDays(
            Scope scope, Collection<Integer> sources, Optional<List<DomainId>> only) {
        return sources.isEmpty() ? Map.of() : table.firstDays(scope, sources, only);
    }

    /**
     * How many messages these sources sent, as one of whatever category, of those that did, in the
     * name of all domains that the caller may read.
     *
     * @param days of so many days up to today (UTC)
     */
    public Map<Integer, Long> messages(Scope scope, Collection<Integer> sources, int days) {
        return sources.isEmpty() ? Map.of() : table.messages(scope, sources, days(days));
    }

    private CountedDays days(int number) {
        return CountedDays.upToNow(clock, number);
    }
}
