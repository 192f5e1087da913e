package org.mailvane.intake.smtp;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** A client that sends what a test says, and nothing by itself. */
public final class SmtpClient implements Closeable {

    private static final int PATIENCE = 30_000;

    private Socket socket;
    private InputStream in;
    private OutputStream out;

    /** Connects, and reads no greeting. */
    public SmtpClient(String address) throws IOException {
        int colon = address.lastIndexOf(':');
        int port = Integer.parseInt(address.substring(colon + 1));
        use(new Socket(address.substring(0, colon), port));
    }

    private void use(Socket now) throws IOException {
        socket = now;
        socket.setSoTimeout(PATIENCE);
        in = now.getInputStream();
        out = now.getOutputStream();
    }

    /** Connects and greets; answers what the server offers. */
    public static SmtpClient greeted(String address) throws IOException {
        SmtpClient client = new SmtpClient(address);
        client.reply();
        client.send("EHLO client.example");
        return client;
    }

    /** Sends a line; answers the reply, of several lines joined by a bar. */
    public String send(String line) throws IOException {
        write(line + "\r\n");
        return reply();
    }

    /** Sends bytes, whatever they are. */
    public void write(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    /** Sends a text as it is. */
    public void write(String text) throws IOException {
        write(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Reads a reply. */
    public String reply() throws IOException {
        StringBuilder reply = new StringBuilder();
        while (true) {
            String line = line();
            reply.append(reply.isEmpty() ? "" : "|").append(line);
            if (line.length() < 4 || line.charAt(3) != '-') {
                return reply.toString();
            }
        }
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new EOFException("the server closed the connection after: " + line);
            }
            line.write(b);
        }
        return line.toString(StandardCharsets.UTF_8).stripTrailing();
    }

    /** Whether something can be read at once. */
    boolean available() throws IOException {
        return in.available() > 0;
    }

    /** Whether the server has closed the connection. */
    public boolean isClosedByServer() throws IOException {
        try {
            return in.read() < 0;
        } catch (IOException reset) {
            return true;
        }
    }

    /** Sends a mail; answers the reply to its end, or the first that refuses something. */
    public String mail(String from, String to, byte[] text) throws IOException {
        String reply = send("MAIL FROM:<" + from + ">");
        if (reply.startsWith("2")) {
            reply = send("RCPT TO:<" + to + ">");
        }
        if (reply.startsWith("2")) {
            reply = send("DATA");
        }
        if (!reply.startsWith("3")) {
            return reply;
        }
        write(stuffed(text));
        write("\r\n.\r\n");
        return reply();
    }

    /** With a dot more before each line that begins with one. */
    static byte[] stuffed(byte[] text) {
        ByteArrayOutputStream stuffed = new ByteArrayOutputStream(text.length + 100);
        for (int i = 0; i < text.length; i++) {
            boolean begin = i == 0 || (i >= 2 && text[i - 1] == '\n' && text[i - 2] == '\r');
            if (begin && text[i] == '.') {
                stuffed.write('.');
            }
            stuffed.write(text[i]);
        }
        return stuffed.toByteArray();
    }

    /** Goes on by TLS; answers the server's certificate. */
    public X509Certificate startTls(String... protocols) throws IOException {
        return startTlsBehind("STARTTLS\r\n", protocols);
    }

    /** As {@link #startTls}, after what is sent in one piece. */
    X509Certificate startTlsBehind(String sent, String... protocols) throws IOException {
        write(sent);
        String reply = reply();
        if (!reply.startsWith("220")) {
            throw new IOException(reply);
        }
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new TrustAll()}, null);
            SSLSocket tls =
                    (SSLSocket)
                            context.getSocketFactory()
                                    .createSocket(socket, "localhost", socket.getPort(), true);
            if (protocols.length > 0) {
                tls.setEnabledProtocols(protocols);
            }
            tls.startHandshake();
            use(tls);
            return (X509Certificate) tls.getSession().getPeerCertificates()[0];
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The TLS version that is spoken. */
    String tlsVersion() {
        return ((SSLSocket) socket).getSession().getProtocol();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private static final class TrustAll implements X509TrustManager {

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {
            // The tests look at the certificate themselves.
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
