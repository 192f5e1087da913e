package org.mailvane.intake.imap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mailvane.intake.ReasonTexts.english;
import static org.mailvane.intake.imap.MailboxFixture.SOON;
import static org.mailvane.intake.imap.MailboxFixture.report;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.testing.Awaiting;

/** Mailboxes on servers that do not hand out what they announce. */
class OddServersTest {

    private final ScriptedImap server = new ScriptedImap();
    private final MailboxFixture house = new MailboxFixture();

    @AfterEach
    void close() {
        house.close();
        server.close();
    }

    private static String body(int number) {
        return body(number, number);
    }

    private static String body(long uid, int number) {
        String text = new String(report(number), StandardCharsets.UTF_8);
        return "* 1 FETCH (UID %d BODY[] {%d}\r\n%s)".formatted(uid, text.length(), text);
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
        assertThat(house.sql().rows("select outcome, code, file, message from ledger_remark"))
                .containsExactly(
                        "failed|too_large|INBOX > mail 2|"
                                + "[{\"code\":\"imports.imap.mail_too_large\",\"arguments\":{\"megabytes\":95,\"limit\":64}}]");
        awaitCommand("UID STORE 1 +FLAGS.SILENT (\\Seen)");
        awaitCommand("UID STORE 3 +FLAGS.SILENT (\\Seen)");
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
        assertThat(house.sql().rows("select code, file, message from ledger_remark"))
                .containsExactly(
                        "unreadable|INBOX > mail 2|[{\"code\":\"imports.imap.withheld\",\"arguments\":{\"reason\":"
                                + "{\"message\":{\"code\":\"imports.imap.refused\",\"arguments\":"
                                + "{\"answer\":\"NO this one\"}}}}}]");
        assertThat(server.connections()).isGreaterThanOrEqualTo(MailboxReader.MAX_REFUSALS);
    }

    /** RFC 3501, section 6.4.8: OK does not say that all came that was asked for. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "* OK nothing of it",
                "* 2 FETCH (UID 2)",
                "* 2 FETCH (UID 2 FLAGS (\\Seen))",
                "* 2 FETCH (UID 2 BODY[] NIL)",
                "* 2 FETCH (UID 2 BODY[] \"\")",
                "* 2 FETCH (UID 2 BODY[] {0}\r\n)",
                "* 2 FETCH (UID 7 BODY[] {4}\r\nmail)",
                "* 2 FETCH (BODY[] {9}\r\nsome mail)",
                "* 2 FETCH (UID 2 BODY[] {9}\r\none text.)\r\n* 2 FETCH (UID 2 BODY[] \"different\")"
            })
    void aMailThatIsNotHandedOutIsInTheLedgerAndStaysWhereItIs(String odd) {
        server.answer("CAPABILITY", "* CAPABILITY IMAP4rev1 MOVE", "%t OK done");
        server.answer("UID MOVE", "%t OK done");
        announce("9", "9", "9", "9");
        server.answer("UID FETCH 1:4 (UID BODY", body(1), odd, body(3), body(4), "%t OK done");
        server.answer("UID FETCH 2 (UID BODY", odd, "%t OK done");
        server.answer("UID FETCH 2:2 (UID RFC", "* 2 FETCH (UID 2 RFC822.SIZE 9)", "%t OK done");
        house.read(server.url() + "?move=Done");
        house.awaitReports(3);
        assertThat(house.sql().rows("select outcome, code, file, message from ledger_remark"))
                .containsExactly(
                        "failed|unreadable|INBOX > mail 2|"
                                + "[{\"code\":\"imports.imap.listed_only\",\"arguments\":{\"mail\":\"2\"}}]");
        awaitCommand("UID MOVE 1,3:4 \"Done\"");
        assertThat(server.commands())
                .contains("UID STORE 1,3:4 +FLAGS.SILENT (\\Seen)")
                .noneMatch(command -> command.matches("UID (STORE|MOVE) (2|1:).*"));
        assertThat(house.entries()).isEqualTo(4);
    }

    private void awaitCommand(String command) {
        Awaiting.until(command, SOON, () -> server.commands().contains(command));
    }

    @Test
    void aMailThatOnlySearchingFindsIsThereToo() {
        announce("9", "9");
        server.answer("UID FETCH 1:2 (UID BODY", body(1), "%t OK done");
        server.answer("UID SEARCH UID 2", "* SEARCH 2", "%t OK done");
        house.read(server.url());
        house.awaitEntries(2);
        assertThat(house.sql().rows("select code, file from ledger_remark"))
                .containsExactly("unreadable|INBOX > mail 2");
    }

    @Test
    void aMailThatComesWhenItIsAskedForByItselfIsTaken() {
        announce("9", "9");
        server.answer("UID FETCH 1:2 (UID BODY", body(1), "%t OK done");
        server.answer("UID FETCH 2 (UID BODY", body(2), body(2), "%t OK done");
        house.read(server.url());
        house.awaitReports(2);
        awaitCommand("UID STORE 1:2 +FLAGS.SILENT (\\Seen)");
        assertThat(house.entries()).isEqualTo(2);
    }

    /** RFC 2180, section 4.1: somebody else deletes it meanwhile. */
    @Test
    void aMailThatIsDeletedMeanwhileIsNoFailure() {
        announce("9", "9", "9");
        server.answer(
                "UID FETCH 1:3 (UID BODY",
                body(1),
                "* 2 FETCH (UID 2 BODY[] NIL)",
                body(3),
                "%t OK done");
        server.answer("NOOP", "* 2 EXPUNGE", "%t OK done");
        house.read(server.url());
        house.awaitReports(2);
        awaitCommand("UID STORE 1,3 +FLAGS.SILENT (\\Seen)");
        assertThat(house.entries()).isEqualTo(2);
        assertThat(house.sql().rows("select code from ledger_remark")).isEmpty();
    }

    @Test
    void aMailThatIsCutOffIsNotTaken() {
        announce("9", "100");
        server.answer("UID FETCH 1:2 (UID BODY", body(1), short2(), "%t OK done");
        server.answer("UID FETCH 2 (UID BODY", short2(), "%t OK done");
        house.read(server.url());
        house.awaitEntries(2);
        assertThat(house.sql().rows("select code, message from ledger_remark"))
                .containsExactly(
                        "unreadable|"
                                + "[{\"code\":\"imports.imap.part_only\",\"arguments\":{\"mail\":\"2\",\"bytes\":5,\"size\":100}}]");
        awaitCommand("UID STORE 1 +FLAGS.SILENT (\\Seen)");
    }

    /** RFC 9051, section 6.4.5: the rest after a part is requested by its first byte. */
    @Test
    void aMailOfWhichTheServerHasMoreIsNotTaken() {
        int size = report(1).length;
        announce(String.valueOf(size + 1));
        server.answer("UID FETCH 1 (UID BODY", body(1), "%t OK done");
        server.answer(
                "UID FETCH 1 (UID BODY.PEEK[]<",
                "* 1 FETCH (UID 1 BODY[]<" + size + "> {1}\r\nx)",
                "%t OK done");
        house.read(server.url());
        house.awaitEntries(1);
        assertThat(house.sql().rows("select code from ledger_remark"))
                .containsExactly("unreadable");
    }

    private static String short2() {
        return "* 2 FETCH (UID 2 BODY[] {5}\r\nFrom:)";
    }

    @Test
    void aMailWhoseSizeWasOnlyEstimatedIsTaken() {
        int size = report(1).length;
        announce(String.valueOf(size + 100), String.valueOf(size + 100));
        server.answer("UID FETCH 1:2 (UID BODY", body(1), body(2), "%t OK done");
        server.answer("UID FETCH 1 (UID BODY", body(1), "%t OK done");
        server.answer("UID FETCH 2 (UID BODY", body(2), "%t OK done");
        server.answer(
                "UID FETCH 1 (UID BODY.PEEK[]<",
                "* 1 FETCH (UID 1 BODY[]<" + size + "> \"\")",
                "%t OK done");
        server.answer("UID FETCH 2 (UID BODY.PEEK[]<", "%t BAD no parts here");
        house.read(server.url());
        house.awaitReports(2);
        awaitCommand("UID STORE 1:2 +FLAGS.SILENT (\\Seen)");
        assertThat(house.sql().rows("select code from ledger_remark")).isEmpty();
    }

    /** Where the server does not say where a mail ends, as much is believed as estimates differ. */
    @Test
    void anEstimateMayBeOnlySoWrong() {
        int most = CheckedFetch.ESTIMATED_AT_MOST;
        announce("" + most * report(1).length, "" + most * (report(2).length + 1));
        server.answer("UID FETCH 1:2 (UID BODY", body(1), body(2), "%t OK done");
        server.answer("UID FETCH 1 (UID BODY", body(1), "%t OK done");
        server.answer("UID FETCH 2 (UID BODY", body(2), "%t OK done");
        server.answer("UID FETCH 1 (UID BODY.PEEK[]<", "%t BAD no parts here");
        server.answer("UID FETCH 2 (UID BODY.PEEK[]<", "%t BAD no parts here");
        house.read(server.url());
        house.awaitReports(1);
        house.awaitEntries(2);
        assertThat(house.sql().rows("select code, file from ledger_remark"))
                .containsExactly("unreadable|INBOX > mail 2");
    }

    @Test
    void aMailAtWhichEachConnectionEndsDoesNotHoldUpOthers() {
        announce("9", "9", "9");
        String cut = "* 2 FETCH (UID 2 BODY[] {1000}\r\nFrom: ann";
        server.breakOff("UID FETCH 1:3 (UID BODY", body(1), cut);
        server.breakOff("UID FETCH 2:3 (UID BODY", cut);
        server.breakOff("UID FETCH 2 (UID BODY", cut);
        server.answer(
                "UID FETCH 2:* (UID",
                "* 2 FETCH (UID 2 RFC822.SIZE 9)",
                "* 3 FETCH (UID 3 RFC822.SIZE 9)",
                "%t OK done");
        server.answer("UID FETCH 3:* (UID", "* 3 FETCH (UID 3 RFC822.SIZE 9)", "%t OK done");
        server.answer("UID FETCH 3 (UID BODY", body(3), "%t OK done");
        house.read(server.url());
        house.awaitReports(2);
        assertThat(house.sql().rows("select code, file from ledger_remark"))
                .containsExactly("unreadable|INBOX > mail 2");
        assertThat(house.entries()).isEqualTo(3);
        assertThat(server.connections()).isGreaterThan(MailboxReader.MAX_BREAKS);
        assertThat(
                        server.commands().stream()
                                .filter(each -> each.matches("UID FETCH [12]:3 \\(UID BODY.*")))
                .as("before the mail is asked for by itself")
                .hasSize(MailboxReader.MAX_BREAKS_TOGETHER);
    }

    @Test
    void marksThatTheServerOnlySaysToHaveMadeAreComplainedOf() {
        announce("9", "9");
        server.answer("UID FETCH 1:2 (UID BODY", body(1), body(2), "%t OK done");
        server.answer("UID SEARCH UID 1:2 UNSEEN", "* SEARCH 2", "%t OK done");
        MailboxReader reader = house.read(server.url());
        Awaiting.until("it says so", SOON, () -> reader.problem() != null);
        assertThat(english(reader.problem()))
                .isEqualTo("The server reports that it marked mails, but did not mark 2.");
        Awaiting.until(
                "it is tried again with the next connection",
                SOON,
                () -> house.sql().value("select unmarked from imap_mailbox").equals("2"));
    }

    /** A server that was restored from an older copy; RFC 9051, section 2.3.1.1. */
    @Test
    void mailsWithUidsThatWereGivenOutBeforeAreTaken() {
        announce("9", "9");
        server.answer("UID FETCH 1:2 (UID BODY", body(1), body(2), "%t OK done");
        MailboxReader reader = house.read(server.url());
        house.awaitReports(2);
        house.stop(reader);
        server.mails(2, "* OK [UIDNEXT 3] next");
        server.answer("UID FETCH 1:2 (UID BODY", body(1), body(2, 3), "%t OK done");
        reader = house.read(server.url());
        awaitCommand("UID FETCH 3:* (UID RFC822.SIZE)");
        house.stop(reader);
        assertThat(house.reports()).isEqualTo(2);
        server.mails(2, "* OK [UIDNEXT 2] next");
        house.read(server.url());
        house.awaitReports(3);
    }

    @Test
    void mailboxesThatDifferInThePortOnlyAreTwo() {
        announce("9", "9");
        server.answer("UID FETCH 1:2 (UID BODY", body(1), body(2), "%t OK done");
        try (ScriptedImap other = new ScriptedImap()) {
            other.answer("UID FETCH 1:* (UID", "* 1 FETCH (UID 1 RFC822.SIZE 9)", "%t OK done");
            other.answer("UID FETCH 1 (UID BODY", body(1, 3), "%t OK done");
            MailboxReader one = house.read(server.url());
            house.awaitReports(2);
            MailboxReader two = house.read(other.url());
            house.awaitReports(3);
            house.stop(one);
            house.stop(two);
        }
        assertThat(
                        house.sql()
                                .rows(
                                        "select port, last_uid from imap_mailbox order by last_uid desc"))
                .element(0)
                .isEqualTo(server.port() + "|2");
        assertThat(house.number("select count(*) from imap_mailbox")).isEqualTo(2);
    }

    @Test
    void aMailboxFromBeforePortsWereNotedIsReadOn() {
        house.sql()
                .execute(
                        """
                        insert into imap_mailbox (account_id, host, login, folder, uid_validity, last_uid)
                        values (%d, '127.0.0.1', 'ann', 'INBOX', 7, 1)
                        """
                                .formatted(house.scope().accountId()));
        server.mails(2, "");
        server.answer("UID FETCH 2:* (UID", "* 2 FETCH (UID 2 RFC822.SIZE 9)", "%t OK done");
        server.answer("UID FETCH 2 (UID BODY", body(2), "%t OK done");
        house.read(server.url());
        house.awaitReports(1);
        assertThat(house.sql().rows("select port, last_uid from imap_mailbox"))
                .containsExactly(server.port() + "|2");
    }

    @Test
    void aMailboxInWhichNobodyCouldMarkGoesWithoutTheOldestMarks() {
        int ranges = MailboxMarks.MAX_UNMARKED;
        String unmarked =
                IntStream.rangeClosed(1, ranges)
                        .mapToObj(i -> String.valueOf(2 * i))
                        .collect(Collectors.joining(","));
        house.sql()
                .execute(
                        """
                        insert into imap_mailbox
                            (account_id, host, login, folder, uid_validity, last_uid, unmarked)
                        values (%d, '127.0.0.1', 'ann', 'INBOX', 7, %d, '%s')
                        """
                                .formatted(house.scope().accountId(), 3 * ranges, unmarked));
        long uid = 4L * ranges;
        server.answer("UID STORE", "%t NO not today");
        server.answer(
                "UID FETCH " + (3 * ranges + 1) + ":* (UID",
                "* 1 FETCH (UID " + uid + " RFC822.SIZE 9)",
                "%t OK done");
        server.answer("UID FETCH " + uid + " (UID BODY", body(uid, 1), "%t OK done");
        house.read(server.url());
        house.awaitReports(1);
        assertThat(house.sql().value("select unmarked from imap_mailbox"))
                .startsWith("4,6,")
                .endsWith("," + 2 * ranges + "," + uid);
        assertThat(server.commands().stream().filter(c -> c.startsWith("UID STORE")).findFirst())
                .hasValueSatisfying(
                        store -> assertThat(store.split(",")).hasSize(MailboxMarks.MAX_RANGES));
    }

    @Test
    void aMailboxThatMayOnlyBeLookedAtIsReadWithoutMarks() {
        server.answer("SELECT", "* 1 EXISTS", "* OK [UIDVALIDITY 7]", "%t OK [READ-ONLY] open");
        server.answer("UID FETCH 1:* (UID", "* 1 FETCH (UID 1 RFC822.SIZE 9)", "%t OK done");
        server.answer("UID FETCH 1 (UID BODY", body(1), "%t OK done");
        MailboxReader reader = house.read(server.url());
        house.awaitReports(1);
        Awaiting.until("it says so", SOON, () -> reader.problem() != null);
        assertThat(english(reader.problem())).contains("is read-only");
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
        assertThat(english(reader.problem()))
                .isEqualTo(
                        "The server refuses the login. The server answers: NO [AUTHENTICATIONFAILED] *** is"
                                + " wrong");
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
