package org.mailvane.intake.imap;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.mailvane.intake.imap.ImapException.CommandRefused;
import org.mailvane.intake.imap.ImapSession.Announced;
import org.mailvane.intake.ledger.RawMessage;
import org.mailvane.reports.Problem;
import org.mailvane.text.Message;

/**
 * Fetches mails without marking them as read (RFC 9051, sections 6.4.5 and 7.5.2). Their bytes go
 * straight into {@link RawMessage}s.
 */
final class MailFetch {

    /** Bytes of a mail; larger ones are not fetched. */
    static final long MAX_MAIL_BYTES = 64L << 20;

    /** Bytes of mails in memory at most: a server may have reported too small sizes. */
    static final long MAX_HELD_BYTES = MAX_MAIL_BYTES + (16L << 20);

    /** What a connection must be able to carry a second. */
    private static final long BYTES_A_SECOND = 16 << 10;

    private static final String TOO_LARGE = Problem.Reason.TOO_LARGE.code();

    /** A mail that is in the mailbox and is not handed out. */
    private static final String UNREADABLE = "unreadable";

    /** Bytes of two mails that are compared at once. */
    private static final int COMPARED = 64 << 10;

    private static final Pattern BODY = Pattern.compile("BODY\\[] ?$", Pattern.CASE_INSENSITIVE);
    private static final Pattern QUOTED_BODY =
            Pattern.compile("BODY\\[] \"", Pattern.CASE_INSENSITIVE);
    private static final Pattern QUOTED = Pattern.compile("\"(?:[^\"\\\\]++|\\\\.)*+\"");
    static final Pattern UID =
            Pattern.compile("[( ]UID (\\d{1,10})(?=[ )]|$)", Pattern.CASE_INSENSITIVE);
    static final Pattern FETCH = Pattern.compile("\\* \\d{1,10} FETCH ", Pattern.CASE_INSENSITIVE);

    private final ImapWire wire;
    private final ImapConversation server;

    MailFetch(ImapWire wire, ImapConversation server) {
        this.wire = wire;
        this.server = server;
    }

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
        server.limit(bytes, BYTES_A_SECOND);
        String name = server.start("UID FETCH " + UidSet.of(wanted) + " (UID BODY.PEEK[])");
        long held = 0;
        for (int lines = 0; ; lines++) {
            String line = server.rawLine(lines);
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
            server.skipLiterals(line);
            server.note(line);
            if (line.startsWith(name + " ")) {
                server.complete(line, name, "");
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
            Matcher literal = ImapConversation.LITERAL.matcher(line);
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
                server.skip(size);
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
            server.command(
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
}
