package org.mailvane.traffic.store;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Messages;
import org.mailvane.platform.store.Scope;
import org.mailvane.reporters.PlausibleVolume;
import org.mailvane.reporters.ReportAuthentication;
import org.mailvane.traffic.Days;
import org.mailvane.traffic.store.ReportTable.NewReport;
import org.mailvane.traffic.sums.DailyTable;
import org.springframework.stereotype.Component;

/**
 * Finds mailed reports that do not count until a person has looked at them.
 *
 * <p>Reports from strangers are judged by day and domain: many small reports count as one large
 * one. The domain is the report's own row, and each above it, so that nobody can evade the limit
 * through subdomains.
 */
@Component
class ImplausibleReports {

    /** Reason of a report whose mail fails DMARC, though its From domain asks to refuse such. */
    static final String AUTHENTICATION_FAILED = "authentication_failed";

    /** Reason of a report with a record of more messages than {@link PlausibleVolume#MAX_COUNT}. */
    static final String COUNT = "count";

    /** Reason of a report with very many more messages than its domain usually has. */
    static final String VOLUME = "volume";

    /**
     * What strangers have reported in so many days, today included, makes no more plausible: a few
     * reports, each ten times the one before, would be as large as anybody likes.
     */
    static final int STRANGERS_FRESH_DAYS = 30;

    private final DailyTable daily;
    private final UnacceptedVolumeTable volumes;
    private final Clock clock;

    ImplausibleReports(DailyTable daily, UnacceptedVolumeTable volumes, Clock clock) {
        this.daily = daily;
        this.volumes = volumes;
        this.clock = clock;
    }

    /** Notes with reports the reasons for which they are held. */
    <T> List<T> marked(
            Scope scope,
            List<T> all,
            Function<T, NewReport> report,
            BiFunction<T, NewReport, T> with) {
        List<NewReport> mailed =
                all.stream()
                        .map(report)
                        .filter(one -> !one.incoming().authentication().isByPerson())
                        .toList();
        if (mailed.isEmpty()) {
            return all;
        }
        Volumes known = volumes(scope, mailed);
        List<T> marked = new ArrayList<>();
        for (T one : all) {
            NewReport given = report.apply(one);
            boolean isMailed = !given.incoming().authentication().isByPerson();
            marked.add(isMailed ? with.apply(one, marked(given, known)) : one);
        }
        return marked;
    }

    private static NewReport marked(NewReport report, Volumes known) {
        List<String> reasons = new ArrayList<>();
        if (report.incoming().authentication().result() == ReportAuthentication.Result.FAILED) {
            reasons.add(AUTHENTICATION_FAILED);
        }
        if (report.incoming().largestCount() > PlausibleVolume.MAX_COUNT) {
            reasons.add(COUNT);
        }
        if (known.isTooMuch(report)) {
            reasons.add(VOLUME);
        }
        if (reasons.isEmpty()) {
            known.add(report);
            return report;
        }
        return report.heldFor(reasons);
    }

    private Volumes volumes(Scope scope, List<NewReport> mailed) {
        Set<Long> reporters = new HashSet<>();
        mailed.forEach(one -> reporters.add(one.reporter()));
        Set<Long> accepted = volumes.accepted(scope, reporters);
        Set<Long> known = volumes.known(scope, reporters);
        List<NewReport> strange =
                mailed.stream()
                        .filter(one -> !accepted.contains(one.reporter()))
                        .filter(one ->
                                !known.contains(one.reporter())
                                        || !one.incoming().authentication().isVerified())
                        .toList();
        Map<DomainId, Map<LocalDate, Long>> sums = new HashMap<>();
        Map<Key, Long> counted = new HashMap<>();
        if (!strange.isEmpty()) {
            Map<DomainId, Map<LocalDate, Long>> found = volumes.sums(scope, spans(strange));
            domains(strange)
                    .forEach(domain ->
                            sums.put(domain, found.getOrDefault(domain, new HashMap<>())));
            volumes.underSameKeys(scope, strange)
                    .forEach(
                            (place, messages) -> counted.put(Key.of(strange.get(place)), messages));
        }
        Set<NewReport> strangers = Collections.newSetFromMap(new IdentityHashMap<>());
        strangers.addAll(strange);
        Volumes all = new Volumes(strangers, sums, counted, new HashMap<>());
        Set<DomainId> large = all.large(mailed);
        if (!large.isEmpty()) {
            all.largest.putAll(largestDays(scope, large));
        }
        return all;
    }

    /**
     * Returns the messages of the largest days, without what strangers have reported lately. Only
     * where nobody else reports, that counts too.
     */
    private Map<DomainId, Long> largestDays(Scope scope, Set<DomainId> domains) {
        LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        LocalDate first = today.minusDays(PlausibleVolume.USUAL_DAYS);
        Days days = new Days(first, today.plusDays(PlausibleVolume.USUAL_DAYS));
        Instant lately =
                today.minusDays(STRANGERS_FRESH_DAYS - 1L).atStartOfDay().toInstant(ZoneOffset.UTC);
        Map<DomainId, Map<LocalDate, Long>> others = volumes.adviceOfOthers(scope, domains, days);
        Map<DomainId, Map<LocalDate, Long>> strangers =
                volumes.adviceBefore(scope, domains, days, lately);
        Map<DomainId, Long> largest = new HashMap<>();
        daily.adviceByDay(scope, domains, first)
                .forEach((domain, all) -> {
                    long ofOthers = largest(others.get(domain));
                    largest.put(
                            domain,
                            ofOthers > 0
                                    ? Math.max(ofOthers, largest(strangers.get(domain)))
                                    : largest(all));
                });
        return largest;
    }

    private static long largest(@Nullable Map<LocalDate, Long> days) {
        return days == null ? 0 : days.values().stream().mapToLong(day -> day).max().orElse(0);
    }

    private static List<LocalDate> days(NewReport report) {
        return ReportDays.of(report.incoming().report().begin(), report.incoming().report().end())
                .days();
    }

    /**
     * Returns the days of reports, by the domains that they count with; what lies between is left
     * out.
     */
    private static Map<DomainId, List<Days>> spans(List<NewReport> reports) {
        Map<DomainId, List<Days>> spans = new HashMap<>();
        for (NewReport one : reports) {
            List<LocalDate> days = days(one);
            for (DomainId domain : domains(one)) {
                spans.computeIfAbsent(domain, d -> new ArrayList<>())
                        .add(new Days(days.getFirst(), days.getLast()));
            }
        }
        spans.replaceAll((domain, days) -> Days.union(days));
        return spans;
    }

    private static long messagesOfDay(NewReport report) {
        return report.incoming().report().messageCount() / days(report).size();
    }

    private static Set<DomainId> domains(List<NewReport> reports) {
        Set<DomainId> domains = new TreeSet<>();
        reports.forEach(one -> domains.addAll(domains(one)));
        return domains;
    }

    /** Returns the report's row and those above it. */
    private static List<DomainId> domains(NewReport report) {
        List<DomainId> domains = new ArrayList<>(report.above());
        domains.add(report.domain());
        return domains;
    }

    /** A report with who vouches for it: the same counts once. */
    private record Key(ReportKey key, String voucher) {

        static Key of(NewReport one) {
            return new Key(ReportKey.of(one), one.voucher());
        }
    }

    /**
     * Volumes of the domains of a batch.
     *
     * @param strangers reports of strangers
     * @param strange what strangers report of each day; has the domains of their reports
     * @param counted the part of it of single reports, as far as the batch has the same
     * @param largest the messages of the largest days, of domains that have any
     */
    private record Volumes(
            Set<NewReport> strangers,
            Map<DomainId, Map<LocalDate, Long>> strange,
            Map<Key, Long> counted,
            Map<DomainId, Long> largest) {

        /** Returns the domains of which a day may be too large, if all of these reports count. */
        Set<DomainId> large(List<NewReport> reports) {
            Map<DomainId, Long> most = new HashMap<>();
            strange.forEach((domain, days) ->
                    most.put(domain, days.values().stream().mapToLong(d -> d).max().orElse(0)));
            for (NewReport report : reports) {
                domains(report)
                        .forEach(
                                domain -> most.merge(domain, messagesOfDay(report), Messages::sum));
            }
            Set<DomainId> large = new TreeSet<>();
            most.forEach((domain, messages) -> {
                if (messages > PlausibleVolume.SMALL) {
                    large.add(domain);
                }
            });
            return large;
        }

        boolean isTooMuch(NewReport report) {
            return domains(report).stream()
                    .anyMatch(domain -> isTooMuch(report, domain, largest.get(domain)));
        }

        private boolean isTooMuch(NewReport report, DomainId domain, @Nullable Long largestDay) {
            // Without a history nothing is known to be too much.
            if (largestDay == null) {
                return false;
            }
            long most = PlausibleVolume.most(largestDay);
            if (messagesOfDay(report) > most) {
                return true;
            }
            long added = added(report);
            Map<LocalDate, Long> sums = strange.get(domain);
            if (added == 0 || sums == null) {
                return false;
            }
            // Beside what strangers report, a day has room for as much as is usual.
            long mostOfAll = Messages.sum(most, largestDay);
            return days(report).stream()
                    .anyMatch(day -> Messages.sum(sums.getOrDefault(day, 0L), added) > mostOfAll);
        }

        /** Returns what a report adds to what strangers report of each of its days. */
        private long added(NewReport report) {
            if (!strangers.contains(report)) {
                return 0;
            }
            long before = counted.getOrDefault(Key.of(report), 0L) / days(report).size();
            return Math.max(0, messagesOfDay(report) - before);
        }

        /** Counts a report that is not held. */
        void add(NewReport report) {
            long added = added(report);
            if (added == 0) {
                return;
            }
            for (DomainId domain : domains(report)) {
                Map<LocalDate, Long> sums = strange.computeIfAbsent(domain, d -> new HashMap<>());
                days(report).forEach(day -> sums.merge(day, added, Messages::sum));
            }
            counted.put(Key.of(report), report.incoming().report().messageCount());
        }
    }
}
