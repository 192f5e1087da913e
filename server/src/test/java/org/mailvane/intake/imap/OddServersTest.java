package org.mailvane.intake.imap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mailvane.intake.imap.MailboxHouse.SOON;
import static org.mailvane.intake.imap.MailboxHouse.report;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.testing.Awaiting;

/** Mailboxes on servers that do not hand out what they announce. */
class OddServersTest {

    private final ScriptedImap server = new ScriptedImap();
    private final MailboxHouse house = new MailboxHouse();

    @AfterEach
    void close() {
        house.close();
        server.close();
    }

    private static String body(int number) {
        String text = new String(report(number), StandardCharsets.UTF_8);
        return "* 1 FETCH (UID %d BODY[] {%d}\r\n%s)".formatted(number, text.length(), text);
    }

    private void announce(String... sizes) {
        server.mails(sizes.length, "");
        String[] lines = new String[sizes.length + 1];
        for (int i = 0; i < sizes.length; i++) {
            lines[i] = "* %d FETCH (UID %d RFC822.SIZE %s)".formatted(i + 1, i + 1, sizes[i]);
        }
        lines[sizes.length] = "%t OK done";
        server.answer("UID FETCH 1:* (UID", lines);
    }

    @Test
    void aMailBeyondTheLimitIsNotFetchedAndTheLedgerSaysSo() {
        announce("1000", "100000000", "1000");
        server.answer("UID FETCH 1 (UID BODY", body(1), "%t OK done");
        server.answer("UID FETCH 2 (UID BODY", body(2), "%t OK done");
        server.answer("UID FETCH 3 (UID BODY", body(3), "%t OK done");
        house.read(server.url());
        house.awaitReports(2);
        house.awaitEntries(3);
        assertThat(house.sql().rows("select outcome, code, file, reason from ledger_remark"))
                .containsExactly(
                        "failed|too_large|INBOX > mail 2|The mail is 95 MB large; 64 MB is the limit.");
        assertThat(house.sql().value("select last_uid from imap_mailbox")).isEqualTo("3");
        assertThat(server.commands()).doesNotContain("UID FETCH 2 (UID BODY.PEEK[])");
    }

    @Test
    void aMailThatIsLargerThanAnnouncedIsPassedOver() {
        announce("1000", "1000");
        server.answer("UID FETCH 1:2 (UID BODY", "* 1 FETCH (UID 1 BODY[] {99999999999}");
        server.answer("UID FETCH 2:* (UID", "* 2 FETCH (UID 2 RFC822.SIZE 9)", "%t OK done");
        server.answer("UID FETCH 2 (UID BODY", body(2), "%t OK done");
        house.read(server.url());
        house.awaitReports(1);
        assertThat(house.sql().rows("select code, file from ledger_remark"))
                .containsExactly("too_large|INBOX > mail 1");
    }

    @Test
    void aMailThatIsRefusedAgainAndAgainDoesNotHoldUpOthers() {
        announce("1000", "1000", "1000");
        server.answer("UID FETCH 1:3 (UID BODY", "%t NO one of them is broken");
        server.answer("UID FETCH 1 (UID BODY", body(1), "%t OK done");
        server.answer("UID FETCH 2 (UID BODY", "%t NO this one");
        server.answer("UID FETCH 3 (UID BODY", body(3), "%t OK done");
        server.answer(
                "UID FETCH 2:* (UID",
                "* 2 FETCH (UID 2 RFC822.SIZE 9)",
                "* 3 FETCH (UID 3 RFC822.SIZE 9)",
                "%t OK done");
        server.answer("UID FETCH 2:3 (UID BODY", "%t NO one of them is broken");
        house.read(server.url());
        house.awaitReports(2);
        Awaiting.until("all three are there", SOON, () -> house.entries() == 3);
        assertThat(house.sql().rows("select code, file, reason from ledger_remark"))
                .containsExactly(
                        "unreadable|INBOX > mail 2|The server does not hand it out. It says: NO this one");
        assertThat(server.connections()).isGreaterThanOrEqualTo(MailboxReader.MAX_REFUSALS);
    }

    @Test
    void aMailboxThatMayOnlyBeLookedAtIsReadWithoutMarks() {
        server.answer("SELECT", "* 1 EXISTS", "* OK [UIDVALIDITY 7]", "%t OK [READ-ONLY] open");
        server.answer("UID FETCH 1:* (UID", "* 1 FETCH (UID 1 RFC822.SIZE 9)", "%t OK done");
        server.answer("UID FETCH 1 (UID BODY", body(1), "%t OK done");
        MailboxReader reader = house.read(server.url());
        house.awaitReports(1);
        Awaiting.until("it says so", SOON, () -> reader.problem() != null);
        assertThat(reader.problem()).contains("may only be looked at");
        assertThat(server.commands()).noneMatch(command -> command.startsWith("UID STORE"));
    }

    @Test
    void aRefusedPasswordIsNotTriedAllTheTime() {
        server.answer("LOGIN", "%t NO [AUTHENTICATIONFAILED] hush is wrong");
        MailboxReader reader = house.read(server.url(), ImapTimes.USUAL);
        Awaiting.until(
                "it says so",
                SOON,
                () -> reader.nextTry().isAfter(Instant.now()) && reader.problem() != null);
        assertThat(reader.problem())
                .isEqualTo(
                        "Signing in is refused. It says: NO [AUTHENTICATIONFAILED] *** is wrong");
        assertThat(reader.nextTry()).isAfter(Instant.now().plusSeconds(50));
        assertThat(server.connections()).isEqualTo(1);
    }

    @Test
    @Tag("slow")
    void aDatabaseThatRefusesAMailDoesNotMakeTheMailboxBeOpenedEverySecond() {
        house.sql()
                .execute(
                        """
                        create function refuse() returns trigger language plpgsql as
                            $$ begin raise exception 'not this one'; end $$
                        """);
        house.sql()
                .execute(
                        """
                        create trigger refuse before insert on raw_message
                            for each row execute function refuse()
                        """);
        announce("9");
        server.answer("UID FETCH 1 (UID BODY", body(1), "%t OK done");
        MailboxReader reader = house.read(server.url(), ImapTimes.USUAL);
        Awaiting.until("it rests", SOON, () -> reader.nextTry().isAfter(Instant.now()));
        assertThat(server.connections()).isEqualTo(1);
        house.sql().execute("drop trigger refuse on raw_message");
        house.awaitReports(1);
        assertThat(server.connections()).isEqualTo(2);
    }
}
