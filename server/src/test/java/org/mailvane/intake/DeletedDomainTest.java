package org.mailvane.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.mailvane.accounts.Accounts;
import org.mailvane.domains.Domains;
import org.mailvane.intake.ledger.Counts;
import org.mailvane.intake.ledger.DomainMessages;
import org.mailvane.intake.ledger.Imports;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.platform.store.Database;
import org.mailvane.platform.store.Scope;
import org.mailvane.testing.Awaiting;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestService.Answer;
import org.mailvane.testing.TestSql;

/** What becomes of reports when their domain is deleted, and when it comes back. */
class DeletedDomainTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    /** Every table that says something about single domains. */
    private static final List<String> TABLES =
            List.of("report", "fact", "auth_result", "daily", "domain_day", "domain_group_member");

    @TempDir Path folder;

    private static final TestService SERVICE = TestService.shared();
    private static final Database DATABASE = SERVICE.database();
    private static final TestSql SQL = SERVICE.sql();
    private Accounts.Created account;
    private Scope scope;

    @AfterAll
    static void stop() {
        SERVICE.close();
    }

    @BeforeEach
    void newAccount(TestInfo test) {
        account = SERVICE.account("a" + test.getTestMethod().orElseThrow().getName().hashCode());
        scope = account.account().scope();
    }

    @Test
    void theSumsByDayAreThoseOfTheRows() throws Exception {
        importReports(
                report("example.com", "r-1")
                        .record("192.0.2.2", 3, "none", false, false)
                        .record("192.0.2.9", 7, "none", true, false, "example.com", "mailing_list")
                        .record("192.0.2.1", 20, "none", true, true, "sub.example.com", ""),
                report("example.com", "r-2"));
        assertThat(
                        SQL.rows(
                                """
                                select d.name, c.day, c.capable, c.non_compliant, c.forwarded, c.threat,
                                    c.passed
                                from domain_day c join domain d on d.id = c.domain_id
                                where c.account_id = %d order by d.name
                                """
                                        .formatted(scope.accountId())))
                .containsExactly(
                        "example.com|2026-11-01|20|0|7|3|27",
                        "sub.example.com|2026-11-01|20|0|0|0|20");
    }

    @Test
    void deletingADomainRemovesEverythingThatIsStoredAboutIt() throws Exception {
        importReports(report("example.com", "r-1"), report("other.example", "r-1"));
        SQL.execute(
                """
                insert into domain_group (account_id, label, is_default) values (%1$d, 'g', false);
                insert into domain_group_member (account_id, group_id, domain_id)
                select %1$d, g.id, d.id from domain_group g, domain d
                where g.account_id = %1$d and d.account_id = %1$d and g.label = 'g'
                """
                        .formatted(scope.accountId()));
        Answer answer = delete("example.com");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().path("detail").asString())
                .isEqualTo("The domain example.com was deleted.");
        for (String table : TABLES) {
            assertThat(
                            SQL.rows(
                                    """
                                    select distinct d.name from %s t
                                    left join domain d on d.id = t.domain_id
                                    where t.account_id = %d
                                    """
                                            .formatted(table, scope.accountId())))
                    .as(table)
                    .containsExactly("other.example");
        }
        assertThat(one("select count(*) from raw_message where")).isEqualTo("1");
        assertThat(
                        rows(
                                """
                                select imported, records, raw_id is null from ledger_entry
                                where %s order by id
                                """))
                .containsExactlyInAnyOrder("1|1|t", "1|1|f");
        assertThat(rows("select name from deleted_domain where %s")).containsExactly("example.com");
    }

    @Test
    void aMessageWithReportsOfOtherDomainsGoesWithTheLastOfThem() throws Exception {
        Path zip = folder.resolve("both.zip");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
            for (String domain : List.of("one.example", "two.example")) {
                out.putNextEntry(new ZipEntry(domain + ".xml"));
                out.write(report(domain, "r-1").xml());
            }
        }
        importPath(zip);
        delete("one.example");
        assertThat(one("select count(*) from raw_message where")).isEqualTo("1");
        delete("two.example");
        assertThat(one("select count(*) from raw_message where")).isEqualTo("0");
        assertThat(rows("select imported, raw_id from ledger_entry where %s"))
                .containsExactly("2|null");
    }

    @Test
    @Tag("slow")
    void allMessagesOfADomainGoHoweverManyTheyAre() throws Exception {
        importReports(report("example.com", "r-1"), report("other.example", "r-1"));
        SQL.execute(
                """
                with raws as (
                    insert into raw_message (account_id, content_hash, size, deflated, received)
                    select %1$d, sha256(cast(cast(i as text) as bytea)), 1, '', now()
                    from generate_series(1, %2$d) i
                    returning id)
                insert into report (account_id, domain_id, reporter, report_id, begin_at, end_at,
                    content_hash, raw_id, received, policy_domain, email, records, messages,
                    skipped, not_stored, remarks, errors, reporter_number)
                select account_id, domain_id, reporter, raws.id, begin_at, end_at, content_hash,
                    raws.id, received, policy_domain, email, records, messages, skipped,
                    not_stored, remarks, errors, reporter_number
                from report, raws where account_id = %1$d and policy_domain = 'example.com'
                """
                        .formatted(scope.accountId(), DomainMessages.MESSAGES_AT_ONCE));
        assertThat(one("select count(*) from raw_message where"))
                .isEqualTo(String.valueOf(DomainMessages.MESSAGES_AT_ONCE + 2));
        delete("example.com");
        assertThat(one("select count(*) from raw_message where")).isEqualTo("1");
        assertThat(one("select count(*) from report where")).isEqualTo("1");
    }

    @Test
    void aMessageOfWhichAPartWaitsStaysForThat() throws Exception {
        importReports(report("gone.example", "r-0"));
        delete("gone.example");
        Path zip = folder.resolve("both.zip");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
            for (String domain : List.of("one.example", "gone.example")) {
                out.putNextEntry(new ZipEntry(domain + ".xml"));
                out.write(report(domain, "r-1").xml());
            }
        }
        importPath(zip);
        delete("one.example");
        assertThat(one("select count(*) from raw_message where")).isEqualTo("1");
        add("gone.example");
        Awaiting.until(
                "the report is there",
                SOON,
                () -> one("select count(*) from report where").equals("1"));
        // Of its two reports one is stored, the other waits again: its domain is deleted.
        Awaiting.until(
                "the ledger says so",
                SOON,
                () ->
                        rows("select imported, duplicate, waiting, found from ledger_entry where"
                                        + " %s order by id")
                                .equals(List.of("1|0|0|1", "1|0|1|2")));
    }

    @Test
    void aReportThatBeginsToWaitIsNoDuplicateOfAnotherInTheSameMessage() throws Exception {
        Path zip = folder.resolve("both.zip");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
            for (String domain : List.of("one.example", "two.example")) {
                out.putNextEntry(new ZipEntry(domain + ".xml"));
                out.write(report(domain, "r-1").xml());
            }
        }
        importPath(zip);
        delete("one.example");
        assertThat(importPath(zip).waiting()).isEqualTo(1);
        delete("two.example");
        Counts again = importPath(zip);
        assertThat(again.waiting()).isEqualTo(1);
        assertThat(again.duplicate()).isEqualTo(1);
        assertThat(importPath(zip).duplicate()).isEqualTo(2);
        add("two.example");
        Awaiting.until(
                "the report is there",
                SOON,
                () -> one("select count(*) from report where").equals("1"));
        assertThat(rows("select policy_domain from report where %s"))
                .containsExactly("two.example");
    }

    @Test
    void aDeletedDomainsReportsWaitUntilSomebodyAddsItAndAreReadThen() throws Exception {
        SampleReport report = report("example.com", "r-1");
        importReports(report);
        delete("example.com");
        Counts again = importReports(report);
        assertThat(again.waiting()).isEqualTo(1);
        assertThat(again.imported()).isZero();
        assertThat(rows("select name from domain where %s")).isEmpty();
        assertThat(rows("select outcome, code, domain from ledger_remark where %s"))
                .containsExactly("waiting|unknown_domain|example.com");
        add("example.com");
        Awaiting.until(
                "the report is there",
                SOON,
                () -> one("select count(*) from report where").equals("1"));
        assertThat(rows("select sum(messages) from fact where %s")).containsExactly("10");
        assertThat(rows("select imported, waiting from ledger_entry where %s order by id"))
                .containsExactly("1|0", "1|0");
        assertThat(rows("select outcome from ledger_remark where %s")).isEmpty();
        assertThat(importReports(report).duplicate()).isEqualTo(1);
    }

    @Test
    void anUploadAboutADeletedDomainWaitsToo() throws Exception {
        importReports(report("example.com", "r-1"));
        delete("example.com");
        Answer upload =
                SERVICE.call(
                        "POST",
                        account.apiToken(),
                        "/api/v1/imports/",
                        BodyPublishers.ofByteArray(report("example.com", "r-2").xml()),
                        Map.of("Content-Type", "application/octet-stream"));
        String path = "/api/v1/imports/" + upload.json().path("id").asLong() + "/";
        Awaiting.until(
                "it waits",
                SOON,
                () -> SERVICE.get(account.apiToken(), path).json().path("waiting").asInt() == 1);
        add("example.com");
        Awaiting.until(
                "it is imported",
                SOON,
                () -> SERVICE.get(account.apiToken(), path).json().path("imported").asInt() == 1);
        assertThat(SERVICE.get(account.apiToken(), path).json().path("waiting").asInt()).isZero();
    }

    @Test
    void whatWaitsIsReadWhenItsDomainIsDiscoveredToo() throws Exception {
        importReports(report("example.com", "r-1"));
        delete("example.com");
        importReports(report("example.com", "r-2"), report("sub.example.com", "r-3"));
        assertThat(rows("select domain from ledger_remark where %s order by domain"))
                .containsExactly("example.com", "sub.example.com");
        SQL.execute(
                "delete from deleted_domain where account_id = %d".formatted(scope.accountId()));
        importReports(report("example.com", "r-4"));
        Awaiting.until(
                "the reports are there",
                SOON,
                () -> one("select count(*) from report where").equals("3"));
        Awaiting.until(
                "nothing is worked again",
                SOON,
                () ->
                        rows("select state, imported, waiting from ledger_entry where %s")
                                .equals(List.of("done|1|0", "done|1|0", "done|1|0", "done|1|0")));
        assertThat(rows("select id from ledger_remark where %s")).isEmpty();
    }

    @Test
    void whatWaitsForANameBelowAnAddedOneIsReadToo() throws Exception {
        importReports(report("example.com", "r-1"));
        delete("example.com");
        importReports(report("sub.example.com", "r-1"), report("subexample.com", "r-2"));
        assertThat(rows("select domain from ledger_remark where %s"))
                .containsExactly("sub.example.com");
        add("example.com");
        Awaiting.until(
                "the report is there",
                SOON,
                () -> one("select count(*) from report where").equals("2"));
        assertThat(rows("select name from domain where %s order by name"))
                .containsExactly("example.com", "sub.example.com", "subexample.com");
    }

    @Test
    void partsThatWereImportedBeforeStayImportedWhenTheRestIsRead() throws Exception {
        importReports(report("late.example", "r-0"));
        delete("late.example");
        Path zip = folder.resolve("both.zip");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
            for (String domain : List.of("one.example", "late.example")) {
                out.putNextEntry(new ZipEntry(domain + ".xml"));
                out.write(report(domain, "r-1").xml());
            }
        }
        importPath(zip);
        add("late.example");
        Awaiting.until(
                "both are imported",
                SOON,
                () ->
                        rows("select found, imported, duplicate, waiting, records from ledger_entry"
                                        + " where %s order by id desc limit 1")
                                .equals(List.of("2|2|0|0|2")));
    }

    @Test
    void belowADeletedNameNothingIsDiscoveredUnlessARowStandsBetween() throws Exception {
        importReports(report("example.com", "r-1"), report("a.example.com", "r-2"));
        assertThat(rows("select name from domain where %s order by name"))
                .containsExactly("a.example.com", "example.com");
        SQL.execute("update domain set top_level = true where name = 'a.example.com'");
        delete("example.com");
        Counts counts =
                importReports(
                        report("example.com", "r-3"),
                        report("b.example.com", "r-4"),
                        report("x.a.example.com", "r-5")
                                .record("192.0.2.1", 1, "none", true, true, "c.example.com", ""));
        assertThat(counts.waiting()).isEqualTo(2);
        assertThat(counts.imported()).isEqualTo(1);
        assertThat(rows("select name from domain where %s order by name"))
                .containsExactly("a.example.com", "x.a.example.com");
    }

    @Test
    void aDeletedSubdomainsOwnReportsWaitWhileItsMailInOthersCountsWithTheParent()
            throws Exception {
        importReports(report("example.com", "r-1"), report("sub.example.com", "r-2"));
        delete("sub.example.com");
        Counts counts =
                importReports(
                        report("sub.example.com", "r-3"),
                        report("below.sub.example.com", "r-4"),
                        report("example.com", "r-5")
                                .record("192.0.2.1", 5, "none", true, true, "sub.example.com", ""));
        assertThat(counts.waiting()).isEqualTo(2);
        assertThat(rows("select name from domain where %s")).containsExactly("example.com");
        assertThat(rows("select sum(messages) from fact where %s")).containsExactly("25");
    }

    @Test
    @Tag("slow")
    void anImportTriesAgainWhileSomebodyChangesTheAccountsDomainsForLong() throws Exception {
        String waiting =
                """
                select waitstart from pg_locks
                where locktype = 'advisory' and waitstart is not null and database =
                    (select oid from pg_database where datname = current_database())
                """;
        try (Connection other = Installation.connect(DATABASE);
                ExecutorService worker = Executors.newSingleThreadExecutor()) {
            other.setAutoCommit(false);
            Installation.text(
                    other,
                    "select pg_advisory_xact_lock(hashtextextended('domain tree', %d))"
                            .formatted(scope.accountId()));
            Future<Counts> imported = worker.submit(() -> importReports(report("a.example", "1")));
            Set<String> waits = new HashSet<>();
            Awaiting.until(
                    "it waits again",
                    SOON,
                    () -> {
                        waits.addAll(SQL.rows(waiting));
                        return waits.size() > 1;
                    });
            other.rollback();
            assertThat(imported.get().imported()).isEqualTo(1);
        }
    }

    @Test
    @Tag("slow")
    void importsAndDeletionsAtTheSameTimeLeaveNothingOver() throws Exception {
        int rounds = 12;
        List<String> names = List.of("one.example", "two.example", "sub.one.example");
        try (ExecutorService workers = Executors.newFixedThreadPool(5)) {
            List<Future<?>> all = new ArrayList<>();
            for (int worker = 0; worker < 3; worker++) {
                int number = worker;
                all.add(
                        workers.submit(() -> {
                            for (int round = 0; round < rounds; round++) {
                                // The same messages again and again, from each of them.
                                Path own =
                                        Files.createDirectories(
                                                folder.resolve(number + "-" + round));
                                for (int i = 0; i < 6; i++) {
                                    Files.write(
                                            own.resolve(i + ".xml"),
                                            report(names.get(i % 3), "r-" + i).xml());
                                }
                                importPath(own);
                            }
                            return null;
                        }));
            }
            for (int worker = 0; worker < 2; worker++) {
                int number = worker;
                all.add(
                        workers.submit(() -> {
                            for (int round = 0; round < rounds; round++) {
                                Answer answer =
                                        SERVICE.send(
                                                "POST",
                                                account.apiToken(),
                                                "/api/v1/domains/delete/",
                                                "{\"domains\": [\"%s\"], \"delete_subdomains\": true}"
                                                        .formatted(names.get(number)));
                                assertThat(answer.status()).isIn(200, 400);
                                add(names.get(number));
                            }
                            return null;
                        }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        }
        for (String name : names) {
            add(name);
        }
        Awaiting.until(
                "the queue is empty",
                Duration.ofSeconds(60),
                () ->
                        one("select count(*) from ledger_entry where state = 'queued' and")
                                .equals("0"));
        assertThat(rows("select code from ledger_remark where outcome = 'failed' and %s"))
                .isEmpty();
        assertWhole();
        List<String> there = rows("select name from domain where %s order by name");
        there.forEach(this::delete);
        for (String table : TABLES) {
            assertThat(rows("select domain_id from " + table + " where %s")).as(table).isEmpty();
        }
        assertThat(rows("select id from raw_message where %s")).isEmpty();
    }

    /** Nothing belongs to a domain that is not there, and the sums are those of the rows. */
    private void assertWhole() {
        for (String table : TABLES) {
            assertThat(
                            rows(
                                    "select domain_id from "
                                            + table
                                            + " t where %s and not exists (select from domain d"
                                            + " where d.id = t.domain_id)"))
                    .as(table)
                    .isEmpty();
        }
        assertThat(
                        rows(
                                """
                                select domain_id, day, sum(messages) from fact where %1$s group by 1, 2
                                except
                                select domain_id, day, capable + non_compliant + forwarded + threat
                                from domain_day where %1$s
                                """))
                .isEmpty();
        assertThat(
                        rows(
                                """
                                select r.id from report r where %1$s and raw_id is not null
                                    and not exists (select from raw_message m where m.id = r.raw_id)
                                """))
                .isEmpty();
        assertThat(
                        rows(
                                """
                                select m.id from raw_message m where %1$s
                                    and not exists (select from report r where r.raw_id = m.id)
                                """))
                .isEmpty();
    }

    private static SampleReport report(String domain, String id) {
        return SampleReport.about(domain).id(id).record("192.0.2.1", 10, "none", true, true);
    }

    private Counts importReports(SampleReport... reports) throws Exception {
        Path own = Files.createTempDirectory(folder, "import");
        int i = 0;
        for (SampleReport report : reports) {
            Files.write(own.resolve(i++ + ".xml"), report.xml());
        }
        return importPath(own);
    }

    private Counts importPath(Path path) {
        return SERVICE.part(Imports.class)
                .importFiles(scope, List.of(path), new StoredReportsTest.Unheard(), () -> false);
    }

    private void add(String... names) {
        SERVICE.part(Domains.class)
                .add(scope, Stream.of(names).map(n -> DomainName.parse(n).orElseThrow()).toList());
    }

    private Answer delete(String name) {
        String id = one("select id from domain where name = '" + name + "' and");
        return SERVICE.send("DELETE", account.apiToken(), "/api/v1/domains/" + id + "/", "");
    }

    /** The only value; the text ends where the account's condition follows. */
    private String one(String sql) {
        return SQL.value(sql + " account_id = " + scope.accountId());
    }

    private List<String> rows(String sql) {
        return SQL.rows(
                sql.replace("%1$s", "%s").replace("%s", "account_id = " + scope.accountId()));
    }
}
