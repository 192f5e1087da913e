package org.mailvane.api;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.mailvane.testing.TestService;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A connection on which a test writes what no HTTP client would. */
final class RawHttp implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final String VERSION = "HTTP/1.1 ";

    private final Socket socket;
    private final InputStream in;
    private int contentLength;

    private RawHttp(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    static RawHttp to(TestService service) throws IOException {
        URI address = URI.create(service.address());
        Socket socket = new Socket(address.getHost(), address.getPort());
        socket.setSoTimeout((int) PATIENCE.toMillis());
        return new RawHttp(socket);
    }

    /** Sends the lines, and the empty one that ends the head where none of them is empty. */
    void send(String... lines) throws IOException {
        String text = String.join("\r\n", lines);
        String end = text.contains("\r\n\r\n") ? "" : "\r\n\r\n";
        socket.getOutputStream().write((text + end).getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    /** Reads the head of the answer. */
    int status() throws IOException {
        String first = line();
        for (String line = line(); !line.isEmpty(); line = line()) {
            if (line.regionMatches(true, 0, "Content-Length:", 0, 15)) {
                contentLength = Integer.parseInt(line.substring(15).strip());
            }
        }
        return Integer.parseInt(first.substring(VERSION.length(), VERSION.length() + 3));
    }

    /** Reads the answer's body. */
    JsonNode json() throws IOException {
        return new JsonMapper().readTree(in.readNBytes(contentLength));
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
