package org.mailvane.api.connections;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint.NioSocketWrapper;
import org.apache.tomcat.util.net.SocketBufferHandler;
import org.jspecify.annotations.Nullable;

/**
 * Tomcat's channel, which informs its {@link Connection} about each read and write. Tomcat reuses
 * it.
 */
final class WatchedChannel extends NioChannel {

    private final WatchedEndpoint endpoint;
    private volatile @Nullable Connection connection;

    WatchedChannel(SocketBufferHandler buffers, WatchedEndpoint endpoint) {
        super(buffers);
        this.endpoint = endpoint;
    }

    @Override
    public void reset(@Nullable SocketChannel channel, @Nullable NioSocketWrapper wrapper)
            throws IOException {
        super.reset(channel, wrapper);
        connection = channel == null || wrapper == null ? null : endpoint.accepting(wrapper);
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
        int n = super.read(to);
        noteRead(n);
        return n;
    }

    @Override
    public long read(ByteBuffer[] to, int offset, int length) throws IOException {
        long n = super.read(to, offset, length);
        noteRead(n);
        return n;
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        int n = super.write(from);
        noteWritten(n);
        return n;
    }

    @Override
    public long write(ByteBuffer[] from, int offset, int length) throws IOException {
        long n = super.write(from, offset, length);
        noteWritten(n);
        return n;
    }

    private void noteRead(long bytes) {
        Connection of = connection;
        if (of != null) {
            of.read(bytes);
        }
    }

    private void noteWritten(long bytes) {
        Connection of = connection;
        if (of != null) {
            of.written(bytes);
        }
    }

    @Override
    public void close() throws IOException {
        Connection of = connection;
        if (of != null) {
            endpoint.closed(of);
        }
        super.close();
    }
}
