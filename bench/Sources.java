import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;

/** Fills a running service's database and measures source data; {@code sources.sh} runs it. */
public final class Sources {

    /**
     * Sums as some 10 million rows of reports make them: 5,000 domains, a fifth of them subdomains
     * that count with their parents, 365 days, 40 sources. 30 domains have 60 sums a day, the
     * others one to six.
     */
    private static final String DATA =
            """
            insert into domain (account_id, name, top_level, origin, added_date)
            select 1, 'd' || n || '.example', true, 'm', now() from generate_series(1, 4000) n;
            insert into domain (account_id, name, parent_id, follows, top_level, origin, added_date)
            select account_id, 'sub.' || name, id, id, false, 'd', now() from domain
            where account_id = 1 order by id limit 1000;
            insert into domain_group (account_id, label, is_default)
            select 1, 'Group ' || n, false from generate_series(1, 500) n;
            insert into domain_group_member (account_id, group_id, domain_id)
            select 1, (select min(id) from domain_group where not is_default) + d.id % 500, d.id
            from domain d where d.account_id = 1 and d.follows is null;
            insert into account_user (account_id, email, is_active, is_owner, is_admin,
                has_forensic_access, has_billing_access, date_joined)
            values (1, 'reader@example.com', true, false, false, false, false, now());
            insert into group_access (account_id, group_id, user_id, writes)
            select 1, g.id, u.id, false from domain_group g, account_user u
            where not g.is_default and u.email = 'reader@example.com';
            insert into api_token (account_id, user_id, token_hash, last_four, created)
            select 1, id, sha256('mvt_0000000000000000000000000000000000000000'), '0000', now()
            from account_user where email = 'reader@example.com';
            insert into daily (account_id, domain_id, day, source, category, messages, dmarc, dkim,
                spf, quarantined, rejected)
            select 1, n.id, (now() at time zone 'utc')::date - n.back, n.source,
                case when n.k > 40 or n.k = 0 then 4
                    else (array[1, 1, 1, 2, 3])[1 + n.source % 5] end,
                1 + n.id * n.source % 997, n.id * n.source % 900, n.id * n.source % 800,
                n.id * n.source % 700, 0, 0
            from (select d.id, back, k, 100 + (d.id * 13 + k) % 40 as source
                from domain d, generate_series(0, 364) back,
                    generate_series(0, case when d.id % 167 = 0 then 59 else d.id % 6 end) k
                order by back desc, d.id) n;
            analyze;
            vacuum;
            """;

    private static final String FILTER =
            """
            with f as (
                insert into saved_filter (account_id, user_id, kind, domains, created)
                select account_id, id, 'source', %1$d, now() from account_user
                where (email = 'reader@example.com') = %2$s returning id),
            h as (
                insert into saved_filter_domain (account_id, filter_id, place, domain_id, name)
                select account_id, f.id, row_number() over (), d.id, name
                from f, (select * from domain where follows is null order by md5(name) limit %1$d) d)
            select id from f
            """;

    private static final String READER = "mvt_" + "0".repeat(40);

    private Sources() {}

    public static void main(String[] args) throws Exception {
        String address = args[1];
        int calls = Integer.parseInt(args[3]);
        try (Connection database = Calls.database(args[0]);
                Statement statement = database.createStatement()) {
            long from = System.nanoTime();
            Calls.run(database, DATA);
            ResultSet rows = statement.executeQuery("select count(*) from daily");
            rows.next();
            System.out.printf(
                    "%d sums in %.0f s; milliseconds at the client, one call at a time%n",
                    rows.getLong(1), (System.nanoTime() - from) / 1e9);
            for (boolean reader : List.of(false, true)) {
                System.out.printf(
                        "%-44s %21s%n", reader ? "a user in all groups" : "owner", "p50 p95 max");
                List<String> lists =
                        List.of(
                                "sources/?category=1",
                                "sources/?category=4",
                                "sources/?filter_id=" + filter(statement, 50, reader),
                                "sources/?filter_id=" + filter(statement, 2_000, reader),
                                "source-domains/?category=1",
                                "source-domains/?limit=500&page=last",
                                "source-domains/?source_number=105",
                                "source-domains/?filter_id=" + filter(statement, 50, reader));
                new Calls(address, List.of(reader ? READER : args[2]), calls).measure(lists);
            }
        }
    }

    private static long filter(Statement statement, int domains, boolean reader)
            throws Exception {
        ResultSet made = statement.executeQuery(FILTER.formatted(domains, reader));
        made.next();
        return made.getLong(1);
    }
}
