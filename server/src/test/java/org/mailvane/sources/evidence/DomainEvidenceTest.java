package org.mailvane.sources.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.domains.DomainContent;
import org.mailvane.domains.DomainId;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.net.DnsResolver;
import org.mailvane.platform.jobs.StopSign;
import org.mailvane.platform.network.NetworkClients;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.settings.SettingsReader;
import org.mailvane.platform.store.Database;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.Senders;
import org.mailvane.sources.classify.ClassificationContext;
import org.mailvane.sources.classify.ClassificationContextLoader;
import org.mailvane.testing.DnsServer;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestSql;
import org.springframework.context.SmartLifecycle;

/** What is known of domains: networks of their SPF records, and who uses their selectors. */
class DomainEvidenceTest {

    private static final LocalDate TODAY = LocalDate.of(2026, 11, 20);
    private static final LocalDate MONTH = LocalDate.of(2026, 11, 1);
    private static final LocalDate LONG_AGO = LocalDate.of(2020, 1, 1);
    private static final Duration A_DAY = Duration.ofHours(24);

    private static final TestClock clock = new TestClock(Instant.parse("2026-11-20T10:00:00Z"));
    private static final TestService service = TestService.shared(clock);
    private static final Database database = service.database();
    private static final TestSql sql = service.sql();
    private static int accounts;

    private final DnsServer dns =
            DnsServer.of("example.com SOA ns.example.com h.example.com 7 3600 600 86400 60");
    private Scope scope;
    private DomainId domain;
    private LocalDate today;

    @BeforeAll
    static void start() {
        // Nobody but the tests looks anything up, or works marks.
        service.part("reclassificationWorker", SmartLifecycle.class).stop();
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @BeforeEach
    void makeAccount() {
        scope = Scope.ofAccount(service.account("Account" + accounts++).account().id());
        domain = add("example.com");
        today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    }

    @AfterEach
    void stopDns() {
        dns.close();
    }

    private DomainId add(String name) {
        DomainName domainName = new DomainName(name);
        return Objects.requireNonNull(
                service.part(Domains.class)
                        .add(scope, List.of(domainName))
                        .created()
                        .get(domainName));
    }

    /**
     * With a resolver that remembers nothing: records are there for minutes, and the test's clock
     * runs.
     */
    private void lookUp(DomainId... ids) {
        try (DnsResolver resolver =
                NetworkClients.dns(
                        SettingsReader.read(
                                Map.of(Setting.DNS_SERVERS, dns.setting()), Map.of(), null))) {
            new DomainLookups(
                            service.part(DomainEvidenceTable.class),
                            service.part(SpfKeeper.class),
                            resolver,
                            clock)
                    .lookUp(scope, List.of(ids), new StopSign(() -> false));
        }
    }

    private long asked() {
        return dns.asked().stream().filter("example.com TXT"::equals).count();
    }

    private DomainEvidence evidence(DomainId id) {
        return evidence(service, id);
    }

    private DomainEvidence evidence(TestService at, DomainId id) {
        return Objects.requireNonNull(
                at.part(DomainKnowledge.class).of(scope, List.of(id)).get(id));
    }

    private boolean authorizes(String address, LocalDate day) {
        return evidence(domain).authorizes(Senders.address(address), day);
    }

    private String version() {
        return sql.value("select version from domain_evidence where domain_id = " + domain.value());
    }

    @Test
    void theNetworksOfTheRecordAndItsIncludesAuthoriseAndNoOthers() {
        dns.add(
                """
                example.com TXT "v=spf1 ip4:192.0.2.0/28 include:sender.example ~ip4:198.51.100.9 -all"
                sender.example TXT "v=spf1 ip6:2001:db8::/48 a:mx.sender.example ?ip4:198.51.100.7 ~all"
                mx.sender.example A 203.0.113.9
                """);
        lookUp(domain);

        assertThat(authorizes("192.0.2.7", today)).isTrue();
        assertThat(authorizes("2001:db8::7", today)).isTrue();
        assertThat(authorizes("203.0.113.9", today)).isTrue();
        assertThat(authorizes("192.0.2.16", today)).isFalse();
        assertThat(authorizes("198.51.100.9", today)).isFalse();
        assertThat(authorizes("198.51.100.7", today)).isFalse();
        assertThat(evidence(domain).authorizedBy(Senders.address("192.0.2.7"), LONG_AGO))
                .hasToString("192.0.2.0/28");
    }

    @Test
    void whatLetsEverybodyPassOrOnlyAMessageDecidesAuthorisesNobody() {
        dns.add(
                """
                example.com TXT "v=spf1 ip4:192.0.2.1 exists:%{i}.ok.example include:%{d2}.m.example -ip4:192.0.2.9 +all"
                """);
        lookUp(domain);

        assertThat(authorizes("192.0.2.1", today)).isTrue();
        assertThat(authorizes("192.0.2.2", today)).isFalse();
    }

    @Test
    void networksThatAreNobodysAuthoriseNobody() {
        dns.add("example.com TXT \"v=spf1 ip4:0.0.0.0/1 ip4:128.0.0.0/7 ip4:10.0.0.0/8 -all\"");
        lookUp(domain);

        assertThat(authorizes("192.0.2.1", today)).isFalse();
        assertThat(authorizes("10.1.1.1", today)).isTrue();
    }

    @Test
    void ofVeryManyNetworksThoseWithTheShortestPrefixesAreKept() {
        List<String> includes = new ArrayList<>();
        int parts = SpfNetworks.MAX_NETWORKS / 250;
        for (int part = 0; part < parts; part++) {
            StringBuilder record = new StringBuilder("\"v=spf1\"");
            for (int i = 0; i < 250; i++) {
                record.append(" \" ip4:100.%d.%d.0/32\"".formatted(part, i));
            }
            dns.add("p" + part + ".example.com TXT " + record + " \" -all\"");
            includes.add("include:p" + part + ".example.com");
        }
        dns.add(
                "example.com TXT \"v=spf1 ip4:192.0.2.1 ip4:198.51.100.0/24 "
                        + String.join(" ", includes)
                        + " -all\"");
        lookUp(domain);

        assertThat(
                        sql.value(
                                "select cardinality(networks) from domain_networks where domain_id = "
                                        + domain.value()))
                .isEqualTo(String.valueOf(SpfNetworks.MAX_NETWORKS));
        assertThat(authorizes("198.51.100.1", today)).isTrue();
    }

    @Test
    void aDomainWithoutARecordIsKnownToAuthoriseNobody() {
        lookUp(domain);
        lookUp(domain);

        assertThat(authorizes("192.0.2.1", today)).isFalse();
        assertThat(asked()).isEqualTo(1);
    }

    @Test
    void otherNetworksCountFromTheDayOnWhichTheyAreFound() {
        dns.add("example.com TXT \"v=spf1 ip4:192.0.2.1 -all\"");
        lookUp(domain);
        String before = version();
        dns.remove("example.com");
        dns.add("example.com TXT \"v=spf1 ip4:192.0.2.2 -all\"");
        clock.advance(A_DAY);
        lookUp(domain);

        assertThat(version()).isNotEqualTo(before);
        assertThat(authorizes("192.0.2.1", LONG_AGO)).isTrue();
        assertThat(authorizes("192.0.2.1", today)).isTrue();
        assertThat(authorizes("192.0.2.1", today.plusDays(1))).isFalse();
        assertThat(authorizes("192.0.2.2", today)).isFalse();
        assertThat(authorizes("192.0.2.2", today.plusDays(1))).isTrue();
    }

    @Test
    void theSameNetworksInAnotherSpellingAreNoNews() {
        dns.add("example.com TXT \"v=spf1 ip4:192.0.2.0/24 ip4:192.0.2.7 -all\"");
        lookUp(domain);
        String before = version();
        dns.remove("example.com");
        dns.add("example.com TXT \"v=spf1 ip4:192.0.2.99/24 ~all\"");
        clock.advance(A_DAY);
        lookUp(domain);

        assertThat(version()).isEqualTo(before);
    }

    @Test
    void aRecordIsNotLookedUpAgainBeforeADayIsOver() {
        lookUp(domain);
        clock.advance(A_DAY.minusMinutes(1));
        lookUp(domain);
        assertThat(asked()).isEqualTo(1);

        clock.advance(Duration.ofMinutes(10));
        lookUp(domain);
        assertThat(asked()).isEqualTo(2);
    }

    @Test
    void aFailedLookUpLeavesWhatWasKnownAndComesAgain() {
        dns.add("example.com TXT \"v=spf1 ip4:192.0.2.1 -all\"");
        lookUp(domain);
        dns.add("example.com SERVFAIL");
        clock.advance(A_DAY);
        lookUp(domain);

        assertThat(authorizes("192.0.2.1", today.plusDays(2))).isTrue();
        assertThat(service.part(DomainLookups.class).nextTry(scope, List.of(domain)))
                .contains(clock.instant().plus(LookupPauses.afterFailures(1)));
    }

    @Test
    void anIncludeThatCantBeLookedUpTakesNothingAwayUntilItHasFailedForLong() {
        dns.add(
                """
                example.com TXT "v=spf1 ip4:192.0.2.1 include:sender.example -all"
                sender.example TXT "v=spf1 ip4:198.51.100.1 -all"
                """);
        lookUp(domain);
        dns.add("sender.example SERVFAIL");
        clock.advance(A_DAY);
        for (int failure = 1; failure <= SpfKeeper.MAX_FAILURES; failure++) {
            lookUp(domain);
            assertThat(authorizes("198.51.100.1", today.plusDays(9))).isTrue();
            clock.advance(A_DAY);
        }
        lookUp(domain);

        assertThat(authorizes("198.51.100.1", today.plusDays(9))).isFalse();
        assertThat(authorizes("192.0.2.1", today.plusDays(9))).isTrue();
    }

    @Test
    void whatCouldBeReadOfARecordCountsWhereNothingWasKnown() {
        dns.add(
                """
                example.com TXT "v=spf1 ip4:192.0.2.1 include:sender.example -all"
                sender.example SERVFAIL
                """);
        lookUp(domain);

        assertThat(authorizes("192.0.2.1", today)).isTrue();
        assertThat(service.part(DomainLookups.class).nextTry(scope, List.of(domain))).isPresent();
    }

    @Test
    void aSubdomainIsLookedUpWithTheRowAboveItAndSendsByItsHostsToo() {
        DomainId below = add("news.example.com");
        dns.add(
                """
                example.com TXT "v=spf1 ip4:192.0.2.1 -all"
                news.example.com TXT "v=spf1 ip4:198.51.100.1 -all"
                """);
        lookUp(below);

        assertThat(evidence(below).authorizes(Senders.address("192.0.2.1"), today)).isTrue();
        assertThat(evidence(below).authorizes(Senders.address("198.51.100.1"), today)).isTrue();
        assertThat(authorizes("192.0.2.1", today)).isTrue();
        assertThat(authorizes("198.51.100.1", today)).isFalse();
    }

    @Test
    void rowsOfADomainAndOfThoseBelowAreClassifiedAgainFromTheDayOfOtherNetworksOn() {
        DomainId below = add("news.example.com");
        dns.add("example.com TXT \"v=spf1 ip4:192.0.2.1 -all\"");
        sql.execute("delete from reclassification_queue");
        lookUp(domain);
        assertThat(stale(LONG_AGO)).containsExactly(domain, below);
        sql.execute("delete from reclassification_queue");
        clock.advance(A_DAY);
        lookUp(domain);
        assertThat(stale(today)).as("the same networks").isEmpty();
        dns.remove("example.com");
        dns.add("example.com TXT \"v=spf1 ip4:192.0.2.2 -all\"");
        clock.advance(A_DAY);
        lookUp(domain);
        assertThat(stale(today.plusDays(1))).isEmpty();
        assertThat(stale(today.plusDays(2))).containsExactly(domain, below);
    }

    /** Domains whose rows of that day are to be classified again. */
    private static List<DomainId> stale(LocalDate day) {
        return sql
                .rows(
                        "select domain_id from reclassification_queue where stale @> date '%s' order by 1"
                                .formatted(day))
                .stream()
                .map(id -> new DomainId(Long.parseLong(id)))
                .toList();
    }

    @Test
    void whatIsKnownOfDomainsIsRememberedWithinABound() {
        int count = 2 * DomainKnowledge.MAX_REMEMBERED / SpfNetworks.MAX_NETWORKS;
        List<DomainId> many =
                sql
                        .rows(
                                """
                                with d as (
                                    insert into domain (account_id, name, top_level, origin, added_date)
                                    select %d, 'many' || i || '.example', true, 'm', now()
                                    from generate_series(1, %d) i returning account_id, id),
                                e as (
                                    insert into domain_evidence (account_id, domain_id, spf_due)
                                    select account_id, id, 'infinity' from d)
                                insert into domain_networks
                                    (account_id, domain_id, valid_from, valid_to, networks)
                                select account_id, id, '0001-01-01', '9999-12-31', array(
                                    select host('198.18.0.0'::inet + i) || '/32'
                                    from generate_series(1, 2 * %d, 2) i) from d
                                returning domain_id
                                """
                                        .formatted(
                                                scope.accountId(), count, SpfNetworks.MAX_NETWORKS))
                        .stream()
                        .map(id -> new DomainId(Long.parseLong(id)))
                        .toList();
        assertThat(many).hasSize(count);
        DomainKnowledge knowledge = service.part(DomainKnowledge.class);
        for (DomainId id : many) {
            assertThat(evidence(id).authorizes(Senders.address("198.18.0.1"), today)).isTrue();
        }
        assertThat(knowledge.remembered())
                .isLessThanOrEqualTo(DomainKnowledge.MAX_REMEMBERED)
                .isGreaterThan(DomainKnowledge.MAX_REMEMBERED / 2);
    }

    @Test
    void addressesOfOneTransactionAreHeldWithinABound() {
        // What is never looked up counts as known.
        List<IpAddress> many =
                IntStream.range(0, ClassificationContextLoader.MAX_ADDRESSES)
                        .mapToObj(i -> IpAddress.v4(0x7F00_0000L + i))
                        .toList();
        IpAddress further = Senders.address("127.255.0.1");
        ClassificationContext knowledge =
                service.part(ClassificationContextLoader.class).of(scope, List.of(domain));
        knowledge.learn(many);
        assertThat(many).allMatch(address -> knowledge.knows(address, today));
        knowledge.learn(List.of(further));
        assertThat(knowledge.knows(further, today)).isTrue();
        assertThat(many).noneMatch(address -> knowledge.knows(address, today));
    }

    @Test
    void manyDomainsAreLookedUpTogether() {
        List<DomainId> many = new ArrayList<>();
        for (int i = 0; i <= 2 * DomainLookups.MAX_AT_ONCE; i++) {
            many.add(add("d" + i + ".example"));
            dns.add("d" + i + ".example TXT \"v=spf1 ip4:192.0.2." + i + " -all\"");
        }
        lookUp(many.toArray(DomainId[]::new));

        for (int i = 0; i < many.size(); i++) {
            assertThat(evidence(many.get(i)).authorizes(Senders.address("192.0.2." + i), today))
                    .isTrue();
        }
    }

    @Test
    @Tag("slow")
    void whatAnotherServerHasChangedIsNoticed() {
        dns.add("example.com TXT \"v=spf1 ip4:192.0.2.1 -all\"");
        lookUp(domain);
        try (TestService other = TestService.start(Map.of(), database, clock)) {
            assertThat(evidence(other, domain).authorizes(Senders.address("192.0.2.1"), TODAY))
                    .isTrue();
            replace(MONTH, use(MONTH, "s", 102, false, 10));

            assertThat(evidence(other, domain).hasSelectorOfOnly(102, TODAY)).isTrue();
        }
    }

    @Test
    void whatWasRolledBackIsNotRemembered() {
        assertThatThrownBy(() ->
                        service.part(Db.class)
                                .inTransaction(() -> {
                                    replace(MONTH, use(MONTH, "s", 102, false, 10));
                                    assertThat(evidence(domain).hasSelectorOfOnly(102, TODAY))
                                            .isTrue();
                                    throw new IllegalStateException("rolled back");
                                }))
                .hasMessage("rolled back");
        replace(MONTH, use(MONTH, "s", 103, false, 10));

        assertThat(evidence(domain).hasSelectorOfOnly(102, TODAY)).isFalse();
        assertThat(evidence(domain).hasSelectorOfOnly(103, TODAY)).isTrue();
    }

    private SelectorUse use(
            LocalDate month, String selector, int source, boolean authorized, long messages) {
        return new SelectorUse(month, "example.com", selector, source, authorized, messages);
    }

    private boolean replace(LocalDate month, SelectorUse... uses) {
        return service.part(Db.class)
                .inTransaction(() -> {
                    service.part(Domains.class).lock(scope, Set.of(domain));
                    return service.part(SelectorUses.class)
                            .replace(scope, domain, month, List.of(uses));
                });
    }

    private boolean isCarried(String selector, LocalDate day) {
        return evidence(domain).carriedByAuthorized("example.com", selector, day);
    }

    @Test
    void aSelectorIsOfOneSenderWhereNobodyElseUsesIt() {
        replace(
                MONTH,
                use(MONTH, "a", 102, false, 10),
                use(MONTH, "b", 103, false, 10),
                use(MONTH, "b", 0, true, 1),
                use(MONTH, "c", 0, true, 10));

        assertThat(evidence(domain).hasSelectorOfOnly(102, TODAY)).isTrue();
        assertThat(evidence(domain).hasSelectorOfOnly(103, TODAY)).isFalse();
        assertThat(evidence(domain).hasSelectorOfOnly(0, TODAY)).isFalse();
    }

    @Test
    void theMonthBeforeCountsToo() {
        replace(MONTH.minusMonths(1), use(MONTH.minusMonths(1), "a", 0, true, 1));
        replace(MONTH, use(MONTH, "a", 102, false, 10));

        assertThat(evidence(domain).hasSelectorOfOnly(102, TODAY)).isFalse();
        assertThat(evidence(domain).hasSelectorOfOnly(102, TODAY.plusMonths(1))).isTrue();
        assertThat(evidence(domain).hasSelectorOfOnly(102, TODAY.plusMonths(2))).isFalse();
    }

    @Test
    void ninePartsOfTenCarryASelector() {
        replace(
                MONTH,
                use(MONTH, "enough", 0, true, 90),
                use(MONTH, "enough", 0, false, 10),
                use(MONTH, "few", 0, true, 899),
                use(MONTH, "few", 102, false, 101));

        assertThat(isCarried("enough", TODAY)).isTrue();
        assertThat(isCarried("few", TODAY)).isFalse();
        assertThat(isCarried("none", TODAY)).isFalse();
        assertThat(isCarried("enough", TODAY.minusMonths(1))).isFalse();
    }

    @Test
    void selectorsAreTheSameInAnySpelling() {
        replace(
                MONTH,
                new SelectorUse(MONTH, "Example.COM.", "S1", 0, true, 9),
                use(MONTH, "s1", 0, false, 1));

        assertThat(isCarried("s1", TODAY)).isTrue();
    }

    @Test
    void onlyAnotherAnswerIsNews() {
        assertThat(replace(MONTH, use(MONTH, "a", 102, false, 10))).isTrue();
        String before = version();

        assertThat(replace(MONTH, use(MONTH, "a", 102, false, 10))).isFalse();
        assertThat(replace(MONTH, use(MONTH, "a", 102, false, 99))).isFalse();
        assertThat(version()).isEqualTo(before);
        assertThat(replace(MONTH)).isTrue();
        assertThat(version()).isNotEqualTo(before);
    }

    @Test
    void theSelectorsWithTheMostMessagesAreKept() {
        List<SelectorUse> many = new ArrayList<>();
        for (int i = 0; i <= SelectorUses.MAX_SELECTORS; i++) {
            many.add(use(MONTH, "s" + i, 102, true, 1 + i));
        }
        replace(MONTH, many.toArray(SelectorUse[]::new));

        assertThat(isCarried("s0", TODAY)).isFalse();
        assertThat(isCarried("s1", TODAY)).isTrue();
        assertThat(isCarried("s" + SelectorUses.MAX_SELECTORS, TODAY)).isTrue();
    }

    @Test
    void whatIsNoSelectorIsLeftOut() {
        replace(MONTH, use(MONTH, "", 102, false, 5), use(MONTH, "x".repeat(300), 102, false, 5));

        assertThat(evidence(domain).hasSelectorOfOnly(102, TODAY)).isFalse();
    }

    @Test
    void whatIsKnownOfADomainGoesWithIt() {
        dns.add("example.com TXT \"v=spf1 ip4:192.0.2.1 -all\"");
        lookUp(domain);
        replace(MONTH, use(MONTH, "a", 102, false, 10));
        service.part(Db.class)
                .inTransaction(() ->
                        service.part("storedEvidence", DomainContent.class)
                                .delete(scope, Set.of(domain)));

        for (String table : List.of("domain_evidence", "domain_networks", "selector_use")) {
            assertThat(
                            sql.value(
                                    "select count(*) from %s where account_id = %d"
                                            .formatted(table, scope.accountId())))
                    .isEqualTo("0");
        }
        assertThat(authorizes("192.0.2.1", today)).isFalse();
    }
}
