package org.mailvane.detailreport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.mailvane.detailreport.queue.ReportWork;
import org.mailvane.detailreport.queue.ReportWorks;
import org.mailvane.detailreport.snapshot.SnapshotBuilder;
import org.mailvane.domains.DomainId;
import org.mailvane.intake.ledger.Counts;
import org.mailvane.intake.ledger.ImportProgress;
import org.mailvane.intake.ledger.Imports;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.platform.jobs.StopSign;
import org.mailvane.platform.settings.Setting;
import org.mailvane.platform.store.Database;
import org.mailvane.platform.store.Db;
import org.mailvane.platform.store.KeptDays;
import org.mailvane.platform.store.Partitions;
import org.mailvane.platform.store.Scope;
import org.mailvane.sources.evidence.SendingAddresses;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.TestClock;
import org.mailvane.testing.TestDatabases;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestSql;
import org.mailvane.traffic.PackedMonths;
import org.mailvane.traffic.blocks.ReportedRows;
import org.springframework.context.SmartLifecycle;

/**
 * A service with generated reports of two accounts, which hold everything that a row can say. Its
 * worker rests, so that nothing changes by itself.
 */
final class GeneratedReports implements AutoCloseable {

    static final StopSign NEVER = new StopSign(() -> false);
    static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
    static final int RETENTION = 200;

    /** The days that are kept. */
    static final LocalDate FIRST = LocalDate.of(2026, 5, 4);

    static final LocalDate LAST = LocalDate.of(2026, 11, 22);

    private static final int ORGANIZATIONS = 12;
    private static final int REPORTS = 360;
    private static final int TEMPLATES = 25;

    private static final List<String> REPORTERS =
            List.of(
                    "Postbox One",
                    "postbox one",
                    "POSTBOX ONE",
                    "Mail.Example",
                    "Ünïcode Möil",
                    "x");
    private static final List<String> DKIM =
            List.of(
                    "pass",
                    "pass",
                    "pass",
                    "fail",
                    "none",
                    "neutral",
                    "policy",
                    "temperror",
                    "permerror",
                    "softfail",
                    "odd");
    private static final List<String> SPF =
            List.of(
                    "pass",
                    "pass",
                    "pass",
                    "fail",
                    "none",
                    "neutral",
                    "softfail",
                    "temperror",
                    "permerror",
                    "policy",
                    "odd");
    private static final List<String> DISPOSITIONS =
            List.of("none", "none", "quarantine", "reject", "pass", "odd", "");
    private static final List<String> REASONS =
            List.of("forwarded", "local_policy", "other", "mailing_list", "sampled_out", "", "Odd");
    private static final List<String> COMMENTS =
            List.of(
                    "",
                    "arc=pass",
                    "ARC=Pass",
                    "Größe, ÄNDERUNG",
                    "größe, änderung",
                    "a, b",
                    "a",
                    "b",
                    "100 %_",
                    "x &lt;y&gt; 'z' \\");
    private static final List<String> ENVELOPES =
            List.of("", "Bounce.Example", "list.example", "no host name");
    private static final List<String> COUNTRIES = List.of("DE", "US", "SE", "");

    final Database database = TestDatabases.migrated();
    final TestSql sql = new TestSql(database);
    final TestClock clock = new TestClock(NOW);
    final TestService service;
    final Scope scope;
    final Scope other;
    private final SplittableRandom random;
    private final List<String> addresses = addresses();

    GeneratedReports(long seed) {
        random = new SplittableRandom(seed);
        service =
                TestService.start(
                        Map.of(Setting.RETENTION_DAYS, String.valueOf(RETENTION)), database, clock);
        service.part("reclassificationWorker", SmartLifecycle.class).stop();
        scope = service.account("filters").account().scope();
        other = service.account("others").account().scope();
    }

    /** Fills both accounts, with as many rows as a test of filters needs. */
    GeneratedReports fill() {
        return fill(REPORTS);
    }

    /** Fills both accounts, the first one with so many reports. */
    GeneratedReports fill(int reports) {
        take(scope, reports(reports));
        take(other, reports(reports / 10));
        addOldRows();
        classify();
        addEvidence();
        return this;
    }

    /** Packs rows of months, and unpacks those of others. */
    void pack(PackedMonths months) {
        months.pack(service, sql);
    }

    /** The domains of an account. */
    List<Long> domains(Scope account) {
        return sql.rows("select id from domain where account_id = " + account.accountId()).stream()
                .map(Long::valueOf)
                .toList();
    }

    /** What a report shows. */
    ReportWorks.Result work(
            Scope account, ReportCriteria criteria, Collection<Long> domains, int threads) {
        return service.part(ReportWorks.class)
                .work(
                        account,
                        criteria,
                        domains.stream().map(DomainId::new).toList(),
                        threads,
                        (stage, percent) -> {},
                        NEVER);
    }

    /** What works reports out within other bounds. */
    ReportWorks works(ReportWork.Bounds bounds) {
        return new ReportWorks(
                service.part(Db.class),
                service.part(ReportedRows.class),
                service.part(SendingAddresses.class),
                service.part(PublicSuffixes.class),
                service.part(KeptDays.class),
                SnapshotBuilder::new,
                bounds);
    }

    /** Imports reports. */
    void take(Scope account, List<SampleReport> reports) {
        try {
            Path folder = Files.createTempDirectory("mailvane-test-");
            for (int i = 0; i < reports.size(); i++) {
                Files.write(folder.resolve(i + ".xml"), reports.get(i).xml());
            }
            service.part(Imports.class)
                    .importFiles(account, List.of(folder), new Unheard(), () -> false);
            for (int i = 0; i < reports.size(); i++) {
                Files.delete(folder.resolve(i + ".xml"));
            }
            Files.delete(folder);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Reports with generated records. */
    List<SampleReport> reports(int count) {
        Map<String, List<String>> templates = new HashMap<>();
        List<SampleReport> reports = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String domain = organization(random.nextInt(ORGANIZATIONS));
            // The same records come again on other days, as they do in the world.
            List<String> records =
                    templates.computeIfAbsent(domain, of -> times(TEMPLATES, () -> record(of)));
            LocalDate begin = FIRST.minusDays(3).plusDays(random.nextInt(RETENTION + 6));
            if (random.nextInt(6) == 0) {
                begin =
                        any(
                                List.of(
                                        FIRST,
                                        LAST,
                                        begin.withDayOfMonth(1),
                                        begin.withDayOfMonth(1).minusDays(1)));
            }
            int days =
                    switch (random.nextInt(10)) {
                        case 0 -> 1 + random.nextInt(31);
                        case 1 -> 1 + random.nextInt(3);
                        case 2 -> 32 + random.nextInt(20);
                        default -> 0;
                    };
            SampleReport report =
                    SampleReport.about(domain)
                            .id("r-" + random.nextLong())
                            .from(any(REPORTERS))
                            .period(
                                    begin + "T0" + random.nextInt(10) + ":00:00Z",
                                    begin.plusDays(days) + "T23:59:59Z");
            int size = 3 + random.nextInt(16);
            for (int r = 0; r < size; r++) {
                long messages =
                        switch (random.nextInt(8)) {
                            case 0 -> 0;
                            case 1 -> 1 + random.nextInt(100_000);
                            default -> 1 + random.nextInt(40);
                        };
                report.recordXml(any(records).replace("COUNT", String.valueOf(messages)));
            }
            reports.add(report);
        }
        return reports;
    }

    static String organization(int number) {
        return number % 4 == 3 ? "org" + number + ".co.uk" : "org" + number + ".example";
    }

    private String name(String organization) {
        return switch (random.nextInt(12)) {
            case 0, 1, 2, 3 -> organization;
            case 4, 5, 6 -> "s" + random.nextInt(3) + "." + organization;
            case 7 -> "Deep.s1." + organization;
            case 8 -> "esp.example";
            case 9 -> organization(random.nextInt(ORGANIZATIONS));
            case 10 -> "not_a_host." + organization;
            default -> "x" + organization;
        };
    }

    private String headerFrom(String organization) {
        return switch (random.nextInt(10)) {
            case 0 -> "not_a_host." + organization;
            case 1 -> "odd &lt;\"'%_\\ ü§ " + organization;
            case 2 -> "elsewhere.example";
            case 3, 4, 5 -> "s" + random.nextInt(3) + "." + organization;
            default -> organization;
        };
    }

    private String record(String organization) {
        String disposition = any(DISPOSITIONS);
        return """
        <record><row><source_ip>%s</source_ip><count>COUNT</count><policy_evaluated>%s\
        <dkim>%s</dkim><spf>%s</spf>%s</policy_evaluated></row>\
        <identifiers>%s%s<header_from>%s</header_from></identifiers><auth_results>\
        %s%s</auth_results></record>
        """
                .formatted(
                        any(addresses),
                        element("disposition", disposition),
                        any(List.of("pass", "fail")),
                        any(List.of("pass", "fail", "fail")),
                        String.join("", times(random.nextInt(3), this::reason)),
                        element("envelope_to", any(ENVELOPES)),
                        element("envelope_from", any(ENVELOPES)),
                        headerFrom(organization),
                        String.join("", times(random.nextInt(4), () -> dkim(organization))),
                        String.join("", times(random.nextInt(3), () -> spf(organization))));
    }

    private static String element(String name, String text) {
        return text.isEmpty() ? "" : "<" + name + ">" + text + "</" + name + ">";
    }

    private String reason() {
        if (random.nextInt(3) == 0) {
            return "";
        }
        return "<reason>"
                + element("type", any(REASONS))
                + element("comment", any(COMMENTS))
                + "</reason>";
    }

    private String dkim(String organization) {
        return "<dkim>"
                + element("domain", random.nextInt(8) == 0 ? "" : name(organization))
                + element("selector", any(List.of("", "s1", "S1", "s2", "odd selector")))
                + element("result", any(DKIM))
                + element("human_result", any(List.of("", "words")))
                + "</dkim>";
    }

    private String spf(String organization) {
        return "<spf>"
                + element("domain", random.nextInt(8) == 0 ? "" : name(organization))
                + element("scope", any(List.of("", "mfrom", "helo")))
                + element("result", any(SPF))
                + "</spf>";
    }

    private <T> T any(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    private static <T> List<T> times(int count, Supplier<T> one) {
        List<T> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(one.get());
        }
        return all;
    }

    private static List<String> addresses() {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            all.add("192.0.2." + i);
        }
        for (int i = 0; i < 12; i++) {
            all.add("2001:db8::" + Integer.toHexString(i + 1));
            all.add("198.51.100." + (240 + i));
        }
        all.addAll(
                List.of(
                        "8.8.8.8",
                        "2600::1",
                        "10.0.0.1",
                        "10.0.0.2",
                        "fd00::1",
                        "127.0.0.1",
                        "0.0.0.0"));
        return all;
    }

    /** Days that are not kept any more, whose rows nobody has deleted yet. */
    private void addOldRows() {
        service.part(Partitions.class)
                .ensure(new TreeSet<>(List.of(FIRST.minusMonths(2), FIRST.minusMonths(1), FIRST)));
        sql.execute(
                """
                insert into fact select account_id, domain_id, report_id,
                    day - (day - date '%s') - 1 - cast(messages %% 20 as integer), header_from,
                    address, category, source, rule, rules_version, disposition, dkim_aligned,
                    spf_aligned, messages, detail
                from fact where messages between 1 and 9
                """
                        .formatted(FIRST));
    }

    /** Gives rows any category, source and rule; some of them others in every month. */
    private void classify() {
        sql.execute(
                """
                update fact set category = 1 + (h & 3), source = 1 + ((h >> 2) & 15),
                    rule = 1 + ((h >> 6) & 7)
                from (select ctid as place, tableoid as part,
                        hashtext(header_from || address || case when messages %% 5 = 0
                            then to_char(day, 'MM') else '' end) as h
                    from fact) chosen
                where fact.ctid = place and fact.tableoid = part
                """
                        .replace("%%", "%"));
        sumUp();
    }

    /** Computes the sums of the days again. */
    private void sumUp() {
        sql.execute("delete from daily");
        sql.execute(
                """
                insert into daily (account_id, domain_id, day, source, category, messages, dmarc,
                    dkim, spf, quarantined, rejected)
                select account_id, domain_id, day, source, category, sum(messages), 0, 0, 0, 0, 0
                from fact group by account_id, domain_id, day, source, category
                """);
        sql.execute("delete from domain_day");
        sql.execute(
                """
                insert into domain_day (account_id, domain_id, day, capable, non_compliant,
                    forwarded, threat, passed)
                select account_id, domain_id, day,
                    coalesce(sum(messages) filter (where category = 1), 0),
                    coalesce(sum(messages) filter (where category = 2), 0),
                    coalesce(sum(messages) filter (where category = 3), 0),
                    coalesce(sum(messages) filter (where category = 4), 0), sum(dmarc)
                from daily group by account_id, domain_id, day
                """);
    }

    private static final List<String> NAMES =
            List.of(
                    "",
                    "mail.sender.example",
                    "mail2.sender.example",
                    "Upper.Sender.Example",
                    "sender.example",
                    "a.b.other.co.uk",
                    "notsender.example",
                    "under_score.sender.example",
                    "host");

    /** What was known of addresses, in any spans. */
    private void addEvidence() {
        List<String> rows = new ArrayList<>();
        for (String address : addresses) {
            int spans = random.nextInt(4);
            LocalDate from = FIRST.minusDays(10).plusDays(random.nextInt(100));
            for (int i = 0; i < spans; i++) {
                boolean last = i == spans - 1 && random.nextBoolean();
                LocalDate to = from.plusDays(1 + random.nextInt(80));
                boolean known = random.nextInt(5) > 0;
                String name = known ? any(NAMES) : "";
                rows.add(
                        "('%s', '%s', '%s', %s, '%s', %s, '%s', now(), now())"
                                .formatted(
                                        address,
                                        i == 0 && random.nextBoolean() ? "-infinity" : from,
                                        last ? "infinity" : to,
                                        known,
                                        name,
                                        !name.isEmpty() && random.nextBoolean(),
                                        any(COUNTRIES)));
                from = random.nextInt(3) == 0 ? to.plusDays(random.nextInt(30)) : to;
            }
        }
        sql.execute(
                "insert into address_evidence (address, valid_from, valid_to, known, reverse_name, confirmed, country, checked, due) values "
                        + String.join(",", rows));
    }

    @Override
    public void close() {
        service.close();
    }

    private static final class Unheard implements ImportProgress {

        @Override
        public void progressed(long expected, long read, Counts counts) {}

        @Override
        public void failed(List<Failure> failures) {
            throw new AssertionError(failures.toString());
        }
    }
}
