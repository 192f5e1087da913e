package org.mailvane.intake.imap;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * A server of mailboxes that answers as it is told to, for what no willing server does. In answers,
 * {@code %t} is the command's tag.
 */
final class ScriptedImap implements AutoCloseable {

    /** Writes an answer that is not a text. */
    @FunctionalInterface
    interface Answer {
        void write(OutputStream out, String tag) throws IOException;
    }

    private final ServerSocket socket;
    private final Map<String, Answer> answers = new ConcurrentSkipListMap<>();
    private final List<String> commands = new CopyOnWriteArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();
    private volatile String greeting = "* OK hello";

    ScriptedImap() {
        try {
            socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        answer("CAPABILITY", "* CAPABILITY IMAP4rev1", "%t OK done");
        answer("LOGIN", "%t OK welcome");
        answer("LIST", "* LIST (\\Noselect) \"/\" \"\"", "%t OK done");
        answer("UID STORE", "%t OK done");
        answer("UID SEARCH", "%t OK done");
        answer("NOOP", "%t OK done");
        answer("LOGOUT", "* BYE bye", "%t OK done");
        mails(1, "");
        answer("UID FETCH", "%t OK done");
        Thread.ofVirtual().start(this::serve);
    }

    /** What the mailbox is like when it is opened. */
    ScriptedImap mails(int count, String more) {
        return answer(
                "SELECT",
                "* " + count + " EXISTS",
                "* OK [UIDVALIDITY 7] valid",
                more.isEmpty() ? "* OK nothing more" : more,
                "%t OK [READ-WRITE] open");
    }

    /** What it says to commands that begin so; the longest beginning counts. */
    ScriptedImap answer(String command, String... lines) {
        return answer(
                command,
                (out, tag) -> write(out, String.join("\r\n", lines).replace("%t", tag) + "\r\n"));
    }

    ScriptedImap answer(String command, Answer answer) {
        answers.put(command, answer);
        return this;
    }

    ScriptedImap greeting(String text) {
        greeting = text;
        return this;
    }

    int port() {
        return socket.getLocalPort();
    }

    /** The inbox as the settings name it. */
    String url() {
        return "imap://ann:hush@127.0.0.1:" + port() + "/";
    }

    /** What clients have sent, with a star before what came encrypted. */
    List<String> commands() {
        return commands;
    }

    int connections() {
        return connections.get();
    }

    /** Answers with a text that is broken off, and ends the connection. */
    ScriptedImap breakOff(String command, String... text) {
        return answer(
                command,
                (out, tag) -> {
                    write(out, String.join("\r\n", text));
                    throw new IOException("as it is scripted");
                });
    }

    static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    private void serve() {
        while (!socket.isClosed()) {
            try {
                Socket client = socket.accept();
                connections.incrementAndGet();
                Thread.ofVirtual().start(() -> talk(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void talk(Socket client) {
        try (client) {
            write(client.getOutputStream(), greeting + "\r\n");
            talk(client, "");
        } catch (IOException | GeneralSecurityException gone) {
            // The client, or the server itself; tests see what they wait for, or not.
        }
    }

    private void talk(Socket client, String star) throws IOException, GeneralSecurityException {
        BufferedReader in =
                new BufferedReader(
                        new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] parts = line.split(" ", 2);
            String command = parts.length == 2 ? parts[1] : line;
            commands.add(star + command);
            String known = "";
            for (String begin : new TreeMap<>(answers).keySet()) {
                if (command.startsWith(begin) && begin.length() > known.length()) {
                    known = begin;
                }
            }
            Answer answer = answers.get(known);
            if (answer == null) {
                write(client.getOutputStream(), parts[0] + " BAD unknown\r\n");
            } else {
                answer.write(client.getOutputStream(), parts[0]);
            }
            if (command.equals("STARTTLS")) {
                talk(secured(client), "*");
                return;
            }
        }
    }

    /** With the certificate that the test mail server brings along. */
    private static SSLSocket secured(Socket client) throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        char[] password = "changeit".toCharArray();
        try (InputStream file = ScriptedImap.class.getResourceAsStream("/greenmail.p12")) {
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
