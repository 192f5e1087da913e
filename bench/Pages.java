import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Fills a running service's database and measures its pages; {@code pages.sh} runs it. */
public final class Pages {

    /**
     * Sums as some 10 million rows of reports make them: 10,000 domains, a fifth of them subdomains
     * that count with their parents, 365 days, 40 sources. 30 domains have 60 sums a day, the
     * others one to three.
     */
    private static final String DATA =
            """
            insert into domain (account_id, name, top_level, origin, added_date)
            select 1, 'd' || n || '.example', true, 'm', now() from generate_series(1, 8000) n;
            insert into domain (account_id, name, parent_id, follows, top_level, origin, added_date)
            select account_id, 'sub.' || name, id, id, false, 'd', now() from domain
            where account_id = 1 order by id limit 2000;
            insert into domain_group (account_id, label, is_default)
            select 1, 'Group ' || n, false from generate_series(1, 500) n;
            insert into domain_group_member (account_id, group_id, domain_id)
            select 1, (select min(id) from domain_group where not is_default) + d.id % 500, d.id
            from domain d where d.account_id = 1 and d.follows is null;
            insert into daily (account_id, domain_id, day, source, category, messages, dmarc, dkim,
                spf, quarantined, rejected)
            select 1, n.id, (now() at time zone 'utc')::date - n.back, n.source,
                case when n.k > 40 or n.k = 0 then 4
                    else (array[1, 1, 1, 2, 3])[1 + n.source % 5] end,
                1 + n.id * n.source % 997, n.id * n.source % 900, n.id * n.source % 800,
                n.id * n.source % 700, 0, 0
            from (select d.id, back, k, 100 + (d.id * 13 + k) % 40 as source
                from domain d, generate_series(0, 364) back,
                    generate_series(0, case when d.id % 334 = 0 then 59 else d.id % 3 end) k
                order by back desc, d.id) n;
            insert into domain_day (account_id, domain_id, day, capable, non_compliant, forwarded, threat,
                passed)
            select account_id, domain_id, day,
                coalesce(sum(messages) filter (where category = 1), 0),
                coalesce(sum(messages) filter (where category = 2), 0),
                coalesce(sum(messages) filter (where category = 3), 0),
                coalesce(sum(messages) filter (where category = 4), 0), sum(dmarc)
            from daily group by 1, 2, 3;
            insert into issue (account_id, domain_id, record, code, subject, level, problem, solution,
                details, created)
            select 1, d.id, 'spf', 'spf.lookups.exceeded', '', (array['err', 'warn'])[1 + d.id % 2],
                'SPF needs 12 look-ups, and 10 are allowed.', 'Remove terms that are not needed.',
                'At ' || d.name || ' stands: v=spf1 include:a.example -all', now() - d.id * interval '1 minute'
            from domain d where d.id % 5 > 0;
            insert into task (account_id, domain_id, code, subject, category, details, created)
            select 1, d.id, 'policy.raise', '', 'policy', 'Publish quarantine.', now() - d.id * interval '1 minute'
            from domain d where d.follows is null;
            insert into timeline_event (account_id, domain_id, domain, change, record_type, old_value,
                new_value, details, created)
            select 1, d.id, d.name, 'spf_changed', 'spf', 'v=spf1 -all', 'v=spf1 mx -all',
                'The SPF record changed.', now() - n * interval '1 day' - d.id * interval '1 second'
            from domain d, generate_series(1, 20) n;
            insert into policy_advice (account_id, domain_id, due, judged, recommendation, ready, blocking,
                met, policy, days_observed, capable, non_compliant)
            select 1, d.id, now() + interval '1 year', now(), 'quarantine', d.id % 2 = 0,
                case when d.id % 2 = 0 then '{}' else array['A sender of its own fails.'] end,
                array['Reports of 30 days are there.'], 'none', 30, 4000, d.id % 100
            from domain d where d.top_level
            on conflict (domain_id) do update set due = excluded.due, judged = excluded.judged,
                recommendation = excluded.recommendation, ready = excluded.ready;
            analyze;
            vacuum;
            """;

    private static final Pattern TOKEN = Pattern.compile("name=\"_csrf\" value=\"([^\"]+)\"");

    private Pages() {}

    public static void main(String[] args) throws Exception {
        String address = args[1];
        int calls = Integer.parseInt(args[3]);
        long group;
        try (Connection database = Calls.database(args[0]);
                Statement statement = database.createStatement()) {
            Calls.run(database, DATA);
            ResultSet found =
                    statement.executeQuery(
                            "select (select count(*) from daily), (select min(id) from domain_group"
                                    + " where not is_default)");
            found.next();
            group = found.getLong(2);
            System.out.printf(
                    "%d sums; milliseconds at the client, one call at a time%n", found.getLong(1));
        }
        try (HttpClient client = HttpClient.newBuilder().cookieHandler(new CookieManager()).build()) {
            signIn(client, address, args[4]);
            System.out.printf("%-44s %22s%n", "", "p50 p95 max");
            for (String page :
                    List.of(
                            "/",
                            "/?days=7",
                            "/?days=90",
                            "/domains",
                            "/domains?ordering=-volume&page=100",
                            "/domains?group_id=" + group,
                            "/domains/334",
                            "/domains/334?tab=sources",
                            "/domains/1",
                            "/sources",
                            "/sources?days=30",
                            "/sources?days=90",
                            "/sources/105",
                            "/planner",
                            "/issues",
                            "/tasks",
                            "/timeline",
                            "/tls",
                            "/detail",
                            "/imports",
                            "/search?q=d77",
                            "/settings/users",
                            "/settings/account",
                            "/inspectors")) {
                System.out.printf("%-44s", page);
                Calls.measure(
                        client,
                        HttpRequest.newBuilder(URI.create(address + page))
                                .header("Accept", "text/html")
                                .build(),
                        calls);
                System.out.println();
            }
        }
    }

    private static void signIn(HttpClient client, String address, String password) throws Exception {
        URI form = URI.create(address + "/sign-in");
        String page =
                client.send(
                                HttpRequest.newBuilder(form).header("Accept", "text/html").build(),
                                BodyHandlers.ofString())
                        .body();
        Matcher token = TOKEN.matcher(page);
        if (!token.find()) {
            throw new IllegalStateException("no form to sign in by");
        }
        int status =
                client.send(
                                HttpRequest.newBuilder(form)
                                        .header("Content-Type", "application/x-www-form-urlencoded")
                                        .POST(
                                                BodyPublishers.ofString(
                                                        "_csrf="
                                                                + encoded(token.group(1))
                                                                + "&email=bench%40example.com&password="
                                                                + encoded(password)))
                                        .build(),
                                BodyHandlers.discarding())
                        .statusCode();
        if (status != 303) {
            throw new IllegalStateException("sign-in: " + status);
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
