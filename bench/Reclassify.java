import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/** Fills a running service's database and has it classify all rows again; {@code reclassify.sh} runs it. */
public final class Reclassify {

    /**
     * What is classified again.
     *
     * @param addresses how many different ones, at most
     */
    private record Shape(int domains, int days, int rowsADay, int addresses) {

        static final Shape USUAL = new Shape(100, 30, 334, 20_000);

        static Shape ofOneDay(int rows) {
            return new Shape(1, 1, rows, rows);
        }
    }

    private static final String DATA =
            """
            insert into domain (account_id, name, top_level, origin, added_date)
            select 1, 'd' || n || '.example', true, 'm', now() from generate_series(1, %1$d) n;
            insert into auth_result (account_id, domain_id, hash, reporter, policy_domain, dkim, spf, reasons)
            select 1, d.id, md5(d.id || '/' || n)::uuid, 'Postbox One', d.name,
                jsonb_build_array(jsonb_build_object('d', d.name, 's', 's' || n %% 5, 'r', '+')),
                jsonb_build_array(jsonb_build_object('d', d.name, 's', 'mfrom', 'r', '-')), '[]'
            from domain d, generate_series(0, 99) n;
            insert into fact (account_id, domain_id, report_id, day, header_from, address, category,
                source, rule, rules_version, disposition, dkim_aligned, spf_aligned, messages, detail)
            select 1, d.id, n, (now() at time zone 'utc')::date - day, d.name,
                '10.0.0.0'::inet + (d.id * 37 + n * 7) %% %5$d,
                case when (n * 61) %% 100 < %2$d then 2 else 1 end, 0, 7, 1, n %% 3, true, false,
                1 + n %% 50, md5(d.id || '/' || n %% 100)::uuid
            from domain d, generate_series(1, %3$d) day, generate_series(1, %4$d) n;
            insert into daily (account_id, domain_id, day, source, category, messages, dmarc, dkim, spf,
                quarantined, rejected)
            select account_id, domain_id, day, source, category, sum(messages), sum(messages),
                sum(messages), 0, coalesce(sum(messages) filter (where disposition = 1), 0),
                coalesce(sum(messages) filter (where disposition = 2), 0)
            from fact group by 1, 2, 3, 4, 5;
            insert into domain_day (account_id, domain_id, day, capable, non_compliant, forwarded, threat,
                passed)
            select account_id, domain_id, day, coalesce(sum(messages) filter (where category = 1), 0),
                coalesce(sum(messages) filter (where category = 2), 0), 0, 0, sum(dmarc)
            from daily group by 1, 2, 3;
            insert into address_evidence (address, valid_from, valid_to, known, checked, due)
            select '10.0.0.0'::inet + n, '-infinity', 'infinity', true, now(), now() + interval '7 days'
            from generate_series(0, %5$d) n;
            insert into domain_evidence (account_id, domain_id, spf_checked, spf_due)
            select 1, id, now(), now() + interval '7 days' from domain;
            vacuum analyze;
            """;

    private static final String NEW_RULES =
            """
            insert into reclassification_queue (account_id, domain_id, stale, since, due)
            select account_id, id, '[2000-01-01,9999-01-01)', now(), now() from domain
            on conflict (domain_id) do update set stale = excluded.stale, due = now()
            """;

    private static final String REPORT =
            """
            <?xml version="1.0"?><feedback><report_metadata><org_name>Postbox Two</org_name>\
            <email>a@postbox-two.example</email><report_id>%1$s</report_id><date_range><begin>%2$d</begin>\
            <end>%3$d</end></date_range></report_metadata><policy_published><domain>d%4$d.example</domain>\
            <p>none</p></policy_published><record><row><source_ip>10.0.0.9</source_ip><count>1</count>\
            <policy_evaluated><disposition>none</disposition><dkim>pass</dkim><spf>fail</spf>\
            </policy_evaluated></row><identifiers><header_from>d%4$d.example</header_from></identifiers>\
            <auth_results><dkim><domain>d%4$d.example</domain><selector>s1</selector><result>pass</result>\
            </dkim></auth_results></record></feedback>
            """;

    private Reclassify() {}

    public static void main(String[] args) throws Exception {
        String[] connection = Files.readString(Path.of(args[0])).strip().split(" ");
        String root = args[1] + "/api/v1/";
        int percent = Integer.parseInt(args[3]);
        Shape shape = args.length > 4 ? Shape.ofOneDay(Integer.parseInt(args[4])) : Shape.USUAL;
        try (Connection database =
                        DriverManager.getConnection(
                                "jdbc:postgresql://127.0.0.1:" + connection[1] + "/postgres",
                                "mailvane",
                                connection[2]);
                Statement statement = database.createStatement();
                HttpClient client = HttpClient.newHttpClient()) {
            LocalDate today = LocalDate.now(ZoneOffset.UTC);
            for (LocalDate month = today.minusDays(shape.days()).withDayOfMonth(1);
                    !month.isAfter(today);
                    month = month.plusMonths(1)) {
                statement.execute(
                        "create table fact_%1$tY_%1$tm partition of fact for values from ('%1$s') to ('%2$s')"
                                .formatted(month, month.plusMonths(1)));
            }
            for (String one :
                    DATA.formatted(shape.domains(), percent, shape.days(), shape.rowsADay(), shape.addresses())
                            .split(";\n")) {
                if (!one.isBlank()) {
                    statement.execute(one);
                }
            }
            long rows = number(statement, "select count(*) from fact");
            for (int i = 0; i < 5; i++) {
                read(client, root, args[2]);
                take(client, root, args[2], statement, "warm" + i, 1 + i % shape.domains());
            }
            System.out.printf("%d rows of %d domains, %d %% change%n", rows, shape.domains(), percent);
            long from = System.nanoTime();
            statement.execute(NEW_RULES);
            double worstImport = 0;
            double worstRead = 0;
            int turns = 0;
            while (number(
                                    statement,
                                    "select count(*) from reclassification_queue where not isempty(stale) or"
                                            + " not isempty(taken_stale)")
                            > 0) {
                worstRead = Math.max(worstRead, read(client, root, args[2]));
                worstImport =
                        Math.max(
                                worstImport,
                                take(
                                        client,
                                        root,
                                        args[2],
                                        statement,
                                        "r" + turns,
                                        1 + turns * 7 % shape.domains()));
                turns++;
                Thread.sleep(1_000);
            }
            double seconds = (System.nanoTime() - from) / 1e9;
            System.out.printf(
                    "settled after %.1f s: %.0f rows/s; meanwhile %d times: import at worst %.0f ms,"
                            + " domains/ at worst %.0f ms%n",
                    seconds, rows / seconds, turns, worstImport, worstRead);
            System.out.printf(
                    "rows that were not classified again: %d; sums that differ: %d%n",
                    number(statement, "select count(*) from fact where category = 2"),
                    number(
                            statement,
                            """
                            select count(*) from (select domain_id, day, category, sum(messages)
                                from fact group by 1, 2, 3
                                except select domain_id, day, category, sum(messages) from daily
                                group by 1, 2, 3) d
                            """));
        }
    }

    private static long number(Statement statement, String query) throws SQLException {
        try (ResultSet result = statement.executeQuery(query)) {
            result.next();
            return result.getLong(1);
        }
    }

    private static double read(HttpClient client, String root, String token) throws Exception {
        long from = System.nanoTime();
        HttpResponse<byte[]> answer =
                client.send(request(root + "domains/", token).build(), BodyHandlers.ofByteArray());
        if (answer.statusCode() != 200) {
            throw new IllegalStateException("domains/: " + answer.statusCode());
        }
        return (System.nanoTime() - from) / 1e6;
    }

    /** Uploads a report and waits until it is stored. */
    private static double take(
            HttpClient client, String root, String token, Statement statement, String id, int domain)
            throws Exception {
        Instant begin = Instant.now().truncatedTo(ChronoUnit.DAYS).minus(3, ChronoUnit.DAYS);
        String report =
                REPORT.formatted(
                        id, begin.getEpochSecond(), begin.getEpochSecond() + 86_399, domain);
        long from = System.nanoTime();
        HttpResponse<String> answer =
                client.send(
                        request(root + "imports/", token)
                                .header("Content-Type", "application/xml")
                                .POST(BodyPublishers.ofString(report))
                                .build(),
                        BodyHandlers.ofString());
        if (answer.statusCode() != 202) {
            throw new IllegalStateException("imports/: " + answer.body());
        }
        while (number(statement, "select count(*) from report where report_id = '" + id + "'") == 0) {
            Thread.sleep(5);
        }
        return (System.nanoTime() - from) / 1e6;
    }

    private static HttpRequest.Builder request(String uri, String token) {
        return HttpRequest.newBuilder(URI.create(uri)).header("Authorization", "Token " + token);
    }
}
