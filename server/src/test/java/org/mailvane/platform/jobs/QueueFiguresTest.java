package org.mailvane.platform.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Figures of queues that are longer than anybody counts. */
class QueueFiguresTest {

    private final JobFixture house = new JobFixture();

    @AfterEach
    void close() {
        house.close();
    }

    @Test
    void mailsAreCountedUpToANumber() {
        accounts(1, 0);
        mails(QueueFigures.MAX_COUNTED - 1);
        awaitFigure("mailvane.outgoing.mails", QueueFigures.MAX_COUNTED - 1);
        mails(2);
        awaitFigure("mailvane.outgoing.mails", QueueFigures.MAX_COUNTED);
    }

    private void mails(int count) {
        house.sql.execute(
                """
                insert into outgoing_mail
                    (account_id, recipient, subject, text, html, created, next_try)
                select (select min(account_id) from account), 'a@shop.example', '', '', '',
                    '%1$s', '%1$s' from generate_series(1, %2$d)
                """
                        .formatted(JobFixture.START, count));
    }

    @Test
    void nextMessagesAreLookedAtInANumberOfAccounts() {
        accounts(QueueFigures.MAX_ACCOUNTS - 1, 10);
        accounts(1, 3_600);
        awaitFigure("mailvane.queue.messages.age.seconds", 3_600);
        accounts(1, 10);
        house.sql.execute(
                "update ledger_entry set received = case when account_id ="
                        + " (select max(account_id) from account) then received - interval '1 day'"
                        + " else received end");
        awaitFigure("mailvane.queue.messages.age.seconds", 3_600);
        awaitFigure("mailvane.queue.messages", QueueFigures.MAX_ACCOUNTS + 1);
    }

    /** Makes accounts, each of which has a message that waits since so many seconds. */
    private void accounts(int count, int seconds) {
        house.sql.execute(
                """
                with made as (
                    insert into account (name, account_token, created)
                    select 'a', gen_random_uuid()::text, now() from generate_series(1, %d)
                    returning account_id),
                imports as (
                    insert into import (account_id, origin, created, updated)
                    select account_id, 'smtp', now(), now() from made
                    returning id, account_id)
                insert into ledger_entry (account_id, import_id, name, state, received)
                select account_id, id, 'mail', 'queued',
                    timestamptz '%s' - interval '%d s' from imports
                """
                        .formatted(count, JobFixture.START, seconds));
    }

    private void awaitFigure(String name, double expected) {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        QueueFigures figures = new QueueFigures(house.system, List.of(), house.clock);
        figures.bindTo(registry);
        house.await(name + " is known", () -> !Double.isNaN(registry.get(name).gauge().value()));
        assertThat(registry.get(name).gauge().value()).isEqualTo(expected);
    }
}
