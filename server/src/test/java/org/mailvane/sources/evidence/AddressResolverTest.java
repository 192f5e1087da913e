package org.mailvane.sources.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.domains.DomainId;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.net.DnsResolver;
import org.mailvane.platform.jobs.StopSign;
import org.mailvane.platform.network.NetworkClients;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.settings.SettingsReader;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.SourceNames;
import org.mailvane.sources.SourceNumbers;
import org.mailvane.sources.SourcesChanged;
import org.mailvane.sources.catalogue.Catalogue;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.DnsServer;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestSql;

/** What is known of addresses after they were looked up, by a real server of DNS. */
@Tag("slow")
class AddressResolverTest {

    private static final Instant START = Instant.parse("2026-03-10T12:00:00Z");
    private static final LocalDate FIRST_DAY = LocalDate.parse("2026-03-10");
    private static final StopSign GO_ON = new StopSign(() -> false);

    private static final TestService SERVICE = TestService.shared();
    private static final TestSql SQL = SERVICE.sql();
    private static DnsServer dns;
    private TestClock clock = new TestClock(START);

    @BeforeAll
    static void start() {
        dns = DnsServer.of("");
    }

    @AfterAll
    static void stop() {
        SERVICE.close();
        dns.close();
    }

    @BeforeEach
    void forgetAll() {
        SQL.empty("address_evidence, account");
        dns.close();
        dns = DnsServer.of("");
        clock = new TestClock(START);
    }

    private static IpAddress address(String text) {
        return IpAddress.parse(text).orElseThrow();
    }

    private static DnsResolver freshDns() {
        return NetworkClients.dns(
                SettingsReader.read(Map.of(Setting.DNS_SERVERS, dns.setting()), Map.of(), null));
    }

    /** As another process would: what DNS said before is not remembered. */
    private void resolve(String... addresses) {
        resolve(Arrays.stream(addresses).map(AddressResolverTest::address).toList(), GO_ON);
    }

    private void resolve(Collection<IpAddress> addresses, StopSign stop) {
        try (DnsResolver fresh = freshDns()) {
            resolver(fresh).resolve(addresses, stop);
        }
    }

    private AddressResolver resolver(Dns asks) {
        return resolver(asks, List.of());
    }

    private AddressResolver resolver(Dns asks, List<SourcesChanged> listeners) {
        EvidenceKeeper keeper =
                new EvidenceKeeper(
                        SERVICE.part(AddressEvidenceTable.class),
                        SERVICE.part(KnownVersionTable.class),
                        SERVICE.part(Organizations.class),
                        SERVICE.part(Allocations.class),
                        listeners,
                        SERVICE.part(Db.class),
                        clock);
        return new AddressResolver(
                SERVICE.part(AddressEvidences.class),
                keeper,
                SERVICE.part(AddressEvidenceTable.class),
                asks,
                clock);
    }

    private static AddressHistory history(String text) {
        IpAddress address = address(text);
        return Objects.requireNonNull(
                SERVICE.part(AddressEvidences.class).of(Set.of(address)).get(address));
    }

    private static AddressEvidence evidence(String text, LocalDate day) {
        return Objects.requireNonNull(history(text).at(day), text + " on " + day);
    }

    private static AddressEvidence evidence(String text) {
        return evidence(text, FIRST_DAY);
    }

    /** Moves the clock to where the address is due again. */
    private void untilDue(String text) {
        String due =
                SQL.value(
                        "select extract(epoch from due)::bigint from address_evidence"
                                + " where valid_to = 'infinity' and address = '"
                                + text
                                + "'");
        clock.advance(
                Duration.between(clock.instant(), Instant.ofEpochSecond(Long.parseLong(due))));
        clock.advance(Duration.ofSeconds(1));
    }

    @Test
    void aNameThatLeadsBackIsConfirmed() {
        dns.add(
                """
                5.2.0.192.in-addr.arpa  PTR  Mail.Shop.Example
                mail.shop.example       A    192.0.2.5
                """);
        resolve("192.0.2.5");
        AddressEvidence known = evidence("192.0.2.5");
        assertThat(known.reverseName()).isEqualTo("mail.shop.example");
        assertThat(known.confirmed()).isTrue();
        assertThat(
                        SERVICE.part(SourceNames.class)
                                .of(Scope.ofAccount(1), known.organization())
                                .name())
                .isEqualTo("shop.example");
        assertThat(known.checked()).isEqualTo(START);
    }

    @Test
    void aForgedNameIsShownButNotConfirmed() {
        dns.add(
                """
                6.2.0.192.in-addr.arpa  PTR  mx.bank.example
                mx.bank.example         A    198.51.100.1
                """);
        resolve("192.0.2.6");
        AddressEvidence known = evidence("192.0.2.6");
        assertThat(known.reverseName()).isEqualTo("mx.bank.example");
        assertThat(known.confirmed()).isFalse();
        assertThat(known.confirmedName()).isEmpty();
        assertThat(known.organization()).isEqualTo(SourceNumbers.NAMELESS);
    }

    @Test
    void ofSeveralNamesTheConfirmedOneCounts() {
        dns.add(
                """
                7.2.0.192.in-addr.arpa  PTR  a.nowhere.example
                7.2.0.192.in-addr.arpa  PTR  b.shop.example
                7.2.0.192.in-addr.arpa  PTR  c.shop.example
                a.nowhere.example       A    198.51.100.1
                b.shop.example          A    192.0.2.7
                c.shop.example          A    192.0.2.7
                """);
        resolve("192.0.2.7");
        assertThat(evidence("192.0.2.7").confirmedName()).isEqualTo("b.shop.example");
    }

    @Test
    void ipv6AddressesHaveNamesToo() {
        dns.add(
                """
                1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa  PTR  six.shop.example
                six.shop.example  A     192.0.2.1
                six.shop.example  AAAA  2001:db8::1
                """);
        resolve("2001:db8::1");
        assertThat(evidence("2001:db8::1").confirmedName()).isEqualTo("six.shop.example");
    }

    /** RFC 2317: the names of a part of a network are where an alias leads. */
    @Test
    void anAliasInTheReverseZoneIsFollowed() {
        dns.add(
                """
                8.2.0.192.in-addr.arpa       CNAME  8.0/25.2.0.192.in-addr.arpa
                8.0/25.2.0.192.in-addr.arpa  PTR    mail.customer.example
                mail.customer.example        CNAME  host.customer.example
                host.customer.example        A      192.0.2.8
                """);
        resolve("192.0.2.8");
        assertThat(evidence("192.0.2.8").confirmedName()).isEqualTo("mail.customer.example");
    }

    @Test
    void aReverseZoneThatLeadsInCirclesHarmsNobody() {
        dns.add(
                """
                9.2.0.192.in-addr.arpa   CNAME  10.2.0.192.in-addr.arpa
                10.2.0.192.in-addr.arpa  CNAME  9.2.0.192.in-addr.arpa
                11.2.0.192.in-addr.arpa  PTR    11.2.0.192.in-addr.arpa
                """);
        resolve("192.0.2.9", "192.0.2.11");
        assertThat(history("192.0.2.9").knows(FIRST_DAY)).isFalse();
        assertThat(evidence("192.0.2.11").confirmed()).isFalse();
    }

    @Test
    void ofAThousandNamesAFewAreAskedAndAlwaysTheSame() {
        StringBuilder lines = new StringBuilder();
        for (int i = 999; i >= 0; i--) {
            lines.append("12.2.0.192.in-addr.arpa  PTR  h%03d.many.example%n".formatted(i));
            lines.append("h%03d.many.example  A  192.0.2.%d%n".formatted(i, i == 4 ? 12 : 250));
        }
        dns.add(lines.toString());
        resolve("192.0.2.12");
        assertThat(evidence("192.0.2.12").confirmedName()).isEqualTo("h004.many.example");
        assertThat(dns.asked().stream().filter(q -> q.endsWith(".many.example A")).distinct())
                .hasSize(ReverseName.MAX_NAMES);
        dns.remove("h004.many.example");
        dns.add("h004.many.example A 192.0.2.250\nh005.many.example A 192.0.2.12");
        untilDue("192.0.2.12");
        resolve("192.0.2.12");
        assertThat(evidence("192.0.2.12", FIRST_DAY.plusDays(7)).confirmed()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".",
                "with_underscore.example",
                "-hyphen.example",
                "b\\xfccher.example",
                "blank\\x20blank.example",
                "192.0.2.77",
                "nul\\x00.example"
            })
    void whatIsNoHostNameIsNoReverseName(String name) {
        dns.add(
                """
                13.2.0.192.in-addr.arpa  PTR  %s
                %s  A  192.0.2.13
                """
                        .formatted(name, name.equals(".") ? "root.example" : name));
        resolve("192.0.2.13");
        assertThat(history("192.0.2.13").knows(FIRST_DAY)).isTrue();
        assertThat(evidence("192.0.2.13").reverseName()).isEmpty();
    }

    @Test
    void thatThereIsNoNameIsKnownForAllDays() {
        resolve("192.0.2.14");
        assertThat(history("192.0.2.14").knows(LocalDate.parse("2012-01-01"))).isTrue();
        assertThat(history("192.0.2.14").knows(LocalDate.parse("2040-01-01"))).isTrue();
        assertThat(evidence("192.0.2.14").reverseName()).isEmpty();
        assertThat(history("192.0.2.99").knows(FIRST_DAY)).isFalse();
        assertThat(history("192.0.2.99").at(FIRST_DAY)).isNull();
    }

    @Test
    void aFailureIsNotTakenForAnAbsenceAndTriedAgainLaterAndLater() {
        dns.add("15.2.0.192.in-addr.arpa SERVFAIL");
        List<Duration> pauses =
                List.of(
                        Duration.ofMinutes(1),
                        Duration.ofMinutes(5),
                        Duration.ofMinutes(30),
                        Duration.ofHours(2),
                        Duration.ofHours(12),
                        Duration.ofDays(1),
                        Duration.ofDays(1));
        try (DnsResolver any = freshDns()) {
            AddressResolver asks = resolver(any);
            Set<IpAddress> one = Set.of(address("192.0.2.15"));
            assertThat(asks.nextTry(one)).isEmpty();
            for (Duration pause : pauses) {
                resolve("192.0.2.15");
                assertThat(history("192.0.2.15").knows(FIRST_DAY)).isFalse();
                assertThat(asks.nextTry(one)).contains(clock.instant().plus(pause));
                clock.advance(pause.minusSeconds(1));
                assertThat(asks.due(one)).isEmpty();
                clock.advance(Duration.ofSeconds(1));
                assertThat(asks.due(one)).isEqualTo(one);
            }
            dns.remove("15.2.0.192.in-addr.arpa");
            dns.add(
                    """
                    15.2.0.192.in-addr.arpa  PTR  late.example
                    late.example             A    192.0.2.15
                    """);
            resolve("192.0.2.15");
            assertThat(asks.nextTry(one)).isEmpty();
            assertThat(asks.due(one)).isEmpty();
        }
        // The first success counts for all days, also those on which lookups failed.
        assertThat(evidence("192.0.2.15", FIRST_DAY.minusYears(9)).confirmedName())
                .isEqualTo("late.example");
    }

    @Test
    void whatWasKnownStaysWhileLookUpsFail() {
        dns.add(
                """
                16.2.0.192.in-addr.arpa  PTR  stays.example
                stays.example            A    192.0.2.16
                """);
        resolve("192.0.2.16");
        dns.add("stays.example SERVFAIL");
        untilDue("192.0.2.16");
        resolve("192.0.2.16");
        assertThat(evidence("192.0.2.16", FIRST_DAY.plusDays(7)).confirmedName())
                .isEqualTo("stays.example");
        assertThat(evidence("192.0.2.16").checked()).isEqualTo(START);
        assertThat(SQL.value("select failures from address_evidence")).isEqualTo("1");
    }

    @Test
    void anotherNameHoldsFromItsDayOn() {
        dns.add(
                """
                17.2.0.192.in-addr.arpa  PTR  old.example
                old.example              A    192.0.2.17
                new.example              A    192.0.2.17
                """);
        resolve("192.0.2.17");
        untilDue("192.0.2.17");
        resolve("192.0.2.17");
        assertThat(SQL.value("select count(*) from address_evidence")).isEqualTo("1");
        dns.remove("17.2.0.192.in-addr.arpa");
        dns.add("17.2.0.192.in-addr.arpa PTR new.example");
        untilDue("192.0.2.17");
        resolve("192.0.2.17");
        LocalDate changed = FIRST_DAY.plusDays(14);
        assertThat(evidence("192.0.2.17", LocalDate.parse("2012-01-01")).reverseName())
                .isEqualTo("old.example");
        assertThat(evidence("192.0.2.17", changed.minusDays(1)).reverseName())
                .isEqualTo("old.example");
        assertThat(evidence("192.0.2.17", changed).reverseName()).isEqualTo("new.example");
        assertThat(evidence("192.0.2.17", changed.plusYears(5)).reverseName())
                .isEqualTo("new.example");
        assertThat(
                        SQL.rows(
                                "select valid_from, valid_to from address_evidence order by valid_from"))
                .containsExactly("-infinity|2026-03-24", "2026-03-24|infinity");
    }

    @Test
    void ofOneDayTheLastAnswerHolds() {
        resolve("192.0.2.18");
        for (String name : List.of("one.example", "two.example", "three.example")) {
            dns.remove("18.2.0.192.in-addr.arpa");
            dns.add("18.2.0.192.in-addr.arpa PTR " + name);
            SQL.execute("update address_evidence set due = '2026-03-01'");
            if (name.equals("one.example")) {
                clock.advance(Duration.ofDays(1));
            }
            resolve("192.0.2.18");
        }
        assertThat(evidence("192.0.2.18").reverseName()).isEmpty();
        assertThat(evidence("192.0.2.18", FIRST_DAY.plusDays(1)).reverseName())
                .isEqualTo("three.example");
        assertThat(SQL.value("select count(*) from address_evidence")).isEqualTo("2");
    }

    @Test
    void whatIsNotDueIsNotAskedAgain() {
        resolve("192.0.2.19");
        int asked = dns.asked().size();
        resolve("192.0.2.19");
        assertThat(dns.asked()).hasSize(asked);
    }

    @Test
    void namesOfPrivateNetworksAreForAnOnlyAccount() {
        List<String> inside = List.of("10.1.2.3", "192.168.7.7", "fd00::1", "::ffff:10.1.2.3");
        dns.add(
                """
                3.2.1.10.in-addr.arpa  PTR  secret.corp.example
                secret.corp.example    A    10.1.2.3
                """);
        SERVICE.account("first");
        resolve(inside.toArray(String[]::new));
        assertThat(evidence("10.1.2.3").confirmedName()).isEqualTo("secret.corp.example");
        assertThat(dns.asked()).contains("7.7.168.192.in-addr.arpa PTR");
        SERVICE.account("second");
        int asked = dns.asked().size();
        for (String one : inside) {
            assertThat(history(one).at(FIRST_DAY)).as(one).isNull();
            // Nothing is missing that rows would have to wait for.
            assertThat(history(one).knows(FIRST_DAY)).as(one).isTrue();
        }
        clock.advance(Duration.ofDays(30));
        resolve("10.1.2.3", "10.9.9.9");
        assertThat(dns.asked()).hasSize(asked);
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "::1", "224.0.0.5", "ff02::1", "0.0.0.0", "::", "0.1.2.3"})
    void whatIsNoHostIsNeverAskedFor(String text) {
        resolve(text);
        assertThat(dns.asked()).isEmpty();
        assertThat(history(text).knows(FIRST_DAY)).isTrue();
    }

    @Test
    void thousandsAreAskedAtOnceButNotMoreThanTheBound() throws InterruptedException {
        List<IpAddress> many =
                IntStream.range(0, 3_000).mapToObj(i -> IpAddress.v4(0xC612_0000L + i)).toList();
        dns.add("*.18.198.in-addr.arpa  PTR  host.example\nhost.example  A  198.18.0.77");
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        try (DnsResolver fresh = freshDns()) {
            Dns counted =
                    (name, type) -> {
                        most.accumulateAndGet(now.incrementAndGet(), Math::max);
                        try {
                            return fresh.ask(name, type);
                        } finally {
                            now.decrementAndGet();
                        }
                    };
            AddressResolver resolver = resolver(counted);
            Thread other =
                    Thread.ofPlatform()
                            .start(() -> resolver.resolve(many.subList(0, 1_500), GO_ON));
            resolver.resolve(many.subList(1_500, 3_000), GO_ON);
            other.join();
        }
        assertThat(most.get()).isBetween(2, AddressResolver.MAX_AT_ONCE);
        assertThat(SQL.value("select count(*) from address_evidence where known"))
                .isEqualTo("3000");
        assertThat(SQL.value("select address from address_evidence where confirmed"))
                .isEqualTo("198.18.0.77");
    }

    @Test
    void whatWasToldIsKeptWhenTheServiceEnds() {
        AtomicBoolean ends = new AtomicBoolean();
        dns.add("*.19.198.in-addr.arpa  PTR  host.example\nhost.example  A  198.18.0.77");
        dns.add("1.0.19.198.in-addr.arpa DROP");
        Thread work =
                Thread.ofPlatform()
                        .start(() ->
                                resolve(
                                        IntStream.range(0, 50)
                                                .mapToObj(i -> IpAddress.v4(0xC613_0000L + i))
                                                .toList(),
                                        new StopSign(ends::get)));
        Awaiting.until(
                "all but one are kept, though one has no answer",
                Duration.ofSeconds(7),
                () -> SQL.value("select count(*) from address_evidence").equals("49"));
        ends.set(true);
        Awaiting.until("it ends", Duration.ofSeconds(5), () -> !work.isAlive());
        // That nobody answered in so short a time says nothing.
        assertThat(SQL.value("select count(*) from address_evidence where known")).isEqualTo("49");
        assertThat(SQL.value("select count(*) from address_evidence")).isEqualTo("49");
    }

    @Test
    void anInterruptEndsItEarly() throws InterruptedException {
        dns.add("2.0.19.198.in-addr.arpa DROP");
        AtomicBoolean stillInterrupted = new AtomicBoolean();
        Thread work =
                Thread.ofPlatform()
                        .start(() -> {
                            resolve("198.19.0.2");
                            stillInterrupted.set(Thread.currentThread().isInterrupted());
                        });
        Awaiting.until("it asks", Duration.ofSeconds(20), () -> !dns.asked().isEmpty());
        work.interrupt();
        assertThat(work.join(Duration.ofSeconds(5))).isTrue();
        assertThat(stillInterrupted).isTrue();
        assertThat(SQL.value("select count(*) from address_evidence")).isEqualTo("0");
    }

    @Test
    void twoServersThatLookUpTheSameKeepItOnce() throws InterruptedException {
        List<IpAddress> some =
                IntStream.range(0, 200).mapToObj(i -> IpAddress.v4(0xC613_0100L + i)).toList();
        dns.add("*.1.19.198.in-addr.arpa  PTR  host.twice.example");
        List<Thread> servers =
                IntStream.range(0, 4)
                        .mapToObj(i -> Thread.ofPlatform().start(() -> resolve(some, GO_ON)))
                        .toList();
        for (Thread server : servers) {
            server.join();
        }
        assertThat(SQL.value("select count(*) from address_evidence")).isEqualTo("200");
    }

    @Test
    void whatIsStoredIsSeenAtOnceThoughItWasReadBefore() {
        dns.add("20.2.0.192.in-addr.arpa PTR before.example");
        resolve("192.0.2.20");
        assertThat(evidence("192.0.2.20").reverseName()).isEqualTo("before.example");
        dns.remove("20.2.0.192.in-addr.arpa");
        dns.add("20.2.0.192.in-addr.arpa PTR after.example");
        untilDue("192.0.2.20");
        resolve("192.0.2.20");
        assertThat(evidence("192.0.2.20", FIRST_DAY.plusDays(8)).reverseName())
                .isEqualTo("after.example");
    }

    @Test
    void whatAnotherServerStoresIsSeenAtOnceThoughItWasReadBefore() {
        dns.add("23.2.0.192.in-addr.arpa PTR before.example");
        resolve("192.0.2.23");
        AddressEvidences other =
                new AddressEvidences(
                        SERVICE.part(AddressEvidenceTable.class),
                        SERVICE.part(KnownVersionTable.class),
                        SERVICE.part(Catalogue.class));
        Set<IpAddress> one = Set.of(address("192.0.2.23"));
        assertThat(other.of(one)).hasSize(1);
        assertThat(other.remembered()).isEqualTo(1);
        dns.remove("23.2.0.192.in-addr.arpa");
        dns.add("23.2.0.192.in-addr.arpa PTR after.example");
        untilDue("192.0.2.23");
        resolve("192.0.2.23");
        AddressHistory now = Objects.requireNonNull(other.of(one).get(address("192.0.2.23")));
        assertThat(Objects.requireNonNull(now.at(FIRST_DAY.plusDays(8))).reverseName())
                .isEqualTo("after.example");
    }

    @Test
    void anotherNumberOfTheSameNameIsTold() {
        dns.add("24.2.0.192.in-addr.arpa PTR mail.moved.example\nmail.moved.example A 192.0.2.24");
        resolve("192.0.2.24");
        // As the number is where the list of public suffixes was another one.
        SQL.execute("update address_evidence set organization = organization + 1000");
        untilDue("192.0.2.24");
        List<LocalDate> told = new ArrayList<>();
        SourcesChanged listener =
                new SourcesChanged() {
                    @Override
                    public void changed(Scope scope) {}

                    @Override
                    public void changed(
                            Scope scope, Collection<DomainId> domains, LocalDate from) {}

                    @Override
                    public void addressesChanged(Collection<IpAddress> changed, LocalDate from) {
                        assertThat(changed).containsExactly(address("192.0.2.24"));
                        told.add(from);
                    }
                };
        try (DnsResolver asks = freshDns()) {
            resolver(asks, List.of(listener)).resolve(Set.of(address("192.0.2.24")), GO_ON);
            untilDue("192.0.2.24");
            resolver(asks, List.of(listener)).resolve(Set.of(address("192.0.2.24")), GO_ON);
        }
        assertThat(told).containsExactly(LocalDate.MIN);
    }

    @Test
    void whatIsKnownIsRememberedWithinABound() {
        String insert =
                """
                insert into address_evidence (address, valid_from, valid_to, known, checked, due)
                select '198.18.0.0'::inet + i, '-infinity', 'infinity', true, now(), now()
                from generate_series(0, 59999) i
                """;
        SQL.execute(insert);
        List<IpAddress> all =
                IntStream.range(0, 60_000).mapToObj(i -> IpAddress.v4(0xC612_0000L + i)).toList();
        AddressEvidences evidences =
                new AddressEvidences(
                        SERVICE.part(AddressEvidenceTable.class),
                        SERVICE.part(KnownVersionTable.class),
                        SERVICE.part(Catalogue.class));
        assertThat(evidences.of(all).values()).allMatch(known -> known.knows(FIRST_DAY));
        assertThat(evidences.remembered()).isLessThanOrEqualTo(AddressEvidences.MAX_REMEMBERED);
        assertThat(evidences.remembered()).isGreaterThan(AddressEvidences.MAX_REMEMBERED / 2);
    }

    @Test
    void anAddressThatNobodyHasSentFromIsAskedForAndNotKept() {
        dns.add(
                """
                21.2.0.192.in-addr.arpa  PTR  live.example
                live.example             A    192.0.2.21
                22.2.0.192.in-addr.arpa  DROP
                """);
        LiveEvidence live = SERVICE.part(LiveEvidence.class);
        try (DnsResolver asks = freshDns()) {
            AddressHistory known = live.of(address("192.0.2.21"), asks);
            assertThat(Objects.requireNonNull(known.at(FIRST_DAY)).confirmedName())
                    .isEqualTo("live.example");
            assertThat(known.knows(FIRST_DAY)).isTrue();
            long begin = System.nanoTime();
            assertThat(live.of(address("192.0.2.22"), asks).knows(FIRST_DAY)).isFalse();
            assertThat(Duration.ofNanos(System.nanoTime() - begin))
                    .isBetween(
                            LiveEvidence.MAX_TIME.minusSeconds(1),
                            LiveEvidence.MAX_TIME.plusSeconds(3));
        }
        assertThat(SQL.value("select count(*) from address_evidence")).isEqualTo("0");
    }

    @Test
    void whereManyWaitForDnsTheNextOneIsToldWhatIsKnown() throws InterruptedException {
        LiveEvidence live = SERVICE.part(LiveEvidence.class);
        CountDownLatch allAsk = new CountDownLatch(LiveEvidence.MAX_AT_ONCE);
        CountDownLatch answer = new CountDownLatch(1);
        Dns slow =
                (name, type) -> {
                    allAsk.countDown();
                    try {
                        answer.await();
                    } catch (InterruptedException ended) {
                        Thread.currentThread().interrupt();
                    }
                    return DnsAnswer.without(DnsAnswer.Status.NO_SUCH_NAME);
                };
        List<Thread> callers =
                IntStream.range(0, LiveEvidence.MAX_AT_ONCE)
                        .mapToObj(i ->
                                Thread.ofVirtual()
                                        .start(() -> live.of(address("198.51.100." + i), slow)))
                        .toList();
        allAsk.await();
        AtomicBoolean asked = new AtomicBoolean();
        AddressHistory next =
                live.of(
                        address("198.51.100.200"),
                        (name, type) -> {
                            asked.set(true);
                            return DnsAnswer.without(DnsAnswer.Status.NO_SUCH_NAME);
                        });
        answer.countDown();
        for (Thread caller : callers) {
            caller.join();
        }
        assertThat(asked).isFalse();
        assertThat(next.knows(FIRST_DAY)).isFalse();
    }

    @Test
    void numbersOfOrganizationsAreRememberedWithinABoundAndNeverChange() {
        Organizations organizations =
                new Organizations(
                        SERVICE.part(OrganizationTable.class),
                        SERVICE.part(PublicSuffixes.class),
                        SERVICE.part(Db.class));
        List<String> names =
                IntStream.range(0, Organizations.MAX_REMEMBERED + 500)
                        .mapToObj(i -> "o" + i + ".example")
                        .toList();
        Map<String, Integer> numbers = organizations.numbers(names);
        assertThat(numbers.keySet()).containsExactlyInAnyOrderElementsOf(names);
        assertThat(Set.copyOf(numbers.values())).hasSize(names.size());
        assertThat(numbers.values()).allMatch(SourceNumbers::isOrganization);
        assertThat(organizations.remembered()).isLessThanOrEqualTo(Organizations.MAX_REMEMBERED);
        assertThat(organizations.numbers(names)).isEqualTo(numbers);
        assertThat(organizations.known(List.of("o1.example", "nobody.example")))
                .containsOnlyKeys("o1.example");
    }
}
