package org.mailvane.intake;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.mailvane.intake.KilledService.Addresses;
import org.mailvane.intake.smtp.SmtpClient;
import org.mailvane.testing.ImapServer;
import tools.jackson.databind.JsonNode;

/**
 * Who uses a service that is killed: mail servers, a mailbox server, programs that put files into a
 * folder, and people. What was not acknowledged is done again.
 */
final class KillRunClients implements AutoCloseable {

    /** The mailbox in which mails stay, and the one from which they are moved. */
    static final String MAILBOX = "INBOX";

    static final String MOVED = "Reports";
    static final String ARCHIVE = "Archive";

    private static final int CONNECTIONS = 4;
    private static final long LONGEST_GAP_MILLIS = 30;
    private static final int PAUSE_MILLIS = 20;

    /** Files of an upload by a form. */
    private static final int FILES = 4;

    private static final String BOUNDARY = "kill-run";

    private final KilledService service;
    private final ImapServer mailboxes;
    private final Path watched;
    private final String recipient;
    private final Queue<Sending> mails = new ConcurrentLinkedQueue<>();
    private final Queue<Sending> uploads = new ConcurrentLinkedQueue<>();
    private final Queue<Sending> quiet = new ConcurrentLinkedQueue<>();
    private final Queue<String> doomed = new ConcurrentLinkedQueue<>();
    private final Set<String> deleted = ConcurrentHashMap.newKeySet();
    private final Map<Long, Integer> imports = new ConcurrentHashMap<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean ignored;
    private volatile boolean ended;

    KillRunClients(
            KilledService service,
            ImapServer mailboxes,
            Path watched,
            String recipient,
            long seed) {
        this.service = service;
        this.mailboxes = mailboxes;
        this.watched = watched;
        this.recipient = recipient;
        for (int i = 0; i < CONNECTIONS; i++) {
            start(this::sendMails);
        }
        start(this::upload);
        start(this::decide);
        Random random = new Random(seed);
        start(() -> deliver(random));
    }

    private void start(Runnable work) {
        threads.add(Thread.ofPlatform().daemon().start(work));
    }

    /** Has reports sent. */
    void send(List<Sending> some) {
        for (Sending one : some) {
            switch (one.way()) {
                case SMTP -> mails.add(one);
                case UPLOAD -> uploads.add(one);
                case MAILBOX, MOVED, FOLDER -> quiet.add(one);
            }
        }
    }

    /** Has a domain deleted as soon as it is there. */
    void delete(String domain) {
        doomed.add(domain);
    }

    /** The domains whose deletion was acknowledged. */
    Set<String> deleted() {
        return deleted;
    }

    /** The imports that uploads were acknowledged with, and how many files each has. */
    Map<Long, Integer> imports() {
        return imports;
    }

    /** Whether nothing is left to be done but by the service itself. */
    boolean isDone() {
        return mails.isEmpty()
                && uploads.isEmpty()
                && quiet.isEmpty()
                && doomed.isEmpty()
                && ignored;
    }

    private void sendMails() {
        while (!ended) {
            Addresses to = service.addresses();
            if (to == null) {
                pause(PAUSE_MILLIS);
                continue;
            }
            try (SmtpClient client = SmtpClient.greeted(to.smtp())) {
                while (!ended) {
                    sendNext(client);
                }
            } catch (IOException lost) {
                pause(PAUSE_MILLIS);
            }
        }
    }

    private void sendNext(SmtpClient client) throws IOException {
        Sending next = mails.poll();
        if (next == null) {
            pause(PAUSE_MILLIS);
            return;
        }
        try {
            next.attempt();
            if (client.mail(next.report().sender(), recipient, next.report().mail())
                    .startsWith("250")) {
                next.acknowledge();
            } else {
                pause(PAUSE_MILLIS);
            }
        } finally {
            if (!next.isAcknowledged()) {
                mails.add(next);
            }
        }
    }

    private void upload() {
        while (!ended) {
            List<Sending> next = nextUpload();
            if (next.isEmpty() || service.addresses() == null) {
                pause(PAUSE_MILLIS);
                continue;
            }
            try {
                next.forEach(Sending::attempt);
                var answer = service.send("imports/", body(next));
                if (answer.statusCode() == 202) {
                    String location = answer.headers().firstValue("Location").orElseThrow();
                    String[] parts = location.split("/", -1);
                    imports.put(Long.parseLong(parts[parts.length - 2]), next.size());
                    next.forEach(Sending::acknowledge);
                    uploads.removeAll(next);
                }
            } catch (IOException lost) {
                pause(PAUSE_MILLIS);
            } catch (InterruptedException end) {
                return;
            }
        }
    }

    /** One file, or some at once. */
    private List<Sending> nextUpload() {
        Sending first = uploads.peek();
        if (first == null) {
            return List.of();
        }
        return uploads.stream().limit(first.report().number() % 2 == 0 ? 1 : FILES).toList();
    }

    /** As the body, or as a form, which lies on disk in another way. */
    private static HttpRequest.Builder body(List<Sending> sendings) {
        if (sendings.size() == 1) {
            Sending only = sendings.getFirst();
            return HttpRequest.newBuilder()
                    .header("Content-Type", "application/octet-stream")
                    .header(
                            "Content-Disposition",
                            "attachment; filename=\"" + only.fileName() + "\"")
                    .POST(BodyPublishers.ofByteArray(only.report().file()));
        }
        List<BodyPublisher> parts = new ArrayList<>();
        for (Sending one : sendings) {
            String head =
                    """
                    --%s
                    Content-Disposition: form-data; name="file"; filename="%s"
                    Content-Type: application/octet-stream

                    """;
            parts.add(text(head.formatted(BOUNDARY, one.fileName())));
            parts.add(BodyPublishers.ofByteArray(one.report().file()));
            parts.add(text("\n"));
        }
        parts.add(text("--" + BOUNDARY + "--\n"));
        return HttpRequest.newBuilder()
                .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
                .POST(BodyPublishers.concat(parts.toArray(BodyPublisher[]::new)));
    }

    private static BodyPublisher text(String lines) {
        return BodyPublishers.ofString(lines.replace("\n", "\r\n"));
    }

    /** Puts mails into mailboxes and files into the folder, whether there is a service or not. */
    private void deliver(Random random) {
        while (!ended) {
            Sending next = quiet.peek();
            if (next == null) {
                pause(PAUSE_MILLIS);
                continue;
            }
            next.attempt();
            switch (next.way()) {
                case MAILBOX -> intoMailbox(next, MAILBOX);
                case MOVED -> intoMailbox(next, MOVED);
                case FOLDER -> intoFolder(next);
                case SMTP, UPLOAD -> throw new IllegalStateException(next.key());
            }
            quiet.remove();
            pause(random.nextLong(LONGEST_GAP_MILLIS));
        }
    }

    private void intoMailbox(Sending next, String mailbox) {
        // The service may be faster than the next statement, and nobody asks it meanwhile.
        next.stored(mailbox, mailboxes.append(mailbox, next.report().receivedMail()));
    }

    private void intoFolder(Sending next) {
        try {
            Path unfinished = watched.resolve(next.fileName() + ".tmp");
            Files.write(unfinished, next.report().file());
            Files.move(
                    unfinished, watched.resolve(next.fileName()), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** Ignores a reporter, and deletes domains. */
    private void decide() {
        Set<String> tried = ConcurrentHashMap.newKeySet();
        while (!ended) {
            String domain = doomed.peek();
            pause(PAUSE_MILLIS);
            if (service.addresses() == null) {
                continue;
            }
            try {
                ignored = ignored || ignore();
                if (domain != null && isDeleted(domain, tried)) {
                    deleted.add(domain);
                    doomed.remove();
                }
            } catch (IOException lost) {
                pause(PAUSE_MILLIS);
            } catch (InterruptedException end) {
                return;
            }
        }
    }

    private boolean ignore() throws IOException, InterruptedException {
        for (JsonNode reporter : service.list("reporters/")) {
            if (reporter.get("name").asString().equals(SentReport.Reporter.IGNORED.title())) {
                return service.send(
                                        "reporters/" + reporter.get("id").asLong() + "/",
                                        HttpRequest.newBuilder()
                                                .header("Content-Type", "application/json")
                                                .method(
                                                        "PATCH",
                                                        BodyPublishers.ofString(
                                                                "{\"trust\": \"ignored\"}",
                                                                StandardCharsets.UTF_8)))
                                .statusCode()
                        == 200;
            }
        }
        return false;
    }

    /**
     * Deletes a domain if it is there.
     *
     * @param tried domains whose deletion was asked for: one that is missing has been deleted
     */
    private boolean isDeleted(String domain, Set<String> tried)
            throws IOException, InterruptedException {
        for (JsonNode one : service.get("domains/?domain=" + domain).get("results")) {
            if (one.get("domain").asString().equals(domain)) {
                tried.add(domain);
                String path = "domains/" + one.get("id").asLong() + "/";
                return service.send(path, HttpRequest.newBuilder().DELETE()).statusCode() == 200;
            }
        }
        return tried.contains(domain);
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        ended = true;
        threads.forEach(Thread::interrupt);
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }
}
