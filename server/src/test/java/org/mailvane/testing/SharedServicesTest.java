package org.mailvane.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ConnectException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.dns.DnsAnswer.Status;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.net.DnsResolver;
import org.mailvane.platform.settings.Setting;
import org.springframework.context.SmartLifecycle;

/** A borrower finds nothing of what the one before did. */
class SharedServicesTest {

    /** Settings that no other class has, so that its services are this class's own. */
    private static final Map<Setting, String> OWN = Map.of(Setting.INTAKE_DOMAIN, "lent.example");

    private static final Instant EARLIER = Instant.parse("2026-03-01T09:00:00Z");
    private static final Instant LATER = Instant.parse("2027-03-01T09:00:00Z");

    private static TestService borrow(Instant now) {
        return TestService.shared(OWN, new TestClock(now));
    }

    private static Status ask(TestService service) {
        return service.part(DnsResolver.class)
                .ask(DnsName.parse("shop.example").orElseThrow(), RecordType.A)
                .status();
    }

    @Test
    void itIsEmptyAndNumbersGoOn() {
        long first;
        try (TestService service = borrow(EARLIER)) {
            first = service.account("One").account().id();
            assertThat(service.sql().value("select count(*) from account")).isEqualTo("1");
        }
        try (TestService service = borrow(EARLIER)) {
            assertThat(service.sql().value("select count(*) from account")).isEqualTo("0");
            assertThat(service.account("One").account().id()).isGreaterThan(first);
        }
    }

    @Test
    void itHasTheBorrowersClockAlsoAnEarlierOne() {
        try (TestService service = borrow(LATER)) {
            assertThat(service.part(Clock.class).instant()).isEqualTo(LATER);
        }
        try (TestService service = borrow(EARLIER)) {
            assertThat(service.part(Clock.class).instant()).isEqualTo(EARLIER);
        }
    }

    @Test
    void dnsKnowsWhatTheBorrowerAddsAndNothingElse() {
        try (TestService service = borrow(EARLIER)) {
            assertThat(ask(service).isFailure()).isTrue();
            service.forgetAnswers();
            service.dns().add("shop.example A 192.0.2.1");
            assertThat(ask(service)).isEqualTo(Status.FOUND);
        }
        try (TestService service = borrow(EARLIER)) {
            assertThat(service.dns().asked()).isEmpty();
            assertThat(ask(service).isFailure()).isTrue();
        }
    }

    @Test
    void whatABorrowerStoppedRunsAgain() {
        try (TestService service = borrow(EARLIER)) {
            for (String part : new String[] {"jobRunner", "reclassificationWorker"}) {
                service.part(part, SmartLifecycle.class).stop();
                assertThat(service.part(part, SmartLifecycle.class).isRunning()).isFalse();
            }
        }
        try (TestService service = borrow(EARLIER)) {
            for (String part : new String[] {"jobRunner", "reclassificationWorker"}) {
                assertThat(service.part(part, SmartLifecycle.class).isRunning()).isTrue();
            }
        }
    }

    @Test
    void oneWhoseTablesWereChangedIsNotLentAgain() {
        String changed;
        try (TestService service = borrow(EARLIER)) {
            changed = service.database().url().jdbcUrl();
            service.sql().execute("alter table domain_day rename to away");
        }
        try (TestService service = borrow(EARLIER)) {
            assertThat(service.database().url().jdbcUrl()).isNotEqualTo(changed);
        }
    }

    @Test
    @Tag("slow")
    void twoBorrowersAtOnceHaveTwoServices() {
        try (TestService one = borrow(EARLIER);
                TestService other = borrow(LATER)) {
            one.account("One");
            assertThat(other.sql().value("select count(*) from account")).isEqualTo("0");
            assertThat(other.part(Domains.class)).isNotSameAs(one.part(Domains.class));
        }
    }

    @Test
    @Tag("slow")
    void onlySoManyAreKeptAndTheOneThatRestedLongestIsEnded() {
        List<String> addresses = new ArrayList<>();
        List<TestService> lent = new ArrayList<>();
        for (int i = 0; i <= SharedServices.MAX_IDLE; i++) {
            TestService service =
                    TestService.shared(
                            Map.of(Setting.INTAKE_DOMAIN, "lent" + i + ".example"),
                            new TestClock(EARLIER));
            lent.add(service);
            addresses.add(service.address());
        }
        try (TestService asking = borrow(EARLIER)) {
            lent.forEach(TestService::close);
            assertThatThrownBy(() -> asking.get(null, addresses.getFirst() + "/healthz"))
                    .hasCauseInstanceOf(ConnectException.class);
            for (String kept : addresses.subList(1, addresses.size())) {
                assertThat(asking.get(null, kept + "/healthz").status()).isEqualTo(200);
            }
        }
    }
}
