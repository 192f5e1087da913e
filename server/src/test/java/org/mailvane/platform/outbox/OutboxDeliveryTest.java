package org.mailvane.platform.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mailvane.platform.jobs.Lease;
import org.mailvane.platform.outbox.Delivery.Failure;
import org.mailvane.platform.store.Scope;

/** Without a mail server, mails lie in a folder. */
class OutboxDeliveryTest {

    @TempDir Path temp;

    private Path folder;
    private OutboxDelivery outbox;

    @BeforeEach
    void prepare() {
        folder = temp.resolve("data").resolve("outbox");
        outbox = new OutboxDelivery(folder, new MessageForm("mailvane@reports.example"));
    }

    @Test
    void mailIsAFileThatOnlyItsOwnerReads() throws Exception {
        outbox.deliver(mail(7, "ann@example.com"));
        assertThat(files()).containsExactly("2026-11-20T10-18-50Z-7-ann@example.com.eml");
        Path file = folder.resolve(files().getFirst());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                .isEqualTo("rwx------");
        try (InputStream in = Files.newInputStream(file)) {
            MimeMessage message = new MimeMessage(Session.getInstance(new Properties()), in);
            assertThat(message.getSubject()).isEqualTo("Hello");
            assertThat(message.getHeader("To")).containsExactly("ann@example.com");
        }
    }

    @Test
    void namesAreUniqueReadableAndStayInTheFolder() throws Exception {
        outbox.deliver(mail(1, "ann@example.com"));
        outbox.deliver(mail(2, "ann@example.com"));
        outbox.deliver(mail(3, "a/.b'%*@example.com"));
        outbox.deliver(mail(4, "a".repeat(64) + "@" + "b".repeat(60) + ".example"));
        assertThat(files())
                .containsExactly(
                        "2026-11-20T10-18-50Z-1-ann@example.com.eml",
                        "2026-11-20T10-18-50Z-2-ann@example.com.eml",
                        "2026-11-20T10-18-50Z-3-a_.b___@example.com.eml",
                        "2026-11-20T10-18-50Z-4-" + "a".repeat(64) + "@" + "b".repeat(15) + ".eml");
    }

    @Test
    void secondTryAndAnUnfinishedFileMakeNoSecondMail() throws Exception {
        Files.createDirectories(folder);
        Files.writeString(
                folder.resolve(".2026-11-20T10-18-50Z-7-ann@example.com.eml.part"), "half");
        outbox.deliver(mail(7, "ann@example.com"));
        outbox.deliver(mail(7, "ann@example.com"));
        assertThat(files()).containsExactly("2026-11-20T10-18-50Z-7-ann@example.com.eml");
    }

    @Test
    void folderThatCannotBeWrittenIsTriedAgain() throws Exception {
        Files.createDirectories(folder.getParent());
        Files.writeString(folder, "a file in its place");
        Failure failure =
                catchThrowableOfType(
                        Failure.class, () -> outbox.deliver(mail(7, "ann@example.com")));
        assertThat(failure).hasMessageContaining(folder.toString());
        assertThat(failure.isLasting()).isFalse();
    }

    private List<String> files() throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static OutgoingMail mail(long id, String recipient) {
        return new OutgoingMail(
                new Lease(Scope.ofAccount(1), id, 1),
                "m-" + id,
                Mail.to(recipient, "Hello").paragraph("How are you?").mail(),
                MailFixture.START,
                1);
    }
}
