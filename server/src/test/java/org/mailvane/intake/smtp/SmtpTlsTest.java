package org.mailvane.intake.smtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.mail.Message.RecipientType;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.platform.settings.Setting;
import org.mailvane.testing.PemFiles;
import org.mailvane.testing.PemFiles.Kind;
import org.mailvane.testing.TestDatabases;
import org.mailvane.testing.TestService;

/** Report mail by TLS. */
@Tag("slow")
class SmtpTlsTest {

    private static TestService service;
    private static String to;

    @TempDir Path temp;

    private PemFiles files;
    private SmtpServer server;

    @BeforeAll
    static void open() {
        service =
                TestService.start(
                        Map.of(Setting.INTAKE_DOMAIN, SmtpServer.DOMAIN), TestDatabases.migrated());
        to = SmtpServer.addressOf(service.account("one"));
    }

    @AfterAll
    static void closeService() {
        service.close();
    }

    @BeforeEach
    void start() {
        files = PemFiles.write(temp, "first.example", Kind.EC);
        server =
                new SmtpServer(
                        service,
                        chosen -> {
                            chosen.limits.repliesWithoutMail = 40;
                            chosen.settings.put(
                                    Setting.SMTP_CERTIFICATE, files.certificate().toString());
                            chosen.settings.put(Setting.SMTP_KEY, files.key().toString());
                        });
    }

    @AfterEach
    void close() {
        server.close();
    }

    private static String name(X509Certificate certificate) {
        return certificate.getSubjectX500Principal().getName();
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void mailComesByTls(String version) throws IOException {
        try (SmtpClient client = server.client()) {
            assertThat(client.send("EHLO client.example")).contains("250-STARTTLS");
            assertThat(name(client.startTls(version))).isEqualTo("CN=first.example");
            assertThat(client.tlsVersion()).isEqualTo(version);
            // RFC 3207, section 4.2: what was said before counts no more.
            assertThat(client.send("EHLO client.example")).doesNotContain("STARTTLS");
            assertThat(client.send("STARTTLS")).startsWith("454");
            assertThat(
                            client.mail(
                                    "a@b.example",
                                    to,
                                    "Subject: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII)))
                    .startsWith("250");
        }
    }

    @Test
    void olderVersionsAreRefused() throws IOException {
        try (SmtpClient client = server.client()) {
            assertThatThrownBy(() -> client.startTls("TLSv1.1")).isInstanceOf(IOException.class);
        }
        try (SmtpClient client = server.client()) {
            assertThat(client.send("NOOP")).startsWith("250");
        }
    }

    @Test
    void commandsBehindStartTlsAreNotTakenForEncryptedOnes() throws IOException {
        try (SmtpClient client = server.client()) {
            client.startTlsBehind("STARTTLS\r\nMAIL FROM:<evil@b.example>\r\n");
            assertThat(client.send("RCPT TO:<" + to + ">"))
                    .as("there is no mail yet")
                    .startsWith("503");
        }
    }

    @Test
    void commandsAreCountedByTlsToo() throws IOException {
        try (SmtpClient client = server.client()) {
            client.startTls();
            String reply = "";
            for (int i = 0; i < 60 && !reply.startsWith("421"); i++) {
                reply = client.send("NOOP");
            }
            assertThat(reply).startsWith("421 4.7.0 Too many commands");
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    void certificateIsReadAgainWhenItHasChanged() throws IOException {
        PemFiles next = PemFiles.write(temp, "next.example", Kind.RSA);
        replace(next.certificate(), files.certificate(), 1);
        try (SmtpClient client = server.client()) {
            assertThat(name(client.startTls()))
                    .as("while its key is not there yet")
                    .isEqualTo("CN=first.example");
        }
        replace(next.key(), files.key(), 2);
        try (SmtpClient client = server.client()) {
            assertThat(name(client.startTls())).isEqualTo("CN=next.example");
        }
        Files.delete(files.certificate());
        try (SmtpClient client = server.client()) {
            assertThat(name(client.startTls())).isEqualTo("CN=next.example");
        }
    }

    private static void replace(Path by, Path file, int secondsAhead) throws IOException {
        Files.copy(by, file, StandardCopyOption.REPLACE_EXISTING);
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(secondsAhead)));
    }

    @Test
    void usualMailProgramDelivers() throws MessagingException {
        String address = server.address();
        Properties properties = new Properties();
        properties.put("mail.smtp.host", address.substring(0, address.indexOf(':')));
        properties.put("mail.smtp.port", address.substring(address.indexOf(':') + 1));
        properties.put("mail.smtp.starttls.required", "true");
        properties.put("mail.smtp.ssl.trust", "*");
        properties.put("mail.smtp.ssl.checkserveridentity", "false");
        MimeMessage mail = new MimeMessage(Session.getInstance(properties));
        mail.setFrom(new InternetAddress("reporter@postbox.example"));
        mail.setRecipient(RecipientType.TO, new InternetAddress(to));
        mail.setSubject("Report");
        mail.setText(".\r\n..\r\nhello");
        Transport.send(mail);
    }
}
