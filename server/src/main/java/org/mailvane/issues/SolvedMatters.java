package org.mailvane.issues;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.mailvane.domains.Expiring;
import org.springframework.stereotype.Component;

/**
 * Issues and tasks that were solved, as long as the days are kept on which they were. What is open
 * stays, however old it is, and whether or not somebody ignores it.
 */
@Component
class SolvedMatters implements Expiring {

    private final SolvedMatterTable table;

    SolvedMatters(SolvedMatterTable table) {
        this.table = table;
    }

    @Override
    public boolean forgetSome(LocalDate before) {
        Instant begin = before.atStartOfDay(ZoneOffset.UTC).toInstant();
        int most = Math.max(table.forgetIssues(begin), table.forgetTasks(begin));
        return most == SolvedMatterTable.AT_ONCE;
    }
}
