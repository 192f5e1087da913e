package org.mailvane.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mailvane.domains.DomainDiscovery;
import org.mailvane.intake.ledger.Counts;
import org.mailvane.intake.ledger.ImportProgress;
import org.mailvane.intake.ledger.Imports;
import org.mailvane.intake.reading.EnvelopeReader;
import org.mailvane.platform.store.Database;
import org.mailvane.platform.store.Scope;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestSql;

/** Which domains reports add, and with which they count. */
@Tag("slow")
class ReportDomainsTest {

    @TempDir Path folder;

    private static final TestService SERVICE = TestService.shared();
    private static final Database DATABASE = SERVICE.database();
    private static final TestSql SQL = SERVICE.sql();
    private Scope scope;

    @AfterAll
    static void stop() {
        SERVICE.close();
    }

    @BeforeEach
    void empty() {
        SQL.empty("account, report, fact, auth_result, daily, domain_day");
        scope = SERVICE.account("stored").account().scope();
    }

    @Test
    void aSubdomainsReportAddsItsOrganisationalDomainToo() throws Exception {
        importFile(
                SampleReport.about("mail.shop.example.co.uk")
                        .record("192.0.2.1", 5, "none", true, true));
        assertThat(
                        SQL.rows(
                                """
                                select d.name, p.name as parent, d.top_level, d.origin from domain d
                                left join domain p on p.id = d.parent_id order by length(d.name)
                                """))
                .containsExactly(
                        "example.co.uk|null|t|d", "mail.shop.example.co.uk|example.co.uk|f|d");
    }

    @Test
    void belowADomainWhoseOrganisationTheAccountDoesNotHaveTheNearestIsTheParent()
            throws Exception {
        SQL.execute(
                """
                insert into domain (account_id, name, top_level, origin, added_date)
                values (%d, 'sub.example.com', true, 'm', now())
                """
                        .formatted(scope.accountId()));
        importFile(
                SampleReport.about("a.b.sub.example.com")
                        .record("192.0.2.1", 5, "none", true, true));
        assertThat(
                        SQL.rows(
                                """
                                select d.name, p.name as parent, d.top_level from domain d
                                left join domain p on p.id = d.parent_id order by length(d.name)
                                """))
                .containsExactly("sub.example.com|null|t", "a.b.sub.example.com|sub.example.com|f");
    }

    @Test
    void aHeaderFromOfAnotherOrganisationIsNeverAddedAndCountsWithThePolicyDomain()
            throws Exception {
        importFile(
                SampleReport.about("example.com")
                        .record("192.0.2.1", 5, "none", true, true, "stranger.example", ""));
        assertThat(SQL.rows("select name from domain")).containsExactly("example.com");
        assertThat(
                        SQL.rows(
                                """
                                select d.name, f.header_from from fact f
                                join domain d on d.id = f.domain_id
                                """))
                .containsExactly("example.com|stranger.example");
        assertThat(SQL.rows("select array_to_string(remarks, ',') from report"))
                .containsExactly("header_from.outside_policy_domain");
    }

    @Test
    void discoveredSubdomainsAreBoundedADay() throws Exception {
        SampleReport report = SampleReport.about("example.com");
        int names = DomainDiscovery.MAX_DISCOVERED_A_DAY + 5;
        for (int i = 0; i < names; i++) {
            report.record("192.0.2.1", 1, "none", true, true, "s%03d.example.com".formatted(i), "");
        }
        importFile(report);
        assertThat(SQL.rows("select count(*) from domain where parent_id is not null"))
                .containsExactly(String.valueOf(DomainDiscovery.MAX_DISCOVERED_A_DAY));
        assertThat(
                        SQL.rows(
                                """
                                select count(*) from fact f join domain d on d.id = f.domain_id
                                where d.name = 'example.com' and f.header_from <> 'example.com'
                                """))
                .containsExactly("5");
    }

    @Test
    void discoveredSubdomainsAreBoundedInAll() throws Exception {
        importFile(SampleReport.about("example.com").record("192.0.2.1", 1, "none", true, true));
        SQL.execute(
                """
                insert into domain (account_id, name, parent_id, top_level, origin, added_date)
                select account_id, 'old' || n || '.example.com', id, false, 'd', now() - interval '9 days'
                from domain, generate_series(1, %d) n
                """
                        .formatted(DomainDiscovery.MAX_DISCOVERED - 1));
        importFile(
                SampleReport.about("example.com")
                        .id("r-2")
                        .record("192.0.2.1", 1, "none", true, true, "last.example.com", "")
                        .record("192.0.2.1", 1, "none", true, true, "over.example.com", ""));
        assertThat(
                        SQL.rows(
                                "select name from domain where name in ('last.example.com', 'over.example.com')"))
                .containsExactly("last.example.com");
    }

    @Test
    void aReportThatWasStoredWithTheParentIsADuplicateWhenTheSubdomainHasARow() throws Exception {
        SQL.execute(
                """
                insert into domain (account_id, name, top_level, origin, added_date)
                values (%d, 'example.com', true, 'm', now());
                insert into domain (account_id, name, parent_id, top_level, origin, added_date)
                select account_id, 'full' || n || '.example.com', id, false, 'd', now()
                from domain, generate_series(1, %d) n
                """
                        .formatted(scope.accountId(), DomainDiscovery.MAX_DISCOVERED_A_DAY));
        SampleReport report =
                SampleReport.about("sub.example.com").record("192.0.2.1", 5, "none", true, true);
        assertThat(importFile(report).imported()).isEqualTo(1);
        assertThat(SQL.rows("select d.name from report r join domain d on d.id = r.domain_id"))
                .containsExactly("example.com");
        SQL.execute("update domain set added_date = now() - interval '2 days'");
        Counts again = importFile(report);
        assertThat(SQL.rows("select count(*) from domain where name = 'sub.example.com'"))
                .containsExactly("1");
        assertThat(again.duplicate()).isEqualTo(1);
        assertThat(SQL.rows("select sum(messages) from fact")).containsExactly("5");
        SampleReport other =
                SampleReport.about("sub.example.com").record("192.0.2.1", 6, "none", true, true);
        importFile(other);
        assertThat(SQL.rows("select code from ledger_remark")).containsExactly("different_content");
    }

    @Test
    void aPublicSuffixIsNeverAddedByAReport() throws Exception {
        Counts counts =
                importFile(
                        SampleReport.about("co.uk")
                                .record("192.0.2.1", 5, "none", true, true, "shop.co.uk", ""));
        assertThat(counts.waiting()).isEqualTo(1);
        assertThat(SQL.rows("select name from domain")).isEmpty();
        SQL.execute(
                """
                insert into domain (account_id, name, top_level, origin, added_date)
                values (%d, 'co.uk', true, 'm', now())
                """
                        .formatted(scope.accountId()));
        assertThat(
                        importFile(
                                        SampleReport.about("co.uk")
                                                .id("r-2")
                                                .record("192.0.2.1", 5, "none", true, true))
                                .imported())
                .isEqualTo(1);
        importFile(SampleReport.about("shop.co.uk").record("192.0.2.1", 7, "none", true, true));
        assertThat(
                        SQL.rows(
                                """
                                select d.name, sum(messages) from fact f
                                join domain d on d.id = f.domain_id group by 1 order by 1
                                """))
                .containsExactly("co.uk|5", "shop.co.uk|7");
    }

    @Test
    void fromDomainsBeyondTheLimitCountWithThePolicyDomain() throws Exception {
        SQL.execute(
                """
                insert into domain (account_id, name, top_level, origin, added_date)
                values (%d, 'example.com', true, 'm', now()), (%d, 'zz.example.com', true, 'm', now())
                """
                        .formatted(scope.accountId(), scope.accountId()));
        SampleReport report = SampleReport.about("example.com");
        for (int i = 0; i < EnvelopeReader.MAX_HEADER_FROMS; i++) {
            report.record(
                    "192.0.2.1", 1, "none", true, true, "n%05d.other.example".formatted(i), "");
        }
        report.record("192.0.2.1", 1, "none", true, true, "zz.example.com", "");
        importFile(report);
        assertThat(
                        SQL.rows(
                                """
                                select d.name from fact f join domain d on d.id = f.domain_id
                                where f.header_from = 'zz.example.com'
                                """))
                .containsExactly("example.com");
    }

    @Test
    void ofANameWithVeryManyLabelsOnlyThoseNearTheOrganisationAreLookedAt() throws Exception {
        String long119 = "a.".repeat(100) + "deep.example.com";
        importFile(
                SampleReport.about("example.com")
                        .record("192.0.2.1", 1, "none", true, true, long119, ""));
        assertThat(SQL.rows("select count(*) from domain where name like 'a.a.%'"))
                .containsExactly("1");
        assertThat(
                        SQL.rows(
                                """
                                select d.name = f.header_from from fact f
                                join domain d on d.id = f.domain_id
                                """))
                .containsExactly("t");
    }

    private Counts importFile(SampleReport report) throws Exception {
        Path file = folder.resolve("report-" + System.nanoTime() + ".xml");
        Files.write(file, report.xml());
        return importPath(file);
    }

    private Counts importPath(Path path) {
        return SERVICE.part(Imports.class)
                .importFiles(scope, List.of(path), new Unheard(), () -> false);
    }

    /** Listens to no progress. */
    static final class Unheard implements ImportProgress {

        @Override
        public void progressed(long expected, long read, Counts counts) {}

        @Override
        public void failed(List<Failure> failures) {}
    }
}
