package org.mailvane.intake.ledger;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.mailvane.api.Caller;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.intake.files.FileImport;
import org.mailvane.intake.files.ImportPace;
import org.mailvane.intake.files.Mailbox;
import org.mailvane.intake.ledger.Import.Origin;
import org.mailvane.intake.ledger.Import.State;
import org.mailvane.intake.ledger.Remark.Outcome;
import org.mailvane.intake.queue.QueueSignal;
import org.mailvane.intake.queue.QueueTable;
import org.mailvane.intake.reading.BatchWriter;
import org.mailvane.intake.reading.BatchWriter.Target;
import org.mailvane.intake.reading.Envelope;
import org.mailvane.intake.reading.Envelope.Content;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.reports.ByteSource;
import org.mailvane.reports.Limits;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.stereotype.Service;

/** What came in: uploads put into the queue, files read by commands, and what became of each. */
@Service
public class Imports {

    /** A command that has not written anything for so long has died. */
    static final Duration ABANDONED_AFTER = Duration.ofMinutes(15);

    /** Of so long it is measured how fast an import is read. */
    static final Duration PACE_OF = Duration.ofMinutes(1);

    private static final int TRIES = 5;

    private final Db db;
    private final ImportTable table;
    private final LedgerTable ledger;
    private final LedgerListTable lists;
    private final QueueTable queue;
    private final RawTable raws;
    private final BatchWriter writer;
    private final Limits limits;
    private final Clock clock;
    private final QueueSignal newInQueue;

    Imports(
            Db db,
            ImportTable table,
            LedgerTable ledger,
            LedgerListTable lists,
            QueueTable queue,
            RawTable raws,
            BatchWriter writer,
            Limits limits,
            QueueSignal newInQueue,
            Clock clock) {
        this.db = db;
        this.table = table;
        this.ledger = ledger;
        this.lists = lists;
        this.queue = queue;
        this.raws = raws;
        this.writer = writer;
        this.limits = limits;
        this.newInQueue = newInQueue;
        this.clock = clock;
    }

    /**
     * A file of an upload.
     *
     * @param name its name
     * @param content its bytes, as they lie on disk
     */
    public record Upload(String name, ByteSource content) {

        public Upload {
            name = Envelope.kept(name);
        }
    }

    /** Returns how many imports there are. */
    public long count(Scope scope) {
        return table.count(scope);
    }

    /** Returns a page of the imports, the newest first. */
    public List<Import> list(Scope scope, Window window) {
        return table.list(scope, window);
    }

    /** Returns the import of this number. */
    public Optional<Import> find(Scope scope, long id) {
        return table.find(scope, id);
    }

    /**
     * How fast an import is read by now: imports of a day grow as mail arrives, and may be read
     * again long after they began. Empty where not even two messages or files were read lately.
     */
    public Optional<ImportPace> pace(Scope scope, long importId) {
        Instant now = clock.instant();
        return lists.pace(scope, importId, now.minus(PACE_OF), now);
    }

    /** Returns the account's reports that wait for a domain. */
    public WaitingReports waiting(Scope scope) {
        return lists.waiting(scope);
    }

    /** Returns how many parts of an import failed. */
    long countFailures(Scope scope, long importId) {
        return lists.countRemarks(scope, importId, Outcome.FAILED);
    }

    /** Returns a page of what failed in an import, in the order in which it was read. */
    List<Remark> failures(Scope scope, long importId, Window window) {
        return lists.remarks(scope, importId, Outcome.FAILED, window);
    }

    /** Returns how many of its messages an import has that a filter asks for. */
    public long countEntries(Scope scope, long importId, LedgerEntryFilter filter) {
        return lists.countEntries(scope, importId, filter);
    }

    /** Returns a page of the messages of an import, in the order in which they came. */
    public List<LedgerEntry> entries(
            Scope scope, long importId, LedgerEntryFilter filter, Window window) {
        return lists.entries(scope, importId, filter, window);
    }

    /** One message of an import, without its reasons. */
    public Optional<LedgerEntry> findEntry(Scope scope, long importId, long id) {
        return lists.findEntry(scope, importId, id);
    }

    /**
     * Returns the message of an entry as it is kept.
     *
     * @throws ApiProblem 403 where it may hold a failure report and the caller has no access to
     *     these; 404 where it is not kept
     */
    public RawMessage original(Caller caller, LedgerEntry entry) {
        if (!mayRead(caller, entry)) {
            throw ApiProblem.forbidden(
                    entry.isQueued()
                            ? "The message was not read yet and may contain a failure report. You need"
                                    + " access to forensic reports."
                            : "The message contains a failure report, or may contain one. You need"
                                    + " access to forensic reports.");
        }
        return Optional.ofNullable(entry.rawId())
                .flatMap(id -> raws.find(caller.scope(), id))
                .orElseThrow(() -> ApiProblem.notFound("The message is no longer kept."));
    }

    /** Whether a caller may read the message of an entry, where it is kept. */
    public boolean mayRead(Caller caller, LedgerEntry entry) {
        return caller.forensic() || !entry.mayHoldFailure();
    }

    /**
     * Reads a message again.
     *
     * @return its import as it is then, before it is read
     * @throws ApiProblem 400 where it is not kept, or waits to be read already
     */
    public Import retry(Scope scope, long importId, LedgerEntry entry) {
        if (entry.rawId() == null) {
            throw ApiProblem.invalid("entry", "Its message is no longer kept.");
        }
        return db.inTransaction(() -> {
            if (queue.retry(scope, importId, entry.id()) == 0) {
                throw ApiProblem.invalid("entry", "It is already queued.");
            }
            return queued(scope, importId);
        });
    }

    /**
     * Puts all messages of an import into the queue again that hold what failed or waits.
     *
     * @return the import as it is then, before anything is read
     * @throws ApiProblem 404 where it is gone
     */
    public Import retry(Scope scope, long importId) {
        return db.inTransaction(() -> {
            queue.retry(scope, importId, null);
            return queued(scope, importId);
        });
    }

    private Import queued(Scope scope, long importId) {
        db.afterCommit(newInQueue::give);
        return table.find(scope, importId).orElseThrow(ApiProblem::notFound);
    }

    /**
     * Puts an upload into the queue, a mailbox message by message. When this answers, its files are
     * safely stored.
     *
     * @throws UncheckedIOException when the files can't be read
     */
    public Import enqueue(Scope scope, List<Upload> uploads) {
        for (int attempt = 1; ; attempt++) {
            try {
                long id = db.inTransaction(() -> insert(scope, uploads));
                newInQueue.give();
                return table.find(scope, id).orElseThrow();
            } catch (TransientDataAccessException conflict) {
                // Two uploads of the same files in different orders, for instance.
                if (attempt == TRIES) {
                    throw conflict;
                }
            }
        }
    }

    private long insert(Scope scope, List<Upload> uploads) {
        long importId = table.insert(scope, Origin.UPLOAD, clock.instant());
        try {
            for (Upload upload : uploads) {
                boolean split =
                        Mailbox.is(upload.content())
                                && Mailbox.forEach(
                                                upload.name(),
                                                upload.content(),
                                                (name, size, content) ->
                                                        insert(scope, importId, name, content))
                                        > 0;
                if (!split) {
                    insert(scope, importId, upload.name(), () -> read(upload.content()));
                }
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return importId;
    }

    private void insert(Scope scope, long importId, String name, Content content)
            throws IOException {
        try {
            RawMessage message = content.get();
            long rawId = raws.insert(scope, message, clock.instant());
            queue.insertUploaded(
                    scope, importId, name, rawId, message.deflated().length, clock.instant());
        } catch (RawMessage.TooLarge tooLarge) {
            Remark why = Remark.tooLarge(name, tooLarge.reason());
            LedgerTable.Done done = LedgerTable.Done.refused(name);
            long entryId = ledger.insertDone(scope, importId, done, clock.instant());
            ledger.insertRemarks(scope, List.of(new LedgerTable.NewRemark(importId, entryId, why)));
        }
    }

    private static RawMessage read(ByteSource content) throws IOException {
        try (InputStream input = content.open()) {
            return RawMessage.read(input);
        }
    }

    /**
     * Reads files into the rows. It can be stopped, or die, at any point, and be run again: what is
     * stored already is a duplicate then.
     *
     * @param paths files and folders
     * @param stop asked between files whether to stop; what has been read by then is stored
     * @return what became of them
     */
    public Counts importFiles(
            Scope scope, List<Path> paths, ImportProgress progress, BooleanSupplier stop) {
        long id = table.insert(scope, Origin.COMMAND, clock.instant());
        Target target = Target.ofCommand(scope, id);
        FileImport files = new FileImport(limits, progress);
        boolean complete = false;
        try {
            Counts counts =
                    files.run(
                            paths,
                            stop,
                            batch -> {
                                FileImport.Written written = writer.write(target, batch);
                                table.progress(scope, id, files.expected(), clock.instant());
                                return written;
                            });
            complete = !stop.getAsBoolean();
            return counts;
        } finally {
            table.finish(scope, id, complete ? State.DONE : State.FAILED, clock.instant());
        }
    }

    /** Ends imports whose commands have died; answers how many. */
    public int failAbandoned() {
        return table.failAbandoned(clock.instant().minus(ABANDONED_AFTER), clock.instant());
    }
}
