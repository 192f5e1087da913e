package org.mailvane.domains;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.mailvane.domains.Discovery.Sighting;
import org.mailvane.domains.Domains.Added;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.Database;
import org.mailvane.platform.store.LockTimeoutException;
import org.mailvane.platform.store.Scope;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestSql;

/** How domains come into an account, and their place in its tree. */
class DomainsTest {

    private static final TestClock CLOCK = new TestClock(Instant.parse("2026-11-20T10:00:00Z"));
    private static final TestService SERVICE = TestService.shared(CLOCK);
    private static final Database DATABASE = SERVICE.database();
    private static final TestSql SQL = SERVICE.sql();

    private static Domains domains;
    private static DomainDiscovery discovery;
    private Scope scope;

    @BeforeAll
    static void start() {
        domains = SERVICE.part(Domains.class);
        discovery = SERVICE.part(DomainDiscovery.class);
    }

    @AfterAll
    static void stop() {
        SERVICE.close();
    }

    @BeforeEach
    void newAccount(TestInfo test) {
        scope =
                SERVICE.account("a" + test.getTestMethod().orElseThrow().getName().hashCode())
                        .account()
                        .scope();
    }

    @Test
    void aDomainAddedByAPersonIsTopLevelAtOnceAlsoBelowAnother() {
        add("example.com", "shop.example.com");
        assertThat(placed())
                .containsExactly(
                        "example.com|null|t|m|null", "shop.example.com|example.com|t|m|null");
    }

    @Test
    void whatIsThereAlreadyIsAnsweredAsExistingAndStaysAsItIs() {
        discover("example.com", "shop.example.com");
        Added added = add("shop.example.com", "new.example", "example.com");
        assertThat(added.created().keySet()).containsExactly(name("new.example"));
        assertThat(added.existing().keySet())
                .containsExactly(name("shop.example.com"), name("example.com"));
        assertThat(placed())
                .contains("shop.example.com|example.com|f|d|example.com")
                .contains("new.example|null|t|m|null");
        assertThat(SQL.value("select id from domain where name = 'new.example' and " + mine()))
                .isEqualTo(
                        String.valueOf(
                                requireNonNull(added.created().get(name("new.example"))).value()));
    }

    @Test
    void aParentIsTheHighestRowOfTheOrganisationSoThatItHasNoneItself() {
        add("c.b.a.example.com", "b.a.example.com", "a.example.com");
        assertThat(parents())
                .containsExactly(
                        "a.example.com|null",
                        "b.a.example.com|a.example.com",
                        "c.b.a.example.com|a.example.com");
    }

    @Test
    void aNameAddedAboveOthersTakesThemBelowItAndWhatWasTopLevelStaysSo() {
        add("a.example.com");
        discover("a.example.com", "x.a.example.com");
        add("example.org");
        add("example.com");
        assertThat(placed())
                .containsExactly(
                        "a.example.com|example.com|t|m|null",
                        "example.com|null|t|m|null",
                        "example.org|null|t|m|null",
                        "x.a.example.com|example.com|f|d|example.com");
    }

    @Test
    void aReportThatAddsTheOrganisationTakesWhatIsThereBelowItToo() {
        add("a.example.com");
        discover("b.example.com");
        assertThat(placed())
                .containsExactly(
                        "a.example.com|example.com|t|m|null",
                        "b.example.com|example.com|f|d|example.com",
                        "example.com|null|t|d|null");
    }

    @Test
    void aPublicSuffixCanBeAddedByAPersonAndIsNobodysParent() {
        add("example.co.uk", "co.uk", "shop.example.co.uk", "uk");
        assertThat(parents())
                .containsExactly(
                        "co.uk|null",
                        "example.co.uk|null",
                        "shop.example.co.uk|example.co.uk",
                        "uk|null");
    }

    @Test
    @Tag("slow")
    void asManyNamesAsAreAllowedAreAddedAtOnceAndNoMore() {
        List<DomainName> names =
                IntStream.rangeClosed(0, Domains.MAX_NAMES)
                        .mapToObj(i -> name("n" + i + ".example.com"))
                        .toList();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> domains.add(scope, names))
                .withMessageContaining(String.valueOf(Domains.MAX_NAMES));
        assertThat(SQL.value("select count(*) from domain where " + mine())).isEqualTo("0");
        assertThat(domains.add(scope, names.subList(1, names.size())).created())
                .hasSize(Domains.MAX_NAMES);
        add("example.com");
        assertThat(
                        SQL.value(
                                "select count(*) from domain where parent_id is not null and "
                                        + mine()))
                .isEqualTo(String.valueOf(Domains.MAX_NAMES));
    }

    @Test
    void writersOnTwoServersWhoAddTheSameNamesAtTheSameTimeAddEachOnce() throws Exception {
        List<DomainName> names =
                Stream.concat(
                                Stream.of(name("example.com")),
                                IntStream.range(0, 40)
                                        .mapToObj(i -> name("n" + i + ".example.com")))
                        .toList();
        int created = 0;
        try (TestService second = TestService.start(Map.of(), DATABASE);
                ExecutorService writers = Executors.newFixedThreadPool(6)) {
            List<Future<Integer>> results = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                List<DomainName> order = new ArrayList<>(names);
                Collections.shuffle(order, new Random(i));
                Domains server = i % 2 == 0 ? domains : second.part(Domains.class);
                DomainDiscovery reports =
                        i % 2 == 0 ? discovery : second.part(DomainDiscovery.class);
                results.add(
                        writers.submit(() -> {
                            int count = 0;
                            for (int from = 0; from < order.size(); from += 7) {
                                int to = Math.min(from + 7, order.size());
                                count +=
                                        server.add(scope, order.subList(from, to)).created().size();
                            }
                            return count;
                        }));
                results.add(
                        writers.submit(() -> {
                            reports.discover(
                                    scope,
                                    List.of(new Sighting(name("example.com"), Set.copyOf(order))),
                                    true);
                            return 0;
                        }));
            }
            for (Future<Integer> result : results) {
                created += result.get();
            }
        }
        String discovered =
                SQL.value("select count(*) from domain where origin = 'd' and " + mine());
        assertThat(created + Integer.parseInt(discovered)).isEqualTo(names.size());
        assertThat(SQL.value("select count(*) from domain where " + mine()))
                .isEqualTo(String.valueOf(names.size()));
        assertThat(SQL.value("select count(*) from domain where parent_id is null and " + mine()))
                .isEqualTo("1");
    }

    @Test
    @Tag("slow")
    void subdomainsBeyondTheLimitAreNotWaitedFor() throws Exception {
        String[] fitting =
                IntStream.range(0, DomainDiscovery.MAX_DISCOVERED_A_DAY)
                        .mapToObj(i -> "n" + i + ".example.com")
                        .toArray(String[]::new);
        discover("example.com", fitting);
        assertThat(placed()).hasSize(DomainDiscovery.MAX_DISCOVERED_A_DAY + 1);
        try (Connection other = DomainApi.heldTree(DATABASE, scope)) {
            discover("example.com", "one-too-many.example.com", "n0.example.com");
            assertThatExceptionOfType(LockTimeoutException.class)
                    .isThrownBy(() -> discover("new.example"));
            other.rollback();
        }
        discover("new.example");
        assertThat(placed()).hasSize(DomainDiscovery.MAX_DISCOVERED_A_DAY + 2);
    }

    @Test
    void aDomainsCountsAreThoseOfSevenDaysWithWhatCountsWithIt() {
        add("example.com", "promoted.example.com");
        discover("example.com", "sub.example.com");
        LocalDate today = LocalDate.parse("2026-11-20");
        count("example.com", today, 1);
        count("example.com", today.minusDays(6), 10);
        count("example.com", today.minusDays(7), 1_000_000);
        count("example.com", today.plusDays(1), 1_000_000);
        count("sub.example.com", today, 100);
        count("promoted.example.com", today, 1_000);
        assertThat(counts("example.com")).isEqualTo(new DomainCounts(111, 222, 333, 444));
        assertThat(mail("example.com").passed()).isEqualTo(555);
        assertThat(counts("sub.example.com").capable()).isEqualTo(100);
        assertThat(counts("promoted.example.com").capable()).isEqualTo(1_000);
        SQL.execute("update domain set top_level = true where name = 'sub.example.com'");
        assertThat(counts("example.com").capable()).isEqualTo(11);
        CLOCK.advance(Duration.ofDays(1));
        assertThat(counts("example.com").capable()).isEqualTo(1_000_001);
        CLOCK.advance(Duration.ofDays(-1));
    }

    private void count(String domain, LocalDate day, long messages) {
        domains.addCounts(
                scope,
                new TreeMap<>(
                        Map.of(
                                new DomainDay(id(domain), day),
                                new DomainMail(
                                        new DomainCounts(
                                                messages, 2 * messages, 3 * messages, 4 * messages),
                                        5 * messages))));
    }

    private DomainCounts counts(String domain) {
        return mail(domain).counts();
    }

    private DomainMail mail(String domain) {
        return requireNonNull(domains.mail(scope, List.of(id(domain))).get(id(domain)));
    }

    private DomainId id(String domain) {
        return new DomainId(
                Long.parseLong(
                        SQL.value(
                                "select id from domain where name = '%s' and %s"
                                        .formatted(domain, mine()))));
    }

    private Added add(String... names) {
        return domains.add(scope, Stream.of(names).map(DomainsTest::name).toList());
    }

    private void discover(String policyDomain, String... headerFroms) {
        discovery.discover(
                scope,
                List.of(
                        new Sighting(
                                name(policyDomain),
                                Set.copyOf(
                                        Stream.of(headerFroms).map(DomainsTest::name).toList()))),
                true);
    }

    private List<String> placed() {
        return SQL.rows(
                """
                select d.name, p.name, d.top_level, d.origin, f.name from domain d
                left join domain p on p.id = d.parent_id left join domain f on f.id = d.follows
                where d.account_id = %d order by d.name
                """
                        .formatted(scope.accountId()));
    }

    private List<String> parents() {
        return SQL.rows(
                """
                select d.name, p.name from domain d left join domain p on p.id = d.parent_id
                where d.account_id = %d order by d.name
                """
                        .formatted(scope.accountId()));
    }

    private String mine() {
        return "account_id = " + scope.accountId();
    }

    private static DomainName name(String text) {
        return DomainName.parse(text).orElseThrow();
    }
}
