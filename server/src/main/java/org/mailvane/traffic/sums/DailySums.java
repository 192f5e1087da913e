package org.mailvane.traffic.sums;

import org.mailvane.domains.Messages;
import org.mailvane.reports.aggregate.Disposition;
import org.mailvane.sources.classify.Row;
import org.mailvane.traffic.store.Fact;
import org.mailvane.traffic.store.FactTable;
import org.mailvane.traffic.store.Outcome;

/** Sums of facts with one {@link DailyKey}, while they are collected. */
public final class DailySums {

    public long messages;
    public long dmarc;
    long dkim;
    long spf;
    long quarantined;
    long rejected;
    long facts;

    public void add(Fact fact) {
        facts++;
        Outcome outcome = fact.outcome();
        Row row = outcome.row();
        add(
                outcome.trust().counts() ? outcome.messages() : 0,
                row.dkimAligned(),
                row.spfAligned(),
                FactTable.number(outcome.disposition()));
    }

    /** Adds a fact, or takes one away, with so many messages more or fewer. */
    public void move(
            int fact, long count, boolean dkimAligned, boolean spfAligned, int disposition) {
        facts += fact;
        add(count, dkimAligned, spfAligned, disposition);
    }

    /**
     * Adds messages, or takes them away where there are fewer than none.
     *
     * @param disposition number of what the receiver did
     */
    private void add(long count, boolean dkimAligned, boolean spfAligned, int disposition) {
        messages = Messages.sum(messages, count);
        dmarc = Messages.sum(dmarc, dkimAligned || spfAligned ? count : 0);
        dkim = Messages.sum(dkim, dkimAligned ? count : 0);
        spf = Messages.sum(spf, spfAligned ? count : 0);
        quarantined =
                Messages.sum(
                        quarantined,
                        disposition == FactTable.number(Disposition.QUARANTINE) ? count : 0);
        rejected =
                Messages.sum(
                        rejected, disposition == FactTable.number(Disposition.REJECT) ? count : 0);
    }
}
