package org.mailvane.intake.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.mailvane.intake.AccountResolver;
import org.mailvane.intake.IntakeProblemLog;
import org.mailvane.intake.ReportPlaces.Place;
import org.mailvane.intake.files.FileMessages;
import org.mailvane.intake.folder.FolderFiles.FolderFile;
import org.mailvane.intake.ledger.Import.Origin;
import org.mailvane.intake.ledger.ImportProgress.Failure;
import org.mailvane.intake.ledger.RawMessage;
import org.mailvane.intake.queue.Delivery;
import org.mailvane.intake.queue.MailIntake;
import org.mailvane.platform.jobs.WorkLoop;
import org.mailvane.platform.settings.WatchDir;
import org.mailvane.text.Message;
import org.mailvane.text.Passage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes in the files of one folder for as long as the service runs: a file that has not changed for
 * some seconds is put into the queue, and moved away when the ledger says that it is finished.
 *
 * <p>Nothing of that is kept: after a crash, what still lies there is taken once more, and counts
 * as a duplicate. The folder is looked at again and again, since word of changes does not come from
 * every kind of disk.
 */
final class FolderReader implements WorkLoop.Work {

    /** How long a file must not have changed; who writes it may pause. */
    static final Duration SETTLED = Duration.ofSeconds(3);

    /** The same for an empty file: somebody is about to write it. */
    static final Duration EMPTY_SETTLED = Duration.ofMinutes(1);

    /** Files in the queue. */
    static final int MAX_PENDING = 500;

    /** Messages that are put into the queue together. */
    static final int BATCH = 100;

    /** Bytes of these messages; a single one may be larger. */
    static final long BATCH_BYTES = 8L << 20;

    /** Entries whose state is asked for at once. */
    static final int ASKED = 5_000;

    /** Reasons that are written beside a failed file. */
    static final int MAX_REASONS = 1_000;

    /** Files that are known to be left alone; with more of them nothing is taken. */
    static final int MAX_LEFT = 10_000;

    /** A look may take this part of the time. */
    private static final int LOOKING_SHARE = 20;

    private static final Logger log = LoggerFactory.getLogger(FolderReader.class);

    private final WatchDir watched;
    private final FolderFiles files;
    private final MailIntake intake;
    private final AccountResolver receiver;
    private final Duration settled;
    private final Clock clock;
    private final IntakeProblemLog complaints;
    private Map<Path, Seen> seen = new HashMap<>();
    private final Map<Path, Pending> pending = new LinkedHashMap<>();
    private final Map<Path, FolderFile> left = new HashMap<>();
    private Instant nextLook = Instant.MIN;
    private volatile @Nullable Instant lastWell;
    private final AtomicInteger failures = new AtomicInteger();

    FolderReader(
            WatchDir watched,
            Duration settled,
            MailIntake intake,
            AccountResolver receiver,
            Clock clock) {
        this.watched = watched;
        this.files = new FolderFiles(watched.path());
        this.settled = settled;
        this.intake = intake;
        this.receiver = receiver;
        this.clock = clock;
        this.complaints = new IntakeProblemLog(log, "Folder " + watched, clock);
    }

    /** A file, and since when it is as it is. */
    private record Seen(FolderFile file, Instant since) {}

    /** How the folder is, for people. */
    Place place() {
        return new Place(
                Origin.FOLDER,
                watched.path().toString(),
                complaints.current(),
                lastWell,
                failures.get());
    }

    /** Whether its files are for this account. */
    boolean isFor(long accountId) {
        return receiver.isFor(watched.account(), accountId);
    }

    /** Returns what is wrong with the folder now, if anything. */
    @Nullable Passage problem() {
        return complaints.current();
    }

    @Override
    public boolean processBatch() {
        try {
            long account = receiver.accountId(watched.account());
            boolean moved = moveFinished(account);
            if (isStuck()) {
                failures.incrementAndGet();
                complaints.say(
                        Passage.of(
                                Message.of("imports.place.too_many_left")
                                        .with("files", left.size())));
                return moved;
            }
            boolean taken = takeSettled(account);
            complaints.end();
            lastWell = clock.instant();
            failures.set(0);
            return moved || taken;
        } catch (AccountResolver.Unknown nobody) {
            failures.incrementAndGet();
            complaints.say(Passage.of(nobody.problem()));
        } catch (IOException broken) {
            failures.incrementAndGet();
            complaints.say(
                    Passage.of(
                            Message.of("imports.file.unreadable_reason")
                                    .with("reason", broken.toString())));
        }
        return false;
    }

    /**
     * Whether so many files are left alone that they can't all be known, and would be taken over
     * again and again.
     */
    private boolean isStuck() {
        if (left.size() >= MAX_LEFT) {
            left.keySet().removeIf(path -> !Files.exists(path, LinkOption.NOFOLLOW_LINKS));
        }
        return left.size() >= MAX_LEFT;
    }

    /** Puts files into the queue that are complete; answers whether there were any. */
    private boolean takeSettled(long account) throws IOException {
        Instant now = clock.instant();
        // A look goes through the whole folder: it is to find room for many files.
        if (pending.size() > MAX_PENDING / 2 || now.isBefore(nextLook)) {
            return false;
        }
        long begin = System.nanoTime();
        List<FolderFile> oldest = files.oldest(this::isOpen);
        Duration looking = Duration.ofNanos(System.nanoTime() - begin);
        List<FolderFile> complete = complete(oldest, now);
        Batch batch = new Batch(account);
        for (FolderFile file : complete) {
            if (pending.size() + batch.filesInIt() >= MAX_PENDING) {
                break;
            }
            take(file, batch);
        }
        batch.commit();
        if (complete.isEmpty()) {
            nextLook = now.plus(looking.multipliedBy(LOOKING_SHARE));
        }
        return !complete.isEmpty();
    }

    private boolean isOpen(FolderFile file) {
        if (pending.containsKey(file.path()) || file.equals(left.get(file.path()))) {
            return false;
        }
        if (file.link()) {
            if (left.size() < MAX_LEFT) {
                leave(file, "links are not followed");
            }
            return false;
        }
        return true;
    }

    /** Returns those that have been the same for long enough. */
    private List<FolderFile> complete(List<FolderFile> found, Instant now) {
        List<FolderFile> complete = new ArrayList<>();
        Map<Path, Seen> next = new HashMap<>();
        for (FolderFile file : found) {
            Seen before = seen.get(file.path());
            Seen current =
                    before != null && before.file.equals(file) ? before : new Seen(file, now);
            Duration needed =
                    file.size() == 0 && settled.compareTo(EMPTY_SETTLED) < 0
                            ? EMPTY_SETTLED
                            : settled;
            next.put(file.path(), current);
            if (!now.isBefore(current.since.plus(needed))) {
                complete.add(file);
            }
        }
        seen = next;
        return complete;
    }

    private void take(FolderFile file, Batch batch) {
        String name = files.name(file.path());
        Pending taken = new Pending(file);
        batch.begin(taken);
        try {
            FileMessages.read(name, file.content(), batch);
            if (file.isUnchanged()) {
                batch.end();
            } else {
                // It is still being written; what was taken of it does not move it away.
                batch.forget();
            }
        } catch (NoSuchFileException gone) {
            batch.forget();
        } catch (IOException unreadable) {
            batch.forget();
            leave(file, "it can't be read: " + unreadable);
        }
    }

    private void leave(FolderFile file, String why) {
        left.put(file.path(), file);
        log.warn(
                "Folder {}: {} is left where it is: {}",
                watched,
                files.name(file.path()).replaceAll("\\p{Cntrl}", "?"),
                why);
    }

    /** A file in the queue. */
    static final class Pending {

        private final FolderFile file;
        private long[] entries = new long[1];
        private int count;
        private int finished;
        private long[] failed = {};

        Pending(FolderFile file) {
            this.file = file;
        }

        void add(long entry) {
            if (count == entries.length) {
                entries = Arrays.copyOf(entries, count * 2);
            }
            entries[count++] = entry;
        }

        boolean isFinished() {
            return finished == count;
        }

        /** Entries that have failed and whose reasons are written. */
        long[] failed() {
            return failed;
        }

        /** Notes what is known of its entries, one after the other. */
        void note(Map<Long, Boolean> known) {
            while (finished < count) {
                Boolean failure = known.get(entries[finished]);
                if (failure == null) {
                    return;
                }
                if (failure && failed.length < MAX_REASONS) {
                    failed = Arrays.copyOf(failed, failed.length + 1);
                    failed[failed.length - 1] = entries[finished];
                }
                finished++;
            }
        }
    }

    /** Files and mails of mailboxes on their way into the queue. */
    private final class Batch implements FileMessages.Sink {

        private final long account;
        private final List<Delivery> deliveries = new ArrayList<>();
        private final Map<String, Pending> owners = new HashMap<>();
        private final List<Pending> ended = new ArrayList<>();
        private long bytes;
        private @Nullable Pending current;

        Batch(long account) {
            this.account = account;
        }

        int filesInIt() {
            return ended.size();
        }

        void begin(Pending file) {
            current = file;
        }

        /** The file is read to its end. */
        void end() {
            if (current != null) {
                ended.add(current);
                current = null;
            }
        }

        /** The file is not moved away, whatever was put into the queue of it. */
        void forget() {
            Pending gone = current;
            if (gone != null) {
                deliveries.removeIf(one -> owners.get(one.name()) == gone);
                current = null;
            }
        }

        @Override
        public void message(String name, RawMessage message) {
            deliveries.add(
                    new Delivery(account, Origin.FOLDER, watched.toString(), name, message, null));
            if (current != null) {
                owners.put(name, current);
            }
            bytes += message.size();
            if (deliveries.size() >= BATCH || bytes >= BATCH_BYTES) {
                put();
            }
        }

        @Override
        public void tooLarge(String name, Message reason) {
            long entry =
                    intake.refuse(
                            account, Origin.FOLDER, watched.toString(), name, "too_large", reason);
            if (current != null) {
                current.add(entry);
            }
        }

        private void put() {
            if (!deliveries.isEmpty()) {
                intake.takeNamed(deliveries)
                        .forEach((name, entry) -> {
                            Pending owner = owners.get(name);
                            if (owner != null) {
                                owner.add(entry);
                            }
                        });
            }
            deliveries.clear();
            owners.clear();
            bytes = 0;
        }

        void commit() {
            put();
            ended.forEach(file -> pending.put(file.file.path(), file));
        }
    }

    /** Moves files away whose entries are finished; answers whether there were any. */
    private boolean moveFinished(long account) {
        if (pending.isEmpty()) {
            return false;
        }
        Map<Long, Boolean> known = intake.finished(account, open());
        List<Pending> finished = new ArrayList<>();
        for (Pending file : pending.values()) {
            file.note(known);
            if (file.isFinished()) {
                finished.add(file);
            }
        }
        for (Pending file : finished) {
            move(account, file);
            pending.remove(file.file.path());
        }
        return !finished.isEmpty();
    }

    /** Entries whose state is not known yet, some of each file. */
    private long[] open() {
        long[] open = new long[ASKED];
        int count = 0;
        int share = Math.max(1, ASKED / pending.size());
        for (Pending file : pending.values()) {
            int some = Math.min(Math.min(share, file.count - file.finished), ASKED - count);
            System.arraycopy(file.entries, file.finished, open, count, some);
            count += some;
        }
        return Arrays.copyOf(open, count);
    }

    private void move(long account, Pending finished) {
        FolderFile file = finished.file;
        try {
            if (!file.isUnchanged()) {
                // Somebody has written to it meanwhile: it is read again.
                return;
            }
            if (finished.failed.length == 0) {
                files.move(file.path(), FolderFiles.DONE);
                return;
            }
            List<Failure> reasons = intake.failures(account, finished.failed, MAX_REASONS);
            Path moved = files.move(file.path(), FolderFiles.FAILED);
            FolderFiles.writeReason(moved, text(reasons));
        } catch (NoSuchFileException gone) {
            // Another server, or a person, has moved it.
        } catch (IOException stuck) {
            leave(file, "it was imported, but can't be moved: " + stuck);
        }
    }

    private static String text(List<Failure> reasons) {
        StringBuilder text = new StringBuilder();
        for (Failure reason : reasons) {
            text.append(reason.file()).append(": ").append(reason.reason());
            text.append(" (").append(reason.code()).append(")\n");
        }
        return text.toString();
    }
}
