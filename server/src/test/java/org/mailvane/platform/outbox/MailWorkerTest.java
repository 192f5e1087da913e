package org.mailvane.platform.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import jakarta.mail.Address;
import jakarta.mail.internet.MimeMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.platform.outbox.Delivery.Failure;
import org.mailvane.platform.outbox.MailFixture.Queued;
import org.mailvane.testing.Awaiting;

/** The queue: what is put in leaves it once, or stays with the reason. */
@Tag("slow")
class MailWorkerTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    private final MailFixture house = new MailFixture();

    @AfterEach
    void close() {
        house.close();
    }

    @Test
    void mailIsOnItsWayWhenItsTransactionIsCommittedAndNeverWhenItIsRolledBack() throws Exception {
        AtomicInteger woken = new AtomicInteger();
        Thread waiting =
                Thread.ofVirtual()
                        .start(() -> {
                            try {
                                house.mailer.newInQueue().await(Duration.ofHours(1));
                                woken.incrementAndGet();
                            } catch (InterruptedException stopped) {
                                Thread.currentThread().interrupt();
                            }
                        });
        try {
            house.db.inTransaction(() -> {
                house.send("gone@example.com");
                throw new IllegalStateException("stop");
            });
        } catch (IllegalStateException expected) {
            assertThat(expected).hasMessage("stop");
        }
        assertThat(house.queued()).isEmpty();
        house.db.inTransaction(() -> {
            house.send("ann@example.com");
            assertThat(woken.get()).isZero();
        });
        assertThat(waiting.join(SOON)).as("woken without waiting for a poll").isTrue();
        assertThat(woken.get()).isOne();
        assertThat(house.queued()).hasSize(1);
    }

    @Test
    void serverThatWasAwayGetsTheMailWhenItIsBack() throws Exception {
        GreenMail server = new GreenMail(new ServerSetup(0, "127.0.0.1", "smtp"));
        server.start();
        int port = server.getSmtp().getPort();
        server.stop();
        house.worker(port);
        house.send("ann@example.com");

        Queued failed = house.awaitOnly("one try has failed", q -> q.failure() != null);
        assertThat(failed.attempts()).isEqualTo(1);
        assertThat(failed.nextTry())
                .isEqualTo(MailFixture.START.plus(MailWorker.PAUSES.getFirst()));
        assertThat(failed.leasedUntil()).isNull();
        house.clock.advance(MailWorker.PAUSES.getFirst());
        house.awaitOnly("two tries have failed", q -> q.attempts() == 2);
        house.awaitOnly("and it is given back", q -> q.leasedUntil() == null);

        GreenMail back = new GreenMail(new ServerSetup(port, "127.0.0.1", "smtp"));
        back.start();
        try {
            house.clock.advance(MailWorker.PAUSES.get(1));
            house.awaitEmpty();
            assertThat(back.getReceivedMessages()).hasSize(1);
        } finally {
            back.stop();
        }
    }

    @Test
    void refusedMailIsGivenUpAtOnceAndStaysWithItsReasonWithoutItsTexts() {
        try (ScriptedServer server = new ScriptedServer()) {
            server.answer("RCPT", "550 no such mailbox");
            house.worker(server.port());
            house.send("nobody@example.com");
            Queued left = house.awaitOnly("it is given up", q -> q.nextTry() == null);
            assertThat(left.attempts()).isEqualTo(1);
            assertThat(left.failure()).contains("550 no such mailbox");
            assertThat(left.text()).isEmpty();
        }
    }

    @Test
    void mailThatFailsAtEveryTryIsGivenUpAfterTheLast() {
        AtomicInteger tries = new AtomicInteger();
        house.worker(
                (Delivery)
                        mail -> {
                            tries.incrementAndGet();
                            throw new Failure("no", false, new IllegalStateException());
                        });
        house.send("ann@example.com");
        for (int i = 0; i < MailWorker.PAUSES.size(); i++) {
            int done = i + 1;
            Queued failed =
                    house.awaitOnly(
                            "try " + done, q -> q.attempts() == done && q.leasedUntil() == null);
            assertThat(failed.nextTry())
                    .isEqualTo(house.clock.instant().plus(MailWorker.PAUSES.get(i)));
            house.clock.advance(MailWorker.PAUSES.get(i));
        }
        Queued left = house.awaitOnly("it is given up", q -> q.nextTry() == null);
        assertThat(left.attempts()).isEqualTo(MailWorker.LAST_TRY);
        assertThat(tries.get()).isEqualTo(MailWorker.LAST_TRY);
    }

    @Test
    void defectInDeliveringIsAFailedTryLikeAnyOther() {
        house.worker(
                (Delivery)
                        mail -> {
                            throw new IllegalStateException("defect\r\n" + "x".repeat(1_000));
                        });
        house.send("ann@example.com");
        Queued failed = house.awaitOnly("one try has failed", q -> q.failure() != null);
        assertThat(failed.failure())
                .contains("defect x")
                .hasSize(MailWorker.MAX_REASON_LENGTH + "...".length());
        assertThat(failed.nextTry()).isAfter(MailFixture.START);
    }

    @Test
    void errorIsAFailedTryAndTheNextMailIsDelivered() {
        List<String> delivered = new CopyOnWriteArrayList<>();
        house.send("ann@example.com");
        house.worker(
                (Delivery)
                        mail -> {
                            if (mail.mail().recipient().startsWith("ann")) {
                                throw new StackOverflowError("too deep");
                            }
                            delivered.add(mail.mail().recipient());
                        });
        Queued failed = house.awaitOnly("one try has failed", q -> q.failure() != null);
        assertThat(failed.failure()).contains("too deep");
        house.send("bob@example.com");
        Awaiting.until("the next is delivered", SOON, () -> !delivered.isEmpty());
    }

    @Test
    void mailIsTheWorkersForItsLease() {
        AtomicReference<@Nullable Instant> leasedUntil = new AtomicReference<>();
        house.send("ann@example.com");
        house.worker((Delivery) mail -> leasedUntil.set(house.queued().getFirst().leasedUntil()));
        house.awaitEmpty();
        assertThat(leasedUntil.get()).isEqualTo(MailFixture.START.plus(MailWorker.LEASE));
    }

    @Test
    void accountWithManyMailsDoesNotHoldUpAnother() {
        List<String> delivered = new CopyOnWriteArrayList<>();
        house.db.inTransaction(() -> {
            for (int i = 1; i <= 20; i++) {
                house.send("many" + i + "@example.com");
            }
            house.send(house.other, "one@example.com");
            house.send(house.other, "two@example.com");
        });
        house.worker((Delivery) mail -> delivered.add(mail.mail().recipient()));
        Awaiting.until("all are delivered", SOON, () -> delivered.size() == 22);
        assertThat(delivered)
                .startsWith(
                        "many1@example.com",
                        "one@example.com",
                        "many2@example.com",
                        "two@example.com",
                        "many3@example.com");
    }

    @Test
    void workerThatIsStoppedWaitsForTheMailThatItIsAt() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        AtomicReference<@Nullable MailWorker> worker = new AtomicReference<>();
        AtomicInteger delivered = new AtomicInteger();
        house.send("ann@example.com");
        house.send("bob@example.com");
        MailWorker stopped =
                house.worker(
                        (Delivery)
                                mail -> {
                                    begun.countDown();
                                    Awaiting.until(
                                            "it is told to stop",
                                            MailWorker.STOP_PATIENCE,
                                            () -> {
                                                MailWorker at = worker.get();
                                                return at != null && !at.isRunning();
                                            });
                                    delivered.incrementAndGet();
                                });
        worker.set(stopped);
        begun.await();
        stopped.stop();
        assertThat(delivered).hasValue(1);
        assertThat(house.queued())
                .as("the other is left to the next run")
                .singleElement()
                .satisfies(q -> assertThat(q.attempts()).isZero());
    }

    @Test
    void twoWorkersDeliverEachMailOnce() throws Exception {
        GreenMail server = new GreenMail(new ServerSetup(0, "127.0.0.1", "smtp"));
        server.start();
        try {
            List<String> recipients = new ArrayList<>();
            house.db.inTransaction(() -> {
                for (int i = 0; i < 40; i++) {
                    recipients.add("user" + i + "@example.com");
                    house.send(recipients.getLast());
                }
            });
            house.worker(server.getSmtp().getPort());
            house.worker(server.getSmtp().getPort());
            house.awaitEmpty();
            List<String> delivered = new ArrayList<>();
            for (MimeMessage message : server.getReceivedMessages()) {
                for (Address address : message.getAllRecipients()) {
                    delivered.add(address.toString());
                }
            }
            assertThat(delivered).containsExactlyInAnyOrderElementsOf(recipients);
        } finally {
            server.stop();
        }
    }

    @Test
    void whatIsLeasedIsLeftAloneUntilTheLeaseEnds() {
        house.send("ann@example.com");
        house.sql(
                """
                update outgoing_mail set attempts = 1,
                    leased_until = timestamptz '2026-11-20 10:30:00Z'
                """);
        List<String> delivered = new ArrayList<>();
        house.worker((Delivery) mail -> delivered.add(mail.mail().recipient()));
        house.send("bob@example.com");
        Awaiting.until("the other is delivered", SOON, () -> house.queued().size() == 1);
        assertThat(delivered).containsExactly("bob@example.com");
        house.clock.advance(Duration.ofMinutes(12));
        house.awaitEmpty();
        assertThat(delivered).containsExactly("bob@example.com", "ann@example.com");
    }

    @Test
    void tryThatEndedWithItsServerIsFollowedByAPause() {
        house.send("ann@example.com");
        for (int tries = 1; tries <= MailWorker.LAST_TRY; tries++) {
            house.sql(
                    "update outgoing_mail set leased_until = '2026-11-20 10:30:00Z', attempts = "
                            + tries);
            Instant before = house.queued().getFirst().nextTry();
            house.table.endLeases(MailFixture.START, MailWorker.PAUSES);
            Queued left = house.queued().getFirst();
            assertThat(left.leasedUntil()).isNull();
            assertThat(left.nextTry())
                    .isEqualTo(
                            tries == MailWorker.LAST_TRY
                                    ? before
                                    : MailFixture.START.plus(MailWorker.PAUSES.get(tries - 1)));
        }
    }

    @Test
    void mailWhoseLastTryEndedItsServerIsGivenUp() {
        house.send("ann@example.com");
        house.sql("update outgoing_mail set attempts = " + MailWorker.LAST_TRY);
        house.worker(
                (Delivery)
                        mail -> {
                            throw new AssertionError("tried once more");
                        });
        Queued left = house.awaitOnly("it is given up", q -> q.nextTry() == null);
        assertThat(left.failure()).contains("did not finish");
    }

    @Test
    void workerThatIsStoppedGivesBackWhatItWasAt() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        MailWorker worker =
                house.worker(
                        (Delivery)
                                mail -> {
                                    begun.countDown();
                                    try {
                                        Thread.sleep(Duration.ofHours(1));
                                    } catch (InterruptedException stopped) {
                                        Thread.currentThread().interrupt();
                                        throw new Failure("cut off", false, stopped);
                                    }
                                });
        house.send("ann@example.com");
        begun.await();
        worker.stop();
        assertThat(house.queued())
                .singleElement()
                .satisfies(q -> {
                    assertThat(q.attempts()).isZero();
                    assertThat(q.leasedUntil()).isNull();
                    assertThat(q.nextTry()).isEqualTo(MailFixture.START);
                });
    }

    @Test
    void whatWasGivenUpIsForgottenAfterAWhile() {
        house.send("old@example.com");
        house.sql("update outgoing_mail set next_try = null");
        house.clock.advance(MailWorker.KEPT_WHEN_GIVEN_UP);
        house.worker((Delivery) mail -> {});
        house.send("new@example.com");
        house.awaitOnly("the old one is kept on its last day", q -> q.nextTry() == null);
        house.clock.advance(Duration.ofHours(1));
        house.awaitEmpty();
    }
}
