package org.mailvane.intake.queue;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.mailvane.accounts.Accounts;
import org.mailvane.domains.DomainsChanged;
import org.mailvane.intake.authentication.LateMails;
import org.mailvane.intake.authentication.LateMails.Authenticated;
import org.mailvane.intake.authentication.MailAuthenticator;
import org.mailvane.intake.ledger.RawMessage;
import org.mailvane.intake.ledger.RawTable;
import org.mailvane.intake.queue.QueueTable.Claim;
import org.mailvane.intake.reading.BatchWriter;
import org.mailvane.intake.reading.BatchWriter.Target;
import org.mailvane.intake.reading.Envelope;
import org.mailvane.intake.reading.Envelope.Queued;
import org.mailvane.intake.reading.Pipeline;
import org.mailvane.intake.reading.Pipeline.ReadingFailed;
import org.mailvane.intake.reading.ReadEnvelope;
import org.mailvane.platform.jobs.QueueTurns;
import org.mailvane.platform.jobs.StopSign;
import org.mailvane.platform.store.DatabaseFailure;
import org.mailvane.platform.store.LockTimeoutException;
import org.mailvane.platform.store.Scope;
import org.mailvane.reporters.ReportAuthentication;
import org.mailvane.reports.Limits;
import org.mailvane.text.Message;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.stereotype.Component;

/**
 * Entries of the queue that a worker has: they are read and written by one pipeline, which stays
 * open, so that reading and writing go on at the same time and batches fill.
 *
 * <p>Whatever goes wrong, what was not written is given back. An entry that may have been the
 * reason counts as tried: it is worked alone from then on, and given up in the end.
 */
public final class QueueWork implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(QueueWork.class);

    private final Maker parts;
    private final QueueTurns turns;
    private final BooleanSupplier running;
    private final Map<Long, Claim> inWork = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<Unreleased> unreleased = new ConcurrentLinkedQueue<>();
    private final LateMails lateMails;
    private @Nullable Pipeline pipeline;
    private Instant nextExtension = Instant.MIN;

    private QueueWork(Maker parts, QueueTurns turns, BooleanSupplier running) {
        this.parts = parts;
        this.turns = turns;
        this.running = running;
        this.lateMails = new LateMails(parts.newInQueue.signal());
    }

    /** Makes the work of a worker. */
    @Component
    public record Maker(
            Accounts accounts,
            QueueSignal newInQueue,
            QueueTable queue,
            RawTable raws,
            BatchWriter writer,
            QuotaGate gate,
            MailAuthenticator authenticator,
            Limits limits,
            Clock clock) {

        /**
         * Returns the work of one worker.
         *
         * @param running whether the worker was not told to stop
         */
        public QueueWork make(QueueTurns turns, BooleanSupplier running) {
            return new QueueWork(this, turns, running);
        }
    }

    /** Claims that could not be given back when they should have been. */
    private record Unreleased(List<Claim> claims, boolean tried) {}

    /** Takes claims in; waits while too much is under way. */
    public void submit(List<Claim> claims) {
        submit(claims, () -> true);
    }

    /**
     * Takes claims in, but for those that are put off, and waits while too much is under way.
     *
     * @param goOn asked before each but the first; when it says no, the others are given back
     */
    public void submit(List<Claim> claims, BooleanSupplier goOn) {
        if (claims.isEmpty()) {
            return;
        }
        // Those that don't get in are given back with the others.
        claims.forEach(claim -> inWork.put(claim.entryId(), claim));
        List<Claim> some = parts.gate.toRead(claims);
        endOthers(claims, some);
        for (int i = 0; i < some.size(); i++) {
            if (i > 0 && !goOn.getAsBoolean()) {
                giveBack(some.subList(i, some.size()));
                return;
            }
            Claim claim = some.get(i);
            submit(claim, read -> authentication(claim, read));
        }
    }

    private void giveBack(List<Claim> claims) {
        claims.forEach(this::end);
        release(claims, false);
        turns.startAgain();
    }

    private void endOthers(List<Claim> claims, List<Claim> butThese) {
        Set<Claim> left = new HashSet<>(butThese);
        claims.stream().filter(claim -> !left.contains(claim)).forEach(this::end);
    }

    /**
     * Ends a claim. Its entry may have been taken again since it was given back: a new claim goes
     * on.
     */
    @SuppressWarnings("ReferenceEquality") // Two claims of an entry may have the same content.
    private void end(Claim claim) {
        inWork.computeIfPresent(
                claim.entryId(), (id, current) -> current == claim ? null : current);
    }

    /**
     * Takes in mails again that have been authenticated meanwhile; answers whether there were any.
     */
    boolean submitAuthenticated() {
        boolean any = false;
        for (Authenticated mail : lateMails.takeAuthenticated()) {
            Claim claim = inWork.get(mail.entryId());
            if (claim != null) {
                submit(claim, Envelope.Authenticity.of(mail.authentication()));
                any = true;
            }
        }
        return any;
    }

    private Optional<ReportAuthentication> takeLate(
            ReadEnvelope read, CompletableFuture<ReportAuthentication> authentication) {
        return lateMails.take(read.envelope().place().entryId(), authentication)
                ? Optional.empty()
                : Optional.ofNullable(read.raw()).map(MailAuthenticator::unanswered);
    }

    private void submit(Claim claim, Envelope.Authenticity authenticity) {
        Pipeline open = pipeline;
        if (open == null) {
            open =
                    new Pipeline(
                            parts.limits,
                            Runtime.getRuntime().availableProcessors(),
                            this::write,
                            this::takeLate);
            pipeline = open;
        }
        if (!parts.clock.instant().isBefore(nextExtension)) {
            extend();
        }
        open.submit(envelope(claim, authenticity));
    }

    /** Waits until everything that was taken in is written, but for mails whose DNS is slow. */
    void finish() {
        if (pipeline != null) {
            pipeline.finish();
        }
    }

    /** Keeps other workers from what is in work for some more time. */
    void extend() {
        Instant now = parts.clock.instant();
        if (!inWork.isEmpty()) {
            parts.queue.extend(inWork.values(), now.plus(QueueWorker.LEASE));
        }
        nextExtension = now.plus(QueueWorker.LEASE.dividedBy(5));
    }

    /** Gives back what could not be given back before. */
    void releaseLeft() {
        for (Unreleased left = unreleased.peek(); left != null; left = unreleased.peek()) {
            putBack(left.claims(), left.tried());
            unreleased.remove();
        }
    }

    /** Ends what is in work because of a failure, and gives back what was not written. */
    public void abandon(Throwable failure) {
        Set<Long> suspects = running.getAsBoolean() ? suspects(failure) : Set.of();
        closePipeline();
        Map<Boolean, List<Claim>> left =
                inWork.values().stream()
                        .collect(Collectors.partitioningBy(c -> suspects.contains(c.entryId())));
        inWork.clear();
        left.forEach((suspected, claims) -> release(claims, suspected));
        turns.startAgain();
    }

    /** Ends what is in work, because the worker was told to stop. */
    @Override
    public void close() {
        closePipeline();
        release(List.copyOf(inWork.values()), false);
        inWork.clear();
    }

    private void closePipeline() {
        lateMails.forget();
        if (pipeline != null) {
            pipeline.close();
            pipeline = null;
        }
    }

    /** Entries that a failure may be the fault of. */
    private static Set<Long> suspects(Throwable failure) {
        return failure instanceof ReadingFailed reading && !DatabaseFailure.isTrouble(failure)
                ? Set.of(reading.envelope().place().entryId())
                : Set.of();
    }

    private void release(List<Claim> claims, boolean tried) {
        if (claims.isEmpty()) {
            return;
        }
        StopSign.uninterrupted(() -> {
            try {
                putBack(claims, tried);
            } catch (DataAccessException gone) {
                // The next round tries again; where there is none, their leases run out.
                unreleased.add(new Unreleased(claims, tried));
            }
        });
    }

    private void putBack(List<Claim> claims, boolean tried) {
        if (tried) {
            parts.queue.releaseTried(claims, parts.clock.instant(), QueueWorker.RESTS);
        } else {
            parts.queue.release(claims);
        }
    }

    private Envelope envelope(Claim claim, Envelope.Authenticity authenticity) {
        Queued queued = new Queued(claim);
        return new Envelope(
                claim.name(),
                claim.size(),
                () -> {
                    if (claim.attempts() >= QueueWorker.MAX_ATTEMPTS) {
                        throw new RawMessage.Gone(
                                Message.of("imports.message.given_up")
                                        .with("tries", QueueWorker.MAX_ATTEMPTS));
                    }
                    return parts.raws
                            .find(claim.scope(), queued.rawId())
                            .orElseThrow(() ->
                                    new RawMessage.Gone(Message.of("imports.message.deleted")));
                },
                queued,
                authenticity);
    }

    private CompletableFuture<ReportAuthentication> authentication(Claim claim, ReadEnvelope read) {
        RawMessage message = read.raw();
        if (!claim.origin().isMail() || message == null) {
            return CompletableFuture.completedFuture(ReportAuthentication.BY_PERSON);
        }
        ReportAuthentication known = claim.authentication();
        // Keys in DNS change. What was found when the mail came stays.
        return known != null
                        && !known.equals(ReportAuthentication.NONE)
                        && !MailAuthenticator.isRetriedLater(known)
                ? CompletableFuture.completedFuture(known)
                : parts.authenticator.authenticate(claim, message, read.holdsOnlyTls());
    }

    /** Writes a batch, on the pipeline's thread: each account's part of it by itself. */
    private void write(List<ReadEnvelope> batch) {
        for (Part part : parts(batch)) {
            long account = part.target.scope().accountId();
            if (turns.isResting(account)) {
                giveBack(part, false);
                continue;
            }
            try {
                write(part);
                part.claims().forEach(this::end);
            } catch (RuntimeException | Error failed) {
                if (DatabaseFailure.isTrouble(failed)) {
                    throw failed;
                }
                // The other accounts go on.
                turns.rest(account, parts.clock.instant());
                boolean inTheWay = isInTheWay(failed);
                giveBack(part, !inTheWay);
                if (inTheWay) {
                    log.info("Account {} rests: {}", account, failed.getMessage());
                } else {
                    log.error("Messages of account {} can't be written", account, failed);
                }
            }
        }
    }

    /** Writes what its senders may send today; the rest waits. */
    private void write(Part part) {
        Scope scope = part.target.scope();
        List<ReadEnvelope> some = parts.gate.toWrite(scope, part.read);
        // What is put off must not get a new lease, nor count as tried.
        endOthers(part.claims(), claims(some));
        Map<Long, Long> facts =
                some.isEmpty() ? Map.of() : parts.writer.write(part.target, some).facts();
        parts.gate.count(scope, part.read, facts);
    }

    /** Whether somebody else works on the same rows, which is not the fault of a message. */
    private static boolean isInTheWay(Throwable failed) {
        return failed instanceof LockTimeoutException
                || failed instanceof DomainsChanged
                || failed instanceof TransientDataAccessException;
    }

    private void giveBack(Part part, boolean tried) {
        // Those that were put off meanwhile are not in work any more.
        List<Claim> claims = part.claims().stream().filter(this::isInWork).toList();
        claims.forEach(this::end);
        release(claims, tried);
    }

    @SuppressWarnings("ReferenceEquality") // As in end.
    private boolean isInWork(Claim claim) {
        return inWork.get(claim.entryId()) == claim;
    }

    /** What goes to one target. */
    private record Part(Target target, List<ReadEnvelope> read) {

        private List<Claim> claims() {
            return QueueWork.claims(read);
        }
    }

    private static List<Claim> claims(List<ReadEnvelope> read) {
        return read.stream().map(QueueWork::claim).toList();
    }

    private static Claim claim(ReadEnvelope read) {
        return read.envelope().place().claim();
    }

    /** Returns a batch by accounts. Within an account, the order is kept. */
    private List<Part> parts(List<ReadEnvelope> batch) {
        List<Part> all = new ArrayList<>();
        Map<Long, Part> last = new HashMap<>();
        Map<Long, Boolean> addByMail = new HashMap<>();
        for (ReadEnvelope read : batch) {
            Claim claim = claim(read);
            long account = claim.scope().accountId();
            boolean addForeign =
                    !claim.origin().isMail()
                            || addByMail.computeIfAbsent(
                                    account, parts.accounts::addsDomainsByMail);
            Part part = last.get(account);
            if (part == null || part.target.addForeign() != addForeign) {
                part = new Part(Target.ofQueue(claim.scope(), addForeign), new ArrayList<>());
                all.add(part);
                last.put(account, part);
            }
            part.read.add(read);
        }
        return all;
    }
}
