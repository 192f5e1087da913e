package org.mailvane.intake.imap;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mailvane.intake.ReasonTexts.english;
import static org.mailvane.intake.imap.MailboxFixture.QUICK;

import java.io.IOException;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.intake.imap.ImapException.CommandRefused;
import org.mailvane.intake.imap.ImapSession.Announced;
import org.mailvane.intake.imap.MailFetch.Fetched;
import org.mailvane.intake.ledger.RawMessage;
import org.mailvane.platform.settings.ImapUrl;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.settings.SettingsReader;
import org.mailvane.text.Passage;

/** Mails are listed, fetched, marked and moved, also where a server does odd things. */
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
        assertThat(message).as("%s", mail.reason()).isNotNull();
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

    /** RFC 9051, section 6.4.9: a range ends with the last mail, even if it begins after it. */
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
    void bodiesAreReadInEveryFormAndOthersAreLeftOut() throws IOException {
        server.answer(
                "UID FETCH 1:4,6 (UID BODY.PEEK[])",
                "* 1 FETCH (UID 1 BODY[] {5}",
                "one{3 FLAGS (\\Seen))",
                "* 2 FETCH (BODY[] \"t\\\"wo UID 8 \" UID 2)",
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
        assertThat(fetched).containsOnlyKeys(1L, 2L, 4L);
        assertThat(content(requireThere(fetched, 1))).isEqualTo("one{3");
        assertThat(content(requireThere(fetched, 2))).isEqualTo("t\"wo UID 8 ");
        assertThat(content(requireThere(fetched, 4))).isEqualTo("four");
    }

    private static Fetched requireThere(Map<Long, Fetched> fetched, long uid) {
        return requireNonNull(fetched.get(uid));
    }

    @Test
    void aBodyThatIsAnnouncedWithMoreThanTheLimitIsNotRead() throws IOException {
        server.answer(
                "UID FETCH 1",
                "* 1 FETCH (BODY[] {" + (MailFetch.MAX_MAIL_BYTES + 1) + "}",
                "* 1 FETCH (UID 1 BODY[] {1}",
                "x)",
                "%t OK done");
        Map<Long, Fetched> fetched = new HashMap<>();
        try (ImapSession session = open()) {
            assertThatThrownBy(() -> session.fetch(List.of(new Announced(1, 10)), fetched))
                    .isInstanceOf(IOException.class);
        }
        assertThat(requireThere(fetched, 1).code()).isEqualTo("too_large");
        assertThat(english(Passage.of(Objects.requireNonNull(requireThere(fetched, 1).reason()))))
                .isEqualTo("The mail has 64 MB. The limit is 64 MB.");
    }

    @Test
    @Tag("slow")
    void moreThanWasAnnouncedEndsTheConnection() throws IOException {
        long half = MailFetch.MAX_HELD_BYTES / 2;
        server.answer(
                "UID FETCH 1:2",
                (out, tag) -> {
                    for (int uid = 1; uid <= 2; uid++) {
                        // One byte more than the limit.
                        long size = half + uid - 1;
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
                    .hasMessage("The server sends more than it announced.");
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
        assertThatThrownBy(this::open).hasMessageContaining("more than 65,536 bytes");
    }

    @Test
    @Tag("slow")
    void anAnswerWithoutEndEndsTheConnection() {
        byte[] lines = "* OK still here\r\n".repeat(10_000).getBytes(StandardCharsets.US_ASCII);
        server.answer(
                "SELECT",
                (out, tag) -> {
                    for (int i = 0; i <= ImapConversation.MAX_RESPONSES / 10_000; i++) {
                        out.write(lines);
                    }
                });
        assertThatThrownBy(this::open).hasMessage("The server's answer does not end.");
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

    /** RFC 6851 and RFC 4315: what a server announces it may still refuse. */
    @Test
    void whereMovingIsRefusedWhatArrivedByCopyingIsTakenAway() throws IOException {
        server.answer("CAPABILITY", "* CAPABILITY IMAP4rev1 MOVE UIDPLUS", "%t OK done");
        server.answer("LIST \"\" \"Done\"", "* LIST () \"/\" Done", "%t OK done");
        server.answer("UID MOVE", "%t BAD no such command");
        server.answer("UID COPY 1:4", "%t OK [COPYUID 38 1,3:4 9:11] done");
        server.answer("UID COPY 5", "%t OK [COPYUID 38 5 12] done");
        server.answer("UID EXPUNGE", "%t OK done");
        server.answer("UID SEARCH UID 1:4", "* SEARCH 2", "%t OK done");
        try (ImapSession session = open()) {
            MailMover.Moved moved = session.move(UidSet.range(1, 4), "Done");
            assertThat(moved.again()).isEqualTo(UidSet.of(2));
            assertThat(english(moved.problem())).contains("still has 2");
            assertThat(session.move(UidSet.of(5), "Done").problem().isEmpty()).isTrue();
        }
        assertThat(server.commands())
                .containsSubsequence(
                        "UID MOVE 1:4 \"Done\"",
                        "UID COPY 1:4 \"Done\"",
                        "UID STORE 1,3:4 +FLAGS.SILENT (\\Deleted)",
                        "UID EXPUNGE 1,3:4",
                        "UID COPY 5 \"Done\"",
                        "UID EXPUNGE 5")
                .doesNotContain("UID MOVE 5 \"Done\"");
    }

    @Test
    void whatIsNotKnownToHaveArrivedIsNotTakenAway() throws IOException {
        server.answer("CAPABILITY", "* CAPABILITY IMAP4rev1 UIDPLUS", "%t OK done");
        server.answer("LIST \"\" \"Done\"", "* LIST () \"/\" Done", "%t OK done");
        server.answer("STATUS \"Done\"", "* STATUS \"Done\" (MESSAGES 5)", "%t OK done");
        server.answer("UID SEARCH UID 1", "* SEARCH 1", "%t OK done");
        server.answer("UID COPY 1", "%t OK done");
        server.answer("UID COPY 2:3", "%t OK [COPYUID 38 2:3 9] done");
        server.answer("UID COPY 4", "%t OK [COPYUID 38 4 10] done");
        server.answer("UID STORE 4", "%t NO not that");
        try (ImapSession session = open()) {
            assertThat(english(session.move(UidSet.of(1), "Done").problem()))
                    .contains("which copies arrived");
            assertThat(english(session.move(UidSet.range(2, 3), "Done").problem()))
                    .contains("which copies arrived");
            assertThat(english(session.move(UidSet.of(4), "Done").problem()))
                    .isEqualTo(
                            "Mails are copied, but cannot be removed. The server answers: NO not that");
        }
        assertThat(server.commands()).noneMatch(command -> command.startsWith("UID EXPUNGE"));
    }

    /** RFC 3501, section 6.4.7: it copies all or none. */
    @Test
    void aServerThatNamesNoCopiesIsBelievedUnlessItsMailboxHasNotGrown() throws IOException {
        server.answer("CAPABILITY", "* CAPABILITY IMAP4rev1 UIDPLUS", "%t OK done");
        server.answer("UID COPY 1", "%t OK done");
        server.answer("UID EXPUNGE", "%t OK done");
        try (ImapSession session = open()) {
            assertThat(session.move(UidSet.of(1), "Done").problem().isEmpty()).isTrue();
        }
        assertThat(server.commands()).contains("UID EXPUNGE 1");
    }

    @Test
    void mailsAreNotMovedToWhereTheyAre() throws IOException {
        server.answer("CAPABILITY", "* CAPABILITY IMAP4rev1 NAMESPACE MOVE", "%t OK done");
        server.answer("NAMESPACE", "* NAMESPACE ((\"INBOX.\" \".\")) NIL NIL", "%t OK done");
        server.answer("SELECT \"Done\"", "%t NO there is none");
        server.answer("LIST \"\" \"INBOX.Done\"", "* LIST () \".\" INBOX.Done", "%t OK done");
        try (ImapSession session = open(server.url() + "Done")) {
            assertThatThrownBy(() -> session.move(UidSet.of(1), "INBOX/Done"))
                    .hasMessage("The mails are already in INBOX.Done.");
        }
    }

    @Test
    void aListThatLacksAMailIsCompletedBySearching() throws IOException {
        server.mails(4, "");
        server.answer(
                "UID FETCH 1:*",
                "* 1 FETCH (UID 1 RFC822.SIZE 10)",
                "* 4 FETCH (UID 4 RFC822.SIZE 40)",
                "%t OK done");
        server.answer("UID SEARCH UID 1:4", "* SEARCH 4 2 9", "%t OK done");
        server.answer("UID FETCH 5:*", "* 5 FETCH (UID 8 RFC822.SIZE 80)", "%t OK done");
        server.answer("UID SEARCH UID 5:8", "* ESEARCH (TAG \"a\") UID ALL 6:7", "%t OK done");
        try (ImapSession session = open()) {
            assertThat(session.newMails(0))
                    .containsExactly(
                            new Announced(1, 10), new Announced(2, 0), new Announced(4, 40));
            assertThat(session.newMails(4))
                    .containsExactly(
                            new Announced(6, 0), new Announced(7, 0), new Announced(8, 80));
        }
    }

    @Test
    void aMailboxThatIsNotCountedIsAskedForItsMails() throws IOException {
        server.answer("SELECT", "%t OK [READ-WRITE] open");
        server.answer("UID FETCH 1:*", "* 1 FETCH (UID 1 RFC822.SIZE 10)", "%t OK done");
        try (ImapSession session = open()) {
            assertThat(session.newMails(0)).containsExactly(new Announced(1, 10));
        }
    }

    @Test
    void aMailWhoseBytesAreCountedWronglyIsNotTaken() throws IOException {
        server.answer("UID FETCH 1 (UID", "* 1 FETCH (UID 1 BODY[] {3}", "12345)", "%t OK done");
        Map<Long, Fetched> fetched = new HashMap<>();
        try (ImapSession session = open()) {
            assertThatThrownBy(() -> session.fetch(List.of(new Announced(1, 5)), fetched))
                    .hasMessage("The server states a wrong size of a mail.");
        }
        assertThat(fetched).isEmpty();
    }

    @Test
    void aMailboxThatIsMadeAnewMeanwhileIsOpenedAgain() throws IOException {
        server.answer("NOOP", "* OK [UIDVALIDITY 8] anew", "%t OK done");
        try (ImapSession session = open()) {
            assertThatThrownBy(session::look).hasMessage("The mailbox was created again.");
        }
    }

    @Test
    void aKeywordIsSetWhereTheServerKeepsThem() throws IOException {
        try (ImapSession session = open()) {
            session.mark(UidSet.range(1, 3));
        }
        server.mails(1, "* OK [PERMANENTFLAGS (\\Seen \\*)] these");
        try (ImapSession session = open()) {
            session.mark(UidSet.range(4, 5));
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
            assertThatThrownBy(() -> session.mark(UidSet.of(1)))
                    .isInstanceOf(CommandRefused.class)
                    .hasMessage("The server answers: NO not today");
            session.look();
        }
    }

    @Test
    void aServerThatSaysGoodbyeOrNothingKnownIsGone() {
        server.greeting("* BYE too many connections");
        assertThatThrownBy(this::open).hasMessageContaining("too many connections");
        server.greeting("220 mail.example.com ESMTP");
        assertThatThrownBy(this::open).hasMessageContaining("does not answer like an IMAP server");
    }
}
