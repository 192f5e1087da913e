package org.mailvane.tls;

import java.time.LocalDate;
import java.time.ZoneOffset;
import org.mailvane.platform.store.system.SystemDb;
import org.springframework.stereotype.Repository;

/** SQL that takes old reports away, of whatever account. */
@Repository
class TlsRetentionTable {

    /**
     * Takes away the reports {@code old}, with what they say and what they add to the sums of
     * policies; a policy goes with its last result.
     */
    static final String TAKEN_AWAY =
            """
            gone as (
                delete from tls_report r using old
                where r.domain_id = old.domain_id and r.id = old.id
                returning r.domain_id, r.id),
            failures as (
                delete from tls_failure f using old
                where f.domain_id = old.domain_id and f.report_id = old.id),
            results as (
                delete from tls_result t using old
                where t.domain_id = old.domain_id and t.report_id = old.id
                returning t.domain_id, t.policy_id, t.successful, t.failed,
                    not old.failed as is_counted),
            sums as materialized (
                select domain_id, policy_id,
                    coalesce(sum(successful) filter (where is_counted), 0) as successful,
                    coalesce(sum(failed) filter (where is_counted), 0) as failed,
                    count(*) as results,
                    count(*) filter (where is_counted) as counted
                from results group by domain_id, policy_id),
            locked as materialized (
                select p.domain_id, p.id, p.results from tls_policy p
                where (p.domain_id, p.id) in (select domain_id, policy_id from sums)
                order by p.domain_id, p.p_domain collate "C", p.p_type, p.sts_p_mode
                for update),
            emptied as (
                delete from tls_policy p using locked l join sums s
                    on s.domain_id = l.domain_id and s.policy_id = l.id
                where p.domain_id = l.domain_id and p.id = l.id
                    and l.results <= s.results),
            lessened as (
                update tls_policy p set
                    sum_success = greatest(0, p.sum_success - s.successful),
                    sum_failed = greatest(0, p.sum_failed - s.failed),
                    results = p.results - s.results,
                    counted = p.counted - s.counted
                from locked l join sums s
                    on s.domain_id = l.domain_id and s.policy_id = l.id
                where p.domain_id = l.domain_id and p.id = l.id
                    and l.results > s.results)
            """;

    /** Reports that one statement takes away, so that none is long. */
    static final int AT_ONCE = 10_000;

    private final SystemDb system;

    TlsRetentionTable(SystemDb system) {
        this.system = system;
    }

    /**
     * Takes away some reports that begin before a day (UTC), with what they say; a policy goes with
     * its last result. One statement, so that sums are right at any time.
     *
     * @return how many
     */
    long forgetSome(LocalDate before) {
        return system.sql(
                        """
                        with old as materialized (
                            select domain_id, id, failed from tls_report where begin_at < :before
                            order by begin_at limit :limit for update skip locked),
                        %s
                        select count(*) from gone
                        """
                                .formatted(TAKEN_AWAY))
                .param("before", before.atStartOfDay().toInstant(ZoneOffset.UTC))
                .param("limit", AT_ONCE)
                .one(row -> row.number("count"));
    }
}
