package org.mailvane.planner;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mailvane.domains.DomainId;
import org.mailvane.monitor.ReporterSilence;
import org.mailvane.planner.PlannedDomainTable.Gone;
import org.mailvane.planner.PlannedDomainTable.Governed;
import org.mailvane.traffic.sums.AdviceBasis;
import org.mailvane.traffic.sums.WindowSums.LastDay;

/**
 * What several domains are judged by.
 *
 * @param basis whose reports they are
 * @param mailbox where others can mail the account's reports; empty: nowhere
 * @param days the judged days
 * @param rows the rows that count for each judged domain
 * @param knowledge of who sent
 * @param sums who sent, by judged domain
 * @param longer the same of the longer time over which senders are looked for
 * @param unverified messages that count in totals only, by judged domain
 * @param strange messages in verified reports of strangers, by judged domain
 * @param unsettled since when rows of a judged domain are to be classified, where some are
 * @param first the first day of which anything is known, by judged domain
 * @param last the last day of which anything was reported, by judged domain
 * @param gone what is not as it should be in DNS, by row
 */
record Evidence(
        AdviceBasis basis,
        String mailbox,
        JudgedDays days,
        Map<DomainId, List<Governed>> rows,
        KnownSenders knowledge,
        Map<DomainId, List<SenderSum>> sums,
        Map<DomainId, List<SenderSum>> longer,
        Map<DomainId, Long> unverified,
        Map<DomainId, Long> strange,
        Map<DomainId, Instant> unsettled,
        Map<DomainId, LocalDate> first,
        Map<DomainId, LastDay> last,
        Map<DomainId, Gone> gone) {

    /** Returns the messages in verified reports of strangers about a domain. */
    long strangeOf(PlannedDomain domain) {
        return strange.getOrDefault(domain.id(), 0L);
    }

    /**
     * Returns the last day that was reported, where reports came regularly and had stopped before
     * the last judged day. Reports that had stopped before the domain was watched, such as those of
     * an old archive, are not an event; they say as little about today's mail as those that stop
     * now.
     */
    @Nullable LocalDate silent(DomainId domain) {
        LastDay day = last.get(domain);
        return day != null
                        && day.days() >= ReporterSilence.REGULAR
                        && !day.day().isAfter(days.last().minusDays(ReporterSilence.SILENT))
                ? day.day()
                : null;
    }
}
