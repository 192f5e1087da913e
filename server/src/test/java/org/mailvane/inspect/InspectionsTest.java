package org.mailvane.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.mailvane.accounts.Accounts;
import org.mailvane.api.Caller;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.spf.SpfInspection;
import org.mailvane.mailauth.spf.SpfInspection.TextTerm;
import org.mailvane.mailauth.spf.SpfInspection.Volume;
import org.mailvane.platform.store.Scope;
import org.mailvane.platform.store.Scope.Reach;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.DnsServer;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.testing.TestSql;
import org.mailvane.traffic.sums.AddressVolumes;

/** What a service adds to the inspectors: volumes from reports, and a bound on how many at once. */
class InspectionsTest {

    private static final TestService service = TestService.shared();
    private static final TestSql SQL = service.sql();
    private static final DnsServer dns = service.dns();

    private static Accounts.Created account;
    private static Scope everything;

    @BeforeAll
    static void start() {
        dns.add(
                """
                shop.example              TXT  "v=spf1 ip4:192.0.2.0/28 ip4:192.0.2.8 ip6:2001:db8::/64 include:other.example -all"
                other.example             TXT  "v=spf1 ip4:198.51.100.7 -all"
                macro.example             TXT  "v=spf1 exists:%{i}._ok.macro.example -all"
                192.0.2.1._ok.macro.example  A  127.0.0.2
                many.example              TXT  "v=spf1 exists:%{i}._ok.many.example -all"
                *._ok.many.example        A    127.0.0.2
                empty.example             TXT  "v=spf1 ip4:203.0.113.77 -all"
                """);
        account = service.account("volumes");
        everything = account.account().scope();
        report("shop.example", 1, "192.0.2.1", 40, "192.0.2.9", 2, "203.0.113.1", 500);
        report("books.example", 1, "192.0.2.1", 7, "2001:db8::5", 3, "198.51.100.7", 1);
        report("toys.example", 1, "192.0.2.14", 11, "192.0.2.16", 1_000, "192.0.2.1", 1);
        // Outside of seven days, within thirty.
        report("shop.example", 20, "192.0.2.3", 10_000, "192.0.2.3", 1, "192.0.2.3", 1);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static void report(
            String domain,
            int daysAgo,
            String one,
            long first,
            String two,
            long second,
            String three,
            long third) {
        LocalDate day = LocalDate.now(ZoneOffset.UTC).minusDays(daysAgo);
        byte[] xml =
                SampleReport.about(domain)
                        .id(domain + daysAgo)
                        .period(day + "T00:00:00Z", day + "T23:59:59Z")
                        .record(one, first, "none", true, true)
                        .record(two, second, "none", true, true)
                        .record(three, third, "none", false, false)
                        .xml();
        take(account.apiToken(), xml);
    }

    private static void take(String token, byte[] xml) {
        Answer accepted =
                service.call(
                        "POST",
                        token,
                        "/api/v1/imports/",
                        BodyPublishers.ofByteArray(xml),
                        Map.of("Content-Type", "application/octet-stream"));
        assertThat(accepted.status()).as(accepted.text()).isEqualTo(202);
        Awaiting.until(
                "the import is done",
                Duration.ofSeconds(30),
                () ->
                        service.get(token, accepted.header("location"))
                                .json()
                                .get("state")
                                .asString()
                                .equals("done"));
    }

    private static SpfInspection spf(Scope scope, String name, int days) {
        return service.part(Inspections.class)
                .spf(caller(scope), DnsName.parse(name).orElseThrow(), days);
    }

    @Test
    void messagesFromTheRecordsNetworksAreCountedForTheDomainAndForOthers() {
        SpfInspection inspection = spf(everything, "shop.example", 7);
        assertThat(inspection.volumeDays()).isEqualTo(7);
        assertThat(inspection.messages())
                .extracting(Finding::code)
                .doesNotContain("spf.volume.cut");
        // 192.0.2.8 lies in the /28, so it is one network with it. For others: the /28, the /64 and
        // the include's address.
        assertThat(inspection.volume()).isEqualTo(new Volume(1, 42, 3, 7 + 3 + 1 + 11 + 1, 2));
    }

    @Test
    void everyTermTellsHowManyOfTheDomainsMessagesFallToIt() {
        assertThat(spf(everything, "shop.example", 7).records().getFirst().terms())
                .extracting(TextTerm::surveyDomainVolume)
                .as("of 42 from the /28, and 500 from elsewhere")
                .containsExactly(42L, 0L, 0L, 0L, 500L);
    }

    @Test
    void moreDaysCountMore() {
        assertThat(spf(everything, "shop.example", 30).volume().surveyDomainVolume())
                .isEqualTo(42 + 10_002);
    }

    @Test
    void anotherDomainsRecordCountsTheSameMessagesTheOtherWayRound() {
        Volume volume = spf(everything, "other.example", 7).volume();
        assertThat(volume).isEqualTo(new Volume(0, 0, 1, 1, 1));
    }

    @Test
    void termsThatOnlyAMessageDecidesAreTriedWithTheAddressesThatWereSeen() {
        Volume volume = spf(everything, "macro.example", 7).volume();
        assertThat(volume).isEqualTo(new Volume(0, 0, 1, 40 + 7 + 1, 3));
    }

    @Test
    void onlySoManyAddressesAreTried() {
        Accounts.Created many = service.account("many");
        String day = LocalDate.now(ZoneOffset.UTC).minusDays(1).toString();
        SampleReport report =
                SampleReport.about("many.example")
                        .id("many")
                        .period(day + "T00:00:00Z", day + "T23:59:59Z");
        for (int i = 1; i <= SpfVolumes.MAX_EVALUATED + 1; i++) {
            report.record("198.51.100." + i, 1, "none", true, true);
        }
        take(many.apiToken(), report.xml());

        Volume volume = spf(many.account().scope(), "many.example", 7).volume();
        assertThat(volume.surveyDomainVolume()).isEqualTo(SpfVolumes.MAX_EVALUATED);
    }

    @Test
    void theAddressesWithTheMostMessagesAreToldOfUpToANumber() {
        Accounts.Created busy = service.account("busy");
        LocalDate day = LocalDate.now(ZoneOffset.UTC).minusDays(1);
        take(
                busy.apiToken(),
                SampleReport.about("busy.example")
                        .period(day + "T00:00:00Z", day + "T23:59:59Z")
                        .record("203.0.113.1", 1, "none", true, true)
                        .xml());
        SQL.execute(
                """
                insert into fact (account_id, domain_id, report_id, day, header_from, address,
                    category, source, rule, rules_version, disposition, dkim_aligned, spf_aligned,
                    messages, detail)
                select account_id, domain_id, report_id, day, header_from, inet '10.0.0.0' + n,
                    category, source, rule, rules_version, disposition, dkim_aligned, spf_aligned,
                    2, detail
                from fact, generate_series(1, %d) n where account_id = %d
                """
                        .formatted(AddressVolumes.MAX_ADDRESSES, busy.account().id()));
        AddressVolumes.Found found =
                service.part(AddressVolumes.class)
                        .of(busy.account().scope(), DnsName.parse("busy.example").orElseThrow(), 7);
        assertThat(found.volumes())
                .hasSize(AddressVolumes.MAX_ADDRESSES)
                .allMatch(volume -> volume.own() == 2);
        assertThat(found.isCut()).isTrue();
        assertThat(spf(busy.account().scope(), "busy.example", 7).messages())
                .extracting(Finding::code)
                .contains("spf.volume.cut");
    }

    @Test
    void aRecordThatNobodySentFromHasNoVolume() {
        assertThat(spf(everything, "empty.example", 7).volume()).isEqualTo(Volume.NONE);
    }

    @Test
    void domainsThatTheCallerMayNotReadDoNotCount() {
        long user =
                Long.parseLong(
                        SQL.value(
                                """
                                insert into account_user (account_id, email, is_active, is_owner,
                                    is_admin, has_forensic_access, has_billing_access, date_joined)
                                values (%d, 'some@people.example', true, false, false, false, false,
                                    now()) returning id
                                """
                                        .formatted(everything.accountId())));
        SQL.execute(
                """
                with g as (
                    insert into domain_group (account_id, label, is_default)
                    values (%1$d, 'Books', false) returning id),
                m as (
                    insert into domain_group_member (account_id, group_id, domain_id)
                    select %1$d, g.id, d.id from g, domain d
                    where d.account_id = %1$d and d.name = 'books.example')
                insert into group_access (account_id, group_id, user_id, writes)
                select %1$d, g.id, %2$d, false from g
                """
                        .formatted(everything.accountId(), user));
        Scope some = new Scope(everything.accountId(), user, Reach.GROUPS, Reach.GROUPS);
        // Only what was sent in the name of books.example: nothing of the surveyed domain itself.
        assertThat(spf(some, "shop.example", 7).volume())
                .isEqualTo(new Volume(0, 0, 3, 7 + 3 + 1, 1));
        assertThat(spf(some, "books.example", 7).volume().otherDomainVolume()).isZero();
    }

    @Test
    void anotherAccountSeesNothing() {
        Scope other = service.account("other").account().scope();
        assertThat(spf(other, "shop.example", 7).volume()).isEqualTo(Volume.NONE);
    }

    @Test
    void moreThanSoManyAtOnceAreRefused() throws Exception {
        Optional<Caller> signedIn = Optional.of(caller(everything));
        Inspections inspections = service.part(Inspections.class);
        try (Held strangers =
                new Held(inspections, Optional.empty(), Inspections.ANONYMOUS_AT_ONCE)) {
            assertThatThrownBy(() -> inspections.make(Optional.empty(), all -> true))
                    .isInstanceOf(ApiProblem.class)
                    .hasMessageContaining("" + Inspections.ANONYMOUS_AT_ONCE)
                    .hasMessageContaining("without a token");
            // What strangers hold keeps nobody out who is signed in.
            int rest = Inspections.AT_ONCE - Inspections.ANONYMOUS_AT_ONCE;
            try (Held others = new Held(inspections, signedIn, rest)) {
                assertThatThrownBy(() -> inspections.make(signedIn, all -> true))
                        .isInstanceOf(ApiProblem.class)
                        .hasMessageContaining("" + Inspections.AT_ONCE);
                assertThat(
                                inspections.<Boolean>read(
                                        Optional.empty(),
                                        all -> all.dmarcRecord("v=DMARC1; p=none").valid()))
                        .isTrue();
                others.end();
            }
            strangers.end();
        }
        assertThat(inspections.<Boolean>make(Optional.empty(), all -> true)).isTrue();
        assertThat(inspections.<Boolean>make(signedIn, all -> true)).isTrue();
    }

    /** Inspections that go on until they are told to end. */
    private static final class Held implements AutoCloseable {

        private final CountDownLatch end = new CountDownLatch(1);
        private final List<Future<Boolean>> running = new ArrayList<>();
        private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

        Held(Inspections inspections, Optional<Caller> caller, int number)
                throws InterruptedException {
            CountDownLatch begun = new CountDownLatch(number);
            for (int i = 0; i < number; i++) {
                running.add(
                        threads.submit(() ->
                                inspections.make(
                                        caller,
                                        all -> {
                                            begun.countDown();
                                            await(end);
                                            return true;
                                        })));
            }
            begun.await();
        }

        /** Ends them, and sees that each was made. */
        void end() throws Exception {
            end.countDown();
            for (Future<Boolean> one : running) {
                assertThat(one.get()).isTrue();
            }
        }

        @Override
        public void close() {
            end.countDown();
            threads.close();
        }
    }

    private static Caller caller(Scope scope) {
        return new Caller(scope, scope.userId(), "ann@people.example", false, false, false);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }
}
