package org.mailvane.platform.outbox;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** A mail server that answers as it is told to, for what no willing server does. */
final class ScriptedServer implements AutoCloseable {

    private final ServerSocket socket;
    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private final List<String> lines = new CopyOnWriteArrayList<>();

    ScriptedServer() {
        try {
            socket = new ServerSocket(0, 50, InetAddress.getByName("0.0.0.0"));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        answers.put("EHLO", "250 scripted.example");
        answers.put("MAIL", "250 ok");
        answers.put("RCPT", "250 ok");
        answers.put("DATA", "354 go on");
        answers.put(".", "250 taken");
        answers.put("QUIT", "221 bye");
        answers.put("RSET", "250 ok");
        Thread.ofVirtual().start(this::serve);
    }

    /**
     * Answers a command so; of several lines, separated by a line break, each but the last goes on.
     * With an empty answer it ends the connection instead.
     */
    ScriptedServer answer(String command, String answer) {
        answers.put(command, answer);
        return this;
    }

    int port() {
        return socket.getLocalPort();
    }

    /** What clients have sent, with a star before what came encrypted. */
    List<String> lines() {
        return lines;
    }

    private void serve() {
        while (!socket.isClosed()) {
            try (Socket client = socket.accept()) {
                talk(client, false);
            } catch (IOException | GeneralSecurityException gone) {
                // The client, or the server itself; tests see what they wait for, or not.
            }
        }
    }

    private void talk(Socket client, boolean encrypted)
            throws IOException, GeneralSecurityException {
        Writer out = new OutputStreamWriter(client.getOutputStream(), StandardCharsets.UTF_8);
        BufferedReader in =
                new BufferedReader(
                        new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
        if (!encrypted) {
            send(out, "220 scripted.example");
        }
        boolean data = false;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            lines.add((encrypted ? "*" : "") + line);
            if (data && !line.equals(".")) {
                continue;
            }
            String command = line.equals(".") ? "." : line.substring(0, Math.min(4, line.length()));
            if (command.equals("STAR")) {
                send(out, "220 go on");
                talk(secured(client), true);
                return;
            }
            String answer = answers.getOrDefault(command, "500 unknown");
            if (answer.isEmpty()) {
                return;
            }
            data = command.equals("DATA") && answer.startsWith("354");
            send(out, answer);
        }
    }

    private static void send(Writer out, String answer) throws IOException {
        out.write(answer.replace("\n", "\r\n") + "\r\n");
        out.flush();
    }

    /** With the certificate that the test mail server brings along. */
    private static SSLSocket secured(Socket client) throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        char[] password = "changeit".toCharArray();
        try (InputStream file = ScriptedServer.class.getResourceAsStream("/greenmail.p12")) {
            keys.load(file, password);
        }
        KeyManagerFactory managers =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, password);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        SSLSocket secured =
                (SSLSocket)
                        context.getSocketFactory()
                                .createSocket(client, null, client.getPort(), true);
        secured.setUseClientMode(false);
        return secured;
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
