package org.mailvane.intake.imap;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mailvane.intake.imap.ImapConversation.Responses;
import org.mailvane.intake.imap.ImapException.CommandRefused;
import org.mailvane.intake.imap.MailFetch.End;
import org.mailvane.intake.imap.MailFetch.Fetched;
import org.mailvane.intake.imap.MailMover.Moved;
import org.mailvane.platform.settings.ImapUrl;
import org.mailvane.text.Message;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A mailbox that is open on its server. The few commands that reading one takes, of RFC 3501 and
 * RFC 9051; messages go by their UIDs.
 */
final class ImapSession implements AutoCloseable {

    /** New mails that are looked at at once: those with the lowest UIDs. */
    static final int WINDOW = 2_000;

    /** The mark of mails that were taken over, where the server keeps such. */
    static final String KEYWORD = "Mailvane";

    static final long MAX_UID = 0xffff_ffffL;
    private static final Pattern SIZE =
            Pattern.compile("[( ]RFC822\\.SIZE (\\d{1,18})", Pattern.CASE_INSENSITIVE);
    private static final Pattern COUNT =
            Pattern.compile("\\* (\\d{1,10}) (EXISTS|EXPUNGE)\\b", Pattern.CASE_INSENSITIVE);
    private static final Pattern UID_VALIDITY =
            Pattern.compile("\\[UIDVALIDITY (\\d{1,10})]", Pattern.CASE_INSENSITIVE);
    private static final Pattern PERMANENT_FLAGS =
            Pattern.compile("\\[PERMANENTFLAGS \\(([^)]*)\\)]", Pattern.CASE_INSENSITIVE);
    private static final Pattern UID_NEXT =
            Pattern.compile("\\[UIDNEXT (\\d{1,10})]", Pattern.CASE_INSENSITIVE);
    private static final Pattern SEARCHED =
            Pattern.compile("\\* SEARCH((?: \\d{1,10})*)", Pattern.CASE_INSENSITIVE);

    /** RFC 9051, section 9, sequence-set. */
    static final String SET = "(\\d{1,10}(?:[:,]\\d{1,10})*+)";

    /** RFC 9051, section 7.3.4. */
    private static final Pattern SEARCHED_ALL =
            Pattern.compile("\\* ESEARCH .*? ALL " + SET, Pattern.CASE_INSENSITIVE);

    private static final Logger log = LoggerFactory.getLogger(ImapSession.class);

    private final ImapUrl url;
    private final ImapWire wire;
    private final ImapConversation server;
    private final ImapCapabilities capabilities;
    private final MailFetch mails;
    private Set<String> permanentFlags = Set.of("\\SEEN");
    private final ImapNames names = new ImapNames();
    private final MailMover mover = new MailMover(this, names);

    /** The mailbox that is open, by the server's name. */
    private String selected = "";

    private boolean readOnly;
    private long uidValidity;
    private long uidNext;

    /** A server that does not count its mails is asked for them. */
    private long exists = 1;

    /** How many mails there were when new ones were looked for last. */
    private long looked;

    private ImapSession(ImapUrl url, ImapWire wire) {
        this.url = url;
        this.wire = wire;
        this.server = new ImapConversation(wire, ImapConversation.COMMAND_TIME, this::note);
        this.capabilities = new ImapCapabilities(server);
        this.mails = new MailFetch(wire, server);
    }

    /**
     * A new mail as the server announces it.
     *
     * @param size its bytes; 0 where the server does not say
     */
    record Announced(long uid, long size) {}

    /**
     * Connects, signs in and opens the mailbox.
     *
     * @param secret the password, or the access token where the mailbox is read by OAuth
     */
    static ImapSession open(ImapUrl url, String secret, ImapTimes times) throws IOException {
        return open(ImapWire.connect(url, times.connect(), times.answer()), url, secret);
    }

    /** As {@link #open(ImapUrl, String, ImapTimes)}, over a connection that was made. */
    static ImapSession open(ImapWire wire, ImapUrl url, String secret) throws IOException {
        ImapSession session = new ImapSession(url, wire);
        try {
            new ImapSignIn(url, wire, session.server, session.capabilities, secret).run();
            session.learnNames();
            session.select();
            return session;
        } catch (IOException | RuntimeException failed) {
            wire.close();
            throw failed;
        }
    }

    /** Returns whether the server has a capability. */
    boolean can(String capability) {
        return capabilities.can(capability);
    }

    /**
     * Sends a command.
     *
     * @param responses takes what the server answers before it completes
     * @return how it completes
     * @throws CommandRefused when it is refused
     */
    String command(String text, Responses responses) throws IOException {
        return server.command(text, responses);
    }

    /** Handles changes that a server may announce at any time. */
    private void note(String line) throws IOException {
        Matcher count = COUNT.matcher(line);
        if (count.lookingAt()) {
            if (count.group(2).equalsIgnoreCase("EXISTS")) {
                exists = Long.parseLong(count.group(1));
            } else {
                exists = Math.max(0, exists - 1);
                looked = Math.max(0, looked - 1);
            }
        } else if (line.regionMatches(true, 0, "* OK", 0, 4) && !selected.isEmpty()) {
            Matcher validity = UID_VALIDITY.matcher(line);
            if (validity.find() && Long.parseLong(validity.group(1)) != uidValidity) {
                throw new ImapException(Message.of("imports.imap.recreated"));
            }
        }
    }

    /** Learns how mailboxes are named here; each of these may be refused. */
    private void learnNames() throws IOException {
        if (capabilities.isRevision2()) {
            names.useUtf8();
        } else if (can("UTF8=ONLY")) {
            // RFC 6855, section 6: such a server does nothing before.
            command("ENABLE UTF8=ACCEPT", line -> {});
            names.useUtf8();
        }
        try {
            command("LIST \"\" \"\"", names::note);
        } catch (CommandRefused refused) {
            // The inbox is there all the same.
            log.debug("Mailbox {}: its server does not tell its delimiter", url, refused);
        }
        if (can("NAMESPACE")) {
            try {
                command("NAMESPACE", names::note);
            } catch (CommandRefused refused) {
                log.debug("Mailbox {}: its server does not tell its namespaces", url, refused);
            }
        }
    }

    /** Opens the mailbox under the first of its names that the server knows. */
    private void select() throws IOException {
        CommandRefused first = null;
        for (String name : names.of(url.folder())) {
            try {
                select(name);
                return;
            } catch (CommandRefused refused) {
                first = first == null ? refused : first;
            }
        }
        throw first == null ? new ImapException(Message.of("imports.imap.no_name")) : first;
    }

    private void select(String name) throws IOException {
        String completion =
                command(
                        "SELECT " + names.quoted(name),
                        line -> {
                            Matcher validity = UID_VALIDITY.matcher(line);
                            if (validity.find()) {
                                uidValidity = Long.parseLong(validity.group(1));
                            }
                            Matcher next = UID_NEXT.matcher(line);
                            if (next.find()) {
                                uidNext = Long.parseLong(next.group(1));
                            }
                            Matcher flags = PERMANENT_FLAGS.matcher(line);
                            if (flags.find()) {
                                permanentFlags =
                                        Set.of(flags.group(1).toUpperCase(Locale.ROOT).split(" +"));
                            }
                        });
        readOnly = completion.toUpperCase(Locale.ROOT).contains("[READ-ONLY]");
        selected = name;
    }

    /**
     * Returns the value with which the mailbox's UIDs have their meaning (RFC 9051, section
     * 2.3.1.1).
     */
    long uidValidity() {
        return uidValidity;
    }

    /** Returns the UID that the next mail will have, as the server says; 0 where it does not. */
    long uidNext() {
        return uidNext;
    }

    /** Returns how many mails are in the mailbox. */
    long count() {
        return exists;
    }

    /** Whether nothing may be changed in it. */
    boolean isReadOnly() {
        return readOnly;
    }

    /** Whether mails can be moved without any doubt about which are. */
    boolean canMove() {
        return !readOnly && (can("MOVE") || can("UIDPLUS"));
    }

    /** Whether the server announces new mails by itself (RFC 2177). */
    boolean canIdle() {
        return can("IDLE");
    }

    /**
     * Returns the mails after a UID, the lowest {@link #WINDOW} of them, in the order of their
     * UIDs.
     */
    List<Announced> newMails(long lastUid) throws IOException {
        looked = exists;
        if (exists == 0 || lastUid >= MAX_UID) {
            return List.of();
        }
        if (exists > WINDOW) {
            // To list all that is left again and again would take hours of a large mailbox.
            List<Announced> next =
                    newMails(lastUid, String.valueOf(Math.min(lastUid + WINDOW, MAX_UID)));
            if (!next.isEmpty()) {
                return next;
            }
        }
        return newMails(lastUid, "*");
    }

    /** Returns what the server lists, with what it finds beside that: a list may lack a mail. */
    private List<Announced> newMails(long lastUid, String to) throws IOException {
        NavigableMap<Long, Announced> mails = listed(lastUid, to);
        long last = to.equals("*") ? MAX_UID : Long.parseLong(to);
        UidSet range = UidSet.range(lastUid + 1, mails.isEmpty() ? last : mails.lastKey());
        found(range, "")
                .uids()
                .limit(WINDOW)
                .forEach(uid -> mails.putIfAbsent(uid, new Announced(uid, 0)));
        return mails.values().stream().limit(WINDOW).toList();
    }

    /** Whether the server still says in any way that it has a mail. */
    boolean has(long uid) throws IOException {
        return !listed(uid - 1, String.valueOf(uid)).isEmpty()
                || found(UidSet.of(uid), "").contains(uid);
    }

    /**
     * Returns which of these mails the server finds; none where it does not search.
     *
     * @param criterion a further one, with a blank before it
     */
    UidSet found(UidSet mails, String criterion) throws IOException {
        List<UidSet.Range> found = new ArrayList<>();
        try {
            command(
                    "UID SEARCH UID " + mails + criterion,
                    line -> {
                        Matcher all = SEARCHED_ALL.matcher(line);
                        Matcher some = SEARCHED.matcher(line);
                        if (all.lookingAt()) {
                            found.addAll(UidSet.parse(all.group(1)).ranges());
                        } else if (some.lookingAt()) {
                            String uids = some.group(1).strip().replace(' ', ',');
                            found.addAll(UidSet.parse(uids).ranges());
                        }
                    });
        } catch (CommandRefused refused) {
            return UidSet.NONE;
        }
        return new UidSet(found).and(mails);
    }

    private NavigableMap<Long, Announced> listed(long lastUid, String to) throws IOException {
        TreeMap<Long, Announced> found = new TreeMap<>();
        command(
                "UID FETCH " + (lastUid + 1) + ":" + to + " (UID RFC822.SIZE)",
                line -> {
                    Matcher uid = MailFetch.UID.matcher(line);
                    if (!MailFetch.FETCH.matcher(line).lookingAt() || !uid.find()) {
                        return;
                    }
                    long number = Long.parseLong(uid.group(1));
                    // Of a range that is beyond the last mail, the last mail is answered.
                    if (number <= lastUid || number > MAX_UID) {
                        return;
                    }
                    Matcher size = SIZE.matcher(line);
                    long bytes = size.find() ? Long.parseLong(size.group(1)) : 0;
                    found.put(number, new Announced(number, bytes));
                    if (found.size() > WINDOW) {
                        found.pollLastEntry();
                    }
                });
        return found;
    }

    /**
     * Fetches mails, as {@link MailFetch#fetch} does.
     *
     * @param into takes each as soon as it is complete, also when this fails
     * @throws CommandRefused when the server does not hand them out
     */
    void fetch(List<Announced> announced, Map<Long, Fetched> into) throws IOException {
        mails.fetch(announced, into);
    }

    /** Asks whether a mail has more bytes, as {@link MailFetch#endOf} does. */
    End endOf(long uid, long size) throws IOException {
        return mails.endOf(uid, size);
    }

    /**
     * Marks mails as read, and as taken over where the server keeps such marks.
     *
     * @return those that are not marked all the same
     */
    UidSet mark(UidSet mails) throws IOException {
        boolean keyword =
                permanentFlags.contains("\\*")
                        || permanentFlags.contains(KEYWORD.toUpperCase(Locale.ROOT));
        command(
                "UID STORE "
                        + mails
                        + " +FLAGS.SILENT (\\Seen"
                        + (keyword ? " " + KEYWORD : "")
                        + ")",
                line -> {});
        return found(mails, " UNSEEN");
    }

    /**
     * Moves mails to another mailbox, which is made where it is missing.
     *
     * @throws CommandRefused when nothing was moved
     */
    Moved move(UidSet mails, String folder) throws IOException {
        return mover.move(mails, folder);
    }

    /** Returns the mailbox that is open, by the server's name. */
    String selected() {
        return selected;
    }

    /** Asks for news, for which a server may wait before it sends them. */
    void look() throws IOException {
        command("NOOP", line -> {});
    }

    /**
     * Waits until a mail comes in.
     *
     * @param atMost how long
     * @param meanwhile is run from time to time
     * @param every how often
     */
    void idle(Duration atMost, Duration every, Runnable meanwhile) throws IOException {
        long end = System.nanoTime() + atMost.toNanos();
        server.limit();
        String name = server.start("IDLE");
        for (int lines = 0; ; lines++) {
            String line = server.nextLine(lines);
            if (line.startsWith("+")) {
                break;
            }
            if (line.startsWith(name + " ")) {
                server.complete(line, name, "");
                return;
            }
        }
        for (int lines = 0; exists <= looked; lines++) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                break;
            }
            if (wire.await(Duration.ofNanos(Math.min(left, every.toNanos())))) {
                server.limit();
                server.nextLine(lines);
            }
            meanwhile.run();
        }
        server.limit();
        server.send("DONE");
        server.completion(name, line -> {});
    }

    /** Waits without the server's word, as {@link #idle} does with it. */
    void await(Duration atMost, Duration every, Runnable meanwhile) throws IOException {
        long end = System.nanoTime() + atMost.toNanos();
        for (long left = atMost.toNanos(); left > 0; left = end - System.nanoTime()) {
            if (wire.await(Duration.ofNanos(Math.min(left, every.toNanos())))) {
                server.limit();
                server.nextLine(0);
            }
            meanwhile.run();
        }
    }

    @Override
    public void close() {
        try {
            server.start("LOGOUT");
        } catch (IOException gone) {
            // It ends without a word then.
        }
        wire.close();
    }
}
