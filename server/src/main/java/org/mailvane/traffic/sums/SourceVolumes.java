package org.mailvane.traffic.sums;

import java.time.Clock;
import java.time.LocalDate;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.CountedDays;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.SumCache;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.Category;
import org.springframework.stereotype.Service;

/**
 * What sources sent on the past days, in the name of domains that the caller may read. A subdomain
 * that counts with its parent does so here too.
 *
 * <p>All mail of an account is remembered where it is very much ({@link SumCache}).
 */
@Service
public class SourceVolumes {

    /** Up to so many chosen domains, {@link #firstDays} reads all of their days. */
    public static final int FEW_DOMAINS = 100;

    /** So many sources of each category are remembered; of further ones each page is added up. */
    public static final int MAX_REMEMBERED = 1_000;

    private final SourceVolumeTable table;
    private final Clock clock;
    private final SumCache<AllMail, List<Largest>> allMail;

    SourceVolumes(SourceVolumeTable table, Clock clock) {
        this.table = table;
        this.clock = clock;
        allMail =
                new SumCache<>(
                        clock,
                        mail ->
                                table.largest(
                                        Scope.ofAccount(mail.account()),
                                        Optional.empty(),
                                        mail.days(),
                                        MAX_REMEMBERED));
    }

    /** All mail of an account on some days. */
    private record AllMail(long account, CountedDays days) {}

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
     * @param messages what they sent together
     */
    public record OfCategory(Category category, long sources, long messages) {}

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
     * @param total how many the list has; unknown if no rows exist at that offset
     * @param rows the requested rows
     */
    public record Part<T>(long total, List<T> rows) {}

    /**
     * Sources with messages, those with the most first.
     *
     * @param limit how many
     * @param offset how many to pass over
     */
    public Part<OfSource> sources(Scope scope, Choice choice, int limit, long offset) {
        if (choice.source() == null && offset + limit <= MAX_REMEMBERED) {
            for (Largest each : remembered(scope, choice.only(), choice.days())) {
                if (each.category() == choice.category() && each.reaches(offset + limit)) {
                    return new Part<>(
                            each.sources(),
                            each.rows().stream().skip(offset).limit(limit).toList());
                }
            }
        }
        return table.sources(scope, choice, days(choice.days()), limit, offset);
    }

    /**
     * A category's sources with the most messages.
     *
     * @param sources how many sources sent as one of it
     * @param messages what they sent together
     * @param rows those with the most messages, which come first
     */
    public record Largest(Category category, long sources, long messages, List<OfSource> rows) {

        /** Whether all are among the rows. */
        private boolean isWhole() {
            return rows.size() == sources;
        }

        /** Whether the first so many are among the rows, as far as there are so many. */
        private boolean reaches(long end) {
            return rows.size() >= Math.min(end, sources);
        }

        private Largest first(int limit) {
            return new Largest(category, sources, messages, rows.stream().limit(limit).toList());
        }
    }

    /**
     * Returns the largest sources of each category that has messages, in the order of {@link
     * #sources}, by one statement.
     *
     * @param only in the name of these domains; empty for all that the caller may read
     * @param days of so many days up to today (UTC)
     * @param limit how many of each category
     */
    public List<Largest> largest(Scope scope, Optional<List<DomainId>> only, int days, int limit) {
        List<Largest> remembered = remembered(scope, only, days);
        return remembered.isEmpty() || !remembered.stream().allMatch(each -> each.reaches(limit))
                ? table.largest(scope, only, days(days), limit).value()
                : remembered.stream().map(each -> each.first(limit)).toList();
    }

    /**
     * Returns the largest sources of all mail of an account, for a caller who may read all of it;
     * empty for others, and where nothing was sent.
     */
    private List<Largest> remembered(Scope scope, Optional<List<DomainId>> only, int days) {
        return isAllMail(scope, only)
                ? allMail.of(new AllMail(scope.accountId(), days(days)))
                : List.of();
    }

    private static boolean isAllMail(Scope scope, Optional<List<DomainId>> only) {
        return only.isEmpty() && scope.reads().allDomains();
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
        List<Largest> remembered = source == null ? remembered(scope, only, days) : List.of();
        return remembered.isEmpty()
                ? table.categories(scope, source, only, days(days))
                : remembered.stream()
                        .map(each ->
                                new OfCategory(each.category(), each.sources(), each.messages()))
                        .toList();
    }

    /**
     * Returns the first day that is kept on which each of these sources sent, as one of whatever
     * category; of those that did.
     *
     * @param only in the name of these domains; empty for all that the caller may read
     */
    public Map<Integer, LocalDate> firstDays(
            Scope scope, Collection<Integer> sources, Optional<List<DomainId>> only) {
        return sources.isEmpty() ? Map.of() : table.firstDays(scope, sources, only);
    }

    /**
     * Returns how many messages these sources sent, as one of whatever category, of those that did,
     * in the name of all domains that the caller may read.
     *
     * @param days of so many days up to today (UTC)
     */
    public Map<Integer, Long> messages(Scope scope, Collection<Integer> sources, int days) {
        return sources.isEmpty() ? Map.of() : table.messages(scope, sources, days(days));
    }

    /**
     * Returns what these sources sent on the days that domains' counts cover, by category; of those
     * that did.
     *
     * @param only in the name of these domains; empty for all that the caller may read
     */
    public Map<Integer, Map<Category, MessageSums>> now(
            Scope scope, Collection<Integer> sources, Optional<List<DomainId>> only) {
        return sources.isEmpty()
                ? Map.of()
                : table.sums(scope, sources, only, days(CountedDays.NUMBER));
    }

    /**
     * Returns the same for a list of many, which is remembered itself: read off the sums of all
     * mail of these days where all of them are remembered, as they are once anybody has asked for
     * them.
     */
    public Map<Integer, Map<Category, MessageSums>> nowOfMany(
            Scope scope, Collection<Integer> sources, Optional<List<DomainId>> only) {
        Optional<List<Largest>> known =
                isAllMail(scope, only)
                        ? allMail.known(new AllMail(scope.accountId(), days(CountedDays.NUMBER)))
                        : Optional.empty();
        return known.filter(all -> all.stream().allMatch(Largest::isWhole))
                .map(all -> bySource(all, Set.copyOf(sources)))
                .orElseGet(() -> now(scope, sources, only));
    }

    private static Map<Integer, Map<Category, MessageSums>> bySource(
            List<Largest> all, Set<Integer> sources) {
        Map<Integer, Map<Category, MessageSums>> sums = new HashMap<>();
        for (Largest each : all) {
            for (OfSource row : each.rows()) {
                if (sources.contains(row.source())) {
                    sums.computeIfAbsent(row.source(), source -> new EnumMap<>(Category.class))
                            .put(each.category(), row.sums());
                }
            }
        }
        return sums;
    }

    private CountedDays days(int number) {
        return CountedDays.upToNow(clock, number);
    }
}
