package org.mailvane.monitor;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestSql;

/** Which domains that are due are taken first. */
@Tag("slow")
class DueDomainsTest {

    private static final Instant NOW = Instant.parse("2026-03-01T09:00:00Z");
    private static final int PROVIDER = 1;
    private static final int SHOP = 2;

    /** Its own: accounts have the numbers from 1 on. */
    private final TestService service = TestService.fresh(Map.of(), new TestClock(NOW));

    private final TestSql sql = service.sql();
    private final AtomicLong nanos = new AtomicLong();
    private final DueDomains due = server();

    @AfterEach
    void stop() {
        service.close();
    }

    private DueDomains server() {
        return new DueDomains(service.part(WatchedDomainTable.class), nanos::get);
    }

    private void addAccounts(int number) {
        sql.execute(
                "insert into account (name, account_token, created) select 'a' || i, 't' || i, now()"
                        + " from generate_series(1, %d) i".formatted(number));
    }

    /** Adds domains of an account that are due since so many seconds. */
    private void add(int account, int number, int seconds) {
        add(account, account, number, seconds);
    }

    /** Adds so many domains to each of some accounts, from the first to the last. */
    private void add(int first, int last, int number, int seconds) {
        sql.execute(
                """
                with added as (
                    insert into domain (account_id, name, top_level, origin, added_date)
                    select a, 'd' || i || '.example', true, 'm', now()
                    from generate_series(%1$d, %2$d) a, generate_series(1, %3$d) i
                    returning account_id, id)
                insert into watched_domain (account_id, domain_id, dmarc_due, full_due)
                select account_id, id, timestamptz '%4$s' - interval '%5$d s',
                    timestamptz '%4$s' + interval '1 day'
                from added
                """
                        .formatted(first, last, number, NOW, seconds));
    }

    private static Map<Long, Long> byAccount(List<WatchedDomain> claimed) {
        return claimed.stream()
                .collect(
                        groupingBy(domain -> domain.scope().accountId(), TreeMap::new, counting()));
    }

    private List<WatchedDomain> claimed(DueDomains by, int limit) {
        return by.claim(limit, NOW, NOW.plus(Monitor.LEASE));
    }

    private Map<Long, Long> claim(int limit) {
        return byAccount(claimed(due, limit));
    }

    @Test
    void whereAllCanBeTakenAllAre() {
        addAccounts(2);
        add(PROVIDER, 20, 60);
        add(SHOP, 3, 0);
        assertThat(claim(32)).isEqualTo(Map.of(1L, 20L, 2L, 3L));
        assertThat(claim(32)).isEmpty();
    }

    @Test
    void theManyDomainsOfOneAccountDoNotDelayTheFewOfAnother() {
        addAccounts(2);
        add(PROVIDER, 1_000, 3_600);
        add(SHOP, 3, 0);
        // Nobody knew that there is more than can be taken.
        assertThat(claim(10)).isEqualTo(Map.of(1L, 10L));
        assertThat(claim(10)).isEqualTo(Map.of(1L, 5L, 2L, 3L));
        assertThat(claim(10)).isEqualTo(Map.of(1L, 10L));
    }

    @Test
    void whoCanTakeOneOnlyTakesOneOfEachInTurn() {
        addAccounts(2);
        add(PROVIDER, 100, 3_600);
        add(SHOP, 3, 0);
        List<Long> order = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            order.addAll(claim(1).keySet());
        }
        assertThat(order).containsExactly(1L, 1L, 2L, 1L, 2L, 1L, 2L, 1L);
    }

    @Test
    void whatBecomesDueMeanwhileIsSeenSoon() {
        addAccounts(2);
        add(PROVIDER, 100, 3_600);
        assertThat(claim(10)).isEqualTo(Map.of(1L, 10L));
        assertThat(claim(10)).isEqualTo(Map.of(1L, 10L));
        add(SHOP, 3, 0);
        nanos.addAndGet(DueDomains.LOOK_AROUND.toNanos() - 1);
        assertThat(claim(10)).isEqualTo(Map.of(1L, 10L));
        nanos.addAndGet(1);
        assertThat(claim(10)).isEqualTo(Map.of(1L, 5L, 2L, 3L));
    }

    @Test
    void veryManyAccountsAreLookedThroughInSeveralLooks() {
        int last = DueDomains.ACCOUNTS_OF_ONE_LOOK + 1;
        addAccounts(last);
        add(PROVIDER, 1, 1);
        add(PROVIDER + 1, 100, 3_600);
        // Not due yet.
        add(PROVIDER + 2, last - 1, 1, -1);
        add(last, 3, 0);
        assertThat(claim(10)).isEqualTo(Map.of(2L, 10L));
        assertThat(claim(10)).isEqualTo(Map.of(1L, 1L, 2L, 5L));
        nanos.addAndGet(DueDomains.LOOK_AROUND.toNanos());
        assertThat(claim(10)).isEqualTo(Map.of(2L, 5L, (long) last, 3L));
        nanos.addAndGet(DueDomains.LOOK_AROUND.toNanos());
        assertThat(claim(10).keySet()).containsExactly(2L);
    }

    @Test
    void severalServersShareWhatIsDueAndEachIsTakenOnce() {
        addAccounts(2);
        add(PROVIDER, 100, 3_600);
        add(SHOP, 7, 0);
        List<DueDomains> servers = List.of(due, server(), server());
        Set<Long> taken = new HashSet<>();
        int number = 0;
        for (boolean any = true; any; ) {
            any = false;
            for (DueDomains each : servers) {
                List<WatchedDomain> claimed = claimed(each, 4);
                number += claimed.size();
                claimed.forEach(domain -> taken.add(domain.id().value()));
                any |= !claimed.isEmpty();
            }
        }
        assertThat(number).isEqualTo(107);
        assertThat(taken).hasSize(107);
    }
}
