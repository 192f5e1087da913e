package org.mailvane.traffic;

import java.time.Instant;
import org.mailvane.platform.jobs.StopSign;
import org.mailvane.testing.TestService;
import org.mailvane.testing.TestSql;
import org.mailvane.traffic.blocks.RowPacking;

/** Which months are packed, for tests that must not depend on it. */
public enum PackedMonths {
    NONE("false"),
    SOME("hashtext(domain_id || ' ' || month) % 2 = 0"),
    ALL("true");

    private static final StopSign NEVER = new StopSign(() -> false);

    private static final String MARK =
            """
            insert into unpacked_month (account_id, domain_id, month, since)
            select account_id, domain_id, month, cast('%s' as timestamptz)
            from (select distinct account_id, domain_id,
                cast(date_trunc('month', day) as date) as month from fact) months
            where %s
            """;

    private final String chosen;

    PackedMonths(String chosen) {
        this.chosen = chosen;
    }

    /** Packs these, and unpacks all others. */
    public void pack(TestService service, TestSql sql) {
        // The service may be packing by itself, and is waited for.
        sql.execute(
                """
                begin;
                lock table unpacked_month in access exclusive mode;
                delete from fact_block;
                delete from unpacked_month;
                %s;
                commit
                """
                        .formatted(MARK.formatted("-infinity", chosen)));
        service.part(RowPacking.class).pack(Instant.EPOCH, NEVER);
        String left = sql.value("select count(*) from unpacked_month");
        if (!left.equals("0")) {
            throw new AssertionError(left + " months could not be packed");
        }
        sql.execute(MARK.formatted("infinity", "not (" + chosen + ")"));
    }
}
