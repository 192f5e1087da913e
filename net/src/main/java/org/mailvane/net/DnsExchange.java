package org.mailvane.net;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.mailvane.mailauth.dns.DnsAnswer.Status;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.net.UdpSockets.UdpSocket;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Message;
import org.xbill.DNS.Opcode;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Section;
import org.xbill.DNS.Type;

/**
 * One question to the servers and back: by UDP, by TCP where that is too small, to the next server
 * where one fails.
 *
 * <p>The asking thread does all of it and waits; there is none in the background.
 */
final class DnsExchange implements AutoCloseable {

    /**
     * Questions on their way at once, over all servers; others wait for their turn. Each has a
     * socket, and a burst of so many still fits what a server on the same machine can hold unread:
     * some 270 on Linux as it comes.
     */
    static final int MAX_IN_FLIGHT = 256;

    /** How often each server is asked (RFC 9520, section 3.1: three times at most). */
    static final int ROUNDS = 3;

    /**
     * Messages on one socket that don't answer its question, before we ask by TCP: somebody may be
     * guessing (RFC 5452, section 9.3).
     */
    static final int MAX_STRAYS = 16;

    private static final int IDS = 1 << 16;

    private final List<InetSocketAddress> servers;
    private final Timing timing;
    private final SecureRandom random = new SecureRandom();
    private final UdpSockets sockets = new UdpSockets(random);
    private final Semaphore turns = new Semaphore(MAX_IN_FLIGHT, true);

    /** The server that answered last: a dead one costs its time once, not every time. */
    private volatile int preferred;

    /**
     * How long servers are waited for.
     *
     * @param attempt one server, once
     * @param overall everything that one question needs
     * @param turn before that, the turn of a question; after it, it counts as unanswered
     */
    record Timing(Duration attempt, Duration overall, Duration turn) {

        /** One server is asked three times, two twice each. */
        static final Timing USUAL =
                new Timing(Duration.ofSeconds(2), Duration.ofSeconds(8), Duration.ofSeconds(30));
    }

    /** What came of a question. */
    sealed interface Reply {}

    /** A message that says that there are such records, or that there are none. */
    record Said(Message message) implements Reply {}

    /** Nothing to go by. */
    record Failed(Status status) implements Reply {}

    DnsExchange(List<InetSocketAddress> servers, Timing timing) {
        this.servers = List.copyOf(servers);
        this.timing = timing;
    }

    /** When a question that is asked now has to be done, in {@link System#nanoTime}. */
    long deadline() {
        return System.nanoTime() + timing.overall().toNanos();
    }

    /** Waits for a turn, which {@link #leave} gives back. */
    boolean enter() throws InterruptedException {
        return turns.tryAcquire(timing.turn().toNanos(), TimeUnit.NANOSECONDS);
    }

    void leave() {
        turns.release();
    }

    /**
     * Asks the servers, one after the other, until one knows.
     *
     * @throws InterruptedException when the asking thread is interrupted
     */
    Reply ask(DnsName name, RecordType type, long deadline) throws InterruptedException {
        Set<Integer> useless = new HashSet<>();
        boolean failureSaid = false;
        int first = preferred;
        for (int i = 0; i < ROUNDS * servers.size(); i++) {
            int server = (first + i) % servers.size();
            if (useless.contains(server)) {
                continue;
            }
            long end = Math.min(deadline, System.nanoTime() + timing.attempt().toNanos());
            if (end - System.nanoTime() <= 0) {
                break;
            }
            try {
                Message message = ask(servers.get(server), name, type, end);
                if (isUseful(message)) {
                    if (server != first) {
                        preferred = server;
                    }
                    return new Said(message);
                }
                failureSaid = true;
                useless.add(server);
            } catch (BrokenAnswer broken) {
                failureSaid = true;
                useless.add(server);
            } catch (SocketTimeoutException late) {
                // Lost on the way perhaps; in the next round once more.
            } catch (IOException unreachable) {
                useless.add(server);
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
        return new Failed(failureSaid ? Status.SERVER_FAILURE : Status.TIMEOUT);
    }

    /** A message that is none of DNS, although it has the right number and question. */
    private static final class BrokenAnswer extends IOException {

        private static final long serialVersionUID = 1;

        BrokenAnswer(Throwable cause) {
            super(cause);
        }
    }

    /** Whether a message tells anything: the servers know, or know that there is nothing. */
    private static boolean isUseful(Message message) {
        return switch (message.getRcode()) {
            case Rcode.NOERROR -> !isReferral(message);
            case Rcode.NXDOMAIN -> true;
            default -> false;
        };
    }

    /**
     * Whether the server only says who else may know, which resolvers must not (RFC 2308, section
     * 2.2 tells such an answer from one without data).
     */
    private static boolean isReferral(Message message) {
        return message.getSection(Section.ANSWER).isEmpty()
                && !message.getHeader().getFlag(Flags.AA)
                && message.getSection(Section.AUTHORITY).stream()
                        .anyMatch(record -> record.getType() == Type.NS)
                && message.getSection(Section.AUTHORITY).stream()
                        .noneMatch(record -> record.getType() == Type.SOA);
    }

    private Message ask(InetSocketAddress server, DnsName name, RecordType type, long end)
            throws IOException {
        WireQuestion question = new WireQuestion(name, type, random.nextInt(IDS), true);
        Message message = ask(server, question, end);
        int code = message.getRcode();
        if (code != Rcode.FORMERR && code != Rcode.NOTIMP) {
            return message;
        }
        // A server from before EDNS (RFC 6891, section 7).
        return ask(server, new WireQuestion(name, type, random.nextInt(IDS), false), end);
    }

    private Message ask(InetSocketAddress server, WireQuestion question, long end)
            throws IOException {
        byte[] answer = byUdp(server, question, end);
        if (answer.length == 0) {
            answer = byTcp(server, question, end);
        }
        try {
            // Not the array itself: from one, a message that ends early is taken for a short one.
            Message message = new Message(ByteBuffer.wrap(answer));
            if (message.getHeader().getOpcode() != Opcode.QUERY) {
                throw new BrokenAnswer(new IOException("not a query"));
            }
            return message;
        } catch (IOException | RuntimeException malformed) {
            // Whatever the reader trips over was sent from outside.
            throw new BrokenAnswer(malformed);
        }
    }

    /** The answer; none where it has to be fetched by TCP. */
    private byte[] byUdp(InetSocketAddress server, WireQuestion question, long end)
            throws IOException {
        UdpSocket socket = sockets.take(server);
        boolean answered = false;
        try {
            socket.send(question.message());
            for (int strays = 0; strays <= MAX_STRAYS; strays++) {
                int length = socket.receive(millisUntil(end));
                if (question.isAnsweredBy(socket.buffer(), length)) {
                    answered = true;
                    boolean cut = socket.isFull(length) || isTruncated(socket.buffer());
                    return cut ? new byte[0] : Arrays.copyOf(socket.buffer(), length);
                }
            }
            return new byte[0];
        } finally {
            if (answered) {
                sockets.giveBack(server, socket);
            } else {
                socket.close();
            }
        }
    }

    private static boolean isTruncated(byte[] message) {
        int truncated = 0x02;
        return (message[2] & truncated) != 0;
    }

    private static byte[] byTcp(InetSocketAddress server, WireQuestion question, long end)
            throws IOException {
        try (Socket socket = new Socket()) {
            socket.setTcpNoDelay(true);
            socket.connect(server, millisUntil(end));
            byte[] message = question.message();
            // In one piece: some servers take two for two messages (RFC 7766, section 8).
            socket.getOutputStream()
                    .write(
                            ByteBuffer.allocate(2 + message.length)
                                    .putShort((short) message.length)
                                    .put(message)
                                    .array());
            byte[] length = new byte[2];
            read(socket, length, end);
            byte[] answer = new byte[((length[0] & 0xFF) << 8) | (length[1] & 0xFF)];
            read(socket, answer, end);
            if (!question.isAnsweredBy(answer, answer.length) || isTruncated(answer)) {
                throw new BrokenAnswer(new IOException("by TCP, an answer to something else"));
            }
            return answer;
        }
    }

    private static void read(Socket socket, byte[] into, long end) throws IOException {
        InputStream in = socket.getInputStream();
        int at = 0;
        while (at < into.length) {
            socket.setSoTimeout(millisUntil(end));
            int count = in.read(into, at, into.length - at);
            if (count < 0) {
                throw new BrokenAnswer(new EOFException());
            }
            at += count;
        }
    }

    private static int millisUntil(long end) throws SocketTimeoutException {
        // Rounded up, so that nothing is left of the time when it has passed.
        long millis = Math.ceilDiv(end - System.nanoTime(), 1_000_000);
        if (millis <= 0) {
            throw new SocketTimeoutException();
        }
        return (int) Math.min(millis, Integer.MAX_VALUE);
    }

    @Override
    public void close() {
        sockets.close();
    }
}
