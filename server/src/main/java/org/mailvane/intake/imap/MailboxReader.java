package org.mailvane.intake.imap;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.mailvane.accounts.AccountException;
import org.mailvane.accounts.ReportAddresses;
import org.mailvane.intake.AccountResolver;
import org.mailvane.intake.IntakeProblemLog;
import org.mailvane.intake.ReportPlaces.Place;
import org.mailvane.intake.imap.ImapException.CommandRefused;
import org.mailvane.intake.imap.ImapException.SignInRefused;
import org.mailvane.intake.imap.ImapMailboxTable.Position;
import org.mailvane.intake.imap.ImapSession.Announced;
import org.mailvane.intake.imap.MailFetch.Fetched;
import org.mailvane.intake.ledger.Import.Origin;
import org.mailvane.intake.queue.Delivery;
import org.mailvane.intake.queue.MailIntake;
import org.mailvane.platform.jobs.LeaseQueue;
import org.mailvane.platform.jobs.WorkLoop;
import org.mailvane.platform.settings.ImapUrl;
import org.mailvane.platform.store.Scope;
import org.mailvane.text.Message;
import org.mailvane.text.Passage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads one mailbox for as long as the service runs.
 *
 * <p>The database stores how far it is read, and moves that on in the transaction that takes mails
 * over: so each is taken once, whatever breaks and whenever. Marks in the mailbox are for people
 * only; they are made after the commit, or at the next connection if that failed.
 */
final class MailboxReader implements WorkLoop.Work {

    /** Mails that are fetched and committed together. */
    static final int BATCH = 100;

    /** Bytes of these mails; a single one may be larger. */
    static final long BATCH_BYTES = 8L << 20;

    /** Connections on which a mail is refused before it is passed over. */
    static final int MAX_REFUSALS = 3;

    /** Connections that break at a mail before it is asked for by itself. */
    static final int MAX_BREAKS_TOGETHER = 3;

    /** Connections that break at a mail before it is passed over. */
    static final int MAX_BREAKS = 6;

    /**
     * The first wait for news after mails: what comes while waiting begins may not be announced by
     * the server, and mails come in bursts.
     */
    private static final Duration SETTLE = Duration.ofSeconds(2);

    private static final Logger log = LoggerFactory.getLogger(MailboxReader.class);

    private final ImapUrl url;
    private final String name;
    private final ImapTimes times;
    private final Parts parts;
    private final IntakeProblemLog complaints;
    private boolean alone;
    private volatile @Nullable ImapSession session;
    private volatile boolean stopping;
    private volatile Instant nextTry = Instant.MIN;
    private volatile @Nullable Instant lastWell;
    private final AtomicInteger failures = new AtomicInteger();
    private @Nullable MailboxLease lastLease;
    private long refusedUid;
    private int refusals;
    private long brokenUid;
    private int breaks;

    /**
     * @param alone whether nobody else can be reading it, so that a lease is one of a run that died
     */
    MailboxReader(ImapUrl url, ImapTimes times, boolean alone, Parts parts) {
        this(url, url.toString(), times, alone, parts);
    }

    /**
     * As the other.
     *
     * @param name what the mailbox is called for people, unlike any other
     */
    MailboxReader(ImapUrl url, String name, ImapTimes times, boolean alone, Parts parts) {
        this.url = url;
        this.name = name;
        this.times = times;
        this.alone = alone;
        this.parts = parts;
        this.complaints = new IntakeProblemLog(log, "Mailbox " + name, parts.clock());
    }

    /**
     * What all readers use.
     *
     * @param intake takes the mails over
     * @param table knows how far each mailbox is read
     * @param secrets knows what to sign in with
     * @param receiver knows the accounts
     * @param addresses knows at which mailboxes an account takes reports
     * @param clock the time
     */
    record Parts(
            MailIntake intake,
            ImapMailboxTable table,
            ImapSecrets secrets,
            AccountResolver receiver,
            ReportAddresses addresses,
            Clock clock) {}

    /** Returns what is wrong with the mailbox now, if anything. */
    @Nullable Passage problem() {
        return complaints.current();
    }

    /** How the mailbox is, for people. */
    Place place() {
        return new Place(Origin.IMAP, name, complaints.current(), lastWell, failures.get());
    }

    /** Whether its mails are for this account. */
    boolean isFor(long accountId) {
        return parts.receiver().isFor(url.account(), accountId);
    }

    /** Returns when the mailbox is tried again, where it could not be read. */
    Instant nextTry() {
        return nextTry;
    }

    /** Ends what it waits for. */
    void stop() {
        stopping = true;
        ImapSession open = session;
        if (open != null) {
            open.close();
        }
    }

    @Override
    public boolean processBatch() {
        Instant now = parts.clock().instant();
        if (now.isBefore(nextTry) || stopping) {
            return false;
        }
        try {
            if (read()) {
                failures.set(0);
            } else {
                lastWell = null;
            }
            nextTry = parts.clock().instant().plus(times.pauses().getFirst());
        } catch (MailboxLease.Lost | AccountResolver.Unknown waiting) {
            if (waiting instanceof AccountResolver.Unknown nobody) {
                failures.incrementAndGet();
                complaints.say(Passage.of(nobody.problem()));
            } else {
                lastWell = null;
            }
            nextTry = now.plus(times.pauses().getFirst());
        } catch (SignInRefused refused) {
            failed(
                    Passage.of(Message.of("imports.imap.sign_in_refused"), refused.problem()),
                    times.signInPauses());
        } catch (IOException broken) {
            failed(
                    Passage.of(Message.of("imports.imap.unreadable"), reason(broken)),
                    times.pauses());
        } catch (RuntimeException | Error trouble) {
            // Of ours, which the loop logs. Signing in every second would have the mailbox locked.
            Duration pause = LeaseQueue.pause(times.pauses(), failures.incrementAndGet());
            nextTry = parts.clock().instant().plus(pause);
            throw trouble;
        }
        return false;
    }

    /** Returns what is wrong; of what the JDK says, its English text. */
    static Message reason(IOException broken) {
        return broken instanceof ImapException known
                ? known.problem()
                : Message.of("imports.imap.broken")
                        .with("kind", broken.getClass().getSimpleName())
                        .with("reason", String.valueOf(broken.getMessage()));
    }

    private void failed(Passage problem, List<Duration> pauses) {
        if (stopping) {
            return;
        }
        complaints.say(problem);
        Duration pause = LeaseQueue.pause(pauses, failures.incrementAndGet());
        nextTry = parts.clock().instant().plus(pause);
    }

    /**
     * Reads the mailbox until the service ends or something breaks.
     *
     * @return whether it was read; else another server reads it
     */
    private boolean read() throws IOException, AccountResolver.Unknown {
        Scope scope = Scope.ofAccount(parts.receiver().accountId(url.account()));
        long id = parts.table().idOf(scope, url);
        MailboxLease lease = lease(scope, id);
        if (!lease.take(alone)) {
            return false;
        }
        alone = false;
        try (ImapSession open = parts.secrets().open(scope, url, times)) {
            session = open;
            registerAddress(scope);
            if (!stopping) {
                new Reading(scope, lease, open).run();
            }
            return true;
        } finally {
            session = null;
            release(lease);
        }
    }

    /** Returns the lease of this mailbox, which is the last one unless the account is another. */
    private MailboxLease lease(Scope scope, long id) {
        MailboxLease last = lastLease;
        if (last == null || !last.isOf(scope, id)) {
            last = new MailboxLease(parts.table(), scope, id, times.lease(), parts.clock());
            lastLease = last;
        }
        return last;
    }

    /** Reports to the mailbox's own address are the account's, which inspections ask about. */
    private void registerAddress(Scope scope) {
        String address = url.user().toLowerCase(Locale.ROOT);
        if (!address.contains("@") || parts.addresses().further(scope).contains(address)) {
            return;
        }
        try {
            parts.addresses().add(scope.accountId(), address);
        } catch (AccountException unusable) {
            log.debug("The address of mailbox {} is not added", name, unusable);
        }
    }

    private void release(MailboxLease lease) {
        try {
            lease.release();
        } catch (RuntimeException gone) {
            // It is extended when the mailbox is read again, or runs out.
            log.debug("Mailbox {} could not be given back", name, gone);
        }
    }

    /** One connection to the mailbox. */
    private final class Reading {
        private final Scope scope;
        private final MailboxLease lease;
        private final ImapSession open;
        private final MailboxMarks marks;
        private long uidValidity;
        private long lastUid;

        /** Whether the mailbox was looked at once more since the last mails were taken over. */
        private boolean settled;

        Reading(Scope scope, MailboxLease lease, ImapSession open) {
            this.scope = scope;
            this.lease = lease;
            this.open = open;
            this.marks = new MailboxMarks(url, open, lease, complaints);
        }

        void run() throws IOException {
            place();
            complaints.end();
            marks.mark();
            while (!stopping) {
                lease.renew();
                List<Announced> mails = open.newMails(lastUid);
                lastWell = parts.clock().instant();
                if (mails.isEmpty()) {
                    failures.set(0);
                    await();
                } else {
                    takeAll(mails);
                    settled = false;
                }
            }
        }

        private void await() throws IOException {
            if (open.canIdle()) {
                Duration idle = times.idle();
                if (!settled && idle.compareTo(SETTLE) > 0) {
                    idle = SETTLE;
                }
                open.idle(idle, lease.renewEvery(), lease::renew);
                settled = true;
            } else {
                open.await(times.poll(), lease.renewEvery(), lease::renew);
            }
            open.look();
        }

        /** Finds out where reading goes on. */
        private void place() throws IOException {
            Position known = lease.position();
            uidValidity = open.uidValidity();
            boolean same = known.uidValidity() != null && known.uidValidity() == uidValidity;
            if (same && !isTurnedBack(known.lastUid())) {
                lastUid = known.lastUid();
                marks.set(known.unmarked());
                return;
            }
            if (known.uidValidity() != null) {
                log.info(
                        "Mailbox {}: it was recreated, and is read from its first message again;"
                                + " reports that are known are duplicates",
                        name);
            }
            lease.restart(uidValidity);
        }

        /**
         * Whether the server gives UIDs out once more, as one does that was restored from an older
         * copy: new mails would never be seen (RFC 9051, section 2.3.1.1).
         */
        private boolean isTurnedBack(long known) throws IOException {
            long next = open.uidNext();
            return next > 0 && next <= known && open.newMails(next - 1).isEmpty();
        }

        private void takeAll(List<Announced> mails) throws IOException {
            for (int from = 0; from < mails.size() && !stopping; ) {
                int to = batchEnd(mails, from);
                lease.renew();
                take(mails.subList(from, to));
                marks.mark();
                from = to;
            }
        }

        private int batchEnd(List<Announced> mails, int from) {
            int to = from + 1;
            if (mails.get(from).uid() == brokenUid && breaks >= MAX_BREAKS_TOGETHER) {
                return to;
            }
            long bytes = mails.get(from).size();
            while (to < mails.size() && to - from < BATCH) {
                bytes += mails.get(to).size();
                if (bytes > BATCH_BYTES) {
                    break;
                }
                to++;
            }
            return to;
        }

        /** Takes mails over. Where the connection breaks, those that came before are taken. */
        private void take(List<Announced> mails) throws IOException {
            Map<Long, Fetched> fetched = new HashMap<>();
            List<Announced> wanted = new ArrayList<>();
            for (Announced mail : mails) {
                if (mail.size() > MailFetch.MAX_MAIL_BYTES) {
                    fetched.put(mail.uid(), MailFetch.tooLarge(mail.size()));
                } else {
                    wanted.add(mail);
                }
            }
            try {
                if (!wanted.isEmpty()) {
                    new CheckedFetch(open).fetch(wanted, fetched);
                }
            } catch (CommandRefused refused) {
                commitPrefix(mails, fetched);
                takeOneByOne(mails.stream().filter(m -> m.uid() > lastUid).toList(), refused);
                return;
            } catch (IOException broken) {
                commitPrefix(mails, fetched);
                if (!stopping) {
                    passOverWhatBreaks(mails);
                }
                throw broken;
            }
            commit(fetched, mails.getLast().uid());
        }

        /** A mail at which each connection ends does not hold up the others for good. */
        private void passOverWhatBreaks(List<Announced> mails) {
            if (lastUid >= mails.getLast().uid()) {
                return;
            }
            long uid =
                    mails.stream()
                            .mapToLong(Announced::uid)
                            .filter(u -> u > lastUid)
                            .min()
                            .orElseThrow();
            breaks = brokenUid == uid ? breaks + 1 : 1;
            brokenUid = uid;
            if (breaks >= MAX_BREAKS && mails.size() == 1) {
                commit(
                        Map.of(
                                uid,
                                Fetched.unreadable(
                                        Message.of("imports.imap.breaks_at")
                                                .with("mail", String.valueOf(uid)))),
                        uid);
            }
        }

        private void commitPrefix(List<Announced> mails, Map<Long, Fetched> fetched) {
            long complete = lastUid;
            for (Announced mail : mails) {
                if (!fetched.containsKey(mail.uid())) {
                    break;
                }
                complete = mail.uid();
            }
            if (complete > lastUid) {
                long limit = complete;
                fetched.keySet().removeIf(uid -> uid > limit);
                commit(fetched, complete);
            }
        }

        /** One of these is refused: the others do not wait for it. */
        private void takeOneByOne(List<Announced> mails, CommandRefused all) throws IOException {
            if (mails.size() > 1) {
                for (Announced mail : mails) {
                    take(List.of(mail));
                }
                return;
            }
            if (mails.isEmpty()) {
                return;
            }
            long uid = mails.getFirst().uid();
            refusals = refusedUid == uid ? refusals + 1 : 1;
            refusedUid = uid;
            if (refusals < MAX_REFUSALS) {
                throw new ImapException(
                        Message.of("imports.imap.not_handed_out")
                                .with("mail", String.valueOf(uid))
                                .with("reason", all.problem()));
            }
            commit(
                    Map.of(
                            uid,
                            Fetched.unreadable(
                                    Message.of("imports.imap.withheld")
                                            .with("reason", all.problem()))),
                    uid);
        }

        private void commit(Map<Long, Fetched> fetched, long upTo) {
            List<Delivery> deliveries = new ArrayList<>();
            Map<Long, Fetched> refused = new TreeMap<>();
            List<Long> taken = new ArrayList<>();
            fetched.entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .forEach(mail -> {
                        Fetched one = mail.getValue();
                        if (one.message() != null) {
                            taken.add(mail.getKey());
                            deliveries.add(
                                    new Delivery(
                                            scope.accountId(),
                                            Origin.IMAP,
                                            name,
                                            name(mail.getKey()),
                                            one.message(),
                                            null));
                        } else if (!one.isGone()) {
                            refused.put(mail.getKey(), one);
                        }
                    });
            UidSet toMark = marks.plus(taken);
            parts.intake()
                    .take(
                            deliveries,
                            () -> {
                                refused.forEach(this::refuse);
                                lease.advance(lastUid, new Position(uidValidity, upTo, toMark));
                            });
            lastUid = upTo;
            marks.set(toMark);
            failures.set(0);
            if (!refused.isEmpty()) {
                log.warn(
                        "Mailbox {}: {} mails could not be taken over and stay where they are; the"
                                + " first is {}. The import of today names them.",
                        name,
                        refused.size(),
                        refused.keySet().iterator().next());
            }
        }

        private void refuse(long uid, Fetched why) {
            parts.intake()
                    .refuse(
                            scope.accountId(),
                            Origin.IMAP,
                            name,
                            name(uid),
                            why.code(),
                            Objects.requireNonNull(why.reason()));
        }

        private String name(long uid) {
            return url.folder() + " > mail " + uid;
        }
    }
}
