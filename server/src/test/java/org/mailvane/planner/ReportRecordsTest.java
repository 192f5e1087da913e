package org.mailvane.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mailvane.accounts.Account;
import org.mailvane.accounts.Accounts;
import org.mailvane.accounts.ReportAddresses;
import org.mailvane.api.errors.ApiProblem;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.net.FreshDns;
import org.mailvane.planner.ReportRecords.Found;
import org.mailvane.planner.ReportRecords.Reports;
import org.mailvane.planner.ReportRecords.Result;
import org.mailvane.planner.ReportRecords.State;
import org.mailvane.platform.settings.Setting;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.DnsServer;
import org.mailvane.testing.TestService;

/** What DNS has now of the records that reports need, and what is to be published. */
class ReportRecordsTest {

    private static DnsServer dns;
    private static TestService service;
    private static Account account;
    private static ReportAddresses addresses;
    private static String mailbox;

    @BeforeAll
    static void open() {
        service =
                TestService.shared(Map.of(Setting.INTAKE_DOMAIN, "in.example"), Clock.systemUTC());
        dns = service.dns();
        dns.add(
                """
                in.example                         MX   10 mx.in.example
                _dmarc.in.example                  TXT  "v=DMARC1; p=none"
                agreed.example._report._dmarc.in.example  TXT "v=DMARC1"
                none.example                       MX   10 mx.none.example
                other.example                      MX   10 mx.other.example
                _dmarc.other.example               TXT  "v=DMARC1; p=reject; sp=none; rua=mailto:x@other.example; ri=3600"
                sub.other.example                  A    192.0.2.1
                _dmarc.broken.example              TXT  "v=DMARC1 p=none"
                _dmarc.lost.example                SERVFAIL
                half.example                       SERVFAIL
                """);
        account = service.account("One").account();
        service.account("Two");
        addresses = service.part(ReportAddresses.class);
        mailbox = addresses.of(account);
        dns.add("_dmarc.agreed.example TXT \"v=DMARC1; p=none; rua=mailto:" + mailbox + "\"");
        dns.add(
                "_dmarc.vain.example TXT \"v=DMARC1; p=none; rua=mailto:"
                        + mailbox.toUpperCase(Locale.ROOT)
                        + "\"");
        dns.add("_dmarc.theirs.example TXT \"v=DMARC1; p=none; rua=mailto:12345678@in.example\"");
    }

    @AfterAll
    static void close() {
        service.close();
    }

    @Test
    void whatIsToBePublishedKeepsWhatIsThere() {
        assertFound("agreed.example", Reports.HERE, State.PASSED, State.PASSED);
        assertFound("vain.example", Reports.HERE, State.PASSED, State.NOT_MET);
        assertFound("theirs.example", Reports.ELSEWHERE, State.NOT_MET, State.NOT_MET);
        // In the organisation of the mailbox, which need not agree with itself.
        assertFound("below.in.example", Reports.ELSEWHERE_ABOVE, State.NOT_MET, State.PASSED);
        assertFound("lost.example", Reports.UNKNOWN, State.UNKNOWN, State.NOT_MET);
        Found none = assertFound("none.example", Reports.NO_RECORD, State.NOT_MET, State.NOT_MET);
        assertThat(none.name()).isEqualTo("_dmarc.none.example");
        assertThat(none.record()).isEqualTo("v=DMARC1; p=none; rua=mailto:" + mailbox);
        Found other = assertFound("other.example", Reports.ELSEWHERE, State.NOT_MET, State.NOT_MET);
        assertThat(other.record())
                .isEqualTo(
                        "v=DMARC1; p=reject; sp=none; rua=mailto:x@other.example,mailto:"
                                + mailbox);
        Found below =
                assertFound(
                        "sub.other.example", Reports.ELSEWHERE_ABOVE, State.NOT_MET, State.NOT_MET);
        assertThat(below.name()).isEqualTo("_dmarc.other.example");
        assertThat(below.record()).isEqualTo(other.record());
        Found broken = assertFound("broken.example", Reports.BROKEN, State.NOT_MET, State.NOT_MET);
        assertThat(broken.record()).isEmpty();
        assertThat(check("agreed.example").mail()).isEqualTo(State.PASSED);
    }

    /** It has no record for sure, and may have no name to publish one below. */
    @Test
    void nameOfWhichDnsDoesNotTellIsNotTakenForOneThatExists() {
        Found half = check("half.example").found().getFirst();
        assertThat(half.reports()).isEqualTo(Reports.UNKNOWN);
        assertThat(half.record()).isEmpty();
    }

    @Test
    void nothingIsToBePublishedWhereThatCantBe() {
        Found nowhere =
                assertFound("nowhere.example", Reports.NO_DOMAIN, State.NOT_MET, State.NOT_MET);
        assertThat(nowhere.record()).isEmpty();
        String end = "." + ("x".repeat(60) + ".").repeat(3) + "example";
        int left = DomainName.MAX_LENGTH - "_dmarc.".length() - end.length();
        Found fits = check("y".repeat(left) + end).found().getFirst();
        assertThat(fits.name()).hasSize(DomainName.MAX_LENGTH);
        assertThat(fits.reports()).isEqualTo(Reports.NO_DOMAIN);
        Found over = check("y".repeat(left + 1) + end).found().getFirst();
        assertThat(over.reports()).isEqualTo(Reports.TOO_LONG);
        assertThat(over.record()).isEmpty();
        assertThat(over.askable()).isFalse();
        assertThat(check("none.example").found().getFirst().askable()).isTrue();
    }

    @Test
    void agreementHasANameAsLongAsThatCanBe() {
        String host = "z".repeat(60) + "." + "z".repeat(60) + "." + "z".repeat(60) + ".";
        int left = DomainName.MAX_LENGTH - "*._report._dmarc.".length() - host.length();
        String fits = "a@" + host + "z".repeat(left);
        assertThat(ReportRecords.agreementName(fits)).hasSize(DomainName.MAX_LENGTH);
        assertThat(ReportRecords.hasAgreementName(fits)).isTrue();
        assertThat(ReportRecords.hasAgreementName(fits + "z")).isFalse();
    }

    private static Found assertFound(String domain, Reports reports, State state, State agreement) {
        Found found = check(domain).found().getFirst();
        assertThat(found.reports()).as(domain).isEqualTo(reports);
        assertThat(found.state()).as(domain).isEqualTo(state);
        assertThat(found.agreement()).as(domain).isEqualTo(agreement);
        return found;
    }

    private static Result check(String... domains) {
        return service.part(ReportRecords.class)
                .check(
                        account.scope(),
                        mailbox,
                        Arrays.stream(domains).map(DomainName::new).toList(),
                        true);
    }

    @Test
    void severalAreOneResult() {
        Result result = check("agreed.example", "vain.example", "lost.example");
        assertThat(result.agreement()).isEqualTo(State.NOT_MET);
        assertThat(result.refused())
                .containsExactly(new DomainName("vain.example"), new DomainName("lost.example"));
        assertThat(result.count(State.PASSED)).isEqualTo(2);
        assertThat(result.count(State.UNKNOWN)).isEqualTo(1);
        assertThat(check().agreement()).isEqualTo(State.PASSED);
        assertThat(ReportRecords.agreementName(mailbox)).isEqualTo("*._report._dmarc.in.example");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        check(
                                Collections.nCopies(ReportRecords.MAX_DOMAINS + 1, "a.example")
                                        .toArray(String[]::new)));
    }

    @Test
    void whatWasJustPublishedIsSeenWhenAskedAnew() {
        List<DomainName> names = List.of(new DomainName("new.example"));
        ReportRecords records = service.part(ReportRecords.class);
        dns.add("new.example SOA ns.new.example h.new.example 1 3600 600 86400 3600");
        assertThat(records.check(account.scope(), mailbox, names, false).count(State.PASSED))
                .isZero();
        dns.add("_dmarc.new.example TXT \"v=DMARC1; p=none; rua=mailto:" + mailbox + "\"");
        assertThat(records.check(account.scope(), mailbox, names, false).count(State.PASSED))
                .isZero();
        assertThat(records.check(account.scope(), mailbox, names, true).count(State.PASSED))
                .isEqualTo(1);
    }

    /** DNS that says nothing until it may. */
    private static final class HeldDns implements FreshDns {

        private final CountDownLatch mayAnswer = new CountDownLatch(1);
        private final AtomicInteger waiting = new AtomicInteger();

        @Override
        public DnsAnswer ask(DnsName name, RecordType type) {
            waiting.incrementAndGet();
            try {
                mayAnswer.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            return service.part(FreshDns.class).ask(name, type);
        }

        @Override
        public Dns fresh(Predicate<DnsName> names) {
            return this;
        }
    }

    private static ReportRecords records(HeldDns held, Duration limit) {
        return new ReportRecords(held, addresses, service.part(PublicSuffixes.class), limit);
    }

    @Test
    @Timeout(60)
    void whatTakesTooLongIsNotKnown() {
        Result result =
                records(new HeldDns(), Duration.ofMillis(50))
                        .check(
                                account.scope(),
                                mailbox,
                                List.of(
                                        new DomainName("agreed.example"),
                                        new DomainName("none.example")),
                                true);
        assertThat(result.count(State.UNKNOWN)).isEqualTo(2);
        assertThat(result.agreement()).isEqualTo(State.UNKNOWN);
        assertThat(result.mail()).isEqualTo(State.UNKNOWN);
    }

    @Test
    @Timeout(60)
    void onlySoManyAreLookedUpForAtOnce() throws Exception {
        HeldDns held = new HeldDns();
        ReportRecords records = records(held, Duration.ofMinutes(1));
        List<DomainName> names = List.of(new DomainName("agreed.example"));
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Result>> results =
                    Collections.nCopies(ReportRecords.MAX_CHECKS, 0).stream()
                            .map(each ->
                                    threads.submit(() ->
                                            records.check(account.scope(), mailbox, names, true)))
                            .toList();
            Awaiting.until(
                    "all wait for DNS",
                    Duration.ofSeconds(30),
                    () -> held.waiting.get() >= ReportRecords.MAX_CHECKS);
            assertThatThrownBy(() -> records.check(account.scope(), mailbox, names, true))
                    .isInstanceOf(ApiProblem.class)
                    .hasMessageContaining("the maximum of this server");
            held.mayAnswer.countDown();
            for (Future<Result> result : results) {
                assertThat(result.get().count(State.PASSED)).isEqualTo(1);
            }
        }
        assertThat(records.check(account.scope(), mailbox, names, true).count(State.PASSED))
                .isEqualTo(1);
    }

    @Test
    @Tag("slow")
    void serversThatDoNotAnswerTakeNoLongerThanTheLimit() {
        dns.add("_dmarc.silent.example DROP");
        long before = System.nanoTime();
        Result result = check("silent.example", "agreed.example");
        assertThat(Duration.ofNanos(System.nanoTime() - before))
                .isLessThan(ReportRecords.MAX_TIME.plusSeconds(4));
        assertThat(result.found().getFirst().state()).isEqualTo(State.UNKNOWN);
        assertThat(result.found().getLast().state()).isEqualTo(State.PASSED);
    }

    @Test
    void addressToPublishIsOneThatOthersCanReach() {
        Account third = service.account("Three").account();
        Accounts accounts = service.part(Accounts.class);
        assertThat(accounts.find(third.id())).isPresent();
        assertThat(addresses.publishable(third)).containsExactly(addresses.of(third));
        addresses.add(third.id(), "dmarc@else.example");
        // SMTP takes nothing here, so that what is mailed to its own address comes by detours.
        assertThat(addresses.publishable(third))
                .containsExactly("dmarc@else.example", addresses.of(third));
        try (TestService local = TestService.start(Map.of(Setting.SMTP_LISTEN, "127.0.0.1:0"))) {
            Account here = local.account("Here").account();
            ReportAddresses its = local.part(ReportAddresses.class);
            assertThat(its.publishable(here)).isEmpty();
        }
    }
}
