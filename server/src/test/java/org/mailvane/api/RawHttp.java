package org.mailvane.api;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.mailvane.testing.TestService;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A connection on which a test writes what no HTTP client would. */
public final class RawHttp implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final String VERSION = "HTTP/1.1 ";

    private final Socket socket;
    private final InputStream in;
    private final Map<String, String> headers = new HashMap<>();

    private RawHttp(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    public static RawHttp to(TestService service) throws IOException {
        URI address = URI.create(service.address());
        Socket socket = new Socket(address.getHost(), address.getPort());
        socket.setSoTimeout((int) PATIENCE.toMillis());
        return new RawHttp(socket);
    }

    /** Sends the lines, and the empty one that ends the head where none of them is empty. */
    public void send(String... lines) throws IOException {
        String text = String.join("\r\n", lines);
        String end = text.contains("\r\n\r\n") ? "" : "\r\n\r\n";
        socket.getOutputStream().write((text + end).getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    /** Sends the bytes as they are. */
    public void sendBytes(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    /** Says that nothing follows, in the middle of whatever was sent. */
    public void endOutput() throws IOException {
        socket.shutdownOutput();
    }

    /** Reads the head of the answer. */
    public int status() throws IOException {
        String first = line();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.merge(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip(),
                    (one, other) -> one + ", " + other);
        }
        return Integer.parseInt(first.substring(VERSION.length(), VERSION.length() + 3));
    }

    /** Reads the answer's body. */
    public JsonNode json() throws IOException {
        return new JsonMapper().readTree(in.readNBytes(Integer.parseInt(header("content-length"))));
    }

    /** A header of the answer by its name in lower case; empty where there is none. */
    public String header(String name) {
        return headers.getOrDefault(name, "");
    }

    /** All headers of the answer, by their names in lower case. */
    Map<String, String> headers() {
        return headers;
    }

    /** Reads what comes until the server closes the connection. */
    public String rest() throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
            line.append((char) c);
        }
        return line.toString().strip();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
