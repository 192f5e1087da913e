package org.mailvane.reporters;

import java.time.LocalDate;
import java.util.Optional;
import org.mailvane.platform.store.system.SystemDb;
import org.springframework.stereotype.Repository;

/** SQL of {@code reporter}, of whatever account: those of which no report is left. */
@Repository
class UnusedReporterTable {

    private final SystemDb system;

    UnusedReporterTable(SystemDb system) {
        this.system = system;
    }

    /**
     * Goes through some reporters and deletes those of which no report is left, and on which no
     * person has decided.
     *
     * @param after the number after which to look
     * @param limit how many to go through
     * @param before those stay of which a report came in on this day or later: it may just be being
     *     stored
     * @return the last that was gone through; empty at the end
     */
    Optional<Long> delete(long after, int limit, LocalDate before) {
        return system.sql(
                        """
                        with part as (
                            select id from reporter where id > :after order by id limit :limit),
                        gone as (
                            delete from reporter p using part
                            where p.id = part.id and p.seen < :before
                                and (p.decided_by is null or p.decided_by = 'known')
                                and not exists (select from published.report r
                                    where r.account_id = p.account_id and r.reporter_number = p.id))
                        select max(id) as last from part having count(*) > 0
                        """)
                .param("after", after)
                .param("limit", limit)
                .param("before", before)
                .optional(row -> row.number("last"));
    }
}
