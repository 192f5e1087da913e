package org.mailvane.intake.imap;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mailvane.intake.imap.MailboxHouse.QUICK;

import java.io.IOException;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.intake.RawMessage;
import org.mailvane.intake.imap.ImapException.CommandRefused;
import org.mailvane.intake.imap.ImapException.SignInRefused;
import org.mailvane.intake.imap.ImapSession.Announced;
import org.mailvane.intake.imap.ImapSession.Fetched;
import org.mailvane.settings.ImapUrl;
import org.mailvane.settings.Setting;
import org.mailvane.settings.SettingsReader;

/** What goes over the wire, and what servers may answer. */
class ImapSessionTest {

    private final ScriptedImap server = new ScriptedImap();

    @AfterEach
    void close() {
        server.close();
    }

    private static ImapUrl url(String text) {
        return SettingsReader.read(Map.of(Setting.IMAP_URLS, text), Map.of(), null)
                .imapUrls()
                .getFirst();
    }

    private ImapSession open() throws IOException {
        return open(server.url());
    }

    private static ImapSession open(String text) throws IOException {
        ImapUrl url = url(text);
        return ImapSession.open(url, url.password(), QUICK);
    }

    private static String content(Fetched mail) throws IOException {
        RawMessage message = mail.message();
        assertThat(message).as(mail.reason()).isNotNull();
        return new String(message.open().readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    @Test
    void newMailsAreThoseBehindTheLastInOrder() throws IOException {
        server.mails(4, "");
        server.answer(
                "UID FETCH 5:* (UID RFC822.SIZE)",
                "* 3 FETCH (RFC822.SIZE 30 UID 9)",
                "* 2 fetch (UID 7 RFC822.SIZE 20 FLAGS (\\Seen))",
                "* 1 FETCH (UID 5 RFC822.SIZE 10)",
                "* 1 FETCH (UID 5 RFC822.SIZE 10)",
                "* 4 FETCH (FLAGS (\\Recent))",
                "%t OK done");
        try (ImapSession session = open()) {
            assertThat(session.uidValidity()).isEqualTo(7);
            assertThat(session.count()).isEqualTo(4);
            assertThat(session.newMails(4))
                    .containsExactly(
                            new Announced(5, 10), new Announced(7, 20), new Announced(9, 30));
        }
    }

    /** RFC 9051, section 6.4.9: a range ends with the last mail, even if it begins behind it. */
    @Test
    void theLastMailThatIsAnsweredForAnEmptyRangeIsNotNew() throws IOException {
        server.answer("UID FETCH 10:*", "* 4 FETCH (UID 9 RFC822.SIZE 30)", "%t OK done");
        try (ImapSession session = open()) {
            assertThat(session.newMails(9)).isEmpty();
        }
    }

    @Test
    void anEmptyMailboxIsNotAskedForItsMails() throws IOException {
        server.mails(0, "");
        server.answer("UID FETCH", "%t BAD there are none");
        try (ImapSession session = open()) {
            assertThat(session.newMails(0)).isEmpty();
            assertThat(session.newMails(ImapSession.MAX_UID)).isEmpty();
        }
    }

    @Test
    void noMoreNewMailsAreLookedAtAtOnceThanTheWindowHolds() throws IOException {
        int many = ImapSession.WINDOW + 10;
        server.mails(many, "");
        server.answer(
                "UID FETCH 1:*",
                (out, tag) -> {
                    StringBuilder lines = new StringBuilder();
                    for (int i = many; i >= 1; i--) {
                        lines.append("* ").append(i).append(" FETCH (UID ").append(i);
                        lines.append(" RFC822.SIZE 1)\r\n");
                    }
                    ScriptedImap.write(out, lines + tag + " OK done\r\n");
                });
        try (ImapSession session = open()) {
            List<Announced> mails = session.newMails(0);
            assertThat(mails).hasSize(ImapSession.WINDOW);
            assertThat(mails.getLast().uid()).isEqualTo(ImapSession.WINDOW);
        }
    }

    /** Hundreds of thousands of lines would come again for each two thousand mails otherwise. */
    @Test
    void ofALargeMailboxOnlyTheNextMailsAreListed() throws IOException {
        server.mails(ImapSession.WINDOW + 10, "");
        server.answer("UID FETCH 8:2007 (UID", "* 2 FETCH (UID 9 RFC822.SIZE 3)", "%t OK done");
        server.answer("UID FETCH 10:2009 (UID", "%t OK done");
        server.answer("UID FETCH 10:* (UID", "* 3 FETCH (UID 5000 RFC822.SIZE 4)", "%t OK done");
        try (ImapSession session = open()) {
            assertThat(session.newMails(7)).containsExactly(new Announced(9, 3));
            assertThat(session.newMails(9))
                    .as("behind a gap")
                    .containsExactly(new Announced(5000, 4));
        }
        assertThat(server.commands()).doesNotContain("UID FETCH 8:* (UID RFC822.SIZE)");
    }

    @Test
    void aSecretThatTheServerRepeatsAsItWasSentIsNotShown() {
        server.answer("LOGIN", "%t BAD LOGIN \"ann\" \"hu\\\"sh\"");
        assertThatThrownBy(() -> open(server.url().replace("hush", "hu%22sh")))
                .isInstanceOf(SignInRefused.class)
                .hasMessage("It says: BAD LOGIN \"ann\" \"***\"");
        server.answer("CAPABILITY", "* CAPABILITY AUTH=PLAIN SASL-IR", "%t OK done");
        server.answer("AUTHENTICATE", "%t BAD AUTHENTICATE PLAIN AGFubgBodXNo");
        assertThatThrownBy(this::open)
                .isInstanceOf(SignInRefused.class)
                .hasMessage("It says: BAD AUTHENTICATE PLAIN ***");
    }

    @Test
    void bodiesAreReadInEveryFormAndOthersAreLeftOut() throws IOException {
        server.answer(
                "UID FETCH 1:4,6 (UID BODY.PEEK[])",
                "* 1 FETCH (UID 1 BODY[] {5}",
                "one{3 FLAGS (\\Seen))",
                "* 2 FETCH (BODY[] \"t\\\"wo\" UID 2)",
                "* 3 FETCH (X-NAME {3}",
                "abc UID 3 BODY[] NIL)",
                "* 9 EXISTS",
                "* 8 FETCH (UID 8 BODY[] {3}",
                "800)",
                "* 4 FETCH (BODY[] {4}",
                "four UID 4)",
                "%t OK done");
        Map<Long, Fetched> fetched = new HashMap<>();
        try (ImapSession session = open()) {
            session.fetch(
                    List.of(
                            new Announced(1, 5),
                            new Announced(2, 4),
                            new Announced(3, 0),
                            new Announced(4, 4),
                            new Announced(6, 4)),
                    fetched);
            assertThat(session.count()).isEqualTo(9);
        }
        assertThat(fetched).containsOnlyKeys(1L, 2L, 3L, 4L);
        assertThat(content(requireThere(fetched, 1))).isEqualTo("one{3");
        assertThat(content(requireThere(fetched, 2))).isEqualTo("t\"wo");
        assertThat(content(requireThere(fetched, 3))).isEmpty();
        assertThat(content(requireThere(fetched, 4))).isEqualTo("four");
    }

    private static Fetched requireThere(Map<Long, Fetched> fetched, long uid) {
        return requireNonNull(fetched.get(uid));
    }

    @Test
    void aBodyThatIsAnnouncedWithMoreThanTheLimitIsNotRead() throws IOException {
        server.answer(
                "UID FETCH 1",
                "* 1 FETCH (BODY[] {" + (ImapSession.MAX_MAIL_BYTES + 1) + "}",
                "* 1 FETCH (UID 1 BODY[] {1}",
                "x)",
                "%t OK done");
        Map<Long, Fetched> fetched = new HashMap<>();
        try (ImapSession session = open()) {
            assertThatThrownBy(() -> session.fetch(List.of(new Announced(1, 10)), fetched))
                    .isInstanceOf(IOException.class);
        }
        assertThat(requireThere(fetched, 1).code()).isEqualTo("too_large");
        assertThat(requireThere(fetched, 1).reason())
                .isEqualTo("The mail is 64 MB large; 64 MB is the limit.");
    }

    @Test
    @Tag("slow")
    void moreThanWasAnnouncedEndsTheConnection() throws IOException {
        long size = ImapSession.MAX_MAIL_BYTES;
        server.answer(
                "UID FETCH 1:2",
                (out, tag) -> {
                    for (int uid = 1; uid <= 2; uid++) {
                        ScriptedImap.write(
                                out, "* 1 FETCH (UID %d BODY[] {%d}\r\n".formatted(uid, size));
                        zeros(out, size);
                        ScriptedImap.write(out, ")\r\n");
                    }
                });
        Map<Long, Fetched> fetched = new HashMap<>();
        try (ImapSession session = open()) {
            assertThatThrownBy(() ->
                            session.fetch(
                                    List.of(new Announced(1, 10), new Announced(2, 10)), fetched))
                    .hasMessage("It hands out more than it announced.");
        }
    }

    private static void zeros(OutputStream out, long count) throws IOException {
        byte[] some = new byte[1 << 16];
        for (long left = count; left > 0; left -= some.length) {
            out.write(some, 0, (int) Math.min(left, some.length));
        }
    }

    @Test
    void aLineWithoutEndEndsTheConnection() {
        server.answer("CAPABILITY", (out, tag) -> zeros(out, ImapWire.MAX_LINE + 1L));
        assertThatThrownBy(this::open).hasMessageContaining("more than 65536 bytes");
    }

    @Test
    @Tag("slow")
    void anAnswerWithoutEndEndsTheConnection() {
        byte[] lines = "* OK still here\r\n".repeat(10_000).getBytes(StandardCharsets.US_ASCII);
        server.answer(
                "SELECT",
                (out, tag) -> {
                    for (int i = 0; i <= ImapSession.MAX_RESPONSES / 10_000; i++) {
                        out.write(lines);
                    }
                });
        assertThatThrownBy(this::open).hasMessage("It does not come to an end with its answer.");
    }

    @Test
    void aServerThatIsSilentIsNotWaitedForWithoutEnd() {
        server.answer("SELECT", (out, tag) -> {});
        ImapUrl url = url(server.url());
        assertThatThrownBy(
                        () -> {
                            ImapWire wire =
                                    ImapWire.connect(
                                            url, Duration.ofSeconds(1), Duration.ofMillis(100));
                            ImapSession.open(wire, url, url.password()).close();
                        })
                .isInstanceOf(SocketTimeoutException.class);
    }

    @Test
    void aServerThatSaysALetterAtATimeRunsOutOfTime() throws IOException {
        server.answer(
                "SLOW",
                (out, tag) -> {
                    for (int i = 0; i < 1_000; i++) {
                        ScriptedImap.write(out, ".");
                        pause();
                    }
                });
        ImapUrl url = url(server.url());
        try (ImapWire wire = ImapWire.connect(url, Duration.ofSeconds(1), Duration.ofSeconds(10))) {
            wire.line();
            wire.send("m1 SLOW");
            wire.limit(Duration.ofMillis(300));
            assertThatThrownBy(wire::line).isInstanceOf(SocketTimeoutException.class);
        }
    }

    private static void pause() throws IOException {
        try {
            Thread.sleep(Duration.ofMillis(20));
        } catch (InterruptedException stopped) {
            throw new IOException(stopped);
        }
    }

    @Test
    void signingInGoesByTheBestWayThatTheServerOffers() throws IOException {
        open().close();
        assertThat(server.commands()).contains("LOGIN \"ann\" \"hush\"");
        server.answer("CAPABILITY", "* CAPABILITY IMAP4rev1 AUTH=PLAIN", "%t OK done");
        server.answer("AUTHENTICATE PLAIN", "+");
        // The answer to a challenge has no tag; "\0ann\0hush" in Base64.
        server.answer("AGFubgBodXNo", "m2 OK welcome");
        open().close();
        assertThat(server.commands()).contains("AUTHENTICATE PLAIN", "AGFubgBodXNo");
        server.answer("CAPABILITY", "* CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR", "%t OK done");
        server.answer("AUTHENTICATE PLAIN AGFubgBodXNo", "%t OK welcome");
        open().close();
        assertThat(server.commands()).contains("AUTHENTICATE PLAIN AGFubgBodXNo");
    }

    @Test
    void aRefusalSaysWhatTheServerSaysWithoutThePassword() {
        server.answer("LOGIN", "%t NO [AUTHENTICATIONFAILED] not with hush,\u0007Ann");
        assertThatThrownBy(this::open)
                .isInstanceOf(SignInRefused.class)
                .hasMessage("It says: NO [AUTHENTICATIONFAILED] not with ***, Ann");
        server.answer("CAPABILITY", "* CAPABILITY IMAP4rev1 LOGINDISABLED", "%t OK done");
        assertThatThrownBy(this::open)
                .isInstanceOf(SignInRefused.class)
                .hasMessageContaining("LOGINDISABLED");
    }

    @Test
    void aPasswordIsSentEncryptedWhereTheServerCan() throws IOException {
        server.answer("CAPABILITY", "* CAPABILITY IMAP4rev1 STARTTLS", "%t OK done");
        server.answer("STARTTLS", "%t OK go on");
        open().close();
        assertThat(server.commands())
                .contains("CAPABILITY", "STARTTLS", "*CAPABILITY", "*LOGIN \"ann\" \"hush\"")
                .doesNotContain("LOGIN \"ann\" \"hush\"");
    }

    /** RFC 9051, section 6.2.1: what was said before must not count. */
    @Test
    void whatAServerSaysBeforeItIsEncryptedIsNotTakenForItsWord() {
        server.answer("CAPABILITY", "* CAPABILITY IMAP4rev1 STARTTLS", "%t OK done");
        server.answer("STARTTLS", "%t OK go on", "* OK injected");
        assertThatThrownBy(this::open).hasMessage("It spoke before the connection was encrypted.");
    }

    @Test
    void aPasswordIsNeverSentUnencryptedToAnotherMachine() throws IOException {
        ImapUrl far = url("imap://ann:hush@mail.example.com/");
        ImapWire wire =
                ImapWire.connect(url(server.url()), Duration.ofSeconds(1), Duration.ofSeconds(1));
        assertThatThrownBy(() -> ImapSession.open(wire, far, far.password()))
                .hasMessageContaining("offers no STARTTLS");
        assertThat(server.commands()).containsExactly("CAPABILITY");
    }

    @Test
    void mailboxesAreNamedInTheServersWay() throws IOException {
        server.answer("LIST", "* LIST (\\Noselect) \".\" \"\"", "%t OK done");
        open(server.url() + "Reports/Gr%C3%BC%C3%9Fe%22?move=a%5Cb").close();
        // RFC 3501, section 5.1.3: modified UTF-7.
        assertThat(server.commands()).contains("SELECT \"Reports.Gr&APwA3w-e\\\"\"");
    }

    @Test
    void aKeywordIsSetWhereTheServerKeepsThem() throws IOException {
        try (ImapSession session = open()) {
            session.mark(1, 3);
        }
        server.mails(1, "* OK [PERMANENTFLAGS (\\Seen \\*)] these");
        try (ImapSession session = open()) {
            session.mark(4, 5);
        }
        assertThat(server.commands())
                .contains(
                        "UID STORE 1:3 +FLAGS.SILENT (\\Seen)",
                        "UID STORE 4:5 +FLAGS.SILENT (\\Seen Mailvane)");
    }

    @Test
    void aRefusedCommandLeavesTheConnectionUsable() throws IOException {
        server.answer("UID STORE", "%t NO not today");
        try (ImapSession session = open()) {
            assertThatThrownBy(() -> session.mark(1, 1))
                    .isInstanceOf(CommandRefused.class)
                    .hasMessage("It says: NO not today");
            session.look();
        }
    }

    @Test
    void aServerThatSaysGoodbyeOrNothingKnownIsGone() {
        server.greeting("* BYE too many connections");
        assertThatThrownBy(this::open).hasMessageContaining("too many connections");
        server.greeting("220 mail.example.com ESMTP");
        assertThatThrownBy(this::open).hasMessageContaining("does not greet");
    }
}
