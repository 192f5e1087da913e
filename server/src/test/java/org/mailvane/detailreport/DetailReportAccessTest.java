package org.mailvane.detailreport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mailvane.detailreport.DetailFixture.names;

import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mailvane.api.binding.Ordering;
import org.mailvane.api.binding.PageRequest.Window;
import org.mailvane.detailreport.DetailFixture.Person;
import org.mailvane.detailreport.DetailReports.Creation;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.Db;
import org.mailvane.testing.Awaiting;

/** Who sees which reports of the detail viewer, and with what they go. */
class DetailReportAccessTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final Duration SECOND = Duration.ofSeconds(1);

    private static final Window ALL = new Window(1, 1, 500, 0);

    private static DetailFixture house;
    private static int accounts;
    private Person owner;

    @BeforeAll
    static void start() {
        house = new DetailFixture();
    }

    @AfterAll
    static void stop() {
        house.close();
    }

    @BeforeEach
    void newAccount() {
        owner = house.owner("reports" + ++accounts).add("a.example", "b.example");
    }

    private static LocalDate someDay() {
        return house.today().minusDays(15);
    }

    @Test
    void namesThatTheUserMayNotReadAreUnknown() {
        Person user = owner.colleague("user").reads("a.example");
        Set<DomainName> wrong = Set.copyOf(names("b.example", "no.example"));
        assertThat(user.asks(house.someDays("a.example", "b.example", "no.example")))
                .isEqualTo(new Creation.Unknown(wrong));
        assertThat(house.reports().count(user.scope)).isZero();
    }

    @Test
    void whoMayNotReadANamedDomainAnyMoreDoesNotSeeTheReport() {
        Person user = owner.colleague("user").reads("a.example", "b.example");
        DetailReport one = user.report("a.example");
        DetailReport both = user.report("a.example", "b.example");
        house.sql.execute(
                "delete from domain_group_member where domain_id = "
                        + owner.id("b.example").value());
        assertThat(user.finds(one)).isTrue();
        assertThat(user.finds(both)).isFalse();
        assertThat(house.reports().count(user.scope)).isEqualTo(1);
        assertThat(house.reports().list(user.scope, Ordering.none(), ALL))
                .extracting(DetailReport::id)
                .containsExactly(one.id());
        user.reads("b.example");
        assertThat(user.finds(both)).isTrue();
        user.seesNothing();
        assertThat(user.finds(one)).isFalse();
    }

    @Test
    void whoMayNotReadAShownDomainAnyMoreDoesNotSeeTheReport() {
        owner.sent("a.example", someDay(), 3);
        Person user = owner.colleague("user").reads("a.example", "b.example");
        DetailReport report = user.report();
        house.sql.execute(
                "delete from domain_group_member where domain_id = "
                        + owner.id("b.example").value());
        assertThat(user.finds(report)).as("it shows nothing of b").isTrue();
        user.seesNothing();
        user.reads("b.example");
        assertThat(user.finds(report)).isFalse();
    }

    @Test
    void aSubdomainIsSeenWithTheDomainThatItCountsWith() {
        owner.discover("mail.a.example");
        owner.sent("mail.a.example", someDay(), 3);
        owner.colleague("other").reads("mail.a.example");
        house.sql.execute(
                "update domain set follows = null where id = "
                        + owner.id("mail.a.example").value());
        Person user = owner.colleague("user").reads("a.example");
        DetailReport report = user.report("a.example");
        assertThat(report.rows()).isEqualTo(3);
        assertThat(user.finds(report)).isTrue();
        house.sql.execute(
                "update domain set top_level = true where id = "
                        + owner.id("mail.a.example").value());
        assertThat(user.finds(report)).as("it counts by itself").isFalse();
    }

    @Test
    void onlyTokensAreLookedFor() {
        String token = owner.report().searchToken();
        assertThat(house.reports().find(owner.scope, token)).isPresent();
        for (String other :
                List.of(
                        "",
                        token.substring(1),
                        token + "a",
                        "%",
                        "ä".repeat(16),
                        "a\u0000bcdefghijklmno")) {
            assertThat(house.reports().find(owner.scope, other)).as(other).isEmpty();
        }
    }

    @Test
    void theNewestStandsFirstUnlessTheOldestIsWanted() {
        List<Long> ids = new ArrayList<>();
        ids.add(owner.report("a.example").id());
        house.pass(SECOND);
        ids.add(owner.report("b.example").id());
        // At the same moment.
        ids.add(owner.report().id());
        assertThat(listed("")).isEqualTo(ids.reversed());
        assertThat(listed("-")).isEqualTo(ids.reversed());
        assertThat(listed("+")).isEqualTo(ids);
        assertThat(house.reports().count(owner.scope)).isEqualTo(3);
        assertThat(house.reports().list(owner.scope, Ordering.none(), new Window(2, 3, 1, 1)))
                .extracting(DetailReport::id)
                .containsExactly(ids.get(1));
        house.pass(DetailReports.KEPT.minus(SECOND));
        assertThat(listed("")).isEqualTo(List.of(ids.get(2), ids.get(1)));
        assertThat(house.reports().count(owner.scope)).isEqualTo(2);
    }

    private List<Long> listed(String direction) {
        Ordering<ReportOrder> ordering =
                direction.isEmpty()
                        ? Ordering.none()
                        : new Ordering<>(
                                List.of(
                                        new Ordering.Key<>(
                                                ReportOrder.CREATED, direction.equals("-"))));
        return house.reports().list(owner.scope, ordering, ALL).stream()
                .map(DetailReport::id)
                .toList();
    }

    private static void awaitWaiting(int number, String table) {
        Awaiting.until(
                number + " wait for a lock",
                PATIENCE,
                () ->
                        house.sql
                                .value(
                                        """
                                        select count(*) from pg_stat_activity
                                        where datname = current_database()
                                            and wait_event_type = 'Lock' and query like '%%%s%%'
                                        """
                                                .formatted(table))
                                .equals(String.valueOf(number)));
    }

    @Test
    void aReportGoesWithADomainThatItNames() {
        DetailReport named = owner.report("a.example", "b.example");
        DetailReport other = owner.report("b.example");
        assertThat(house.pieces(named)).isEqualTo(1);
        owner.delete("a.example");
        assertThat(house.isThere(named)).isFalse();
        assertThat(house.pieces(named)).isZero();
        assertThat(house.isThere(other)).isTrue();
        assertThat(house.pieces(other)).isEqualTo(1);
    }

    @Test
    void aReportGoesWithADomainThatItShows() {
        owner.sent("a.example", someDay(), 3);
        DetailReport all = owner.report();
        owner.delete("b.example");
        assertThat(house.isThere(all)).as("it shows nothing of b").isTrue();
        owner.delete("a.example");
        assertThat(house.isThere(all)).isFalse();
        assertThat(house.pieces(all)).isZero();
    }

    @Test
    void aReportGoesWithItsDomainWhileItWaits() {
        DetailReport waiting = owner.report("a.example");
        house.setRunning(waiting, 1);
        owner.delete("a.example");
        assertThat(house.isThere(waiting)).isFalse();
    }

    @Test
    void aDomainThatIsBeingDeletedIsUnknown() throws Exception {
        FutureTask<Creation> asking =
                new FutureTask<>(() -> owner.asks(house.someDays("a.example", "b.example")));
        Db db = house.service.part(Db.class);
        db.inTransaction(() -> {
            db.as(owner.account())
                    .sql("delete from domain where account_id = :account and name = 'a.example'")
                    .update();
            Thread.ofVirtual().start(asking);
            awaitWaiting(1, "for key share");
        });
        assertThat(asking.get()).isEqualTo(new Creation.Unknown(Set.copyOf(names("a.example"))));
        assertThat(house.reports().count(owner.scope)).isZero();
    }

    @Test
    void domainsAreHeldUntilAReportHasThem() throws InterruptedException, ExecutionException {
        FutureTask<Boolean> deleting =
                new FutureTask<>(() -> {
                    owner.delete("a.example");
                    return true;
                });
        house.service
                .part(Db.class)
                .inTransaction(() -> {
                    house.service
                            .part(Domains.class)
                            .hold(owner.account(), List.of(owner.id("a.example")));
                    Thread.ofVirtual().start(deleting);
                    awaitWaiting(1, "for update");
                    assertThat(deleting.isDone()).isFalse();
                });
        assertThat(deleting.get()).isTrue();
    }

    @Test
    void whatIsStoredOfAUserWhoIsGoneIsRemoved() {
        Person user = owner.admin("leaving");
        DetailReport theirs = user.report();
        DetailReport mine = owner.report();
        assertThat(house.pieces(theirs)).isEqualTo(1);
        house.sql.execute("delete from account_user where id = " + user.scope.userId());
        assertThat(house.isThere(theirs)).isFalse();
        house.cleanUp();
        assertThat(house.pieces(theirs)).isZero();
        assertThat(house.pieces(mine)).isEqualTo(1);
    }

    @Test
    void whatHasExpiredIsRemoved() {
        DetailReport first = owner.report("a.example");
        owner.fill(DetailReports.MAX_REPORTS - 1, "ready");
        owner.admin("other").fill(DetailReports.MAX_REPORTS, "ready");
        assertThat(2 * DetailReports.MAX_REPORTS).isGreaterThan(DetailReports.REMOVED_AT_ONCE);
        house.pass(SECOND);
        DetailReport second = owner.admin("late").report();
        house.pass(DetailReports.KEPT.minus(SECOND).minus(SECOND));
        house.cleanUp();
        assertThat(house.isThere(first)).isTrue();
        house.pass(SECOND);
        house.cleanUp();
        assertThat(
                        house.sql.rows(
                                "select id from detail_report where account_id = "
                                        + owner.scope.accountId()))
                .containsExactly(String.valueOf(second.id()));
        assertThat(house.pieces(first)).isZero();
        assertThat(house.pieces(second)).isEqualTo(1);
    }
}
