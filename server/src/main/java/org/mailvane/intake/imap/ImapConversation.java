package org.mailvane.intake.imap;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mailvane.intake.imap.ImapException.CommandRefused;
import org.mailvane.text.Message;

/**
 * Commands to an IMAP server and its responses, line by line (RFC 9051, section 2.2). What a server
 * says is shown without the secret.
 */
final class ImapConversation {

    /** Responses to one command: more than the mails of the largest mailbox. */
    static final int MAX_RESPONSES = 2_000_000;

    /** How long one command may take that fetches no mails. */
    static final Duration COMMAND_TIME = Duration.ofMinutes(5);

    /** Characters of what a server says that are handed on. */
    private static final int SHOWN = 200;

    static final Pattern LITERAL = Pattern.compile("~?\\{(\\d{1,18})\\+?}$");

    private final ImapWire wire;
    private final Duration time;
    private final Responses unsolicited;

    /** The secret in all forms in which it is sent: some servers repeat what they refuse. */
    private final List<String> secrets = new ArrayList<>();

    private int tag;

    /**
     * Starts a conversation.
     *
     * @param time how long a command may take that fetches no mails
     * @param unsolicited takes each line, as a server may announce changes at any time
     */
    ImapConversation(ImapWire wire, Duration time, Responses unsolicited) {
        this.wire = wire;
        this.time = time;
        this.unsolicited = unsolicited;
    }

    /** A line of the server, and what the session does with it. */
    @FunctionalInterface
    interface Responses {
        void response(String line) throws IOException;
    }

    /** Gives the server the time of one command, from now on. */
    void limit() {
        wire.limit(time);
    }

    /**
     * Gives the server the time of one command that fetches so many bytes, from now on.
     *
     * @param bytesASecond what a connection must carry
     */
    void limit(long bytes, long bytesASecond) {
        wire.limit(time.plusSeconds(bytes / bytesASecond));
    }

    /**
     * Starts a command without waiting for its completion.
     *
     * @return its tag
     */
    String start(String text) throws IOException {
        String name = nextTag();
        wire.send(name + " " + text);
        return name;
    }

    /** Sends a line that belongs to a command that runs. */
    void send(String line) throws IOException {
        wire.send(line);
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
        limit();
        String name = start(text);
        return completion(name, responses);
    }

    /** Reads up to the completion of a command that was started. */
    String completion(String name, Responses responses) throws IOException {
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
    String nextLine(int lines) throws IOException {
        String line = rawLine(lines);
        skipLiterals(line);
        note(line);
        return line;
    }

    /**
     * Returns the next line of the server, which may end with the size of a literal.
     *
     * @param lines how many came before in response to the same command
     */
    String rawLine(int lines) throws IOException {
        if (lines > MAX_RESPONSES) {
            throw new ImapException(Message.of("imports.imap.endless_answer"));
        }
        return wire.line();
    }

    /** Skips the literals that a line announces. */
    void skipLiterals(String first) throws IOException {
        String line = first;
        for (Matcher literal = LITERAL.matcher(line); literal.find(); ) {
            skip(Long.parseLong(literal.group(1)));
            line = wire.line();
            literal = LITERAL.matcher(line);
        }
    }

    /** Skips the bytes of one literal. */
    void skip(long size) throws IOException {
        if (size > MailFetch.MAX_MAIL_BYTES) {
            throw new ImapException(Message.of("imports.imap.unwanted_bytes").with("bytes", size));
        }
        wire.counted(size).transferTo(OutputStream.nullOutputStream());
    }

    /** Handles what a server may say at any time. */
    void note(String line) throws IOException {
        if (line.regionMatches(true, 0, "* BYE", 0, 5)) {
            throw new ImapException(
                    Message.of("imports.imap.bye").with("answer", shown(line.substring(5))));
        }
        unsolicited.response(line);
    }

    /**
     * Reads the completion of a command.
     *
     * @param told what the server has said about a refusal before
     * @throws CommandRefused unless it is OK
     */
    void complete(String line, String name, String told) throws CommandRefused {
        String text = line.substring(name.length() + 1);
        if (!text.regionMatches(true, 0, "OK", 0, 2)) {
            throw new CommandRefused(
                    Message.of("imports.imap.refused").with("answer", shown(text + told)), text);
        }
    }

    /** Hides a text in all that is shown of the server's lines. */
    void hide(String form) {
        if (!form.isEmpty()) {
            // The longest first: it may hold the others.
            secrets.addFirst(form);
        }
    }

    /**
     * Returns what a server says, without control characters and without what it should not repeat.
     */
    String shown(String text) {
        String line = text.replaceAll("\\p{Cntrl}+", " ").strip();
        for (String hidden : secrets) {
            line = line.replace(hidden, "***");
        }
        return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "...";
    }
}
