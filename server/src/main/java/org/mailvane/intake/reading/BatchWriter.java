package org.mailvane.intake.reading;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.Discovery;
import org.mailvane.domains.DomainDiscovery;
import org.mailvane.domains.DomainsChanged;
import org.mailvane.intake.files.FileImport.Written;
import org.mailvane.intake.ledger.Counts;
import org.mailvane.intake.ledger.ImportFigures;
import org.mailvane.intake.ledger.LedgerTable;
import org.mailvane.intake.ledger.Remark;
import org.mailvane.intake.reading.BatchLedger.AlreadyFinished;
import org.mailvane.intake.reading.BatchReports.StoredReport;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.platform.store.DatabaseFailure;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.LockTimeoutException;
import org.mailvane.platform.store.Scope;
import org.mailvane.traffic.store.Traffic.Prepared;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.stereotype.Component;

/**
 * Writes what was read: messages, reports, rows, sums and the ledger of a batch of envelopes in one
 * transaction, so that a crash leaves each envelope either wholly there or not at all.
 */
@Component
public class BatchWriter {

    /** Tries of a batch that meets a conflict with another writer. */
    private static final int TRIES = 5;

    /**
     * Tries of a batch whose domains are added or deleted meanwhile. Each time somebody else gets
     * on, and a person who adds and deletes without end is all that could use them up.
     */
    private static final int TRIES_OF_CHANGED_DOMAINS = 100;

    /**
     * Tries of a batch while somebody changes the account's domains and does not come to an end:
     * three minutes, and the connection is given back between them.
     */
    private static final int TRIES_OF_HELD_DOMAINS = 60;

    private static final Logger log = LoggerFactory.getLogger(BatchWriter.class);

    private final Db db;
    private final DomainDiscovery domains;
    private final BatchReports reports;
    private final BatchMessages messages;
    private final LedgerTable ledger;
    private final Redaction redaction;
    private final UnnamedTls unnamedTls;
    private final PublicSuffixes suffixes;
    private final ImportFigures figures;
    private final Clock clock;

    BatchWriter(
            Db db,
            DomainDiscovery domains,
            BatchReports reports,
            BatchMessages messages,
            LedgerTable ledger,
            Redaction redaction,
            UnnamedTls unnamedTls,
            PublicSuffixes suffixes,
            ImportFigures figures,
            Clock clock) {
        this.db = db;
        this.domains = domains;
        this.reports = reports;
        this.messages = messages;
        this.ledger = ledger;
        this.redaction = redaction;
        this.unnamedTls = unnamedTls;
        this.suffixes = suffixes;
        this.figures = figures;
        this.clock = clock;
    }

    /**
     * Where envelopes are written to.
     *
     * @param scope the account
     * @param importId the import of those that were never in the queue; the others know their own
     * @param addForeign whether domains of unknown organisations are added
     * @param keepNonReports whether messages that hold no report are kept too
     * @param patient whether to wait for minutes while somebody holds the account's domains; for a
     *     moment otherwise
     */
    public record Target(
            Scope scope,
            long importId,
            boolean addForeign,
            boolean keepNonReports,
            boolean patient) {

        /** Returns where files go that a command reads. */
        public static Target ofCommand(Scope scope, long importId) {
            return new Target(scope, importId, true, false, true);
        }

        /**
         * Returns the target of messages of the queue. Others wait for them, so it is not patient.
         */
        public static Target ofQueue(Scope scope, boolean addForeign) {
            return new Target(scope, 0, addForeign, true, false);
        }
    }

    /**
     * Writes a batch. Where that fails although the database is well, each envelope is written
     * alone, so that one which can't be written does not hold up the others.
     */
    public Written write(Target target, List<ReadEnvelope> read) {
        // Outside the transaction, for it takes time.
        List<ReadEnvelope> batch =
                read.stream()
                        .map(one -> redaction.applied(unnamedTls.named(target.scope(), one)))
                        .toList();
        try {
            return writeTogether(target, batch);
        } catch (RuntimeException failed) {
            if (failed instanceof LockTimeoutException || DatabaseFailure.isTrouble(failed)) {
                throw failed;
            }
            log.warn("A batch can't be written; its messages are tried one by one", failed);
            Counts counts = Counts.NONE;
            List<Remark> remarks = new ArrayList<>();
            Map<Long, Long> facts = new HashMap<>();
            for (ReadEnvelope one : batch) {
                Written written = writeAlone(target, one);
                counts = counts.plus(written.counts());
                remarks.addAll(written.remarks());
                facts.putAll(written.facts());
            }
            return new Written(counts, remarks, facts);
        }
    }

    private Written writeAlone(Target target, ReadEnvelope read) {
        try {
            return writeTogether(target, List.of(read));
        } catch (AlreadyFinished other) {
            log.warn("{}; its lease had run out", other.getMessage());
            return new Written(Counts.NONE, List.of());
        } catch (DomainsChanged | LockTimeoutException | TransientDataAccessException conflict) {
            // Others were in the way each time, which is not the fault of the message.
            throw conflict;
        } catch (RuntimeException failed) {
            if (DatabaseFailure.isTrouble(failed)) {
                throw failed;
            }
            log.error("{} can't be written", read.envelope().name(), failed);
            Remark why = Remark.internalError(read.envelope().name());
            return writeTogether(target, List.of(read.withoutReports(why)));
        }
    }

    private Written writeTogether(Target target, List<ReadEnvelope> batch) {
        int conflicts = 0;
        int changes = 0;
        int waits = 0;
        while (true) {
            try {
                // Domains and partitions first: they must not be made in the batch's transaction.
                Discovery discovery =
                        domains.discover(
                                target.scope(), BatchReports.sightings(batch), target.addForeign());
                Prepared prepared = reports.prepare(target.scope(), discovery, batch);
                return db.inTransaction(() -> write(target, batch, discovery, prepared));
            } catch (DomainsChanged changed) {
                if (++changes == TRIES_OF_CHANGED_DOMAINS) {
                    throw changed;
                }
            } catch (LockTimeoutException held) {
                if (++waits == (target.patient() ? TRIES_OF_HELD_DOMAINS : 1)) {
                    throw held;
                }
            } catch (TransientDataAccessException conflict) {
                if (++conflicts == TRIES) {
                    throw conflict;
                }
                log.info("Writing a batch again: {}", conflict.getMessage());
            }
        }
    }

    private Written write(
            Target target, List<ReadEnvelope> batch, Discovery discovery, Prepared prepared) {
        Scope scope = target.scope();
        Instant now = clock.instant();
        // Domains are locked first, as by code that deletes them with their messages.
        domains.lock(scope, discovery, BatchReports.sightings(batch));
        List<@Nullable Long> rawIds = messages.keep(target, batch, now);
        List<List<StoredReport>> stored = reports.store(scope, batch, rawIds, discovery, prepared);
        BatchLedger entries = new BatchLedger(ledger, figures, target, now);
        for (int i = 0; i < batch.size(); i++) {
            ReadEnvelope read = batch.get(i);
            entries.add(read, rawIds.get(i), new EnvelopeTally(read, stored.get(i), suffixes));
        }
        entries.write();
        db.afterCommit(entries::count);
        return entries.written();
    }
}
