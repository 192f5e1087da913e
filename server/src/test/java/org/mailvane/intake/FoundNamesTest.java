package org.mailvane.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mailvane.accounts.Accounts;
import org.mailvane.domains.DomainDiscovery;
import org.mailvane.domains.Domains;
import org.mailvane.intake.ledger.Counts;
import org.mailvane.intake.ledger.ImportProgress;
import org.mailvane.intake.ledger.Imports;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.testing.DnsServer;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestSql;

/** Names that reports show become domains when DNS says that they exist. */
class FoundNamesTest {

    @TempDir Path folder;

    private final TestClock clock = new TestClock(Instant.parse("2026-11-03T09:00:00Z"));
    private final TestService service = TestService.shared(clock);
    private final TestSql sql = service.sql();
    private final DnsServer dns = service.dns();
    private final Accounts.Created account = service.account("One");
    private int files;

    FoundNamesTest() {
        dns.add("d6.example TXT \"v=spf1 -all\"\nreal.d6.example A 192.0.2.1");
        service.part(Domains.class)
                .add(account.account().scope(), List.of(new DomainName("d6.example")));
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private void take(SampleReport report) throws Exception {
        Path file = folder.resolve(++files + ".xml");
        Files.write(file, report.xml());
        service.part(Imports.class)
                .importFiles(account.account().scope(), List.of(file), new Unheard(), () -> false);
    }

    /** A report with a message from each of these names. */
    private static SampleReport from(String id, String... names) {
        SampleReport report = SampleReport.about("d6.example").id(id);
        for (String name : names) {
            report.record("192.0.2.1", 5, "none", false, false, name, "");
        }
        return report;
    }

    private List<String> domains() {
        return sql.rows("select name from domain order by name");
    }

    private long messages(String domain) {
        return service.get(account.apiToken(), "/api/v1/domains/?domain_exact=" + domain)
                .json()
                .at("/results/0/count_threat_other")
                .asLong();
    }

    @Test
    void aNameThatDoesNotExistCountsWithTheDomainAbove() throws Exception {
        take(from("1", "d6.example", "ghost.d6.example", "real.d6.example"));
        assertThat(domains()).containsExactly("d6.example", "real.d6.example");
        assertThat(
                        sql.rows(
                                """
                                select d.name, f.header_from, f.messages
                                from fact f join domain d on d.id = f.domain_id order by 2
                                """))
                .containsExactly(
                        "d6.example|d6.example|5",
                        "d6.example|ghost.d6.example|5",
                        "real.d6.example|real.d6.example|5");
        assertThat(messages("d6.example")).isEqualTo(15);
        assertThat(sql.rows("select domain from timeline_event where change like 'sub%'"))
                .containsExactly("real.d6.example");
    }

    @Test
    void aReportAboutANameThatDoesNotExistCountsWithTheDomainAbove() throws Exception {
        take(SampleReport.about("ghost.d6.example").record("192.0.2.1", 5, "none", false, false));
        assertThat(domains()).containsExactly("d6.example");
        assertThat(messages("d6.example")).isEqualTo(5);
    }

    @Test
    void aNameOfWhichDnsSaysNothingIsAskedForAgain() throws Exception {
        dns.add("late.d6.example SERVFAIL");
        take(from("1", "late.d6.example"));
        assertThat(domains()).containsExactly("d6.example");
        clock.advance(Duration.ofMinutes(1));
        assertThat(service.part(DomainDiscovery.class).discoverWaiting()).isFalse();
        assertThat(domains()).containsExactly("d6.example");
        dns.remove("late.d6.example");
        dns.add("late.d6.example A 192.0.2.1");
        service.forgetAnswers();
        service.part(DomainDiscovery.class).discoverWaiting();
        assertThat(domains()).as("after a pause that grows").containsExactly("d6.example");
        clock.advance(Duration.ofMinutes(2));
        service.part(DomainDiscovery.class).discoverWaiting();
        assertThat(domains()).containsExactly("d6.example", "late.d6.example");
        assertThat(sql.value("select count(*) from found_name")).isEqualTo("0");
        take(from("2", "late.d6.example"));
        assertThat(
                        sql.rows(
                                """
                                select d.name from fact f join domain d on d.id = f.domain_id
                                order by f.report_id
                                """))
                .containsExactly("d6.example", "late.d6.example");
    }

    @Test
    void aMissingNameIsAskedForAgainAfterADay() throws Exception {
        take(from("1", "later.d6.example"));
        dns.add("later.d6.example A 192.0.2.1");
        service.forgetAnswers();
        take(from("2", "later.d6.example"));
        assertThat(domains()).containsExactly("d6.example");
        clock.advance(Duration.ofDays(1));
        take(from("3", "later.d6.example"));
        assertThat(domains()).containsExactly("d6.example", "later.d6.example");
    }

    @Test
    void namesThatDoNotExistTakeNoRoomFromThoseThatDo() throws Exception {
        SampleReport forged = SampleReport.about("d6.example").id("forged");
        for (int i = 0; i < 60; i++) {
            forged.record("192.0.2.1", 1, "none", false, false, "g" + i + ".d6.example", "");
        }
        take(forged);
        assertThat(sql.value("select count(*) from found_name where missing")).isEqualTo("60");
        take(from("1", "real.d6.example"));
        assertThat(domains()).containsExactly("d6.example", "real.d6.example");
        clock.advance(Duration.ofDays(2));
        service.part(DomainDiscovery.class).discoverWaiting();
        assertThat(sql.value("select count(*) from found_name")).isEqualTo("0");
    }

    /** {@code FoundNames.ASKED_AT_ONCE}. */
    @Test
    void ofVeryManyNamesSomeAreAskedForAtATime() throws Exception {
        SampleReport forged = SampleReport.about("d6.example").id("forged");
        for (int i = 0; i < 501; i++) {
            forged.record("192.0.2.1", 1, "none", false, false, "g" + i + ".d6.example", "");
        }
        take(forged);
        assertThat(sql.value("select count(*) from found_name")).isEqualTo("500");
        // The last one has its turn when the others are not due.
        take(forged.id("again"));
        assertThat(sql.value("select count(*) from found_name")).isEqualTo("501");
    }

    /** {@code FoundNames.NOTED}. */
    @Test
    void onlySoManyNamesOfAnAccountAreNoted() throws Exception {
        sql.execute(
                """
                insert into found_name (account_id, name, missing, found, due)
                select account_id, 'n' || g || '.d6.example', true, timestamptz '%1$s',
                    timestamptz '%1$s' + interval '1 day'
                from account, generate_series(1, 4999) g
                """
                        .formatted(clock.instant()));
        take(from("1", "one.d6.example", "two.d6.example"));
        assertThat(sql.value("select count(*) from found_name")).isEqualTo("4999");
        take(from("2", "one.d6.example"));
        assertThat(sql.value("select count(*) from found_name")).isEqualTo("5000");
        take(from("3", "two.d6.example", "real.d6.example"));
        assertThat(sql.value("select count(*) from found_name")).isEqualTo("5000");
        assertThat(domains()).containsExactly("d6.example", "real.d6.example");
    }

    @Test
    void aPersonMayAddANameThatDoesNotExist() throws Exception {
        take(from("1", "ghost.d6.example"));
        service.part(Domains.class)
                .add(account.account().scope(), List.of(new DomainName("ghost.d6.example")));
        assertThat(domains()).containsExactly("d6.example", "ghost.d6.example");
        assertThat(sql.value("select count(*) from found_name")).isEqualTo("0");
    }

    /** Nobody hears how far an import is. */
    private static final class Unheard implements ImportProgress {

        @Override
        public void progressed(long expected, long read, Counts counts) {}

        @Override
        public void failed(List<Failure> failures) {}
    }
}
