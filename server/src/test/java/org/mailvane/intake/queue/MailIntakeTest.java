package org.mailvane.intake.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mailvane.intake.ledger.Import.Origin;
import org.mailvane.intake.ledger.RawMessage;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestSql;

/** Mails that are handed over: to which import they go, and what many at once do to each other. */
class MailIntakeTest {

    private final TestClock clock = new TestClock(Instant.parse("2026-11-20T23:00:00Z"));
    private final TestService service = TestService.shared(clock);
    private final TestSql sql = service.sql();
    private final MailIntake intake = service.part(MailIntake.class);
    private long account;

    @BeforeEach
    void newAccount() {
        account = service.account("One").account().id();
    }

    @AfterEach
    void close() {
        service.close();
    }

    private void take(Origin origin, String source, String name) throws IOException {
        byte[] text = ("no report: " + name).getBytes(StandardCharsets.UTF_8);
        RawMessage message = RawMessage.read(new ByteArrayInputStream(text));
        intake.take(List.of(new Delivery(account, origin, source, name, message, null)));
    }

    private String importOf(String name) {
        return sql.value("select import_id from ledger_entry where name = '" + name + "'");
    }

    @Test
    void messagesOfAPlaceAndDayGoToOneImportUntilItIsFull() throws IOException {
        take(Origin.SMTP, "", "first");
        sql.execute("update import set expected = " + (MailIntake.MAX_OF_IMPORT - 1));
        take(Origin.SMTP, "", "last");
        take(Origin.SMTP, "", "beyond");
        take(Origin.SMTP, "", "further");
        take(Origin.FOLDER, "/in", "file");
        clock.advance(Duration.ofHours(1));
        take(Origin.SMTP, "", "next day");
        assertThat(importOf("last")).isEqualTo(importOf("first"));
        assertThat(importOf("beyond")).isNotEqualTo(importOf("first"));
        assertThat(importOf("further")).isEqualTo(importOf("beyond"));
        assertThat(List.of(importOf("first"), importOf("beyond"), importOf("file")))
                .doesNotContain(importOf("next day"))
                .doesNotHaveDuplicates();
        assertThat(sql.value("select max(expected) from import"))
                .isEqualTo(String.valueOf(MailIntake.MAX_OF_IMPORT));
    }

    @Test
    void oneThatCanNotBeStoredKeepsNoOtherOut() throws Exception {
        sql.execute(
                """
                create function refuse() returns trigger language plpgsql as
                    $$ begin raise exception 'not this one'; end $$
                """);
        sql.execute(
                """
                create trigger refuse before insert on ledger_entry for each row
                    when (new.name = 'bad') execute function refuse()
                """);
        int good = MailIntake.GROUP + 50;
        List<Future<?>> all = new ArrayList<>();
        Future<?> bad;
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < good / 2; i++) {
                all.add(clients.submit(taking("mail " + i)));
            }
            bad = clients.submit(taking("bad"));
            for (int i = good / 2; i < good; i++) {
                all.add(clients.submit(taking("mail " + i)));
            }
        }
        assertThat(bad.state()).isEqualTo(Future.State.FAILED);
        assertThat(all).allMatch(one -> one.state() == Future.State.SUCCESS);
        assertThat(sql.value("select count(*) from ledger_entry")).isEqualTo(String.valueOf(good));
        assertThat(sql.value("select sum(expected) from import")).isEqualTo(String.valueOf(good));
    }

    private Runnable taking(String name) {
        return () -> {
            try {
                take(Origin.SMTP, "", name);
            } catch (IOException impossible) {
                throw new IllegalStateException(impossible);
            }
        };
    }

    @Test
    void anAccountIsSentOnlySoManyMailsAndBytesInADay() {
        assertThat(hasRoom(MailIntake.MAX_MAILS_OF_DAY - 1, MailIntake.MAX_BYTES_OF_DAY - 1))
                .isTrue();
        assertThat(hasRoom(MailIntake.MAX_MAILS_OF_DAY, 0)).isFalse();
        assertThat(hasRoom(0, MailIntake.MAX_BYTES_OF_DAY)).isFalse();
    }

    private boolean hasRoom(long mails, long bytes) {
        long full = service.account("m" + mails + "b" + bytes).account().id();
        sql.execute(
                "insert into mail_day values (%d, '2026-11-20', %d, %d)"
                        .formatted(full, mails, bytes));
        return intake.hasRoomToday(full);
    }
}
