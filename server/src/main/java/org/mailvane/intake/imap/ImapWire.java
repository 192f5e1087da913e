package org.mailvane.intake.imap;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.mailvane.platform.settings.ImapUrl;
import org.mailvane.text.Message;

/**
 * A connection to a server: lines and counted bytes. Whatever the server sends, at most a line is
 * in memory, and every wait has a limit.
 */
final class ImapWire implements AutoCloseable {

    /** Bytes of a line; what is longer comes as a counted string. */
    static final int MAX_LINE = 64 << 10;

    private static final int BUFFER = 16 << 10;

    private final ImapUrl url;
    private final Duration answer;
    private Socket socket;
    private InputStream in;
    private OutputStream out;
    private final byte[] buffer = new byte[BUFFER];
    private int position;
    private int end;
    private long deadline = Long.MAX_VALUE;

    private ImapWire(ImapUrl url, Duration answer, Socket socket) throws IOException {
        this.url = url;
        this.answer = answer;
        this.socket = socket;
        this.in = socket.getInputStream();
        this.out = socket.getOutputStream();
    }

    /**
     * Connects.
     *
     * @param connect how long each address of the server may take
     * @param answer how long the server may be silent when something is expected of it
     */
    static ImapWire connect(ImapUrl url, Duration connect, Duration answer) throws IOException {
        Socket socket = socket(url, connect);
        try {
            socket.setSoTimeout(Math.toIntExact(answer.toMillis()));
            socket.setTcpNoDelay(true);
            socket.setKeepAlive(true);
            ImapWire wire = new ImapWire(url, answer, socket);
            if (url.tls()) {
                wire.encrypt();
            }
            return wire;
        } catch (IOException failed) {
            socket.close();
            throw failed;
        }
    }

    private static Socket socket(ImapUrl url, Duration connect) throws IOException {
        InetAddress[] addresses;
        try {
            addresses = InetAddress.getAllByName(url.host());
        } catch (UnknownHostException unknown) {
            throw new ImapException(
                    Message.of("imports.imap.no_server").with("host", url.host()), unknown);
        }
        IOException last = new UnknownHostException(url.host());
        for (InetAddress address : addresses) {
            Socket socket = new Socket();
            try {
                socket.connect(
                        new InetSocketAddress(address, url.port()),
                        Math.toIntExact(connect.toMillis()));
                return socket;
            } catch (IOException failed) {
                socket.close();
                last = failed;
            }
        }
        throw last;
    }

    /**
     * Encrypts what follows.
     *
     * @throws ImapException when the server has said something already that would count as
     *     encrypted (RFC 9051, section 6.2.1)
     */
    void encrypt() throws IOException {
        if (position < end) {
            throw new ImapException(Message.of("imports.imap.early_data"));
        }
        SSLSocket secured =
                (SSLSocket) factory().createSocket(socket, url.host(), url.port(), true);
        SSLParameters parameters = secured.getSSLParameters();
        if (!url.isLoopback()) {
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
        }
        secured.setSSLParameters(parameters);
        secured.startHandshake();
        socket = secured;
        in = secured.getInputStream();
        out = secured.getOutputStream();
    }

    private SSLSocketFactory factory() throws IOException {
        if (!url.isLoopback()) {
            return (SSLSocketFactory) SSLSocketFactory.getDefault();
        }
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new Anybody()}, null);
            return context.getSocketFactory();
        } catch (GeneralSecurityException impossible) {
            throw new IOException(impossible);
        }
    }

    /** On this machine nobody is between, and such certificates are seldom made out to it. */
    private static final class Anybody implements X509TrustManager {

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {
            // Servers are who is asked here.
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {
            // Anybody will do.
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }

    /** From now on everything that is read must have come within this time. */
    void limit(Duration time) {
        deadline = System.nanoTime() + time.toNanos();
    }

    /** Sends a line. */
    void send(String line) throws IOException {
        out.write((line + "\r\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** Sends bytes as they are. */
    void send(byte[] bytes) throws IOException {
        out.write(bytes);
    }

    /**
     * Returns the next line, without its end.
     *
     * @throws ImapException when it is too long, or the server closes the connection
     */
    String line() throws IOException {
        StringBuilder line = new StringBuilder();
        while (true) {
            int next = read();
            if (next == '\n') {
                int length = line.length();
                if (length > 0 && line.charAt(length - 1) == '\r') {
                    line.setLength(length - 1);
                }
                return line.toString();
            }
            if (line.length() == MAX_LINE) {
                throw new ImapException(
                        Message.of("imports.imap.long_line").with("limit", MAX_LINE));
            }
            line.append((char) next);
        }
    }

    private int read() throws IOException {
        if (position == end) {
            fill();
        }
        return buffer[position++] & 0xff;
    }

    private void fill() throws IOException {
        long left = (deadline - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
            throw new ImapException(Message.of("imports.imap.slow_answer"));
        }
        socket.setSoTimeout((int) Math.min(answer.toMillis(), left));
        position = 0;
        end = 0;
        int read = in.read(buffer);
        if (read < 0) {
            throw new ImapException(Message.of("imports.imap.closed"));
        }
        end = read;
    }

    /** Waits until something comes in; answers false when nothing does in this time. */
    boolean await(Duration time) throws IOException {
        if (position < end) {
            return true;
        }
        socket.setSoTimeout(Math.toIntExact(Math.max(1, time.toMillis())));
        try {
            position = 0;
            end = 0;
            int read = in.read(buffer);
            if (read < 0) {
                throw new ImapException(Message.of("imports.imap.closed"));
            }
            end = read;
            return true;
        } catch (SocketTimeoutException silence) {
            return false;
        }
    }

    /** Returns the next so many bytes. They must be read before anything else. */
    InputStream counted(long count) {
        return new InputStream() {

            private long left = count;

            @Override
            public int read() throws IOException {
                if (left == 0) {
                    return -1;
                }
                left--;
                return ImapWire.this.read();
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                if (length == 0) {
                    return 0;
                }
                if (left == 0) {
                    return -1;
                }
                if (position == end) {
                    fill();
                }
                int count = (int) Math.min(Math.min(length, end - position), left);
                System.arraycopy(buffer, position, bytes, offset, count);
                position += count;
                left -= count;
                return count;
            }
        };
    }

    /** Ends the connection; what has come in and was not read is dropped. */
    @Override
    public void close() {
        position = end;
        try {
            socket.close();
        } catch (IOException ignored) {
            // Nothing is expected of it any more.
        }
    }
}
