package org.mailvane.intake.imap;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mailvane.intake.RawMessage;
import org.mailvane.intake.imap.ImapException.CommandRefused;
import org.mailvane.intake.imap.ImapException.SignInRefused;
import org.mailvane.intake.imap.MailMover.Moved;
import org.mailvane.reports.Problem;
import org.mailvane.settings.ImapUrl;
import org.mailvane.text.Message;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A mailbox that is open on its server. The few commands that reading one takes, of RFC 3501 and
 * RFC 9051; messages go by their UIDs, and their bytes straight into {@link RawMessage}s.
 *
 * <p>It is longer than two screens, as commands and the answers to them are one conversation.
 */
final class ImapSession implements AutoCloseable {

    /** Bytes of a mail; larger ones are not fetched. */
    static final long MAX_MAIL_BYTES = 64L << 20;

    /** New mails that are looked at at once: those with the lowest UIDs. */
    static final int WINDOW = 2_000;

    /** Bytes of mails in memory at most: a server may have reported too small sizes. */
    static final long MAX_HELD_BYTES = MAX_MAIL_BYTES + (16L << 20);

    /** Responses to one command: more than the mails of the largest mailbox. */
    static final int MAX_RESPONSES = 2_000_000;

    /** How long one command may take that fetches no mails. */
    static final Duration COMMAND_TIME = Duration.ofMinutes(5);

    /** What a connection must be able to carry a second. */
    private static final long BYTES_A_SECOND = 16 << 10;

    /** The mark of mails that were taken over, where the server keeps such. */
    static final String KEYWORD = "Mailvane";

    static final long MAX_UID = 0xffff_ffffL;

    private static final String TOO_LARGE = Problem.Reason.TOO_LARGE.code();

    /** A mail that is in the mailbox and is not handed out. */
    private static final String UNREADABLE = "unreadable";

    /** Characters of what a server says that are handed on. */
    private static final int SHOWN = 200;

    /** Bytes of two mails that are compared at once. */
    private static final int COMPARED = 64 << 10;

    /** What RFC 9051 has made part of the protocol, so that a server need not name it. */
    private static final Set<String> OF_REVISION_2 =
            Set.of("IDLE", "MOVE", "NAMESPACE", "SASL-IR", "UIDPLUS");

    private static final Pattern LITERAL = Pattern.compile("~?\\{(\\d{1,18})\\+?}$");
    private static final Pattern BODY = Pattern.compile("BODY\\[] ?$", Pattern.CASE_INSENSITIVE);
    private static final Pattern QUOTED_BODY =
            Pattern.compile("BODY\\[] \"", Pattern.CASE_INSENSITIVE);
    private static final Pattern QUOTED = Pattern.compile("\"(?:[^\"\\\\]++|\\\\.)*+\"");
    private static final Pattern UID =
            Pattern.compile("[( ]UID (\\d{1,10})(?=[ )]|$)", Pattern.CASE_INSENSITIVE);
    private static final Pattern SIZE =
            Pattern.compile("[( ]RFC822\\.SIZE (\\d{1,18})", Pattern.CASE_INSENSITIVE);
    private static final Pattern FETCH =
            Pattern.compile("\\* \\d{1,10} FETCH ", Pattern.CASE_INSENSITIVE);
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
    private final Duration time;
    private Set<String> capabilities = Set.of();
    private Set<String> permanentFlags = Set.of("\\SEEN");
    private final ImapNames names = new ImapNames();
    private final MailMover mover = new MailMover(this, names);
    private String secret = "";

    /** The mailbox that is open, by the server's name. */
    private String selected = "";

    /** The secret in all forms in which it is sent: some servers repeat what they refuse. */
    private final List<String> secrets = new ArrayList<>();

    private boolean readOnly;
    private long uidValidity;
    private long uidNext;

    /** A server that does not count its mails is asked for them. */
    private long exists = 1;

    /** How many mails there were when new ones were looked for last. */
    private long looked;

    private int tag;

    private ImapSession(ImapUrl url, ImapWire wire, Duration time) {
        this.url = url;
        this.wire = wire;
        this.time = time;
    }

    /**
     * A new mail as the server announces it.
     *
     * @param size its bytes; 0 where the server does not say
     */
    record Announced(long uid, long size) {}

    /**
     * A mail that the server handed out.
     *
     * @param message its bytes; null where it can't be taken over
     * @param code stable identity of the reason for that; empty where there is none
     * @param reason the reason; null where there is none
     */
    record Fetched(@Nullable RawMessage message, String code, @Nullable Message reason) {

        /** A mail that is not in the mailbox any more. */
        static final Fetched GONE = new Fetched(null, "", null);

        static Fetched of(RawMessage message) {
            return new Fetched(message, "", null);
        }

        static Fetched unreadable(Message reason) {
            return new Fetched(null, UNREADABLE, reason);
        }

        boolean isGone() {
            return message == null && code.isEmpty();
        }

        /** Whether all is there that was announced. */
        boolean isWhole(Announced mail) {
            return message == null || message.size() >= mail.size();
        }
    }

    /** A line of the server, and what the session does with it. */
    @FunctionalInterface
    interface Responses {
        void response(String line) throws IOException;
    }

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
        ImapSession session = new ImapSession(url, wire, COMMAND_TIME);
        session.secret = secret;
        session.hide(secret);
        session.hide(escaped(secret));
        try {
            session.begin();
            return session;
        } catch (IOException | RuntimeException failed) {
            wire.close();
            throw failed;
        }
    }

    private void begin() throws IOException {
        wire.limit(time);
        String greeting = wire.line();
        if (!greeting.regionMatches(true, 0, "* OK", 0, 4)) {
            throw new ImapException(
                    Message.of("imports.imap.greeting").with("answer", shown(greeting)));
        }
        askCapabilities();
        if (!url.tls()) {
            startTls();
        }
        signIn();
        askCapabilities();
        learnNames();
        select();
    }

    private void askCapabilities() throws IOException {
        Set<String> found = new HashSet<>();
        command(
                "CAPABILITY",
                line -> {
                    if (line.regionMatches(true, 0, "* CAPABILITY ", 0, 13)) {
                        found.addAll(List.of(line.toUpperCase(Locale.ROOT).split(" ")));
                    }
                });
        capabilities = found;
    }

    boolean can(String capability) {
        return capabilities.contains(capability)
                || (isRevision2() && OF_REVISION_2.contains(capability));
    }

    /** Whether it speaks RFC 9051 only; a server of both revisions waits for ENABLE. */
    private boolean isRevision2() {
        return capabilities.contains("IMAP4REV2") && !capabilities.contains("IMAP4REV1");
    }

    private void startTls() throws IOException {
        if (can("STARTTLS")) {
            command("STARTTLS", line -> {});
            wire.encrypt();
            // What was said before may have been somebody else's word.
            askCapabilities();
        } else if (!url.isLoopback()) {
            throw new ImapException(Message.of("imports.imap.no_starttls"));
        }
    }

    private void signIn() throws IOException {
        try {
            if (!url.oauth().isEmpty()) {
                authenticateByToken();
            } else if (can("AUTH=PLAIN")) {
                authenticate("PLAIN", "\0" + url.user() + "\0" + secret, "");
            } else if (can("LOGINDISABLED")) {
                throw new SignInRefused(Message.of("imports.imap.login_disabled"));
            } else {
                command("LOGIN " + string(url.user()) + " " + string(secret), line -> {});
            }
        } catch (CommandRefused refused) {
            throw new SignInRefused(refused.problem());
        }
    }

    /** Signs in by what the large providers have, or by RFC 7628 where only that is offered. */
    private void authenticateByToken() throws IOException {
        String bearer = "\1auth=Bearer " + secret + "\1\1";
        if (can("AUTH=OAUTHBEARER") && !can("AUTH=XOAUTH2")) {
            // RFC 5801, section 4: a comma and an equals sign have a special meaning there.
            String user = url.user().replace("=", "=3D").replace(",", "=2C");
            authenticate("OAUTHBEARER", "n,a=" + user + "," + bearer, "AQ==");
        } else {
            authenticate("XOAUTH2", "user=" + url.user() + bearer, "");
        }
    }

    /**
     * RFC 9051, section 6.2.2; what an error tells in a challenge is taken note of.
     *
     * @param acknowledgement what such a challenge is answered, upon which the server refuses
     */
    private void authenticate(String mechanism, String credentials, String acknowledgement)
            throws IOException {
        String response =
                Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
        hide(response);
        boolean atOnce = can("SASL-IR");
        String name = nextTag();
        wire.limit(time);
        wire.send(name + " AUTHENTICATE " + mechanism + (atOnce ? " " + response : ""));
        boolean sent = atOnce;
        String told = "";
        for (int lines = 0; ; lines++) {
            String line = nextLine(lines);
            if (line.startsWith("+")) {
                if (sent) {
                    told = challenge(line);
                }
                wire.send(sent ? acknowledgement : response);
                sent = true;
            } else if (line.startsWith(name + " ")) {
                complete(line, name, told);
                return;
            }
        }
    }

    private static String challenge(String line) {
        try {
            byte[] text = Base64.getDecoder().decode(line.substring(1).strip());
            return " " + new String(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException none) {
            return "";
        }
    }

    /** Learns how mailboxes are named here; each of these may be refused. */
    private void learnNames() throws IOException {
        if (isRevision2()) {
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
                    Matcher uid = UID.matcher(line);
                    if (!FETCH.matcher(line).lookingAt() || !uid.find()) {
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
     * Fetches mails without marking them as read. What the server does not hand out, hands out
     * empty, or hands out twice with different bytes is left out; {@link CheckedFetch} looks why.
     *
     * @param into takes each as soon as it is complete, also when this fails
     * @throws CommandRefused when the server does not hand them out
     */
    void fetch(List<Announced> mails, Map<Long, Fetched> into) throws IOException {
        Set<Long> wanted = new HashSet<>();
        Set<Long> contradicted = new HashSet<>();
        long bytes = 0;
        for (Announced mail : mails) {
            wanted.add(mail.uid());
            bytes += mail.size();
        }
        wire.limit(time.plusSeconds(bytes / BYTES_A_SECOND));
        String name = nextTag();
        wire.send(name + " UID FETCH " + UidSet.of(wanted) + " (UID BODY.PEEK[])");
        long held = 0;
        for (int lines = 0; ; lines++) {
            String line = rawLine(lines);
            if (FETCH.matcher(line).lookingAt()) {
                Part part = fetchResponse(line);
                Fetched fetched = part.fetched;
                if (fetched == null) {
                    continue;
                }
                if (part.uid == 0 && fetched.message() == null && mails.size() == 1) {
                    // It would have come after a body that is not read.
                    part.uid = mails.getFirst().uid();
                }
                if (wanted.contains(part.uid) && !contradicted.contains(part.uid)) {
                    Fetched before = into.put(part.uid, fetched);
                    if (before != null && !isSame(before, fetched)) {
                        into.remove(part.uid);
                        contradicted.add(part.uid);
                    }
                }
                held += part.bytes;
                if (held > MAX_HELD_BYTES) {
                    throw new ImapException(Message.of("imports.imap.more_than_announced"));
                }
                continue;
            }
            skipLiterals(line);
            note(line);
            if (line.startsWith(name + " ")) {
                complete(line, name, "");
                return;
            }
        }
    }

    /** What one FETCH response holds. */
    private static final class Part {
        private long uid;
        private long bytes;
        private @Nullable Fetched fetched;
    }

    private Part fetchResponse(String first) throws IOException {
        Part part = new Part();
        String line = first;
        while (true) {
            Matcher uid = UID.matcher(QUOTED.matcher(line).replaceAll("\"\""));
            if (uid.find()) {
                part.uid = Long.parseLong(uid.group(1));
            }
            Matcher quoted = QUOTED_BODY.matcher(line);
            if (quoted.find()) {
                part.fetched = handedOut(quotedBody(line, quoted.end()));
            }
            Matcher literal = LITERAL.matcher(line);
            if (!literal.find()) {
                return part;
            }
            long size = Long.parseLong(literal.group(1));
            if (BODY.matcher(line.substring(0, literal.start())).find()) {
                if (size > MAX_MAIL_BYTES) {
                    // It is not even passed over: this is the last that is heard on this
                    // connection.
                    wire.close();
                    part.fetched = tooLarge(size);
                    return part;
                }
                Fetched body = body(size);
                part.bytes = body.message() == null ? 0 : size;
                part.fetched = handedOut(body);
            } else {
                skip(size);
            }
            line = wire.line();
            if (!line.startsWith(" ") && !line.startsWith(")")) {
                throw new ImapException(Message.of("imports.imap.wrong_size"));
            }
        }
    }

    /** Returns a body, unless it is empty: no mail is. */
    private static @Nullable Fetched handedOut(Fetched body) {
        RawMessage message = body.message();
        return message != null && message.size() == 0 ? null : body;
    }

    private static boolean isSame(Fetched one, Fetched other) throws IOException {
        RawMessage first = one.message();
        RawMessage second = other.message();
        if (first == null || second == null || first.size() != second.size()) {
            return false;
        }
        try (InputStream some = first.open();
                InputStream others = second.open()) {
            byte[] bytes;
            do {
                bytes = some.readNBytes(COMPARED);
                if (!Arrays.equals(bytes, others.readNBytes(COMPARED))) {
                    return false;
                }
            } while (bytes.length > 0);
            return true;
        }
    }

    /** Whether a mail ends where what was handed out of it does. */
    enum End {
        HERE,
        LATER,
        UNKNOWN
    }

    /**
     * Asks whether a mail has more than so many bytes (RFC 9051, section 6.4.5): of one that ends
     * there, the part after it is empty.
     */
    End endOf(long uid, long size) throws IOException {
        Pattern behind =
                Pattern.compile(
                        "BODY\\[]<" + size + "> (\"\"|NIL|~?\\{0\\+?}$)?",
                        Pattern.CASE_INSENSITIVE);
        List<End> ends = new ArrayList<>();
        try {
            command(
                    "UID FETCH " + uid + " (UID BODY.PEEK[]<" + size + ".1>)",
                    line -> {
                        Matcher part = behind.matcher(line);
                        if (FETCH.matcher(line).lookingAt() && part.find()) {
                            ends.add(part.group(1) == null ? End.LATER : End.HERE);
                        }
                    });
        } catch (CommandRefused refused) {
            return End.UNKNOWN;
        }
        return ends.isEmpty() ? End.UNKNOWN : ends.getLast();
    }

    /** Returns a body that is short enough to be between quotes. */
    private static Fetched quotedBody(String line, int begin) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = begin; i < line.length() && line.charAt(i) != '"'; i++) {
            if (line.charAt(i) == '\\' && i + 1 < line.length()) {
                i++;
            }
            bytes.write(line.charAt(i));
        }
        return Fetched.of(RawMessage.read(new ByteArrayInputStream(bytes.toByteArray())));
    }

    private Fetched body(long size) throws IOException {
        InputStream bytes = wire.counted(size);
        try {
            return Fetched.of(RawMessage.read(bytes));
        } catch (RawMessage.TooLarge tooLarge) {
            bytes.transferTo(OutputStream.nullOutputStream());
            return new Fetched(null, TOO_LARGE, tooLarge.reason());
        }
    }

    /** Returns what the ledger says of a mail that is too large to be fetched. */
    static Fetched tooLarge(long size) {
        return new Fetched(
                null,
                TOO_LARGE,
                Message.of("imports.imap.mail_too_large")
                        .with("megabytes", size >> 20)
                        .with("limit", MAX_MAIL_BYTES >> 20));
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
        String name = nextTag();
        wire.limit(time);
        wire.send(name + " IDLE");
        for (int lines = 0; ; lines++) {
            String line = nextLine(lines);
            if (line.startsWith("+")) {
                break;
            }
            if (line.startsWith(name + " ")) {
                complete(line, name, "");
                return;
            }
        }
        for (int lines = 0; exists <= looked; lines++) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                break;
            }
            if (wire.await(Duration.ofNanos(Math.min(left, every.toNanos())))) {
                wire.limit(time);
                nextLine(lines);
            }
            meanwhile.run();
        }
        wire.limit(time);
        wire.send("DONE");
        completion(name, line -> {});
    }

    /** Waits without the server's word, as {@link #idle} does with it. */
    void await(Duration atMost, Duration every, Runnable meanwhile) throws IOException {
        long end = System.nanoTime() + atMost.toNanos();
        for (long left = atMost.toNanos(); left > 0; left = end - System.nanoTime()) {
            if (wire.await(Duration.ofNanos(Math.min(left, every.toNanos())))) {
                wire.limit(time);
                nextLine(0);
            }
            meanwhile.run();
        }
    }

    private String nextTag() {
        tag++;
        return "m" + tag;
    }

    /**
     * Sends a command.
     *
     * @param responses takes what the server answers before it completes
     * @return how it completes
     * @throws CommandRefused when it is refused
     */
    String command(String text, Responses responses) throws IOException {
        String name = nextTag();
        wire.limit(time);
        wire.send(name + " " + text);
        return completion(name, responses);
    }

    private String completion(String name, Responses responses) throws IOException {
        for (int lines = 0; ; lines++) {
            String line = nextLine(lines);
            if (line.startsWith(name + " ")) {
                complete(line, name, "");
                return line;
            }
            responses.response(line);
        }
    }

    /** Returns the next line of the server, without what it counts out. */
    private String nextLine(int lines) throws IOException {
        String line = rawLine(lines);
        skipLiterals(line);
        note(line);
        return line;
    }

    private String rawLine(int lines) throws IOException {
        if (lines > MAX_RESPONSES) {
            throw new ImapException(Message.of("imports.imap.endless_answer"));
        }
        return wire.line();
    }

    private void skipLiterals(String first) throws IOException {
        String line = first;
        for (Matcher literal = LITERAL.matcher(line); literal.find(); ) {
            skip(Long.parseLong(literal.group(1)));
            line = wire.line();
            literal = LITERAL.matcher(line);
        }
    }

    private void skip(long size) throws IOException {
        if (size > MAX_MAIL_BYTES) {
            throw new ImapException(Message.of("imports.imap.unwanted_bytes").with("bytes", size));
        }
        wire.counted(size).transferTo(OutputStream.nullOutputStream());
    }

    /** What a server may say at any time. */
    private void note(String line) throws IOException {
        Matcher count = COUNT.matcher(line);
        if (count.lookingAt()) {
            if (count.group(2).equalsIgnoreCase("EXISTS")) {
                exists = Long.parseLong(count.group(1));
            } else {
                exists = Math.max(0, exists - 1);
                looked = Math.max(0, looked - 1);
            }
        } else if (line.regionMatches(true, 0, "* BYE", 0, 5)) {
            throw new ImapException(
                    Message.of("imports.imap.bye").with("answer", shown(line.substring(5))));
        } else if (line.regionMatches(true, 0, "* OK", 0, 4) && !selected.isEmpty()) {
            Matcher validity = UID_VALIDITY.matcher(line);
            if (validity.find() && Long.parseLong(validity.group(1)) != uidValidity) {
                throw new ImapException(Message.of("imports.imap.recreated"));
            }
        }
    }

    private void complete(String line, String name, String told) throws CommandRefused {
        String text = line.substring(name.length() + 1);
        if (!text.regionMatches(true, 0, "OK", 0, 2)) {
            throw new CommandRefused(
                    Message.of("imports.imap.refused").with("answer", shown(text + told)), text);
        }
    }

    private void hide(String form) {
        if (!form.isEmpty()) {
            // The longest first: it may hold the others.
            secrets.addFirst(form);
        }
    }

    /**
     * Returns what a server says, without control characters and without what it should not repeat.
     */
    private String shown(String text) {
        String line = text.replaceAll("\\p{Cntrl}+", " ").strip();
        for (String hidden : secrets) {
            line = line.replace(hidden, "***");
        }
        return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "...";
    }

    /** Returns a text as a string of the protocol (RFC 9051, section 4.3). */
    private static String string(String text) throws SignInRefused {
        if (!StandardCharsets.US_ASCII.newEncoder().canEncode(text)) {
            throw new SignInRefused(Message.of("imports.imap.ascii_only"));
        }
        return "\"" + escaped(text) + "\"";
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"");
    }

    @Override
    public void close() {
        try {
            wire.send(nextTag() + " LOGOUT");
        } catch (IOException gone) {
            // It ends without a word then.
        }
        wire.close();
    }
}
