package org.mailvane.intake.imap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mailvane.intake.ReasonTexts.english;
import static org.mailvane.intake.imap.MailboxFixture.QUICK;
import static org.mailvane.intake.imap.MailboxFixture.SOON;
import static org.mailvane.intake.imap.MailboxFixture.report;

import com.icegreen.greenmail.store.StoredMessage;
import jakarta.mail.Flags;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.ReportAddresses;
import org.mailvane.platform.jobs.LeaseQueue;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.store.Database;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.CuttingProxy;
import org.mailvane.testing.ImapServer;
import org.mailvane.testing.TestDatabases;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestSql;

/** A mailbox on a real server, and everything that can happen to the connection. */
@Tag("slow")
class MailboxReaderTest {

    private final ImapServer server = new ImapServer();
    private final MailboxFixture house = new MailboxFixture();

    @AfterEach
    void close() {
        house.close();
        server.close();
    }

    @Test
    void everyMailIsTakenOverOnceAndMarkedAsReadAfterThat() {
        for (int i = 1; i <= 5; i++) {
            server.deliver("mail " + i, report(i));
        }
        server.deliver("hello", "Dear all, nothing here.".getBytes(StandardCharsets.US_ASCII));
        MailboxReader reader = house.read(server.url());
        house.awaitReports(5);
        house.awaitEntries(6);
        Awaiting.until("all are marked", SOON, () -> unseen("INBOX") == 0);
        house.stop(reader);
        house.read(server.url());
        server.deliver("mail 6", report(6));
        house.awaitReports(6);
        assertThat(house.entries()).isEqualTo(7);
        assertThat(server.mails("INBOX")).hasSize(7);
        assertThat(house.sql().rows("select distinct origin, source from import"))
                .containsExactly("imap|reports@example.com at 127.0.0.1, INBOX");
        assertThat(house.sql().value("select name from ledger_entry order by id limit 1"))
                .isEqualTo("INBOX > mail 1");
        assertThat(house.sql().value("select sum(not_a_report) from ledger_entry")).isEqualTo("1");
    }

    private long unseen(String mailbox) {
        return server.mails(mailbox).stream().filter(m -> !seen(m)).count();
    }

    private static boolean seen(StoredMessage mail) {
        return mail.getFlags().contains(Flags.Flag.SEEN);
    }

    @Test
    void mailsThatAnotherClientHasReadAreTakenAllTheSame() throws Exception {
        server.deliver("mail 1", report(1));
        server.folder("INBOX")
                .setFlags(
                        new Flags(Flags.Flag.SEEN),
                        true,
                        server.mails("INBOX").getFirst().getUid(),
                        null,
                        true);
        house.read(server.url());
        house.awaitReports(1);
    }

    @Test
    void aConnectionThatIsEncryptedFromTheBeginIsReadToo() {
        server.deliver("mail 1", report(1));
        house.read(server.secureUrl());
        house.awaitReports(1);
    }

    @Test
    @Tag("alone")
    void aMailIsThereASecondAfterTheServerTellsOfIt() {
        house.read(server.url());
        server.deliver("mail 1", report(1));
        house.awaitReports(1);
        for (int i = 2; i <= 4; i++) {
            long begin = System.nanoTime();
            server.deliver("mail " + i, report(i));
            house.awaitEntries(i);
            assertThat(Duration.ofNanos(System.nanoTime() - begin))
                    .isLessThan(Duration.ofSeconds(2));
        }
    }

    @Test
    void aServerThatTellsNothingIsLookedAt() {
        try (CuttingProxy proxy = new CuttingProxy(server.port()).replacing(" IDLE", " XDLE")) {
            house.read(ImapServer.url(proxy.port()));
            server.deliver("mail 1", report(1));
            house.awaitReports(1);
            server.deliver("mail 2", report(2));
            house.awaitReports(2);
        }
    }

    @Test
    void mailsAreMovedIntoAMailboxThatIsMadeWhereItIsMissing() {
        for (int i = 1; i <= 3; i++) {
            server.deliver("mail " + i, report(i));
        }
        house.read(server.url() + "?move=Done/2026");
        house.awaitReports(3);
        Awaiting.until(
                "all are moved",
                SOON,
                () ->
                        server.mails("INBOX").isEmpty()
                                && server.has("Done.2026")
                                && server.mails("Done.2026").size() == 3);
        server.deliver("mail 4", report(4));
        house.awaitReports(4);
        Awaiting.until("it is moved", SOON, () -> server.mails("Done.2026").size() == 4);
    }

    @Test
    void aServerWithoutMoveCopiesAndTakesAwayThoseMailsOnly() throws Exception {
        try (CuttingProxy proxy = new CuttingProxy(server.port()).replacing(" MOVE", " XOVE")) {
            server.deliver("mail 1", report(1));
            server.create("Done");
            house.read(ImapServer.url(proxy.port()) + "?move=Done");
            Awaiting.until("it is moved", SOON, () -> server.mails("Done").size() == 1);
            Awaiting.until("it is gone", SOON, () -> server.mails("INBOX").isEmpty());
        }
    }

    @Test
    void aServerThatCanNotMoveKeepsItsMailsAndTheyAreTaken() {
        try (CuttingProxy proxy =
                new CuttingProxy(server.port())
                        .replacing(" MOVE", " XOVE")
                        .replacing(" UIDPLUS", " XIDPLUS")) {
            server.deliver("mail 1", report(1));
            server.create("Done");
            house.read(ImapServer.url(proxy.port()) + "?move=Done");
            house.awaitReports(1);
            Awaiting.until("it is marked", SOON, () -> unseen("INBOX") == 0);
            assertThat(server.mails("INBOX")).hasSize(1);
            assertThat(server.mails("Done")).isEmpty();
        }
    }

    @Test
    void aMailboxThatIsMadeAnewIsReadFromItsBeginAndKnownReportsAreDuplicates() {
        server.deliver("mail 1", report(1));
        server.deliver("mail 2", report(2));
        try (CuttingProxy proxy = new CuttingProxy(server.port())) {
            MailboxReader reader = house.read(ImapServer.url(proxy.port()));
            house.awaitReports(2);
            house.stop(reader);
            long validity = server.folder("INBOX").getUidValidity();
            proxy.replacing("UIDVALIDITY " + validity, "UIDVALIDITY " + (validity + 1));
            server.deliver("mail 3", report(3));
            house.read(ImapServer.url(proxy.port()));
            house.awaitReports(3);
            house.awaitEntries(5);
            Awaiting.until(
                    "the known ones are duplicates",
                    SOON,
                    () -> house.number("select sum(duplicate) from ledger_entry") == 2);
        }
        assertThat(house.reports()).isEqualTo(3);
        assertThat(house.number("select count(*) from raw_message")).isEqualTo(3);
    }

    @Test
    void marksThatACutHasLostAreMadeUpFor() {
        server.deliver("mail 1", report(1));
        server.deliver("mail 2", report(2));
        MailboxReader reader = house.read(server.url());
        Awaiting.until("all are marked", SOON, () -> unseen("INBOX") == 0);
        house.stop(reader);
        // As if the connection had gone between the commit and the marks of the second.
        house.sql().execute("update imap_mailbox set unmarked = last_uid::text");
        StoredMessage second = server.mails("INBOX").getLast();
        second.setFlag(Flags.Flag.SEEN, false);
        house.read(server.url());
        Awaiting.until("it is marked again", SOON, () -> unseen("INBOX") == 0);
        assertThat(house.entries()).isEqualTo(2);
    }

    @Test
    void ofAConnectionThatIsCutAtRandomEachMailIsTakenExactlyOnce() {
        int mails = 600;
        try (CuttingProxy proxy = new CuttingProxy(server.port()).cutWithin(120_000, 17)) {
            for (int i = 1; i <= mails / 2; i++) {
                server.deliver("mail " + i, report(i));
            }
            house.read(ImapServer.url(proxy.port()));
            for (int i = mails / 2 + 1; i <= mails; i++) {
                server.deliver("mail " + i, report(i));
            }
            Awaiting.until(
                    "all mails are taken over",
                    Duration.ofSeconds(150),
                    () -> house.entries() >= mails);
            assertThat(proxy.connections()).isGreaterThan(10);
            proxy.heal();
            proxy.cutNow();
            house.awaitReports(mails);
            Awaiting.until("all are marked", SOON, () -> unseen("INBOX") == 0);
        }
        assertThat(house.entries()).isEqualTo(mails);
        assertThat(house.number("select count(*) from raw_message")).isEqualTo(mails);
        assertThat(house.number("select sum(imported) from ledger_entry")).isEqualTo(mails);
        assertThat(house.number("select sum(messages) from fact"))
                .isEqualTo((long) mails * (mails + 1) / 2);
    }

    @Test
    void aWrongPasswordIsTriedAgainUntilItIsRight() {
        server.password("another");
        server.deliver("mail 1", report(1));
        try (CuttingProxy proxy = new CuttingProxy(server.port())) {
            house.read(ImapServer.url(proxy.port()));
            Awaiting.until("it was tried twice", SOON, () -> proxy.connections() >= 2);
            assertThat(house.entries()).isZero();
            server.password(ImapServer.PASSWORD);
            house.awaitReports(1);
        }
    }

    @Test
    void ofSeveralServersOneReadsAMailboxAtATimeAndAnotherTakesOver() {
        MailboxReader first = house.read(server.url());
        server.deliver("mail 1", report(1));
        house.awaitReports(1);
        String generation = house.sql().value("select generation from imap_mailbox");
        house.read(server.url());
        server.deliver("mail 2", report(2));
        house.awaitReports(2);
        assertThat(house.sql().value("select generation from imap_mailbox")).isEqualTo(generation);
        house.stop(first);
        server.deliver("mail 3", report(3));
        house.awaitReports(3);
        assertThat(house.sql().value("select generation from imap_mailbox"))
                .isNotEqualTo(generation);
        assertThat(house.entries()).isEqualTo(3);
    }

    @Test
    void aServerThatLostItsLeaseTakesNothingOverAnyMore() {
        try (CuttingProxy proxy = new CuttingProxy(server.port())) {
            MailboxReader reader = house.read(ImapServer.url(proxy.port()));
            server.deliver("mail 1", report(1));
            house.awaitReports(1);
            assertThat(reader.place().lastWell()).isNotNull();
            house.sql()
                    .execute(
                            """
                            update imap_mailbox set generation = generation + 1,
                                leased_until = now() + interval '1 hour'
                            """);
            String other = house.sql().value("select generation, leased_until from imap_mailbox");
            server.deliver("mail 2", report(2));
            Awaiting.until("it lets go of the mailbox", SOON, () -> proxy.open() == 0);
            assertThat(house.entries()).isEqualTo(1);
            assertThat(house.number("select count(*) from raw_message")).isEqualTo(1);
            assertThat(house.sql().value("select generation, leased_until from imap_mailbox"))
                    .isEqualTo(other);
            Awaiting.until(
                    "its figure is the other's", SOON, () -> reader.place().lastWell() == null);
        }
    }

    @Test
    void mailboxOfAnAccountThatIsNotThereIsWaitedFor() {
        server.deliver("mail 1", report(1));
        MailboxReader lost = house.read(server.url() + "?account=4711");
        house.read(server.url() + "?account=" + house.scope().accountId());
        house.awaitReports(1);
        assertThat(english(lost.problem())).contains("Unknown account 4711");
    }

    @Test
    void withSeveralAccountsAMailboxThatNamesNoneIsLeftAlone() {
        house.service().account("Two");
        server.deliver("mail 1", report(1));
        MailboxReader reader = house.read(server.url());
        Awaiting.until("it says so", SOON, () -> reader.problem() != null);
        assertThat(english(reader.problem()))
                .startsWith("There are several accounts. Add ?account=");
        assertThat(house.entries()).isZero();
    }

    @Test
    void reportsToTheMailboxesOwnAddressAreTheAccounts() {
        server.deliver("mail 1", report(1));
        house.read(server.url());
        house.awaitReports(1);
        ReportAddresses addresses = house.service().part(ReportAddresses.class);
        assertThat(addresses.further(house.scope())).containsExactly(ImapServer.USER);
    }

    @Test
    void theServiceReadsTheMailboxesOfItsSettings() {
        server.deliver("mail 1", report(1));
        Database database = TestDatabases.migrated();
        try (TestService service =
                TestService.start(Map.of(Setting.IMAP_URLS, server.url()), database)) {
            service.account("One");
            Awaiting.until(
                    "the mail is there",
                    SOON,
                    () ->
                            new TestSql(database)
                                    .value("select count(*) from ledger_entry")
                                    .equals("1"));
        }
    }

    @Test
    void usualTimesKeepToWhatTheRfcAsks() {
        // RFC 9051, section 5.4: no less than 30 minutes, before which one should be heard of.
        assertThat(ImapTimes.USUAL.idle()).isLessThan(Duration.ofMinutes(29));
        assertThat(LeaseQueue.pause(QUICK.pauses(), 100)).isEqualTo(QUICK.pauses().getLast());
    }
}
