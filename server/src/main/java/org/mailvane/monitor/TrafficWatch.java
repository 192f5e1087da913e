package org.mailvane.monitor;

import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainCounts;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.monitor.TrafficWatchTable.Due;
import org.mailvane.monitor.VolumeSpikes.Spike;
import org.mailvane.platform.jobs.Recurring;
import org.mailvane.platform.jobs.StopSign;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.LockTimeoutException;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.SourceName;
import org.mailvane.sources.SourceNames;
import org.mailvane.sources.SourceNumbers;
import org.mailvane.text.Passage;
import org.mailvane.timeline.Change;
import org.mailvane.timeline.EventMessages;
import org.mailvane.timeline.NewEvent;
import org.mailvane.timeline.Timeline;
import org.mailvane.traffic.Days;
import org.mailvane.traffic.sums.TrafficHistory;
import org.mailvane.traffic.sums.TrafficHistory.NewSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Notices what is unusual about domains' traffic. A day is judged once, when it has ended three
 * days ago: reports are late.
 */
@Component
class TrafficWatch implements Recurring {

    /** So long ago a day must have ended. */
    static final Duration LATE = Duration.ofDays(3);

    /** Days that are judged of those that were missed; older ones are nobody's news any more. */
    static final int MAX_MISSED = 7;

    /** A domain has to be known for so many days before a source is new to it. */
    static final int KNOWN_DAYS = 14;

    /** New sources of a domain that are reported per day, those with the most messages. */
    static final int MAX_NEW_SOURCES = 20;

    /** Reporters of a domain that are judged one by one, those that report most often first. */
    static final int MAX_REPORTERS = 200;

    /**
     * Days for which a reporter that has become silent is missed. One that reports again after that
     * is as good as new: its return is not reported. The state that nobody reports about a domain
     * is known for as long as it lasts.
     */
    static final int MISSED_DAYS = 180;

    /** Domains that are judged together. */
    static final int BATCH = 200;

    /** How long it waits for somebody who holds a domain, which is judged by the next run then. */
    static final Duration PATIENCE = Duration.ofSeconds(3);

    private static final Logger log = LoggerFactory.getLogger(TrafficWatch.class);

    private final Db db;
    private final Domains domains;
    private final TrafficWatchTable table;
    private final TrafficHistory history;
    private final SourceNames sources;
    private final Timeline timeline;
    private final List<DomainWatched> listeners;
    private final Clock clock;

    TrafficWatch(
            Db db,
            Domains domains,
            TrafficWatchTable table,
            TrafficHistory history,
            SourceNames sources,
            Timeline timeline,
            List<DomainWatched> listeners,
            Clock clock) {
        this.db = db;
        this.domains = domains;
        this.table = table;
        this.history = history;
        this.sources = sources;
        this.timeline = timeline;
        this.listeners = listeners;
        this.clock = clock;
    }

    @Override
    public String kind() {
        return "traffic_watch";
    }

    @Override
    public Duration every() {
        return Duration.ofMinutes(30);
    }

    @Override
    public void run(StopSign stop) {
        LocalDate day = lastDay();
        for (Scope scope : table.due(day)) {
            DomainId last = new DomainId(0);
            List<Due> some;
            do {
                stop.throwIfStopped();
                some = table.due(scope, day, last, BATCH);
                if (!some.isEmpty()) {
                    judge(scope, some, day);
                    last = some.getLast().id();
                }
            } while (some.size() == BATCH);
        }
        table.forgetSilent(day.minusDays(MISSED_DAYS));
    }

    /** Returns the last day (UTC) that has ended long enough ago. */
    private LocalDate lastDay() {
        return LocalDate.ofInstant(clock.instant().minus(LATE), ZoneOffset.UTC).minusDays(1);
    }

    /**
     * Judges some domains. The data for that are read without a lock, since it may take long; only
     * what follows is written under one, domain by domain, so that imports wait for a moment at
     * most, and only those about a domain with something to report.
     */
    private void judge(Scope scope, List<Due> some, LocalDate day) {
        Judgement judgement = new Judgement(scope, some);
        judgement.of(day);
        List<Due> quiet = some.stream().filter(one -> !judgement.hasNews(one.id())).toList();
        unlessBusy(() -> {
            // That nobody deletes them is enough: it keeps no import waiting.
            Set<DomainId> held = domains.hold(scope, quiet.stream().map(Due::id).sorted().toList());
            table.setJudged(scope, quiet.stream().filter(d -> held.contains(d.id())).toList(), day);
        });
        for (Due one : some) {
            if (judgement.hasNews(one.id())) {
                unlessBusy(() -> {
                    // Somebody else may have judged it meanwhile, or deleted it.
                    if (!domains.lock(scope, List.of(one.id())).isEmpty()
                            && !table.setJudged(scope, List.of(one), day).isEmpty()) {
                        judgement.tell(one.id());
                    }
                });
            }
        }
    }

    /** Runs it in a transaction, or leaves it to the next run where somebody holds a lock long. */
    private void unlessBusy(Runnable work) {
        try {
            db.inTransaction(() -> db.waitingAtMost(PATIENCE, work));
        } catch (LockTimeoutException busy) {
            log.debug("Domains are judged later, as somebody holds them", busy);
        }
    }

    /**
     * What follows for a domain.
     *
     * @param silent reporters that have become silent, with the last day of which they reported;
     *     null: they report again
     */
    private record News(List<NewEvent> events, Map<String, @Nullable LocalDate> silent) {}

    /** The judgement of some domains, which writes nothing until asked to. */
    private final class Judgement {

        private final Scope scope;
        private final Map<DomainId, Due> due = new TreeMap<>();
        private final Map<DomainId, News> news = new HashMap<>();

        /** The silent reporters, as of the day that was judged last. */
        private final Map<DomainId, Map<String, LocalDate>> silent;

        Judgement(Scope scope, List<Due> domains) {
            this.scope = scope;
            domains.forEach(domain -> due.put(domain.id(), domain));
            this.silent = table.silent(scope, due.keySet());
        }

        boolean hasNews(DomainId domain) {
            return news.containsKey(domain);
        }

        private News newsOf(DomainId domain) {
            return news.computeIfAbsent(domain, d -> new News(new ArrayList<>(), new TreeMap<>()));
        }

        /** Writes what follows for a domain, whose row is locked. */
        void tell(DomainId domain) {
            News found = newsOf(domain);
            found.silent()
                    .forEach((reporter, lastDay) -> {
                        if (lastDay == null) {
                            table.removeSilent(scope, domain, reporter);
                        } else {
                            table.addSilent(scope, domain, reporter, lastDay);
                        }
                    });
            timeline.add(scope, found.events());
            if (!found.silent().isEmpty()) {
                // Policies are planned by whether reports come.
                listeners.forEach(listener -> listener.watched(scope, domain));
            }
        }

        void of(LocalDate last) {
            TreeSet<LocalDate> days = new TreeSet<>();
            due.values().forEach(domain -> days.addAll(days(domain, last)));
            for (LocalDate day : days) {
                List<DomainId> concerned =
                        due.values().stream()
                                .filter(domain -> days(domain, last).contains(day))
                                .map(Due::id)
                                .toList();
                judgeSources(concerned, day);
                judgeVolumes(concerned, day);
                judgeReporters(concerned, day);
            }
        }

        /** Returns the days of a domain that are judged now. */
        private static List<LocalDate> days(Due domain, LocalDate last) {
            LocalDate judged = domain.judged();
            LocalDate first = judged == null ? last : judged.plusDays(1);
            LocalDate earliest = last.minusDays(MAX_MISSED - 1L);
            return (first.isBefore(earliest) ? earliest : first)
                    .datesUntil(last.plusDays(1))
                    .toList();
        }

        private void judgeSources(Collection<DomainId> concerned, LocalDate day) {
            List<NewSource> found = history.newSources(scope, concerned, day);
            if (found.isEmpty()) {
                return;
            }
            Map<DomainId, LocalDate> firstDays = history.firstDays(scope, concerned);
            Map<DomainId, Integer> told = new HashMap<>();
            List<NewSource> news =
                    found.stream()
                            .filter(one -> one.source() != SourceNumbers.NAMELESS)
                            .filter(one ->
                                    !firstDays
                                            .getOrDefault(one.domain(), day)
                                            .isAfter(day.minusDays(KNOWN_DAYS)))
                            .filter(one ->
                                    told.merge(one.domain(), 1, Integer::sum) <= MAX_NEW_SOURCES)
                            .toList();
            Map<Integer, SourceName> names =
                    sources.of(scope, news.stream().map(NewSource::source).distinct().toList());
            for (NewSource one : news) {
                SourceName name = names.get(one.source());
                String called = name == null ? "" : name.name();
                note(
                        one.domain(),
                        Change.NEW_SOURCE,
                        "",
                        called,
                        domain ->
                                Passage.of(
                                        EventMessages.newSource(
                                                called,
                                                domain,
                                                day,
                                                one.messages(),
                                                one.passed())));
            }
        }

        private void judgeVolumes(Collection<DomainId> concerned, LocalDate day) {
            Map<DomainId, Map<LocalDate, DomainCounts>> counts =
                    history.counts(
                            scope, concerned, new Days(day.minusDays(VolumeSpikes.DAYS + 1L), day));
            Map<DomainId, LocalDate> firstDays = history.firstDays(scope, counts.keySet());
            for (DomainId domain : new TreeSet<>(counts.keySet())) {
                Map<LocalDate, DomainCounts> days = counts.getOrDefault(domain, Map.of());
                LocalDate first = firstDays.getOrDefault(domain, day);
                spike(
                        domain,
                        Change.VOLUME_SPIKE,
                        day,
                        sums(days, all -> all.total() - all.threatOrUnknown()),
                        first,
                        own(days),
                        (name, spike) ->
                                Passage.of(
                                        EventMessages.moreKnownMail(
                                                name, day, spike.messages(), spike.usual())));
                spike(
                        domain,
                        Change.THREAT_SPIKE,
                        day,
                        sums(days, DomainCounts::threatOrUnknown),
                        first,
                        // Days on which nobody was forged are usual too.
                        days::containsKey,
                        (name, spike) ->
                                Passage.of(
                                        EventMessages.moreUnknownMail(
                                                name, day, spike.messages(), spike.usual()),
                                        EventMessages.rejected(
                                                history.rejectedThreats(scope, domain, day))));
            }
        }

        /** Days with mail of known senders. */
        private static Predicate<LocalDate> own(Map<LocalDate, DomainCounts> days) {
            return day -> {
                DomainCounts counts = days.get(day);
                return counts != null && counts.total() > counts.threatOrUnknown();
            };
        }

        private static Map<LocalDate, Long> sums(
                Map<LocalDate, DomainCounts> days, ToLongFunction<DomainCounts> part) {
            Map<LocalDate, Long> sums = new HashMap<>();
            days.forEach((day, counts) -> sums.put(day, part.applyAsLong(counts)));
            return sums;
        }

        /** Reports a spike; of several such days in a row the first is reported. */
        private void spike(
                DomainId domain,
                Change change,
                LocalDate day,
                Map<LocalDate, Long> messages,
                LocalDate first,
                Predicate<LocalDate> known,
                BiFunction<DomainName, Spike, Passage> text) {
            Spike spike = VolumeSpikes.at(day, messages, first, known);
            if (spike != null
                    && VolumeSpikes.at(day.minusDays(1), messages, first, known) == null) {
                note(
                        domain,
                        change,
                        String.valueOf(spike.usual()),
                        String.valueOf(spike.messages()),
                        name -> text.apply(name, spike));
            }
        }

        private void judgeReporters(Collection<DomainId> concerned, LocalDate day) {
            Map<DomainId, Map<String, List<LocalDate>>> reports =
                    history.reporters(
                            scope,
                            concerned,
                            new Days(ReporterSilence.from(day), day),
                            MAX_REPORTERS,
                            missed(concerned));
            for (DomainId domain : new TreeSet<>(concerned)) {
                Map<String, List<LocalDate>> all = reports.getOrDefault(domain, Map.of());
                Map<String, LocalDate> known = silent.computeIfAbsent(domain, d -> new HashMap<>());
                List<LocalDate> any = all.getOrDefault("", List.of());
                judgeReporter(domain, "", any, known, day);
                boolean nobody =
                        ReporterSilence.at(day, any)
                                || (known.containsKey("") && !ReporterSilence.isOver(day, any));
                if (!nobody) {
                    Set<String> names = new TreeSet<>(known.keySet());
                    names.addAll(all.keySet());
                    names.remove("");
                    names.forEach(reporter ->
                            judgeReporter(
                                    domain,
                                    reporter,
                                    all.getOrDefault(reporter, List.of()),
                                    known,
                                    day));
                }
            }
        }

        /** Reporters of these domains that are silent. */
        private Set<String> missed(Collection<DomainId> concerned) {
            Set<String> names = new HashSet<>();
            concerned.forEach(
                    domain -> names.addAll(silent.getOrDefault(domain, Map.of()).keySet()));
            return names;
        }

        private void judgeReporter(
                DomainId domain,
                String reporter,
                Collection<LocalDate> reported,
                Map<String, LocalDate> known,
                LocalDate day) {
            LocalDate before = known.get(reporter);
            if (before == null && ReporterSilence.at(day, reported)) {
                LocalDate last = reported.stream().max(LocalDate::compareTo).orElse(day);
                known.put(reporter, last);
                newsOf(domain).silent().put(reporter, last);
                note(
                        domain,
                        Change.REPORTS_STOPPED,
                        reporter,
                        "",
                        name -> Passage.of(EventMessages.reportsStopped(name, reporter, last)));
            } else if (before != null && ReporterSilence.isOver(day, reported)) {
                known.remove(reporter);
                newsOf(domain).silent().put(reporter, null);
                note(
                        domain,
                        Change.REPORTS_RESUMED,
                        "",
                        reporter,
                        name -> Passage.of(EventMessages.reportsResumed(name, reporter, before)));
            }
        }

        private void note(
                DomainId domain,
                Change change,
                String old,
                String now,
                Function<DomainName, Passage> details) {
            Due one = due.get(domain);
            if (one != null) {
                newsOf(domain)
                        .events()
                        .add(
                                new NewEvent(
                                        domain,
                                        one.name(),
                                        change,
                                        "",
                                        old,
                                        now,
                                        details.apply(one.name())));
            }
        }
    }
}
