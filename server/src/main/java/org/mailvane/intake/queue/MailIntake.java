package org.mailvane.intake.queue;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import org.mailvane.intake.ledger.Import.Origin;
import org.mailvane.intake.ledger.ImportFigures;
import org.mailvane.intake.ledger.ImportProgress.Failure;
import org.mailvane.intake.ledger.ImportTable;
import org.mailvane.intake.ledger.LedgerListTable;
import org.mailvane.intake.ledger.LedgerTable;
import org.mailvane.intake.ledger.RawTable;
import org.mailvane.intake.ledger.Remark;
import org.mailvane.intake.ledger.Remark.Outcome;
import org.mailvane.platform.store.DatabaseFailure;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.text.Message;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.stereotype.Service;

/**
 * Takes over mails and files into the queue. When it returns, they are committed, and the caller
 * may forget them.
 *
 * <p>Those that are handed over at the same time are committed together: the disk's commit takes
 * longer than all else about a mail.
 */
@Service
public class MailIntake {

    /** Messages that one import holds; the next of the day go to a new one. */
    static final int MAX_OF_IMPORT = 10_000;

    /** Messages of one transaction. */
    static final int GROUP = 200;

    /** Bytes of these messages, deflated; a single one may be larger. */
    static final long GROUP_BYTES = 8L << 20;

    /** Mails that an account may be sent by SMTP in a day (UTC). */
    static final long MAX_MAILS_OF_DAY = 500_000;

    /** Bytes of these mails, as they are stored. */
    static final long MAX_BYTES_OF_DAY = 20L << 30;

    /** So long it is remembered how much an account was sent today. */
    private static final Duration REMEMBERED = Duration.ofSeconds(2);

    private static final int MAX_REMEMBERED = 10_000;

    private static final int TRIES = 5;

    private final Db db;
    private final ImportTable imports;
    private final LedgerTable ledger;
    private final QueueTable queueTable;
    private final RawTable raws;
    private final MailDayTable days;
    private final LedgerListTable lists;
    private final QueueSignal newInQueue;
    private final ImportFigures figures;
    private final Clock clock;
    private final Cache<Long, Boolean> room =
            Caffeine.newBuilder().maximumSize(MAX_REMEMBERED).expireAfterWrite(REMEMBERED).build();
    private final Queue<HandOver> waiting = new ConcurrentLinkedQueue<>();

    /** Held by the one who commits for all that wait. */
    private final ReentrantLock committing = new ReentrantLock();

    MailIntake(
            Db db,
            ImportTable imports,
            LedgerTable ledger,
            QueueTable queueTable,
            RawTable raws,
            MailDayTable days,
            LedgerListTable lists,
            QueueSignal newInQueue,
            ImportFigures figures,
            Clock clock) {
        this.db = db;
        this.imports = imports;
        this.ledger = ledger;
        this.queueTable = queueTable;
        this.raws = raws;
        this.days = days;
        this.lists = lists;
        this.newInQueue = newInQueue;
        this.figures = figures;
        this.clock = clock;
    }

    /** Messages that somebody hands over, and waits for. */
    private record HandOver(List<Delivery> deliveries, CompletableFuture<Void> committed) {

        long bytes() {
            return deliveries.stream().mapToLong(d -> d.message().deflated().length).sum();
        }
    }

    /**
     * Takes over messages, all of them or none.
     *
     * @throws org.springframework.dao.DataAccessException when they can't be stored
     */
    public void take(List<Delivery> deliveries) {
        HandOver own = new HandOver(deliveries, new CompletableFuture<>());
        waiting.add(own);
        committing.lock();
        try {
            // Somebody who was here before may have committed it meanwhile.
            while (!own.committed.isDone()) {
                List<HandOver> group = nextGroup();
                if (group.isEmpty()) {
                    // The thread that took it out ran out of memory before it was committed.
                    throw new IllegalStateException("the messages were not stored");
                }
                commit(group);
            }
        } finally {
            committing.unlock();
        }
        try {
            own.committed.join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw failed;
        }
    }

    /**
     * Takes over messages and does something else in the same transaction: both are committed, or
     * neither.
     *
     * @throws org.springframework.dao.DataAccessException when they can't be stored
     */
    public void take(List<Delivery> deliveries, Runnable alongside) {
        inTransaction(() -> {
            insert(deliveries);
            alongside.run();
        });
        newInQueue.give();
    }

    /**
     * Takes over messages as {@link #take(List)} does.
     *
     * @param deliveries whose names differ
     * @return the ledger's entries by their names
     */
    public Map<String, Long> takeNamed(List<Delivery> deliveries) {
        Map<String, Long> entries = new HashMap<>();
        inTransaction(() -> {
            entries.clear();
            insert(deliveries).forEach(entry -> entries.put(entry.name(), entry.id()));
        });
        newInQueue.give();
        return entries;
    }

    /** Returns which of these entries are finished, and of each whether something in it failed. */
    public Map<Long, Boolean> finished(long accountId, long[] entries) {
        return lists.finished(Scope.ofAccount(accountId), entries);
    }

    /** Returns what failed in these entries, the first of it. */
    public List<Failure> failures(long accountId, long[] entries, int limit) {
        return lists.failures(Scope.ofAccount(accountId), entries, limit).stream()
                .map(Failure::of)
                .toList();
    }

    /**
     * Notes that a message could not be taken over: it failed, and nothing of it is kept. It
     * belongs to the transaction that runs on this thread, if one does.
     *
     * @param name what it is called in the ledger
     * @param code stable identity of the reason
     * @param reason the reason, without a language
     * @return its entry in the ledger
     */
    public long refuse(
            long accountId,
            Origin origin,
            String source,
            String name,
            String code,
            Message reason) {
        return db.inTransaction(() -> {
            Scope scope = Scope.ofAccount(accountId);
            Instant now = clock.instant();
            long importId = importOfDay(new Place(accountId, origin, source), 1, now);
            LedgerTable.Done done = LedgerTable.Done.refused(name);
            long entryId = ledger.insertDone(scope, importId, done, now);
            Remark why = new Remark(Outcome.FAILED, name, code, reason);
            ledger.insertRemarks(scope, List.of(new LedgerTable.NewRemark(importId, entryId, why)));
            db.afterCommit(() -> figures.add(origin, done.counts(), List.of(why)));
            return entryId;
        });
    }

    /**
     * Whether an account may be sent more mails by SMTP today. A refusal may come some seconds
     * late.
     *
     * @throws org.springframework.dao.DataAccessException when that can't be found out
     */
    public boolean hasRoomToday(long accountId) {
        Boolean known = room.getIfPresent(accountId);
        if (known == null) {
            known =
                    days.isBelow(
                            Scope.ofAccount(accountId),
                            today(clock.instant()),
                            MAX_MAILS_OF_DAY,
                            MAX_BYTES_OF_DAY);
            room.put(accountId, known);
        }
        return known;
    }

    private static LocalDate today(Instant now) {
        return LocalDate.ofInstant(now, ZoneOffset.UTC);
    }

    private List<HandOver> nextGroup() {
        List<HandOver> group = new ArrayList<>();
        int messages = 0;
        long bytes = 0;
        while (messages < GROUP && bytes < GROUP_BYTES) {
            HandOver next = waiting.poll();
            if (next == null) {
                break;
            }
            group.add(next);
            messages += next.deliveries.size();
            bytes += next.bytes();
        }
        return group;
    }

    private void commit(List<HandOver> group) {
        try {
            inTransaction(
                    () -> insert(group.stream().flatMap(h -> h.deliveries.stream()).toList()));
            group.forEach(one -> one.committed.complete(null));
        } catch (RuntimeException | Error failed) {
            if (group.size() == 1 || DatabaseFailure.isTrouble(failed)) {
                // A database that is away would be waited for by each of them, one after another.
                group.forEach(one -> one.committed.completeExceptionally(failed));
            } else {
                // One that can't be stored must not keep the others out.
                group.forEach(one -> commit(List.of(one)));
            }
        }
        newInQueue.give();
    }

    private void inTransaction(Runnable work) {
        for (int attempt = 1; ; attempt++) {
            try {
                db.inTransaction(work);
                return;
            } catch (TransientDataAccessException conflict) {
                if (attempt == TRIES) {
                    throw conflict;
                }
            }
        }
    }

    /** Where messages go together: sorted, so that writers lock imports in the same order. */
    private record Place(long accountId, Origin origin, String source)
            implements Comparable<Place> {

        private static final Comparator<Place> ORDER =
                Comparator.comparingLong(Place::accountId)
                        .thenComparing(Place::origin)
                        .thenComparing(Place::source);

        @Override
        public int compareTo(Place other) {
            return ORDER.compare(this, other);
        }
    }

    private List<QueueTable.Entry> insert(List<Delivery> deliveries) {
        TreeMap<Place, List<Delivery>> byPlace = new TreeMap<>();
        for (Delivery one : deliveries) {
            Place place = new Place(one.accountId(), one.origin(), one.source());
            byPlace.computeIfAbsent(place, p -> new ArrayList<>()).add(one);
        }
        List<QueueTable.Entry> entries = new ArrayList<>();
        byPlace.forEach((place, some) -> entries.addAll(insert(place, some)));
        return entries;
    }

    private List<QueueTable.Entry> insert(Place place, List<Delivery> deliveries) {
        Scope scope = Scope.ofAccount(place.accountId);
        Instant now = clock.instant();
        long importId = importOfDay(place, deliveries.size(), now);
        List<Long> rawIds =
                raws.insert(scope, deliveries.stream().map(Delivery::message).toList(), now);
        List<QueueTable.New> news = new ArrayList<>();
        for (int i = 0; i < deliveries.size(); i++) {
            Delivery one = deliveries.get(i);
            news.add(
                    new QueueTable.New(
                            one.name(),
                            rawIds.get(i),
                            one.message().deflated().length,
                            one.envelopeFrom(),
                            one.client()));
        }
        List<QueueTable.Entry> entries = queueTable.insertQueued(scope, importId, news, now);
        if (place.origin == Origin.SMTP) {
            long bytes = deliveries.stream().mapToLong(d -> d.message().deflated().length).sum();
            days.add(scope, today(now), deliveries.size(), bytes);
        }
        return entries;
    }

    private long importOfDay(Place place, int count, Instant now) {
        return imports.ofDay(
                Scope.ofAccount(place.accountId),
                place.origin,
                place.source,
                today(now),
                count,
                MAX_OF_IMPORT,
                now);
    }
}
