package org.mailvane.intake.smtp;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.subethamail.smtp.server.Session;

/**
 * The connection of one client, below TLS. The mail server bounds how long it waits for the next
 * byte, and nothing else; here is watched how long a command, a mail and a reply take in all, and
 * how many replies a client gets for nothing.
 *
 * <p>Each reply is one write, with TLS or without. What bounds a client is looked at before each
 * read, and by {@link #endIfStuck} while a reply waits for a client that does not read.
 */
final class ClientSocket extends Socket {

    /** No reply is being written. */
    private static final long NONE = Long.MIN_VALUE;

    private final SmtpLimits limits;
    private final LongSupplier nanos;
    private final Runnable closed;
    private @Nullable Session session;
    private boolean announced;

    /** When the last mail was delivered, or the connection began. */
    private long productive;

    /** When the last reply began to be written. */
    private long replied;

    private int replies;
    private int unknownRecipients;
    private volatile boolean inMail;
    private long mailBegan;
    private long mailBytes;
    private volatile boolean ending;
    private volatile long writingSince = NONE;

    /**
     * A client that is going to be accepted.
     *
     * @param nanos measures time, in nanoseconds
     * @param closed run, perhaps several times, when the connection is closed
     */
    ClientSocket(SmtpLimits limits, LongSupplier nanos, Runnable closed) {
        this.limits = limits;
        this.nanos = nanos;
        this.closed = closed;
        productive = nanos.getAsLong();
        replied = productive;
    }

    /** Replies go by this session from now on. */
    void serve(Session by) {
        session = by;
    }

    /** Counts a recipient that is not a report address, and returns how many there were. */
    int unknownRecipient() {
        return ++unknownRecipients;
    }

    /** A mail begins to come. */
    void mailBegins() {
        mailBegan = nanos.getAsLong();
        mailBytes = 0;
        inMail = true;
    }

    /** The mail has come, or will not. */
    void mailEnds(boolean delivered) {
        inMail = false;
        replied = nanos.getAsLong();
        if (delivered) {
            productive = replied;
            replies = 0;
        }
    }

    /** Whether a mail is coming. */
    boolean isInMail() {
        return inMail;
    }

    /** The service ends: nothing after the mail that is coming. */
    void end() throws IOException {
        ending = true;
        if (!inMail) {
            // Wakes it up where it waits for a command, so that it says good-bye.
            super.shutdownInput();
        }
    }

    /** Disconnects a client that does not read its replies. */
    void endIfStuck() throws IOException {
        long since = writingSince;
        if (since != NONE && nanos.getAsLong() - since > limits.write().toNanos()) {
            close();
        }
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return new Watched(super.getInputStream());
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        return new Counted(super.getOutputStream());
    }

    @Override
    public void close() throws IOException {
        try {
            super.close();
        } finally {
            closed.run();
        }
    }

    /** Returns how long may be waited for the next byte. */
    private Duration patience() throws IOException {
        long now = nanos.getAsLong();
        if (inMail) {
            long left = mailBegan + mailNanos() - now;
            if (left <= 0) {
                throw new SocketTimeoutException("The message takes too long");
            }
            return least(limits.idle(), left);
        }
        if (ending) {
            throw lastWord("4.3.2 The service is stopping, try again later");
        }
        if (replies > limits.repliesWithoutMail()) {
            throw lastWord("4.7.0 Too many commands without a message");
        }
        long left =
                Math.min(
                        replied + limits.command().toNanos(),
                        productive + limits.withoutMail().toNanos());
        if (left <= now) {
            throw lastWord("4.4.2 Timeout");
        }
        return least(limits.idle(), left - now);
    }

    /** Returns what the mail may take by what has come of it. */
    private long mailNanos() {
        Duration earned = Duration.ofSeconds(mailBytes / limits.bytesPerSecond());
        return least(limits.mail(), limits.mailGrace().plus(earned).toNanos()).toNanos();
    }

    private static Duration least(Duration limit, long left) {
        return Duration.ofNanos(Math.min(limit.toNanos(), left));
    }

    /** Says why, and answers what ends the session without another word. */
    private SocketException lastWord(String why) throws IOException {
        if (session != null && !announced) {
            announced = true;
            session.sendResponse("421 " + why);
        }
        return new SocketException(why);
    }

    private final class Watched extends FilterInputStream {

        Watched(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            setSoTimeout((int) Math.max(1, patience().toMillis()));
            int count;
            try {
                count = in.read(bytes, offset, length);
            } catch (SocketTimeoutException nothing) {
                if (inMail) {
                    throw nothing;
                }
                throw lastWord("4.4.2 Timeout");
            }
            if (count < 0 && ending && !inMail) {
                throw lastWord("4.3.2 The service is stopping, try again later");
            }
            mailBytes += Math.max(0, count);
            return count;
        }
    }

    private final class Counted extends FilterOutputStream {

        Counted(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int single) throws IOException {
            write(new byte[] {(byte) single}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            replies++;
            replied = nanos.getAsLong();
            writingSince = replied;
            try {
                out.write(bytes, offset, length);
            } finally {
                writingSince = NONE;
            }
        }
    }
}
