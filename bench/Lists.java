import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Fills a running service's database and measures its lists; {@code lists.sh} runs it. */
public final class Lists {

    private static final int DOMAINS = 10_000;
    private static final int GROUPS = 500;

    private static final String DATA =
            """
            insert into domain (account_id, name, top_level, origin, added_date, mx_txt, soa_txt,
                spf_lookup_count, state_spf)
            select 1, 'd' || n || '.example', true, 'm', now() - n * interval '1 minute',
                md5(n::text), md5((n + 1)::text), n %% 11,
                (array['present', 'missing', 'unknown'])[1 + n %% 3]
            from generate_series(1, %1$d * 8 / 10) n;
            insert into domain (account_id, name, parent_id, follows, top_level, origin, added_date)
            select account_id, 'sub.' || name, id, id, false, 'd', now() from domain
            where account_id = 1 order by id limit %1$d * 2 / 10;
            insert into domain_group (account_id, label, is_default)
            select 1, 'Group ' || n, false from generate_series(1, %2$d) n;
            insert into domain_group_member (account_id, group_id, domain_id)
            select 1, (select min(id) from domain_group where not is_default) + d.id %% %2$d, d.id
            from domain d where d.account_id = 1 and d.follows is null;
            insert into domain_day (account_id, domain_id, day, capable, non_compliant, forwarded, threat,
                passed)
            select 1, d.id, (now() at time zone 'utc')::date - n, d.id %% 997, d.id %% 13, d.id %% 7,
                d.id %% 101, d.id %% 503
            from domain d, generate_series(0, 29) n where d.account_id = 1;
            insert into account_user (account_id, email, is_active, is_owner, is_admin,
                has_forensic_access, has_billing_access, date_joined)
            values (1, 'reader@example.com', true, false, false, false, false, now());
            insert into group_access (account_id, group_id, user_id, writes)
            select 1, g.id, u.id, g.id %% 2 = 0 from domain_group g, account_user u
            where not g.is_default and u.email = 'reader@example.com';
            insert into api_token (account_id, user_id, token_hash, last_four, created)
            select 1, id, sha256('mvt_%3$s'), '0000', now() from account_user
            where email = 'reader@example.com';
            analyze;
            vacuum;
            """;

    private static final String READER = "0".repeat(40);

    private Lists() {}

    public static void main(String[] args) throws Exception {
        String address = args[1];
        int calls = Integer.parseInt(args[3]);
        long group;
        try (Connection database = Calls.database(args[0]);
                Statement statement = database.createStatement()) {
            Calls.run(database, DATA.formatted(DOMAINS, GROUPS, READER));
            ResultSet some =
                    statement.executeQuery(
                            "select id from domain_group where label = 'Group 250'");
            some.next();
            group = some.getLong(1);
        }
        List<String> queries =
                new ArrayList<>(List.of("domains/", "domains/?limit=500", "domains/?page=last"));
        for (String order :
                List.of(
                        "domain",
                        "-volume",
                        "-count_threat_other",
                        "state_dmarc",
                        "state_spf",
                        "state_dkim",
                        "mx_txt",
                        "soa_txt",
                        "added_date",
                        "-spf_lookup_count")) {
            queries.add("domains/?ordering=" + order);
        }
        queries.addAll(
                List.of(
                        "domains/?ordering=-volume&limit=500&page=20",
                        "domains/?domain=77",
                        "domains/?treat_as_top_level=true&ordering=-volume",
                        "domains/?assigned=true",
                        "domains/?assigned=false",
                        "domains/?group_id=" + group,
                        "domains/?group_id=" + group + "&ordering=-volume",
                        "domain-groups/",
                        "domain-groups/?limit=500",
                        "domain-groups/?page=last",
                        "domain-groups/?label=group%202",
                        "domain-groups/?domain_state=unknown",
                        "domain-groups/?search=d77",
                        "domain-groups/?search_exact=d77.example",
                        "domain-groups/" + group + "/"));
        System.out.printf(
                "%d domains, %d groups; milliseconds at the client, one call at a time%n",
                DOMAINS, GROUPS);
        System.out.printf(
                "%-44s %21s %21s%n", "", "owner p50 p95 max", "all groups p50 p95 max");
        new Calls(address, List.of(args[2], "mvt_" + READER), calls).measure(queries);
    }
}
