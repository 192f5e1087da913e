package org.mailvane.api.connections;

import inet.ipaddr.IPAddress;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.function.LongSupplier;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.connections.Connections.Remote;

/**
 * One client's connection, and what the server waits for: a request's head, a body's bytes, or that
 * the client reads. While the server works on a request it waits for nothing.
 */
final class Connection {

    private static final long NANOS_OF_SECOND = 1_000_000_000;

    final Remote remote;
    final IPAddress address;

    /** The addresses that count as the same client. */
    final IPAddress customer;

    private final ConnectionLimits limits;
    private final LongSupplier nanos;
    private final SocketChannel channel;

    private @Nullable SocketWrapperBase<?> wrapper;

    /** Since when the connection has had no complete head of a request. */
    private long withoutRequest;

    private boolean inRequest;
    private Pace reading = Pace.NONE;
    private Pace writing = Pace.NONE;
    private boolean cut;

    /**
     * How fast a client has sent or read in one request.
     *
     * @param bytes that came or went
     * @param waited nanoseconds for which the server waited for the client, but for the present
     *     wait
     * @param since when the present wait began, where there is one
     * @param waiting whether there is one
     */
    private record Pace(long bytes, long waited, long since, boolean waiting) {

        static final Pace NONE = new Pace(0, 0, 0, false);

        /** After bytes were asked for or offered, and so many came or went. */
        Pace moved(long more, long now) {
            if (more <= 0) {
                return waiting ? this : new Pace(bytes, waited, now, true);
            }
            return new Pace(bytes + more, waited(now), 0, false);
        }

        long waited(long now) {
            return waiting ? waited + (now - since) : waited;
        }
    }

    Connection(
            Remote remote,
            IPAddress address,
            IPAddress customer,
            SocketChannel channel,
            ConnectionLimits limits,
            LongSupplier nanos) {
        this.remote = remote;
        this.address = address;
        this.customer = customer;
        this.channel = channel;
        this.limits = limits;
        this.nanos = nanos;
        withoutRequest = nanos.getAsLong();
    }

    /** Tomcat has taken it over. */
    synchronized void accepted(SocketWrapperBase<?> by) {
        wrapper = by;
    }

    /** The head of a request has come. */
    synchronized void requestBegins() {
        inRequest = true;
        reading = Pace.NONE;
        writing = Pace.NONE;
    }

    /** The request is answered. */
    synchronized void requestEnds() {
        inRequest = false;
        withoutRequest = nanos.getAsLong();
    }

    /** Bytes were asked for, and so many had come. */
    synchronized void read(long bytes) {
        if (inRequest) {
            reading = reading.moved(bytes, nanos.getAsLong());
        }
    }

    /** Bytes were offered, and so many went. */
    synchronized void written(long bytes) {
        if (inRequest) {
            writing = writing.moved(bytes, nanos.getAsLong());
        }
    }

    /** Whether the client takes longer than it may. */
    synchronized boolean isTooSlow() {
        long now = nanos.getAsLong();
        return inRequest
                ? isTooSlow(reading, now) || isTooSlow(writing, now)
                : now - withoutRequest > limits.head().toNanos();
    }

    private boolean isTooSlow(Pace pace, long now) {
        long due = pace.bytes() * NANOS_OF_SECOND / limits.bytesPerSecond();
        return pace.waiting() && pace.waited(now) > limits.patience().toNanos() + due;
    }

    /** Whether there is a request whose client the server does not wait for. */
    synchronized boolean isWorkedOn() {
        return cut || (inRequest && !reading.waiting() && !writing.waiting());
    }

    /** Whether it waits for a head. */
    synchronized boolean isIdle() {
        return !inRequest;
    }

    /** For how long the server waits for the client. */
    synchronized long waited() {
        long now = nanos.getAsLong();
        return inRequest
                ? Math.max(reading.waited(now), writing.waited(now))
                : now - withoutRequest;
    }

    /**
     * Ends it, unless it is being worked on.
     *
     * @return whether it ends
     */
    boolean cut() {
        SocketWrapperBase<?> by;
        synchronized (this) {
            if (isWorkedOn()) {
                return false;
            }
            by = wrapper;
            if (inRequest) {
                // The thread that waits wakes up, and has Tomcat close it.
                cut = true;
                return shutDown(writing.waiting());
            }
        }
        return by != null && close(by);
    }

    /**
     * Closes it between two requests. Tomcat holds the lock while it reads a head, or what is left
     * of a body that was refused: it would go on with buffers that another connection has got by
     * then. So it is only told that nothing more comes, and closes the connection itself.
     */
    private boolean close(SocketWrapperBase<?> by) {
        boolean locked = by.getLock().tryLock();
        try {
            synchronized (this) {
                if (inRequest) {
                    return false;
                }
                cut = true;
            }
            if (!locked) {
                return shutDown(false);
            }
            by.close();
            return true;
        } finally {
            if (locked) {
                by.getLock().unlock();
            }
        }
    }

    private boolean shutDown(boolean stuckInWriting) {
        try {
            channel.shutdownInput();
            if (stuckInWriting) {
                channel.shutdownOutput();
            }
        } catch (IOException closed) {
            // So it ends anyway.
        }
        return true;
    }
}
