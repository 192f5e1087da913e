package org.mailvane.intake;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.Discovery;
import org.mailvane.domains.Discovery.Sighting;
import org.mailvane.domains.DomainDiscovery;
import org.mailvane.domains.DomainsChanged;
import org.mailvane.domains.StoreOutcome;
import org.mailvane.forensic.FailureReports;
import org.mailvane.forensic.IncomingFailure;
import org.mailvane.intake.FileImport.Written;
import org.mailvane.intake.LedgerTable.Awaited;
import org.mailvane.intake.ReadEnvelope.ReadFailure;
import org.mailvane.intake.ReadEnvelope.ReadReport;
import org.mailvane.intake.ReadEnvelope.ReadTls;
import org.mailvane.intake.Remark.Outcome;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.reporters.ReportAuthentication;
import org.mailvane.reporters.VouchingDomains;
import org.mailvane.reports.aggregate.AggregateReport;
import org.mailvane.reports.failure.FailureReport;
import org.mailvane.reports.tls.TlsReport;
import org.mailvane.store.DatabaseFailure;
import org.mailvane.store.Db;
import org.mailvane.store.LockTimeoutException;
import org.mailvane.store.Scope;
import org.mailvane.tls.IncomingTls;
import org.mailvane.tls.TlsReports;
import org.mailvane.traffic.Incoming;
import org.mailvane.traffic.Traffic;
import org.mailvane.traffic.Traffic.Prepared;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.stereotype.Component;

/**
 * Writes what was read: messages, reports, rows, sums and the ledger of a batch of envelopes in one
 * transaction, so that a crash leaves each envelope either wholly there or not at all.
 */
@Component
class BatchWriter {

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
    private final Traffic traffic;
    private final FailureReports failureReports;
    private final TlsReports tlsReports;
    private final RawTable raws;
    private final LedgerTable ledger;
    private final Redaction redaction;
    private final UnnamedTls unnamedTls;
    private final PublicSuffixes suffixes;
    private final VouchingDomains vouchers;
    private final ImportFigures figures;
    private final Clock clock;

    BatchWriter(
            Db db,
            DomainDiscovery domains,
            Traffic traffic,
            FailureReports failureReports,
            TlsReports tlsReports,
            RawTable raws,
            LedgerTable ledger,
            Redaction redaction,
            UnnamedTls unnamedTls,
            PublicSuffixes suffixes,
            VouchingDomains vouchers,
            ImportFigures figures,
            Clock clock) {
        this.db = db;
        this.domains = domains;
        this.traffic = traffic;
        this.failureReports = failureReports;
        this.tlsReports = tlsReports;
        this.raws = raws;
        this.ledger = ledger;
        this.redaction = redaction;
        this.unnamedTls = unnamedTls;
        this.suffixes = suffixes;
        this.vouchers = vouchers;
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
    record Target(
            Scope scope,
            long importId,
            boolean addForeign,
            boolean keepNonReports,
            boolean patient) {

        /** Returns where files go that a command reads. */
        static Target ofCommand(Scope scope, long importId) {
            return new Target(scope, importId, true, false, true);
        }

        /**
         * Returns the target of messages of the queue. Others wait for them, so it is not patient.
         */
        static Target ofQueue(Scope scope, boolean addForeign) {
            return new Target(scope, 0, addForeign, true, false);
        }
    }

    /**
     * Writes a batch. Where that fails although the database is well, each envelope is written
     * alone, so that one which can't be written does not hold up the others.
     */
    Written write(Target target, List<ReadEnvelope> read) {
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
                        domains.discover(target.scope(), sightings(batch), target.addForeign());
                Prepared prepared =
                        traffic.prepare(target.scope(), discovery, incoming(batch, null));
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
        Instant now = clock.instant();
        // Domains are locked first, as by code that deletes them with their messages.
        domains.lock(target.scope(), discovery, sightings(batch));
        List<@Nullable Long> rawIds = keep(target, batch, now);
        Outcomes outcomes = store(target.scope(), batch, rawIds, discovery, prepared);
        Notes notes = new Notes();
        for (int i = 0; i < batch.size(); i++) {
            Long rawId = rawIds.get(i);
            notes.add(target, batch.get(i), rawId, tally(batch.get(i), outcomes));
        }
        notes.write(target.scope(), target.importId(), now);
        db.afterCommit(notes::count);
        return new Written(notes.counts, notes.remarks, notes.facts);
    }

    /** What the ledger is going to say of a batch: written together, in few statements. */
    private final class Notes {

        private final List<LedgerTable.Finished> finished = new ArrayList<>();
        private final List<LedgerTable.Done> done = new ArrayList<>();
        private final List<LedgerTable.NewRemark> newRemarks = new ArrayList<>();
        private final List<Long> holdingFailures = new ArrayList<>();
        private final Map<Long, Set<Awaited>> waiting = new HashMap<>();
        private final Map<Long, Long> facts = new HashMap<>();
        private final List<Runnable> toCount = new ArrayList<>();
        private Counts counts = Counts.NONE;
        private final List<Remark> remarks = new ArrayList<>();

        void add(Target target, ReadEnvelope read, @Nullable Long rawId, Tally tally) {
            if (rawId != null) {
                withoutAwaited(target.scope(), rawId, tally);
            }
            for (Remark remark : tally.remarks) {
                if (!remark.isOfImported()) {
                    tally.counts = tally.counts.plus(Counts.one(remark.outcome()));
                }
            }
            counts = counts.plus(tally.counts);
            remarks.addAll(tally.remarks);
            Envelope envelope = read.envelope();
            Envelope.Queued queued = envelope.queued();
            if (queued != null) {
                facts.put(queued.entryId(), tally.facts);
                // What the entry imported when it was read before is not a duplicate.
                long again = Math.min(queued.claim().imported(), tally.counts.duplicate());
                Counts fresh = tally.counts.withoutDuplicates(again);
                toCount.add(() -> figures.add(queued.origin(), fresh, tally.remarks));
                finished.add(
                        new LedgerTable.Finished(
                                queued.entryId(),
                                tally.counts,
                                read.carrier(),
                                read.authentication()));
                note(queued.importId(), queued.entryId(), read, tally);
            } else if (tally.remarks.isEmpty() && !read.holdsFailure()) {
                // Nearly all are like that, and nobody needs their numbers.
                done.add(
                        new LedgerTable.Done(
                                envelope.name(),
                                rawId,
                                tally.counts,
                                read.carrier(),
                                read.authentication()));
            } else {
                long entryId =
                        ledger.insertDone(
                                target.scope(),
                                target.importId(),
                                new LedgerTable.Done(
                                        envelope.name(),
                                        rawId,
                                        tally.counts,
                                        read.carrier(),
                                        read.authentication()),
                                clock.instant());
                note(target.importId(), entryId, read, tally);
            }
        }

        /** Counts what came from the queue, which is committed by now. */
        void count() {
            toCount.forEach(Runnable::run);
        }

        private void note(long importId, long entryId, ReadEnvelope read, Tally tally) {
            for (Remark remark : tally.remarks) {
                newRemarks.add(new LedgerTable.NewRemark(importId, entryId, remark));
            }
            if (read.holdsFailure()) {
                holdingFailures.add(entryId);
            }
        }

        /** What another entry of the same message waits for already is a duplicate. */
        private void withoutAwaited(Scope scope, long rawId, Tally tally) {
            if (tally.remarks.stream().noneMatch(r -> r.outcome() == Outcome.WAITING)) {
                return;
            }
            Set<Awaited> awaited =
                    waiting.computeIfAbsent(rawId, id -> ledger.awaited(scope, rawId));
            for (Iterator<Remark> each = tally.remarks.iterator(); each.hasNext(); ) {
                Remark remark = each.next();
                if (remark.outcome() == Outcome.WAITING && awaited.contains(Awaited.of(remark))) {
                    each.remove();
                    tally.counts = tally.counts.plus(Counts.one(Outcome.DUPLICATE));
                }
            }
            tally.remarks.stream()
                    .filter(r -> r.outcome() == Outcome.WAITING)
                    .map(Awaited::of)
                    .forEach(awaited::add);
        }

        void write(Scope scope, long importId, Instant now) {
            Set<Long> ended = ledger.finish(scope, finished, now);
            for (LedgerTable.Finished one : finished) {
                if (!ended.contains(one.entryId())) {
                    // Its lease ran out and another worker has finished it: nothing of this one
                    // counts.
                    throw new AlreadyFinished(one.entryId());
                }
            }
            ledger.insertDone(scope, importId, done, now);
            ledger.insertRemarks(scope, newRemarks);
            ledger.setHoldsFailure(scope, holdingFailures);
        }
    }

    /**
     * What became of the reports of a batch, kind by kind in the order of its envelopes: taken off
     * one by one.
     */
    private record Outcomes(
            Iterator<StoreOutcome> aggregate,
            Iterator<StoreOutcome> failure,
            Iterator<StoreOutcome> tls) {}

    private Outcomes store(
            Scope scope,
            List<ReadEnvelope> batch,
            List<@Nullable Long> rawIds,
            Discovery discovery,
            Prepared prepared) {
        List<IncomingFailure> failures = new ArrayList<>();
        List<IncomingTls> tls = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            Long rawId = rawIds.get(i);
            for (ReadFailure read : batch.get(i).failures()) {
                failures.add(new IncomingFailure(read.report(), read.domains(), rawId));
            }
            ReportAuthentication authentication = batch.get(i).authentication();
            for (ReadTls read : batch.get(i).tlsReports()) {
                tls.add(
                        new IncomingTls(
                                read.report(),
                                read.domains(),
                                rawId,
                                authentication,
                                vouchers.of(authentication)));
            }
        }
        return new Outcomes(
                traffic.store(scope, prepared, incoming(batch, rawIds)).iterator(),
                failureReports.store(scope, discovery, failures).iterator(),
                tlsReports.store(scope, discovery, tls).iterator());
    }

    private Tally tally(ReadEnvelope read, Outcomes outcomes) {
        Tally tally = new Tally(read);
        for (ReadReport one : read.reports()) {
            AggregateReport report = one.report();
            tally.add(
                    outcomes.aggregate.next(),
                    report.path(),
                    report.reportId(),
                    List.of(one.policyDomain()),
                    report.remarks());
        }
        for (ReadFailure one : read.failures()) {
            FailureReport report = one.report();
            tally.add(
                    outcomes.failure.next(),
                    report.path(),
                    report.carrier().messageId(),
                    one.domains(),
                    report.remarks());
        }
        for (ReadTls one : read.tlsReports()) {
            TlsReport report = one.report();
            tally.add(
                    outcomes.tls.next(),
                    report.path(),
                    report.reportId(),
                    one.domains(),
                    report.remarks());
        }
        tally.end();
        return tally;
    }

    /** Sums up what became of the reports of one envelope. */
    private final class Tally {

        private Counts counts;
        private final List<Remark> remarks;
        private final boolean withheld;
        private long facts;
        private long unlisted;
        private String unlistedIn = "";

        Tally(ReadEnvelope read) {
            this.withheld = read.isWithheld();
            this.counts = read.unlisted();
            this.remarks = new ArrayList<>(read.remarks());
        }

        void add(
                StoreOutcome outcome,
                String path,
                String reportId,
                List<DomainName> domains,
                List<org.mailvane.reports.Remark> ofReport) {
            switch (outcome) {
                case StoreOutcome.Stored stored -> {
                    facts += stored.facts();
                    counts = counts.plus(Counts.imported(stored.records(), stored.notStored()));
                    addLosses(path, Remark.losses(path, ofReport));
                }
                case StoreOutcome.Duplicate same ->
                        counts = counts.plus(Counts.one(Outcome.DUPLICATE));
                case StoreOutcome.Different other ->
                        remarks.add(Remark.differentContent(path, reportId, other.stored()));
                case StoreOutcome.StoredInPart part -> {
                    counts = counts.plus(Counts.notStored(part.notStored()));
                    remarks.add(awaiting(path, part.missing()));
                }
                case StoreOutcome.TooManyFacts many ->
                        remarks.add(Remark.tooManyRows(path, many.limit()));
                case StoreOutcome.MessageFull full ->
                        remarks.add(Remark.messageFull(path, full.limit()));
                case StoreOutcome.DayFull full ->
                        remarks.add(Remark.dayFull(path, full.day(), full.limit()));
                case StoreOutcome.UnknownDomain unknown ->
                        remarks.add(
                                withheld
                                        ? notKept(path, domains.getFirst())
                                        : awaiting(path, domains.getFirst()));
            }
        }

        private void addLosses(String path, List<Remark> losses) {
            int room = Math.max(0, EnvelopeReader.MAX_REMARKS - remarks.size());
            remarks.addAll(losses.subList(0, Math.min(room, losses.size())));
            if (losses.size() > room) {
                unlistedIn = unlisted == 0 ? path : unlistedIn;
                unlisted += losses.size() - room;
            }
        }

        /** Says how many losses are not listed, if any. */
        void end() {
            if (unlisted > 0) {
                remarks.add(Remark.moreLosses(unlistedIn, unlisted, EnvelopeReader.MAX_REMARKS));
            }
        }

        private Remark awaiting(String path, DomainName domain) {
            return suffixes.isRegistrys(domain)
                    ? Remark.publicSuffix(path, domain)
                    : Remark.unknownDomain(path, domain);
        }

        private Remark notKept(String path, DomainName domain) {
            return suffixes.isRegistrys(domain)
                    ? Remark.publicSuffixNotKept(path, domain)
                    : Remark.notKept(path, domain);
        }
    }

    /** Numbers of the batch's messages; null for those that are not kept. */
    private List<@Nullable Long> keep(Target target, List<ReadEnvelope> batch, Instant now) {
        List<RawMessage> kept = new ArrayList<>();
        for (ReadEnvelope read : batch) {
            RawMessage raw = toKeep(target, read);
            if (raw != null) {
                kept.add(raw);
            }
        }
        Iterator<Long> ids = raws.insert(target.scope(), kept, now).iterator();
        List<@Nullable Long> rawIds = new ArrayList<>();
        for (ReadEnvelope read : batch) {
            Envelope.Queued queued = read.envelope().queued();
            if (queued != null) {
                rawIds.add(read.isWithheld() ? null : queued.rawId());
            } else {
                rawIds.add(toKeep(target, read) == null ? null : ids.next());
            }
        }
        redact(target.scope(), batch, rawIds);
        return rawIds;
    }

    /** Takes out of the stored messages what must not be kept, also of those that were there. */
    private void redact(Scope scope, List<ReadEnvelope> batch, List<@Nullable Long> rawIds) {
        SortedMap<Long, RawMessage> copies = new TreeMap<>();
        Set<Long> withheld = new HashSet<>();
        Set<Long> entries = new HashSet<>();
        for (int i = 0; i < batch.size(); i++) {
            ReadEnvelope read = batch.get(i);
            Envelope.Queued queued = read.envelope().queued();
            RawMessage copy = read.raw();
            Long rawId = rawIds.get(i);
            if (read.redacted() && copy != null && rawId != null) {
                copies.put(rawId, copy);
            } else if (read.isWithheld() && queued != null) {
                withheld.add(queued.rawId());
                entries.add(queued.entryId());
            }
        }
        if (!copies.isEmpty()) {
            raws.replace(scope, List.copyOf(copies.keySet()), List.copyOf(copies.values()));
        }
        if (!withheld.isEmpty()) {
            // The last of several entries with the same message removes it.
            raws.lockToDelete(scope, withheld);
            withheld.removeAll(ledger.messagesOfOtherEntries(scope, withheld, entries));
            raws.delete(scope, withheld);
        }
    }

    private static @Nullable RawMessage toKeep(Target target, ReadEnvelope read) {
        boolean isKept =
                read.envelope().queued() == null
                        && (target.keepNonReports() || !read.holdsNoReport());
        return isKept ? read.raw() : null;
    }

    /** An entry of the queue was finished by another worker. */
    static final class AlreadyFinished extends RuntimeException {

        private static final long serialVersionUID = 1;

        AlreadyFinished(long entryId) {
            super("entry " + entryId + " was finished by another worker", null, false, false);
        }
    }

    /** Domains of which the batch's reports speak. */
    private static List<Sighting> sightings(List<ReadEnvelope> batch) {
        List<Sighting> sightings = new ArrayList<>();
        for (ReadEnvelope read : batch) {
            for (ReadReport report : read.reports()) {
                sightings.add(new Sighting(report.policyDomain(), report.headerFroms()));
            }
            for (ReadFailure report : read.failures()) {
                report.domains().forEach(name -> sightings.add(new Sighting(name, Set.of())));
            }
            for (ReadTls report : read.tlsReports()) {
                report.domains().forEach(name -> sightings.add(new Sighting(name, Set.of())));
            }
        }
        return sightings;
    }

    /**
     * Returns the batch's aggregate reports.
     *
     * @param rawIds numbers of its messages; null where they are not known yet
     */
    private static List<Incoming> incoming(
            List<ReadEnvelope> batch, @Nullable List<@Nullable Long> rawIds) {
        List<Incoming> incoming = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            for (ReadReport report : batch.get(i).reports()) {
                incoming.add(
                        new Incoming(
                                report.report(),
                                report.policyDomain(),
                                report.headerFroms(),
                                report.records(),
                                report.largestCount(),
                                batch.get(i).authentication(),
                                i,
                                rawIds == null ? null : rawIds.get(i)));
            }
        }
        return incoming;
    }
}
