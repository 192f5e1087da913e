package org.mailvane.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/** Stands between a client and a server on this machine, and cuts their connections. */
public final class CuttingProxy implements AutoCloseable {

    private final ServerSocket listening;
    private final int target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final Map<String, String> replaced = new ConcurrentHashMap<>();
    private final AtomicInteger connections = new AtomicInteger();
    private volatile LongSupplier budget = () -> Long.MAX_VALUE;

    /** A proxy to a port. */
    public CuttingProxy(int target) {
        this.target = target;
        try {
            listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        Thread.ofVirtual().start(this::serve);
    }

    /** Where it listens. */
    public int port() {
        return listening.getLocalPort();
    }

    /** How many connections there were. */
    public int connections() {
        return connections.get();
    }

    /** How many sockets are open. */
    public int open() {
        return sockets.size();
    }

    /** From now on each connection is cut after some bytes, up to so many in both directions. */
    public CuttingProxy cutWithin(int bytes, long seed) {
        Random random = new Random(seed);
        budget =
                () -> {
                    synchronized (random) {
                        return 1L + random.nextInt(bytes);
                    }
                };
        return this;
    }

    /** From now on connections are left alone. */
    public void heal() {
        budget = () -> Long.MAX_VALUE;
    }

    /** Cuts all connections that are there. */
    public void cutNow() {
        sockets.forEach(CuttingProxy::close);
    }

    /** Replaces words that the server says by others of the same length. */
    public CuttingProxy replacing(String word, String by) {
        if (word.length() != by.length()) {
            throw new IllegalArgumentException(word + " and " + by + " differ in length");
        }
        replaced.put(word, by);
        return this;
    }

    private void serve() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                sockets.add(client);
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.add(server);
                connections.incrementAndGet();
                Cut cut = new Cut(client, server, budget.getAsLong());
                Thread.ofVirtual().start(() -> cut.copy(client, server, false));
                Thread.ofVirtual().start(() -> cut.copy(server, client, true));
            } catch (IOException closed) {
                // The proxy was closed, or its server was.
            }
        }
    }

    /** A connection, and how much of it is left. */
    private final class Cut {

        private final Socket client;
        private final Socket server;
        private long left;

        Cut(Socket client, Socket server, long left) {
            this.client = client;
            this.server = server;
            this.left = left;
        }

        void copy(Socket from, Socket to, boolean edited) {
            byte[] buffer = new byte[4_096];
            try (InputStream in = from.getInputStream();
                    OutputStream out = to.getOutputStream()) {
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                    int allowed = take(n);
                    byte[] bytes = edited ? edit(buffer, allowed) : buffer;
                    out.write(bytes, 0, allowed);
                    out.flush();
                    if (allowed < n) {
                        break;
                    }
                }
            } catch (IOException ended) {
                // By whichever side.
            } finally {
                close(client);
                close(server);
                sockets.remove(client);
                sockets.remove(server);
            }
        }

        private synchronized int take(int wanted) {
            int allowed = (int) Math.min(wanted, left);
            left -= allowed;
            return allowed;
        }

        private byte[] edit(byte[] bytes, int length) {
            if (replaced.isEmpty()) {
                return bytes;
            }
            String text = new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
            for (Map.Entry<String, String> one : replaced.entrySet()) {
                text = text.replace(one.getKey(), one.getValue());
            }
            return text.getBytes(StandardCharsets.ISO_8859_1);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException ignored) {
            // It is gone.
        }
    }

    @Override
    public void close() {
        close(listening);
        cutNow();
    }

    private static void close(ServerSocket socket) {
        try {
            socket.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
