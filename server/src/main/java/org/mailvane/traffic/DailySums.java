package org.mailvane.traffic;

import org.mailvane.reports.aggregate.Disposition;

/** Sums of facts with one {@link DailyKey}, while they are collected. */
final class DailySums {

    long messages;
    long dmarc;
    long dkim;
    long spf;
    long quarantined;
    long rejected;

    void add(Fact fact) {
        long count = fact.messages();
        messages += count;
        dmarc += fact.dkimAligned() || fact.spfAligned() ? count : 0;
        dkim += fact.dkimAligned() ? count : 0;
        spf += fact.spfAligned() ? count : 0;
        quarantined += fact.disposition() == Disposition.QUARANTINE ? count : 0;
        rejected += fact.disposition() == Disposition.REJECT ? count : 0;
    }
}
