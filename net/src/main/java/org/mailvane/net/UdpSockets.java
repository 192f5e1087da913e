package org.mailvane.net;

import java.io.IOException;
import java.net.BindException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Sockets for questions by UDP. Each is one asker's alone while it is lent, so that no answer can
 * be mistaken for another's, and only hears its server.
 *
 * <p>Ports are chosen at random (RFC 5452, section 9.2), and changed after some questions: opening
 * a socket costs more than asking.
 */
final class UdpSockets implements AutoCloseable {

    /** Questions of one socket, after which its port changes. */
    static final int MAX_USES = 32;

    /** Sockets that are kept open while nobody asks. */
    static final int MAX_IDLE = 128;

    /** From here on systems hand out ports themselves, and no service is expected there. */
    private static final int LOWEST_PORT = 32_768;

    private static final int PORTS = 65_536 - LOWEST_PORT;
    private static final int BIND_TRIES = 8;

    private final SecureRandom random;
    private final Map<InetSocketAddress, ConcurrentLinkedDeque<UdpSocket>> idle =
            new ConcurrentHashMap<>();
    private final AtomicInteger idleCount = new AtomicInteger();
    private volatile boolean closed;

    UdpSockets(SecureRandom random) {
        this.random = random;
    }

    /** A socket that speaks with one server, and its space for an answer. */
    static final class UdpSocket implements AutoCloseable {

        /** More than we ask for, so that what is cut off shows. */
        private static final int BUFFER = 4_096;

        private final DatagramSocket socket;
        private final DatagramPacket answer = new DatagramPacket(new byte[BUFFER], BUFFER);
        private int uses;

        private UdpSocket(DatagramSocket socket) {
            this.socket = socket;
        }

        void send(byte[] message) throws IOException {
            socket.send(new DatagramPacket(message, message.length));
        }

        /**
         * Waits for a message.
         *
         * @return its length; the whole buffer's where it was longer
         */
        int receive(int millis) throws IOException {
            socket.setSoTimeout(millis);
            answer.setLength(BUFFER);
            socket.receive(answer);
            return answer.getLength();
        }

        byte[] buffer() {
            return answer.getData();
        }

        boolean isFull(int length) {
            return length == BUFFER;
        }

        int port() {
            return socket.getLocalPort();
        }

        @Override
        public void close() {
            socket.close();
        }
    }

    /** Lends a socket, to be given back, or closed where a late answer may still come. */
    UdpSocket take(InetSocketAddress server) throws IOException {
        @Nullable UdpSocket known = waiting(server).pollFirst();
        if (known != null) {
            idleCount.decrementAndGet();
            known.uses++;
            return known;
        }
        UdpSocket opened = new UdpSocket(open(server));
        opened.uses = 1;
        return opened;
    }

    /** Takes a socket back. */
    void giveBack(InetSocketAddress server, UdpSocket socket) {
        if (socket.uses >= MAX_USES || !hasRoom()) {
            socket.close();
            return;
        }
        waiting(server).addFirst(socket);
        if (closed) {
            close();
        }
    }

    private boolean hasRoom() {
        if (idleCount.incrementAndGet() <= MAX_IDLE) {
            return true;
        }
        idleCount.decrementAndGet();
        return false;
    }

    private ConcurrentLinkedDeque<UdpSocket> waiting(InetSocketAddress server) {
        return idle.computeIfAbsent(server, s -> new ConcurrentLinkedDeque<>());
    }

    private DatagramSocket open(InetSocketAddress server) throws IOException {
        DatagramSocket socket = bound();
        try {
            // The kernel then drops what comes from elsewhere, and tells when nobody listens there.
            socket.connect(server);
            return socket;
        } catch (IOException failed) {
            socket.close();
            throw failed;
        }
    }

    private DatagramSocket bound() throws IOException {
        for (int i = 0; i < BIND_TRIES; i++) {
            try {
                return new DatagramSocket(LOWEST_PORT + random.nextInt(PORTS));
            } catch (BindException taken) {
                // Another one then.
            }
        }
        return new DatagramSocket();
    }

    @Override
    public void close() {
        closed = true;
        idle.values()
                .forEach(sockets -> {
                    for (@Nullable UdpSocket socket = sockets.pollFirst();
                            socket != null;
                            socket = sockets.pollFirst()) {
                        socket.close();
                    }
                });
    }
}
