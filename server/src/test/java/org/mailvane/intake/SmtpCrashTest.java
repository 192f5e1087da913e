package org.mailvane.intake;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mailvane.intake.Installation.postmaster;
import static org.mailvane.intake.Installation.unchecked;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mailvane.cli.CommandRun;
import org.mailvane.cli.MailvaneProcess;
import org.mailvane.intake.smtp.SmtpClient;
import org.mailvane.testing.Awaiting;
import tools.jackson.databind.JsonNode;

/**
 * Mails that come by many connections while the service and its database are killed: what was
 * acknowledged is there, and everything counts once.
 */
@Tag("slow")
class SmtpCrashTest {

    private static final int MAILS = 1_000;
    private static final int CONNECTIONS = 16;
    private static final int KILLS = 3;
    private static final String READY = "Report mail is taken at ";

    @TempDir Path temp;

    /** Mails that must still be sent, those that were acknowledged, and where to. */
    private final Queue<Path> unsent = new ConcurrentLinkedQueue<>();

    private final Set<Path> acknowledged = ConcurrentHashMap.newKeySet();
    private volatile @Nullable String address;
    private String recipient = "";

    @Test
    void everyAcknowledgedMailIsThereOnceWhateverIsKilled() throws Exception {
        Installation installation = new Installation(temp.resolve("data"));
        JsonNode account = installation.account("smtp");
        long id = account.get("account_id").asLong();
        CommandRun adds =
                CommandRun.of(
                        "account",
                        "add-domains-by-mail",
                        Long.toString(id),
                        "on",
                        "--data-dir",
                        installation.data());
        assertThat(adds.code()).as(adds.err()).isZero();
        recipient = account.get("account_token").asString() + "@localhost";
        Path folder = temp.resolve("reports");
        ReportFolder reports = new ReportFolder(folder).files("report", MAILS);
        try (Stream<Path> files = Files.list(folder)) {
            files.forEach(unsent::add);
        }
        List<Thread> senders = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            senders.add(Thread.ofPlatform().daemon().start(this::send));
        }
        for (int kill = 1; kill <= KILLS; kill++) {
            try (MailvaneProcess service = serve(installation)) {
                awaitAcknowledged(service, kill * MAILS / (KILLS + 1));
                if (kill == 2) {
                    try (Connection database = installation.connect(service)) {
                        postmaster(database).destroyForcibly();
                    }
                    service.awaitErr("is started again");
                    awaitAcknowledged(service, kill * MAILS / (KILLS + 1) + MAILS / 10);
                }
                address = null;
                assertThat(service.kill()).isNotZero();
            }
        }
        try (MailvaneProcess service = serve(installation)) {
            awaitAcknowledged(service, MAILS);
            for (Thread sender : senders) {
                sender.join();
            }
            try (Connection database = installation.connect(service)) {
                Awaiting.until(
                        "the queue is empty",
                        MailvaneProcess.LIMIT,
                        () ->
                                unchecked(
                                                database,
                                                "select count(*) from ledger_entry where state <> 'done'")
                                        == 0);
            }
        }
        assertThat(acknowledged).hasSize(MAILS);
        installation.assertExact(reports, id);
    }

    private MailvaneProcess serve(Installation installation) throws IOException {
        MailvaneProcess service =
                MailvaneProcess.start(
                        temp,
                        "serve",
                        "--data-dir",
                        installation.data(),
                        "--http-address",
                        "127.0.0.1:0",
                        "--smtp-listen",
                        "127.0.0.1:0");
        service.awaitOut(READY);
        address =
                service.out()
                        .lines()
                        .filter(line -> line.startsWith(READY))
                        .findFirst()
                        .orElseThrow()
                        .substring(READY.length());
        return service;
    }

    private void awaitAcknowledged(MailvaneProcess service, int count) {
        Awaiting.until(
                count + " mails are acknowledged",
                MailvaneProcess.LIMIT,
                () -> {
                    assertThat(service.isAlive()).as(service.err()).isTrue();
                    return acknowledged.size() >= count;
                });
    }

    /** Sends as a mail server does: what was not acknowledged is sent again. */
    private void send() {
        while (acknowledged.size() < MAILS) {
            String to = address;
            if (to == null) {
                pause();
                continue;
            }
            try (SmtpClient client = SmtpClient.greeted(to)) {
                while (deliverNext(client)) {
                    // One after the other, by the same connection.
                }
            } catch (IOException lost) {
                pause();
            }
        }
    }

    private boolean deliverNext(SmtpClient client) throws IOException {
        Path next = unsent.poll();
        if (next == null) {
            pause();
            return false;
        }
        boolean delivered = false;
        try {
            delivered =
                    client.mail("reporter@postbox-one.example", recipient, mail(next))
                            .startsWith("250");
        } finally {
            if (delivered) {
                acknowledged.add(next);
            } else {
                unsent.add(next);
            }
        }
        return delivered;
    }

    private static byte[] mail(Path file) throws IOException {
        return """
        From: reporter@postbox-one.example
        Subject: Report
        MIME-Version: 1.0
        Content-Type: application/gzip; name="%s"
        Content-Transfer-Encoding: base64

        %s
        """
                .formatted(
                        file.getFileName(),
                        Base64.getMimeEncoder().encodeToString(Files.readAllBytes(file)))
                .replaceAll("\r?\n", "\r\n")
                .getBytes(US_ASCII);
    }

    private static void pause() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }
}
