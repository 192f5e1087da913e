package org.mailvane.intake.imap;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.angus.mail.imap.protocol.BASE64MailboxEncoder;
import org.jspecify.annotations.Nullable;
import org.mailvane.intake.RawMessage;
import org.mailvane.intake.imap.ImapException.CommandRefused;
import org.mailvane.intake.imap.ImapException.SignInRefused;
import org.mailvane.reports.Problem;
import org.mailvane.settings.ImapUrl;

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

    /** Bytes of mails that are held at most: a server may have told too little of their sizes. */
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

    /** Characters of what a server says that are handed on. */
    private static final int SHOWN = 200;

    private static final Pattern LITERAL = Pattern.compile("~?\\{(\\d{1,18})\\+?}$");
    private static final Pattern BODY = Pattern.compile("BODY\\[] ?$", Pattern.CASE_INSENSITIVE);
    private static final Pattern QUOTED_BODY =
            Pattern.compile("BODY\\[] \"", Pattern.CASE_INSENSITIVE);
    private static final Pattern EMPTY_BODY =
            Pattern.compile("BODY\\[] NIL", Pattern.CASE_INSENSITIVE);
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
    private static final Pattern DELIMITER =
            Pattern.compile("\\* LIST \\([^)]*\\) \"(.|\\\\\\\\)\" ", Pattern.CASE_INSENSITIVE);

    private final ImapUrl url;
    private final ImapWire wire;
    private final Duration time;
    private Set<String> capabilities = Set.of();
    private Set<String> permanentFlags = Set.of("\\SEEN");
    private String delimiter = "/";
    private String secret = "";

    /** The secret in all forms in which it is sent: some servers repeat what they refuse. */
    private final List<String> secrets = new ArrayList<>();

    private boolean readOnly;
    private long uidValidity;
    private long exists;

    /** How many mails there were when new ones were looked for last. */
    private long looked;

    private int tag;

    private ImapSession(ImapUrl url, ImapWire wire, Duration time) {
        this.url = url;
        this.wire = wire;
        this.time = time;
    }

    /** A new mail as the server announces it. */
    record Announced(long uid, long size) {}

    /**
     * A mail that the server handed out.
     *
     * @param message its bytes; null where it can't be taken over
     * @param code stable identity of the reason for that; empty where there is none
     * @param reason the reason for a person
     */
    record Fetched(@Nullable RawMessage message, String code, String reason) {

        static Fetched of(RawMessage message) {
            return new Fetched(message, "", "");
        }
    }

    /** A line of the server, and what the session does with it. */
    @FunctionalInterface
    private interface Responses {
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
            throw new ImapException("It does not greet as a mail server does: " + shown(greeting));
        }
        askCapabilities();
        if (!url.tls()) {
            startTls();
        }
        signIn();
        askCapabilities();
        command("LIST \"\" \"\"", this::noteDelimiter);
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

    private boolean can(String capability) {
        return capabilities.contains(capability);
    }

    private void startTls() throws IOException {
        if (can("STARTTLS")) {
            command("STARTTLS", line -> {});
            wire.encrypt();
            // What was said before may have been somebody else's word.
            askCapabilities();
        } else if (!url.isLoopback()) {
            throw new ImapException(
                    "It offers no STARTTLS, and a password is not sent unencrypted. Use imaps://.");
        }
    }

    private void signIn() throws IOException {
        try {
            if (!url.oauth().isEmpty()) {
                authenticate("XOAUTH2", "user=" + url.user() + "\1auth=Bearer " + secret + "\1\1");
            } else if (can("AUTH=PLAIN")) {
                authenticate("PLAIN", "\0" + url.user() + "\0" + secret);
            } else if (can("LOGINDISABLED")) {
                throw new SignInRefused("It takes no password (LOGINDISABLED).");
            } else {
                command("LOGIN " + string(url.user()) + " " + string(secret), line -> {});
            }
        } catch (CommandRefused refused) {
            throw new SignInRefused(String.valueOf(refused.getMessage()));
        }
    }

    /** RFC 9051, section 6.2.2; what an error tells in a challenge is taken note of (XOAUTH2). */
    private void authenticate(String mechanism, String credentials) throws IOException {
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
                wire.send(sent ? "" : response);
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

    private void noteDelimiter(String line) {
        Matcher parts = DELIMITER.matcher(line);
        if (parts.lookingAt()) {
            String found = parts.group(1);
            delimiter = found.equals("\\\\") ? "\\" : found;
        }
    }

    private void select() throws IOException {
        String completion =
                command(
                        "SELECT " + mailbox(url.folder()),
                        line -> {
                            Matcher validity = UID_VALIDITY.matcher(line);
                            if (validity.find()) {
                                uidValidity = Long.parseLong(validity.group(1));
                            }
                            Matcher flags = PERMANENT_FLAGS.matcher(line);
                            if (flags.find()) {
                                permanentFlags =
                                        Set.of(flags.group(1).toUpperCase(Locale.ROOT).split(" +"));
                            }
                        });
        readOnly = completion.toUpperCase(Locale.ROOT).contains("[READ-ONLY]");
    }

    /** The value with which the mailbox's UIDs have their meaning (RFC 9051, section 2.3.1.1). */
    long uidValidity() {
        return uidValidity;
    }

    /** How many mails are in the mailbox. */
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

    /** Whether the server tells of new mails by itself (RFC 2177). */
    boolean canIdle() {
        return can("IDLE");
    }

    /** The mails behind a UID, the lowest {@link #WINDOW} of them, in the order of their UIDs. */
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

    private List<Announced> newMails(long lastUid, String to) throws IOException {
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
        return List.copyOf(found.values());
    }

    /**
     * Fetches mails without marking them as read. One that is not there any more is left out.
     *
     * @param into takes each as soon as it is complete, also when this fails
     * @throws CommandRefused when the server does not hand them out
     */
    void fetch(List<Announced> mails, Map<Long, Fetched> into) throws IOException {
        Set<Long> wanted = new HashSet<>();
        long bytes = 0;
        for (Announced mail : mails) {
            wanted.add(mail.uid());
            bytes += mail.size();
        }
        wire.limit(time.plusSeconds(bytes / BYTES_A_SECOND));
        String name = nextTag();
        wire.send(name + " UID FETCH " + set(wanted) + " (UID BODY.PEEK[])");
        long held = 0;
        for (int lines = 0; ; lines++) {
            String line = rawLine(lines);
            if (FETCH.matcher(line).lookingAt()) {
                Part part = fetchResponse(line);
                if (part.uid == 0 && mails.size() == 1) {
                    // It would have come behind a body that is not read.
                    part.uid = mails.getFirst().uid();
                }
                if (part.fetched != null && wanted.contains(part.uid)) {
                    into.put(part.uid, part.fetched);
                    held += part.bytes;
                    if (held > MAX_HELD_BYTES) {
                        throw new ImapException("It hands out more than it announced.");
                    }
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
            Matcher uid = UID.matcher(line);
            if (uid.find()) {
                part.uid = Long.parseLong(uid.group(1));
            }
            Matcher quoted = QUOTED_BODY.matcher(line);
            if (quoted.find()) {
                part.fetched = quotedBody(line, quoted.end());
            } else if (EMPTY_BODY.matcher(line).find()) {
                part.fetched = Fetched.of(RawMessage.read(InputStream.nullInputStream()));
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
                part.fetched = body(size);
                part.bytes = part.fetched.message() == null ? 0 : size;
            } else {
                skip(size);
            }
            line = " " + wire.line();
        }
    }

    /** A body that is short enough to stand between quotes. */
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
            return new Fetched(null, TOO_LARGE, String.valueOf(tooLarge.getMessage()));
        }
    }

    /** What the ledger says of a mail that is too large to be fetched. */
    static Fetched tooLarge(long size) {
        return new Fetched(
                null,
                TOO_LARGE,
                "The mail is %d MB large; %d MB is the limit."
                        .formatted(size >> 20, MAX_MAIL_BYTES >> 20));
    }

    /** Marks mails as read, and as taken over where the server keeps such marks. */
    void mark(long firstUid, long lastUid) throws IOException {
        boolean keyword =
                permanentFlags.contains("\\*")
                        || permanentFlags.contains(KEYWORD.toUpperCase(Locale.ROOT));
        command(
                "UID STORE "
                        + firstUid
                        + ":"
                        + lastUid
                        + " +FLAGS.SILENT (\\Seen"
                        + (keyword ? " " + KEYWORD : "")
                        + ")",
                line -> {});
    }

    /** Moves mails to another mailbox, which is made where it is missing. */
    void move(long firstUid, long lastUid, String folder) throws IOException {
        String range = firstUid + ":" + lastUid;
        try {
            moveTo(range, folder);
        } catch (CommandRefused refused) {
            if (!String.valueOf(refused.getMessage())
                    .toUpperCase(Locale.ROOT)
                    .contains("TRYCREATE")) {
                throw refused;
            }
            command("CREATE " + mailbox(folder), line -> {});
            moveTo(range, folder);
        }
    }

    private void moveTo(String range, String folder) throws IOException {
        if (can("MOVE")) {
            // RFC 6851.
            command("UID MOVE " + range + " " + mailbox(folder), line -> {});
            return;
        }
        command("UID COPY " + range + " " + mailbox(folder), line -> {});
        command("UID STORE " + range + " +FLAGS.SILENT (\\Deleted)", line -> {});
        // RFC 4315: these and no others.
        command("UID EXPUNGE " + range, line -> {});
    }

    /** Asks for news, which a server may wait for before it tells them. */
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

    private String command(String text, Responses responses) throws IOException {
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

    /** The next line of the server, without what it counts out. */
    private String nextLine(int lines) throws IOException {
        String line = rawLine(lines);
        skipLiterals(line);
        note(line);
        return line;
    }

    private String rawLine(int lines) throws IOException {
        if (lines > MAX_RESPONSES) {
            throw new ImapException("It does not come to an end with its answer.");
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
            throw new ImapException("It sends " + size + " bytes that nobody asked for.");
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
            throw new ImapException("It ends the connection: " + shown(line.substring(5)));
        }
    }

    private void complete(String line, String name, String told) throws CommandRefused {
        String text = line.substring(name.length() + 1);
        if (!text.regionMatches(true, 0, "OK", 0, 2)) {
            throw new CommandRefused("It says: " + shown(text + told));
        }
    }

    private void hide(String form) {
        if (!form.isEmpty()) {
            // The longest first: it may hold the others.
            secrets.addFirst(form);
        }
    }

    /** What a server says, without control characters and without what it should not repeat. */
    private String shown(String text) {
        String line = text.replaceAll("\\p{Cntrl}+", " ").strip();
        for (String hidden : secrets) {
            line = line.replace(hidden, "***");
        }
        return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "...";
    }

    /** A text as a string of the protocol (RFC 9051, section 4.3). */
    private static String string(String text) throws SignInRefused {
        if (!StandardCharsets.US_ASCII.newEncoder().canEncode(text)) {
            throw new SignInRefused(
                    "It takes only plain letters, digits and signs in user names and passwords.");
        }
        return "\"" + escaped(text) + "\"";
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"");
    }

    /** A mailbox's name; its parts are separated by a slash in an address. */
    private String mailbox(String name) throws SignInRefused {
        String own = delimiter.equals("/") ? name : name.replace("/", delimiter);
        return string(BASE64MailboxEncoder.encode(own));
    }

    /** Numbers as the protocol writes sets of them. */
    private static String set(Collection<Long> uids) {
        StringBuilder set = new StringBuilder();
        long first = -1;
        long last = -1;
        for (long uid : uids.stream().sorted().toList()) {
            if (first >= 0 && uid == last + 1) {
                last = uid;
                continue;
            }
            append(set, first, last);
            first = uid;
            last = uid;
        }
        append(set, first, last);
        return set.toString();
    }

    private static void append(StringBuilder set, long first, long last) {
        if (first < 0) {
            return;
        }
        set.append(set.isEmpty() ? "" : ",").append(first);
        if (last > first) {
            set.append(":").append(last);
        }
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
