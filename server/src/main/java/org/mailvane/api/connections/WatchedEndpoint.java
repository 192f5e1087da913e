package org.mailvane.api.connections;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.SocketBufferHandler;
import org.jspecify.annotations.Nullable;

/** Tomcat's endpoint, with a bound on its connections and a thread that cuts slow ones. */
final class WatchedEndpoint extends NioEndpoint {

    private static final Duration LOOKED_EVERY = Duration.ofSeconds(1);

    private volatile @Nullable Connections bounded;
    private volatile @Nullable Thread watch;

    /** The connection that this thread, which accepts them all, is handing to Tomcat. */
    private @Nullable Connection fresh;

    /** Bounds the connections from now on. */
    void bound(Connections by) {
        bounded = by;
    }

    @Override
    public void startInternal() throws Exception {
        super.startInternal();
        Connections watched = bounded;
        if (watched != null) {
            watch = Thread.ofPlatform().daemon().name("http-deadlines").start(() -> watch(watched));
        }
    }

    @Override
    public void stopInternal() {
        Thread ending = watch;
        if (ending != null) {
            ending.interrupt();
        }
        super.stopInternal();
    }

    private static void watch(Connections connections) {
        try {
            while (true) {
                Thread.sleep(LOOKED_EVERY);
                connections.cutSlow();
            }
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    protected boolean setSocketOptions(SocketChannel channel) {
        Connections all = bounded;
        if (all == null) {
            return super.setSocketOptions(channel);
        }
        try {
            Connection admitted = all.admit(channel);
            fresh = admitted;
            if (admitted == null) {
                // Tomcat closes only what it knows already: this would stay open for ever.
                destroySocket(channel);
                return false;
            }
            if (super.setSocketOptions(channel)) {
                return true;
            }
            all.forget(admitted);
            return false;
        } catch (IOException gone) {
            destroySocket(channel);
            return false;
        } finally {
            fresh = null;
        }
    }

    @Override
    protected NioChannel createChannel(SocketBufferHandler buffers) {
        return new WatchedChannel(buffers, this);
    }

    /** The connection that is being accepted now has got its wrapper. */
    @Nullable Connection accepting(NioSocketWrapper wrapper) {
        Connection now = fresh;
        if (now != null) {
            now.accepted(wrapper);
        }
        return now;
    }

    void closed(Connection connection) {
        Connections all = bounded;
        if (all != null) {
            all.forget(connection);
        }
    }
}
