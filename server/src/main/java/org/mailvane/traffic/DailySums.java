package org.mailvane.traffic;

import org.mailvane.reports.aggregate.Disposition;
import org.mailvane.sources.Row;

/** Sums of facts with one {@link DailyKey}, while they are collected. */
final class DailySums {

    long messages;
    long dmarc;
    long dkim;
    long spf;
    long quarantined;
    long rejected;

    void add(Fact fact) {
        Outcome outcome = fact.outcome();
        Row row = outcome.row();
        long count = outcome.messages();
        messages += count;
        dmarc += row.dkimAligned() || row.spfAligned() ? count : 0;
        dkim += row.dkimAligned() ? count : 0;
        spf += row.spfAligned() ? count : 0;
        quarantined += outcome.disposition() == Disposition.QUARANTINE ? count : 0;
        rejected += outcome.disposition() == Disposition.REJECT ? count : 0;
    }
}
