package org.mailvane.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mailvane.cli.MailvaneProcess;
import org.mailvane.testing.Awaiting;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code serve} on one data directory, by one process after the other. */
final class KilledService implements AutoCloseable {

    private static final String READY = "Mailvane is ready: ";
    private static final String MAIL_READY = "Receiving report mail at ";
    private static final Duration READY_WITHIN = Duration.ofMinutes(5);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Path folder;
    private final Installation installation;
    private final List<String> settings;
    private final HttpClient http = HttpClient.newHttpClient();
    private final JsonMapper json = new JsonMapper();
    private volatile @Nullable MailvaneProcess process;
    private volatile @Nullable Addresses addresses;
    private volatile String token = "";

    /**
     * @param folder for what the processes print, and for their temporary files
     * @param settings flags and their values, besides those of addresses and the data directory
     */
    KilledService(Path folder, Installation installation, List<String> settings)
            throws IOException {
        this.folder = folder;
        this.installation = installation;
        this.settings = List.copyOf(settings);
        Files.createDirectories(temporary());
    }

    /** Where a process listens. */
    record Addresses(String http, String smtp) {}

    /** The token that calls are made with from now on. */
    void token(String value) {
        token = value;
    }

    /** The folder for temporary files of the system, of all processes. */
    Path temporary() {
        return folder.resolve("system-tmp");
    }

    /** Where it listens; null while no process is known to do so. */
    @Nullable Addresses addresses() {
        return addresses;
    }

    MailvaneProcess process() {
        MailvaneProcess running = process;
        assertThat(running).isNotNull();
        return running;
    }

    /** Starts a process, and does not wait for it. */
    void start() throws IOException {
        List<String> args = new ArrayList<>(List.of("serve", "--data-dir", installation.data()));
        args.addAll(List.of("--http-address", "127.0.0.1:0", "--smtp-listen", "127.0.0.1:0"));
        args.addAll(settings);
        process =
                MailvaneProcess.start(
                        folder,
                        List.of("-Djava.io.tmpdir=" + temporary()),
                        Map.of(),
                        args.toArray(String[]::new));
    }

    /** Waits until it takes mails and calls. */
    void awaitReady() {
        awaitPrinted(MAIL_READY);
        addresses = new Addresses(printed(READY), printed(MAIL_READY));
    }

    /** Waits until it has started PostgreSQL again, which was killed. */
    void awaitDatabase() {
        awaitPrinted("Restarting it");
    }

    /** Waits longer than for a single process: a run of many kills may last on a busy machine. */
    private void awaitPrinted(String text) {
        MailvaneProcess running = process();
        Awaiting.until(
                "\"" + text + "\" is printed",
                READY_WITHIN,
                () -> {
                    assertThat(running.isAlive()).as(running.err()).isTrue();
                    return (running.out() + running.err()).contains(text);
                });
    }

    private String printed(String before) {
        return process()
                .out()
                .lines()
                .filter(line -> line.startsWith(before))
                .findFirst()
                .orElseThrow()
                .substring(before.length());
    }

    Connection connect() throws Exception {
        return installation.connect(process());
    }

    /**
     * Kills the process.
     *
     * @param database whether PostgreSQL is killed with it, all of its processes
     */
    void kill(boolean database) throws InterruptedException {
        addresses = null;
        MailvaneProcess victim = process();
        if (database) {
            ProcessHandle.of(victim.pid()).stream()
                    .flatMap(ProcessHandle::descendants)
                    .forEach(ProcessHandle::destroyForcibly);
        }
        assertThat(victim.kill()).isNotZero();
    }

    /** Ends the process in order. */
    void end() throws InterruptedException {
        addresses = null;
        process().terminate();
        // As of a JVM that SIGTERM has ended in order.
        assertThat(process().awaitExit()).isEqualTo(128 + 15);
    }

    /** Calls the API. */
    HttpResponse<String> send(String path, HttpRequest.Builder request)
            throws IOException, InterruptedException {
        Addresses now = addresses;
        if (now == null) {
            throw new IOException("no process listens");
        }
        return http.send(
                request.uri(URI.create(now.http() + "/api/v1/" + path))
                        .timeout(PATIENCE)
                        .header("Authorization", "Token " + token)
                        .build(),
                BodyHandlers.ofString());
    }

    JsonNode get(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = send(path, HttpRequest.newBuilder().GET());
        if (answer.statusCode() >= 300) {
            throw new IOException(answer.statusCode() + " " + answer.body());
        }
        return json.readTree(answer.body());
    }

    /** All items of a list. */
    List<JsonNode> list(String path) throws IOException, InterruptedException {
        List<JsonNode> items = new ArrayList<>();
        JsonNode page;
        int number = 1;
        do {
            page = get(path + (path.contains("?") ? "&" : "?") + "limit=500&page=" + number++);
            page.get("results").forEach(items::add);
        } while (number <= page.get("pages").asInt());
        return items;
    }

    @Override
    public void close() {
        MailvaneProcess running = process;
        if (running != null) {
            running.close();
        }
        http.close();
    }
}
