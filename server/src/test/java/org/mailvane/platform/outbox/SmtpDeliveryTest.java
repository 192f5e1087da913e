package org.mailvane.platform.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import jakarta.mail.BodyPart;
import jakarta.mail.Multipart;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.platform.jobs.Lease;
import org.mailvane.platform.outbox.Delivery.Failure;
import org.mailvane.platform.settings.MailUrl;
import org.mailvane.platform.store.Scope;

/** What goes over the wire, and what comes back. */
class SmtpDeliveryTest {

    private static final Duration SHORT = Duration.ofMillis(200);

    private static final Mail MAIL =
            Mail.to("ann@example.com", "Gr\u00fc\u00dfe von \u4f8b\u5b50")
                    .paragraph("Sch\u00f6ne Gr\u00fc\u00dfe. = is quoted. " + "long ".repeat(40))
                    .link("Open", "https://mailvane.example/activate/0123456789abcdef/")
                    .mail();

    @Test
    void messageIsTextAndHtmlInQuotedPrintableUtf8WithEveryHeader() throws Exception {
        GreenMail server = server(ServerSetup.PROTOCOL_SMTP);
        try {
            deliver(url(server, "smtp://127.0.0.1:"), MAIL);
            MimeMessage message = server.getReceivedMessages()[0];
            assertThat(message.getHeader("From")).containsExactly("mailvane@reports.example");
            assertThat(message.getHeader("To")).containsExactly("ann@example.com");
            assertThat(message.getHeader("Subject")[0]).isASCII().startsWith("=?UTF-8?");
            assertThat(message.getSubject()).isEqualTo("Gr\u00fc\u00dfe von \u4f8b\u5b50");
            assertThat(message.getHeader("Message-ID")).containsExactly("<m-1@reports.example>");
            assertThat(message.getSentDate()).isEqualTo(MailFixture.START);
            assertThat(message.getHeader("MIME-Version")).containsExactly("1.0");
            assertThat(message.getHeader("Auto-Submitted")).containsExactly("auto-generated");
            assertThat(message.getHeader("X-Auto-Response-Suppress")).containsExactly("All");
            assertThat(message.getContentType()).startsWith("multipart/alternative");

            Multipart parts = (Multipart) message.getContent();
            assertThat(parts.getCount()).isEqualTo(2);
            assertPart(parts.getBodyPart(0), "text/plain", MAIL.text());
            assertPart(parts.getBodyPart(1), "text/html", MAIL.html());

            ByteArrayOutputStream raw = new ByteArrayOutputStream();
            message.writeTo(raw);
            // RFC 5322, section 2.1.1; RFC 2045, section 6.7.
            String wire = raw.toString(StandardCharsets.ISO_8859_1);
            assertThat(wire).isASCII();
            assertThat(wire.lines())
                    .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(78));
            assertThat(wire).contains("https://mailvane.example/activate/0123456789abcdef/\r\n");
        } finally {
            server.stop();
        }
    }

    private static void assertPart(BodyPart part, String type, String content) throws Exception {
        assertThat(part.getContentType().toLowerCase(Locale.ROOT))
                .startsWith(type)
                .contains("charset=utf-8");
        assertThat(part.getHeader("Content-Transfer-Encoding")).containsExactly("quoted-printable");
        assertThat(String.valueOf(part.getContent()).replace("\r\n", "\n").strip())
                .isEqualTo(content.strip());
    }

    @Test
    void signsInWhereTheUrlHasAUser() throws Exception {
        GreenMail server = server(ServerSetup.PROTOCOL_SMTP);
        try {
            server.setUser("sender@example.com", "sender@example.com", "pass word@");
            deliver(url(server, "smtp://sender@example.com:pass%20word@@127.0.0.1:"), MAIL);
            assertThat(server.getReceivedMessages()).hasSize(1);
        } finally {
            server.stop();
        }
    }

    @Test
    void smtpsIsEncryptedFromTheBegin() throws Exception {
        GreenMail server = server(ServerSetup.PROTOCOL_SMTPS);
        try {
            deliver(url(server, "smtps://127.0.0.1:"), MAIL);
            assertThat(server.getReceivedMessages()).hasSize(1);
        } finally {
            server.stop();
        }
    }

    @Test
    void startTlsIsUsedWhereItIsOffered() throws Exception {
        try (ScriptedServer server = new ScriptedServer()) {
            server.answer("EHLO", "250-scripted.example\n250 STARTTLS");
            deliver(url("smtp://127.0.0.1:" + server.port()), MAIL);
            assertThat(server.lines()).startsWith("EHLO reports.example");
            assertThat(server.lines()).contains("STARTTLS", "*RCPT TO:<ann@example.com>", "*.");
            assertThat(server.lines()).noneMatch(line -> line.startsWith("MAIL"));
        }
    }

    @Test
    void passwordIsNeverSentInClearToAnotherMachine() throws Exception {
        Optional<InetAddress> own = ownAddress();
        assumeTrue(own.isPresent(), "this machine has no address but the loopback");
        try (ScriptedServer server = new ScriptedServer()) {
            server.answer("EHLO", "250-scripted.example\n250 AUTH PLAIN LOGIN");
            server.answer("AUTH", "235 welcome");
            String there = own.get().getHostAddress() + ":" + server.port();
            Failure failure = failure("smtp://ann:hush@" + there);
            assertThat(failure).hasMessageContaining("STARTTLS").hasMessageNotContaining("hush");
            assertThat(failure.isLasting()).isFalse();
            assertThat(server.lines()).noneMatch(line -> line.startsWith("AUTH"));

            deliver(url("smtp://" + there), MAIL);
            deliver(url("smtp://ann:hush@127.0.0.1:" + server.port()), MAIL);
            assertThat(server.lines()).anyMatch(line -> line.startsWith("AUTH"));
        }
    }

    @Test
    void certificateOfAnotherMachineMustBeItsOwn() throws Exception {
        Optional<InetAddress> own = ownAddress();
        assumeTrue(own.isPresent(), "this machine has no address but the loopback");
        try (ScriptedServer server = new ScriptedServer()) {
            server.answer("EHLO", "250-scripted.example\n250 STARTTLS");
            Failure failure = failure("smtp://" + own.get().getHostAddress() + ":" + server.port());
            assertThat(failure.isLasting()).isFalse();
            assertThat(server.lines()).noneMatch(line -> line.contains("MAIL"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "RCPT, 550 no such mailbox, true",
        "RCPT, 450 mailbox busy, false",
        "MAIL, 553 not your address, true",
        "MAIL, 530 sign in first, false",
        "DATA, 554 no mail here, true",
        "DATA, 451 try later, false",
        "., 554 smells of spam, true",
        "., 452 disk full, false"
    })
    void refusalIsLastingWhereTheServerSaysSo(String command, String answer, boolean lasting) {
        try (ScriptedServer server = new ScriptedServer()) {
            server.answer(command, answer);
            Failure failure = failure("smtp://127.0.0.1:" + server.port());
            assertThat(failure).hasMessageContaining(answer).hasMessageContaining("127.0.0.1");
            assertThat(failure.isLasting()).isEqualTo(lasting);
        }
    }

    /**
     * Also after the final dot, when the server may have accepted the mail: RFC 5321, section
     * 4.5.4.1.
     */
    @ParameterizedTest
    @ValueSource(strings = {"EHLO", "MAIL", "RCPT", "DATA", "."})
    void connectionThatEndsIsNotTheMailsFault(String command) {
        try (ScriptedServer server = new ScriptedServer()) {
            server.answer(command, "");
            assertThat(failure("smtp://127.0.0.1:" + server.port()).isLasting()).isFalse();
        }
    }

    @Test
    void wrongPasswordIsNotTheMailsFault() {
        try (ScriptedServer server = new ScriptedServer()) {
            server.answer("EHLO", "250-scripted.example\n250 AUTH PLAIN");
            server.answer("AUTH", "535 wrong");
            Failure failure = failure("smtp://ann:hush@127.0.0.1:" + server.port());
            assertThat(failure.isLasting()).isFalse();
            assertThat(failure).hasMessageContaining("535").hasMessageNotContaining("hush");
        }
    }

    @Test
    void serverThatIsAwayIsNotTheMailsFault() throws IOException {
        // A port that is taken, so that nobody else listens there meanwhile, and not listened at.
        try (Socket taken = new Socket()) {
            taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            assertThat(failure("smtp://127.0.0.1:" + taken.getLocalPort()).isLasting()).isFalse();
        }
    }

    @Test
    void serverThatSaysNothingIsNotWaitedForLong() throws Exception {
        try (ServerSocket silent = new ServerSocket(0)) {
            Failure failure =
                    catchThrowableOfType(
                            Failure.class,
                            () -> impatient(silent, SmtpDelivery.CONNECT_TIMEOUT, SHORT));
            assertThat(failure).hasRootCauseInstanceOf(SocketTimeoutException.class);
            assertThat(failure.isLasting()).isFalse();
        }
    }

    @Test
    void serverThatTakesNoConnectionIsNotWaitedForLong() throws Exception {
        List<Socket> waiting = new ArrayList<>();
        try (ServerSocket full = new ServerSocket(0, 1)) {
            while (connects(full, waiting)) {
                assertThat(waiting).as("its queue is bounded").hasSizeLessThan(100);
            }
            Failure failure =
                    catchThrowableOfType(
                            Failure.class,
                            () -> impatient(full, SHORT, SmtpDelivery.ANSWER_TIMEOUT));
            assertThat(failure).hasRootCauseInstanceOf(SocketTimeoutException.class);
            assertThat(failure.isLasting()).isFalse();
        } finally {
            for (Socket socket : waiting) {
                socket.close();
            }
        }
    }

    private static boolean connects(ServerSocket server, List<Socket> sockets) throws IOException {
        Socket socket = new Socket();
        sockets.add(socket);
        try {
            socket.connect(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort()),
                    Math.toIntExact(SHORT.toMillis()));
            return true;
        } catch (SocketTimeoutException full) {
            return false;
        }
    }

    private static void impatient(ServerSocket server, Duration connect, Duration answer)
            throws Failure {
        new SmtpDelivery(
                        url("smtp://127.0.0.1:" + server.getLocalPort()),
                        new MessageForm("mailvane@reports.example"),
                        connect,
                        answer)
                .deliver(
                        new OutgoingMail(
                                new Lease(Scope.ofAccount(1), 1, 1),
                                "m-1",
                                MAIL,
                                MailFixture.START,
                                1));
    }

    private static GreenMail server(String protocol) {
        GreenMail server = new GreenMail(new ServerSetup(0, "127.0.0.1", protocol));
        server.start();
        return server;
    }

    private static MailUrl url(GreenMail server, String begin) {
        int port =
                begin.startsWith("smtps")
                        ? server.getSmtps().getPort()
                        : server.getSmtp().getPort();
        return url(begin + port);
    }

    private static MailUrl url(String text) {
        return MailUrl.parse(text).orElseThrow();
    }

    private static Failure failure(String url) {
        return catchThrowableOfType(Failure.class, () -> deliver(url(url), MAIL));
    }

    private static void deliver(MailUrl url, Mail mail) throws Failure {
        new SmtpDelivery(url, new MessageForm("mailvane@reports.example"))
                .deliver(
                        new OutgoingMail(
                                new Lease(Scope.ofAccount(1), 1, 1),
                                "m-1",
                                mail,
                                MailFixture.START,
                                1));
    }

    private static Optional<InetAddress> ownAddress() throws SocketException {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> address instanceof Inet4Address)
                .filter(address -> !address.isLoopbackAddress())
                .findFirst();
    }
}
