package org.mailvane.monitor;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mailvane.actions.FoundProblem;
import org.mailvane.actions.Issues;
import org.mailvane.domains.DomainRows;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.finding.DnsFindings;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.Level;
import org.mailvane.monitor.DnsObservation.Outcome;
import org.mailvane.monitor.DnsObservation.RecordKey;
import org.mailvane.monitor.WatchedDomainTable.Next;
import org.mailvane.platform.store.Db;
import org.mailvane.text.FindingMessages;
import org.mailvane.text.Message;
import org.mailvane.text.Passage;
import org.mailvane.timeline.Change;
import org.mailvane.timeline.EventMessages;
import org.mailvane.timeline.NewEvent;
import org.mailvane.timeline.Timeline;
import org.mailvane.traffic.sums.SeenSelectors.Seen;
import org.springframework.stereotype.Service;

/** Stores what was read of a domain's records, and notifies others of what follows. */
@Service
class RecordKeeper {

    /** Times as people read them in texts. */
    private final Db db;

    private final Domains domains;
    private final DomainRows rows;
    private final WatchedDomainTable queue;
    private final WatchedRecordTable table;
    private final Issues issues;
    private final Timeline timeline;
    private final List<DomainWatched> listeners;
    private final Clock clock;

    RecordKeeper(
            Db db,
            Domains domains,
            DomainRows rows,
            WatchedDomainTable queue,
            WatchedRecordTable table,
            Issues issues,
            Timeline timeline,
            List<DomainWatched> listeners,
            Clock clock) {
        this.db = db;
        this.domains = domains;
        this.rows = rows;
        this.queue = queue;
        this.table = table;
        this.issues = issues;
        this.timeline = timeline;
        this.listeners = listeners;
        this.clock = clock;
    }

    /**
     * What was read at one time.
     *
     * @param readings of its records
     * @param full whether of all
     * @param seen DKIM selectors that reports have shown
     * @param verified whether a text in DNS shows that the domain is the account's
     * @param asked whether a person has asked for it
     */
    record Checked(
            List<DnsObservation> readings,
            boolean full,
            Seen seen,
            boolean verified,
            boolean asked) {}

    /**
     * Keeps it, unless the domain is gone or somebody else has begun to look it up meanwhile;
     * answers false in the second case.
     */
    boolean keep(WatchedDomain domain, Checked checked) {
        // Seconds are shown to people, and nothing here happens within one.
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        return db.inTransaction(() -> {
            if (domains.lock(domain.scope(), Set.of(domain.id())).isEmpty()) {
                return true;
            }
            Changes changes = new Changes(domain, checked, now);
            boolean isOurs = queue.giveBack(domain, changes.next(), now);
            if (isOurs) {
                keep(changes);
            }
            return isOurs;
        });
    }

    private void keep(Changes changes) {
        WatchedDomain domain = changes.domain;
        changes.store();
        boolean verified = domain.verified() || changes.isVerified();
        List<NewEvent> events = changes.events();
        if (verified && !domain.verified() && changes.isVerifiedByItself()) {
            events.add(
                    new NewEvent(
                            domain.id(),
                            domain.name(),
                            Change.DOMAIN_VERIFIED,
                            "",
                            "",
                            "",
                            Passage.of(EventMessages.verified(domain.name()))));
        }
        if (!events.isEmpty()) {
            timeline.add(domain.scope(), events);
        }
        Set<RecordKind> changed = changes.kinds();
        for (RecordKind kind : changes.kindsToSettle(changed)) {
            issues.settle(domain.scope(), domain.id(), kind.code(), changes.problems(kind));
        }
        rows.setRecords(
                domain.scope(),
                domain.id(),
                new DomainSummary(
                                changes.after.values(),
                                changes.selectors(),
                                changes.seen().more(),
                                changes.hasErrors(),
                                verified)
                        .fields());
        if (changed.contains(RecordKind.DMARC)) {
            queue.hastenBelow(domain.scope(), domain.id(), changes.now);
        }
        if (!changed.isEmpty()) {
            listeners.forEach(listener -> listener.watched(domain.scope(), domain.id()));
        }
    }

    /** What a check changes of what is known of a domain. */
    private final class Changes {

        private final WatchedDomain domain;
        private final Checked checked;
        private final Instant now;
        private final TreeMap<RecordKey, WatchedRecord> before = new TreeMap<>();
        private final TreeMap<RecordKey, WatchedRecord> after = new TreeMap<>();

        Changes(WatchedDomain domain, Checked checked, Instant now) {
            this.domain = domain;
            this.checked = checked;
            this.now = now;
            table.list(domain.scope(), Set.of(domain.id()))
                    .getOrDefault(domain.id(), List.of())
                    .forEach(record -> before.put(record.key(), record));
            after.putAll(before);
            WatchedRecord dmarc = before.get(RecordKey.of(RecordKind.DMARC));
            boolean isWatched = dmarc != null && dmarc.isSettled();
            for (DnsObservation reading : checked.readings()) {
                RecordKey key = reading.key();
                @Nullable WatchedRecord known = before.get(key);
                after.put(
                        key,
                        (known == null ? WatchedRecord.unseen(key, now, isWatched) : known)
                                .after(reading, now, checked.asked()));
            }
        }

        /** Returns the current selectors. */
        Set<String> selectors() {
            Set<String> all = new TreeSet<>(domain.selectors());
            all.addAll(seen().selectors());
            return all;
        }

        /** Returns those that reports have shown. */
        Seen seen() {
            return checked.full() ? checked.seen() : domain.seen();
        }

        void store() {
            List<RecordKey> touched = new ArrayList<>();
            List<WatchedRecord> saved = new ArrayList<>();
            for (DnsObservation reading : checked.readings()) {
                WatchedRecord old = before.get(reading.key());
                WatchedRecord now = Objects.requireNonNull(after.get(reading.key()));
                if (old != null
                        && reading.outcome() == Outcome.COMPLETE
                        && old.content().equals(now.content())
                        && old.fingerprint().equals(now.fingerprint())
                        && Objects.equals(old.seenOnce(), now.seenOnce())) {
                    touched.add(reading.key());
                } else {
                    saved.add(now);
                }
            }
            if (!touched.isEmpty()) {
                table.touch(domain.scope(), domain.id(), touched, now);
            }
            if (!saved.isEmpty()) {
                table.save(domain.scope(), domain.id(), saved);
            }
            List<RecordKey> gone = gone();
            if (!gone.isEmpty()) {
                table.delete(domain.scope(), domain.id(), gone);
            }
        }

        /**
         * Keys that nobody signs with any more are watched until they are removed, or until nobody
         * answers for them, and only so many.
         */
        private List<RecordKey> gone() {
            Set<String> current = selectors();
            List<WatchedRecord> old =
                    after.values().stream()
                            .filter(record -> record.key().kind() == RecordKind.DKIM)
                            .filter(record -> !current.contains(record.key().selector()))
                            .sorted(Comparator.comparing(WatchedRecord::checked).reversed())
                            .toList();
            return Stream.concat(
                            old.stream().filter(Changes::isGone),
                            old.stream().skip(Monitor.MAX_OLD_SELECTORS))
                    .map(WatchedRecord::key)
                    .distinct()
                    .toList();
        }

        private static boolean isGone(WatchedRecord record) {
            return record.isLost() || (!record.isThere() && !record.isToBeConfirmed());
        }

        boolean isVerified() {
            WatchedRecord dmarc = after.get(RecordKey.of(RecordKind.DMARC));
            return checked.verified()
                    || (dmarc != null && dmarc.content().is(RecordReader.RUA_HERE));
        }

        /**
         * Whether it is verified by itself: a name with the policy of the domain above is verified
         * together with that, which is not news.
         */
        boolean isVerifiedByItself() {
            return checked.verified() || content(RecordKind.DMARC).state() != RecordState.INHERITED;
        }

        List<NewEvent> events() {
            List<NewEvent> events = new ArrayList<>();
            after.forEach((key, record) ->
                    events.addAll(RecordEvents.between(domain, before.get(key), record)));
            return events;
        }

        /** Kinds of which something else is known than before. */
        Set<RecordKind> kinds() {
            Set<RecordKind> kinds = EnumSet.noneOf(RecordKind.class);
            after.forEach((key, record) -> {
                @Nullable WatchedRecord old = before.get(key);
                if (old == null
                        ? record.isSettled()
                        : !old.fingerprint().equals(record.fingerprint())
                                || (!old.content().equals(record.content()) && record.isSettled())
                                || old.isLost() != record.isLost()) {
                    kinds.add(key.kind());
                }
            });
            gone().forEach(key -> kinds.add(key.kind()));
            return kinds;
        }

        /** These, and those whose problems may matter to more or fewer people. */
        Set<RecordKind> kindsToSettle(Set<RecordKind> changed) {
            Set<RecordKind> kinds = EnumSet.noneOf(RecordKind.class);
            kinds.addAll(changed);
            if (changed.contains(RecordKind.DMARC)) {
                after.keySet().forEach(key -> kinds.add(key.kind()));
            } else if (changed.contains(RecordKind.MX)) {
                kinds.addAll(EnumSet.of(RecordKind.DMARC, RecordKind.MX, RecordKind.SPF));
            }
            // Other selectors may be current than before.
            if (checked.full()
                    && after.keySet().stream().anyMatch(key -> key.kind() == RecordKind.DKIM)) {
                kinds.add(RecordKind.DKIM);
            }
            return kinds;
        }

        List<FoundProblem> problems(RecordKind kind) {
            List<FoundProblem> problems = new ArrayList<>();
            for (WatchedRecord record : after.values()) {
                if (record.key().kind() != kind) {
                    continue;
                }
                problems.addAll(problems(record));
            }
            return problems;
        }

        boolean hasErrors() {
            return after.values().stream()
                    .flatMap(record -> problems(record).stream())
                    .anyMatch(problem -> problem.level().equals(Level.ERR.toString()));
        }

        /** Returns what is wrong with a record, where that matters to somebody. */
        private List<FoundProblem> problems(WatchedRecord record) {
            boolean matters =
                    switch (record.key().kind()) {
                        // With the key of another selector, nobody signs.
                        case DKIM -> selectors().contains(record.key().selector());
                        case SPF -> record.isThere() || sendsByItself();
                        case DMARC -> record.isThere() || record.isLost() || !isNameMissing();
                        default -> true;
                    };
            if (!matters) {
                return List.of();
            }
            List<FoundProblem> problems = new ArrayList<>();
            if (record.isSettled()) {
                problems.addAll(record.content().problems());
            }
            if (kindOf(record) == RecordKind.MX && isNameMissing()) {
                problems.add(nameMissing());
            }
            if (record.isLost() && tellsOfTheServers(record)) {
                problems.add(lost(record));
            }
            return problems;
        }

        /**
         * Whether this record reports that the servers do not answer: the DMARC record reports it
         * for all, and nobody misses an answer about what was never there.
         */
        private boolean tellsOfTheServers(WatchedRecord record) {
            WatchedRecord dmarc = after.get(RecordKey.of(RecordKind.DMARC));
            return kindOf(record) == RecordKind.DMARC
                    || (record.isThere() && (dmarc == null || !dmarc.isLost()));
        }

        /**
         * Whether DNS has no such name, so that no record can exist: then that is the problem, and
         * not the missing record. Names below a domain that has a policy need none themselves.
         */
        private boolean isNameMissing() {
            WatchedRecord mx = after.get(RecordKey.of(RecordKind.MX));
            return mx != null
                    && mx.isSettled()
                    && mx.content().is(RecordReader.NXDOMAIN)
                    && content(RecordKind.DMARC).state() == RecordState.MISSING;
        }

        private FoundProblem nameMissing() {
            Finding finding = DnsFindings.NXDOMAIN.with(domain.name());
            return new FoundProblem(
                    finding.code(),
                    "",
                    Level.ERR.toString(),
                    FindingMessages.text(finding),
                    Passage.of(Message.of("findings.watched.name_missing.solution")),
                    Passage.of(
                            Message.of("findings.evidence.nxdomain")
                                    .with("domain", domain.name().value())));
        }

        /**
         * Whether it is more than a name below a domain whose policy it has: such names are found
         * in reports by hundreds, and few of them are in any return path.
         */
        private boolean sendsByItself() {
            return content(RecordKind.DMARC).state() != RecordState.INHERITED
                    && !content(RecordKind.MX).is(RecordReader.NXDOMAIN);
        }

        private RecordContent content(RecordKind kind) {
            WatchedRecord record = after.get(RecordKey.of(kind));
            return record == null ? RecordContent.NOTHING : record.content();
        }

        private FoundProblem lost(WatchedRecord record) {
            return FoundProblem.of(
                    DnsFindings.SERVER_FAILURE.with(domain.name()),
                    record.key().selector(),
                    Passage.of(
                            Message.of("findings.evidence.unanswered")
                                    .with("kind", kindOf(record).label())
                                    .with(
                                            "time",
                                            Objects.requireNonNull(record.unansweredSince()))));
        }

        private static RecordKind kindOf(WatchedRecord record) {
            return record.key().kind();
        }

        Next next() {
            @Nullable Instant dmarcAgain = null;
            @Nullable Instant othersAgain = null;
            for (DnsObservation reading : checked.readings()) {
                WatchedRecord record = Objects.requireNonNull(after.get(reading.key()));
                if (reading.key().kind() == RecordKind.DMARC) {
                    dmarcAgain = earlier(dmarcAgain, again(record));
                } else {
                    othersAgain = earlier(othersAgain, again(record));
                }
            }
            Instant dmarc = CheckTimes.next(domain.id(), CheckTimes.DMARC, now);
            Instant full =
                    checked.full()
                            ? CheckTimes.next(domain.id(), CheckTimes.EVERYTHING, now)
                            : domain.fullDue();
            WatchedRecord record = after.get(RecordKey.of(RecordKind.DMARC));
            return new Next(
                    Objects.requireNonNull(earlier(dmarc, dmarcAgain)),
                    Objects.requireNonNull(earlier(full, othersAgain)),
                    seen(),
                    record != null && record.content().is(RecordReader.RUA_HERE));
        }

        /**
         * Returns when a record is asked for before its turn: where it failed, or is to be
         * confirmed.
         */
        private @Nullable Instant again(WatchedRecord record) {
            Instant failing = record.failingSince();
            return earlier(
                    failing == null
                            ? null
                            : now.plus(CheckTimes.pause(Duration.between(failing, now))),
                    record.isToBeConfirmed() ? now.plus(confirmAfter(record)) : null);
        }

        private static Duration confirmAfter(WatchedRecord record) {
            return record.isSettled() ? CheckTimes.CONFIRM : CheckTimes.CONFIRM_FIRST;
        }

        private static @Nullable Instant earlier(@Nullable Instant one, @Nullable Instant other) {
            if (one == null || other == null) {
                return one == null ? other : one;
            }
            return one.isBefore(other) ? one : other;
        }
    }
}
