package org.mailvane.traffic.sums;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mailvane.domains.Domains;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.IpAddress;
import org.mailvane.platform.store.Partitions;
import org.mailvane.platform.store.Scope;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestService;

/** How many facts are read and count to know what addresses sent. */
class AddressVolumeTableTest {

    private static final LocalDate FIRST = LocalDate.parse("2026-11-01");
    private static final LocalDate LAST = LocalDate.parse("2026-11-20");

    private final TestService service =
            TestService.shared(new TestClock(Instant.parse("2026-11-20T12:00:00Z")));
    private Scope scope;

    @BeforeEach
    void newAccount() {
        scope = service.account("One").account().scope();
        service.part(Domains.class)
                .add(
                        scope,
                        List.of(new DomainName("shop.example"), new DomainName("other.example")));
        service.part(Partitions.class).ensure(List.of(LAST));
        facts("shop.example", 5);
        facts("other.example", 7);
    }

    @AfterEach
    void close() {
        service.close();
    }

    /** Stores this number of facts of one message, each of a different address. */
    private void facts(String domain, int number) {
        facts(domain, number, 1);
    }

    private void facts(String domain, int number, int trust) {
        service.sql()
                .execute(
                        """
                        insert into fact (account_id, domain_id, report_id, day, header_from, address,
                            category, source, rule, rules_version, disposition, dkim_aligned,
                            spf_aligned, messages, detail, trust)
                        select %d, d.id, 1, '%s', d.name, inet '192.0.2.0' + n, 1, 1, 1, 1, 0, true,
                            true, 1, gen_random_uuid(), %d
                        from domain d, generate_series(1, %d) n where d.name = '%s'
                        """
                                .formatted(scope.accountId(), LAST, trust, number, domain));
    }

    private String found(int most, int facts) {
        AddressVolumes.Found found =
                service.part(AddressVolumeTable.class)
                        .list(scope, new DnsName("shop.example"), FIRST, LAST, most, facts);
        return "%d addresses, %d own, %d others, %s"
                .formatted(
                        found.volumes().size(),
                        found.volumes().stream().mapToLong(AddressVolume::own).sum(),
                        found.volumes().stream().mapToLong(AddressVolume::others).sum(),
                        found.isCut() ? "cut" : "all");
    }

    @Test
    void onlySoManyFactsAreReadAndThatIsSaid() {
        assertThat(found(100, 7)).isEqualTo("7 addresses, 5 own, 7 others, all");
        assertThat(found(100, 6)).isEqualTo("7 addresses, 5 own, 7 others, cut");
        assertThat(found(100, 2)).endsWith(" 3 own, 3 others, cut");
        assertThat(found(7, 7)).endsWith("all");
        assertThat(found(6, 7)).isEqualTo("6 addresses, 5 own, 6 others, cut");
    }

    @Test
    void factsOfOneDomainDoNotKeepTheDomainsOwnOut() {
        facts("other.example", 20);
        assertThat(found(100, 5)).endsWith(" 5 own, 6 others, cut");
    }

    @Test
    void factsOfHeldReportsAreReadOnlyInANumberAndLeaveRoomForOthers() {
        int read = 7 * AddressVolumeTable.READ_PER_COUNTED;
        facts("shop.example", read - 5, 3);
        assertThat(found(100, 7)).isEqualTo("7 addresses, 5 own, 7 others, all");
        facts("shop.example", 1, 3);
        assertThat(found(100, 7)).isEqualTo("7 addresses, 5 own, 7 others, cut");
    }

    @Test
    void factsOfHeldReportsAloneAreNotReadWithoutEnd() {
        service.sql().execute("update fact set trust = 3");
        facts("shop.example", 20, 3);
        assertThat(found(100, 5)).isEqualTo("0 addresses, 0 own, 0 others, cut");
        assertThat(found(100, 7)).isEqualTo("0 addresses, 0 own, 0 others, all");
    }

    @Test
    void otherDomainsAreLookedForInSoManyFacts() {
        service.sql().execute("delete from fact");
        for (int i = 1; i <= 7; i++) {
            service.part(Domains.class).add(scope, List.of(new DomainName("d" + i + ".example")));
            facts("d" + i + ".example", 1);
        }
        assertThat(otherDomains(7)).isEqualTo(7);
        assertThat(otherDomains(3)).isEqualTo(4);
        service.sql().execute("update fact set trust = 3");
        assertThat(otherDomains(7)).isZero();
    }

    /** How many other domains have facts of the address that each of them has. */
    private int otherDomains(int facts) {
        return service.part(AddressVolumeTable.class)
                .otherDomains(
                        scope,
                        new DnsName("shop.example"),
                        FIRST,
                        LAST,
                        List.of(IpAddress.parse("192.0.2.1").orElseThrow()),
                        facts);
    }
}
