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
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.mailvane.accounts.AccountException;
import org.mailvane.accounts.ReportAddresses;
import org.mailvane.intake.Complaints;
import org.mailvane.intake.Delivery;
import org.mailvane.intake.Import.Origin;
import org.mailvane.intake.MailIntake;
import org.mailvane.intake.Receiver;
import org.mailvane.intake.ReportPlaces.Place;
import org.mailvane.intake.imap.ImapException.CommandRefused;
import org.mailvane.intake.imap.ImapException.SignInRefused;
import org.mailvane.intake.imap.ImapMailboxTable.Position;
import org.mailvane.intake.imap.ImapSession.Announced;
import org.mailvane.intake.imap.ImapSession.Fetched;
import org.mailvane.jobs.WorkLoop;
import org.mailvane.settings.ImapUrl;
import org.mailvane.store.Scope;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads one mailbox for as long as the service runs.
 *
 * <p>How far it is read stands in the database, and moves on in the transaction that takes mails
 * over: so each is taken once, whatever breaks and whenever. Marks in the mailbox are for people
 * only; they are made after the commit, and made up for at the next connection.
 */
final class MailboxReader implements WorkLoop.Work {

    /** Mails that are fetched and committed together. */
    static final int BATCH = 100;

    /** Bytes of these mails; a single one may be larger. */
    static final long BATCH_BYTES = 8L << 20;

    /** Connections on which a mail is refused before it is passed over. */
    static final int MAX_REFUSALS = 3;

    /**
     * The first wait for news after mails: what comes while waiting begins may not be told by the
     * server, and mails come in bursts.
     */
    private static final Duration SETTLE = Duration.ofSeconds(2);

    private static final Logger log = LoggerFactory.getLogger(MailboxReader.class);

    private final ImapUrl url;
    private final ImapTimes times;
    private final Parts parts;
    private final Complaints complaints;
    private final UUID owner = UUID.randomUUID();
    private boolean alone;
    private volatile @Nullable ImapSession session;
    private volatile boolean stopping;
    private volatile Instant nextTry = Instant.MIN;
    private volatile @Nullable Instant lastWell;
    private int failures;
    private @Nullable Instant renewed;
    private long refusedUid;
    private int refusals;

    /**
     * @param alone whether nobody else can be reading it, so that a lease is one of a run that died
     */
    MailboxReader(ImapUrl url, ImapTimes times, boolean alone, Parts parts) {
        this.url = url;
        this.times = times;
        this.alone = alone;
        this.parts = parts;
        this.complaints = new Complaints(log, "Mailbox " + url, parts.clock());
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
            Receiver receiver,
            ReportAddresses addresses,
            Clock clock) {}

    /** The mailbox is another server's by now. */
    private static final class LeaseLost extends RuntimeException {

        private static final long serialVersionUID = 1;

        LeaseLost() {
            super("another server reads the mailbox", null, false, false);
        }
    }

    @Override
    public void begin() {
        // What a run that died has left is a lease, which is looked at each time.
    }

    @Override
    public Duration careEvery() {
        return times.lease();
    }

    @Override
    public void care() {
        // There is nothing beside the mails.
    }

    /** What is wrong with the mailbox now, if anything. */
    @Nullable String problem() {
        return complaints.current();
    }

    /** How the mailbox is, for people. */
    Place place() {
        return new Place(Origin.IMAP, url.toString(), complaints.current(), lastWell);
    }

    /** Whether its mails are for this account. */
    boolean isFor(long accountId) {
        return parts.receiver().isFor(url.account(), accountId);
    }

    /** When the mailbox is tried again, where it could not be read. */
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
    public boolean workOnce() {
        Instant now = parts.clock().instant();
        if (now.isBefore(nextTry) || stopping) {
            return false;
        }
        try {
            read();
            failures = 0;
            nextTry = parts.clock().instant().plus(times.pauses().getFirst());
        } catch (LeaseLost | Receiver.Unknown waiting) {
            if (waiting instanceof Receiver.Unknown) {
                complaints.say(String.valueOf(waiting.getMessage()));
            }
            nextTry = now.plus(times.pauses().getFirst());
        } catch (SignInRefused refused) {
            failed("Signing in is refused. " + refused.getMessage(), times.signInPauses());
        } catch (IOException broken) {
            failed("It can't be read: " + reason(broken), times.pauses());
        } catch (RuntimeException | Error trouble) {
            // Of ours, which the loop logs. Signing in every second would have the mailbox locked.
            failures++;
            nextTry = parts.clock().instant().plus(ImapTimes.pause(times.pauses(), failures));
            throw trouble;
        }
        return false;
    }

    static String reason(IOException broken) {
        return broken instanceof ImapException
                ? String.valueOf(broken.getMessage())
                : broken.getClass().getSimpleName() + ": " + broken.getMessage();
    }

    private void failed(String problem, List<Duration> pauses) {
        if (stopping) {
            return;
        }
        failures++;
        complaints.say(problem);
        nextTry = parts.clock().instant().plus(ImapTimes.pause(pauses, failures));
    }

    /** Reads the mailbox until the service ends or something breaks. */
    private void read() throws IOException, Receiver.Unknown {
        Scope scope = Scope.ofAccount(parts.receiver().accountId(url.account()));
        long id = parts.table().idOf(scope, url);
        if (!lease(scope, id, alone)) {
            return;
        }
        alone = false;
        try (ImapSession open = parts.secrets().open(scope, url, times)) {
            session = open;
            registerAddress(scope);
            if (!stopping) {
                new Reading(scope, id, open).run();
            }
        } finally {
            session = null;
            release(scope, id);
        }
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
            log.debug("The address of mailbox {} is not added", url, unusable);
        }
    }

    private boolean lease(Scope scope, long id, boolean force) {
        Instant now = parts.clock().instant();
        renewed = now;
        return parts.table().lease(scope, id, owner, now, now.plus(times.lease()), force);
    }

    private void renew(Scope scope, long id) {
        Instant now = parts.clock().instant();
        Instant before = renewed;
        boolean due = before == null || !now.isBefore(before.plus(times.lease().dividedBy(3)));
        if (due && !lease(scope, id, false)) {
            throw new LeaseLost();
        }
    }

    private void release(Scope scope, long id) {
        try {
            parts.table().release(scope, id, owner);
        } catch (RuntimeException gone) {
            // The lease runs out by itself.
            log.debug("Mailbox {} could not be given back", url, gone);
        }
    }

    /** One connection to the mailbox. */
    private final class Reading {

        private final Scope scope;
        private final long id;
        private final ImapSession open;
        private long uidValidity;
        private long lastUid;
        private long markedUid;
        private boolean markingRefused;

        /** Whether the mailbox was looked at once more since the last mails were taken over. */
        private boolean settled;

        Reading(Scope scope, long id, ImapSession open) {
            this.scope = scope;
            this.id = id;
            this.open = open;
        }

        void run() throws IOException {
            place();
            complaints.end();
            mark();
            while (!stopping) {
                renew(scope, id);
                List<Announced> mails = open.newMails(lastUid);
                lastWell = parts.clock().instant();
                if (mails.isEmpty()) {
                    failures = 0;
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
                open.idle(idle, times.lease().dividedBy(3), () -> renew(scope, id));
                settled = true;
            } else {
                open.await(times.poll(), times.lease().dividedBy(3), () -> renew(scope, id));
            }
            open.look();
        }

        /** Finds out where reading goes on. */
        private void place() {
            Position known = parts.table().position(scope, id);
            uidValidity = open.uidValidity();
            if (known.uidValidity() != null && known.uidValidity() == uidValidity) {
                lastUid = known.lastUid();
                markedUid = known.markedUid();
                return;
            }
            if (known.uidValidity() != null) {
                log.info(
                        "Mailbox {}: it was made anew, and is read from its first mail again;"
                                + " reports that are known are duplicates",
                        url);
            }
            if (!parts.table().restart(scope, id, owner, uidValidity)) {
                throw new LeaseLost();
            }
        }

        private void takeAll(List<Announced> mails) throws IOException {
            for (int from = 0; from < mails.size() && !stopping; ) {
                int to = batchEnd(mails, from);
                renew(scope, id);
                take(mails.subList(from, to));
                mark();
                from = to;
            }
        }

        private int batchEnd(List<Announced> mails, int from) {
            int to = from + 1;
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
                if (mail.size() > ImapSession.MAX_MAIL_BYTES) {
                    fetched.put(mail.uid(), ImapSession.tooLarge(mail.size()));
                } else {
                    wanted.add(mail);
                }
            }
            try {
                if (!wanted.isEmpty()) {
                    open.fetch(wanted, fetched);
                }
            } catch (CommandRefused refused) {
                commitPrefix(mails, fetched);
                takeOneByOne(mails.stream().filter(m -> m.uid() > lastUid).toList(), refused);
                return;
            } catch (IOException broken) {
                commitPrefix(mails, fetched);
                throw broken;
            }
            // What was not handed out is not there any more.
            commit(fetched, mails.getLast().uid());
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

        /** One of these is refused: the others are not held up by it. */
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
                throw new ImapException("Mail " + uid + " is not handed out. " + all.getMessage());
            }
            commit(
                    Map.of(
                            uid,
                            new Fetched(
                                    null,
                                    "unreadable",
                                    "The server does not hand it out. " + all.getMessage())),
                    uid);
        }

        private void commit(Map<Long, Fetched> fetched, long upTo) {
            List<Delivery> deliveries = new ArrayList<>();
            Map<Long, Fetched> refused = new HashMap<>();
            fetched.entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .forEach(mail -> {
                        Fetched one = mail.getValue();
                        if (one.message() == null) {
                            refused.put(mail.getKey(), one);
                        } else {
                            deliveries.add(
                                    new Delivery(
                                            scope.accountId(),
                                            Origin.IMAP,
                                            url.toString(),
                                            name(mail.getKey()),
                                            one.message(),
                                            null));
                        }
                    });
            parts.intake()
                    .take(
                            deliveries,
                            () -> {
                                refused.forEach(this::refuse);
                                if (!parts.table()
                                        .advance(scope, id, owner, uidValidity, lastUid, upTo)) {
                                    throw new LeaseLost();
                                }
                            });
            lastUid = upTo;
            failures = 0;
        }

        private void refuse(long uid, Fetched why) {
            parts.intake()
                    .refuse(
                            scope.accountId(),
                            Origin.IMAP,
                            url.toString(),
                            name(uid),
                            why.code(),
                            why.reason());
        }

        private String name(long uid) {
            return url.folder() + " > mail " + uid;
        }

        /** Marks or moves what was taken over; what goes wrong there keeps no mail out. */
        private void mark() throws IOException {
            if (markedUid >= lastUid || markingRefused) {
                return;
            }
            if (open.isReadOnly()) {
                markingRefused = true;
                complaints.say("It may only be looked at, so that no mail in it is marked.");
                return;
            }
            try {
                open.mark(markedUid + 1, lastUid);
                move();
            } catch (CommandRefused refused) {
                // With the next connection it is tried again, for all of them.
                markingRefused = true;
                complaints.say("Mails can't be marked or moved. " + refused.getMessage());
                return;
            }
            parts.table().marked(scope, id, owner, lastUid);
            markedUid = lastUid;
        }

        private void move() throws IOException {
            if (url.moveTo().isEmpty()) {
                return;
            }
            if (open.canMove()) {
                open.move(markedUid + 1, lastUid, url.moveTo());
            } else {
                complaints.say(
                        "Mails are not moved: the server has neither MOVE nor UIDPLUS, without"
                                + " which others could be lost.");
            }
        }
    }
}
