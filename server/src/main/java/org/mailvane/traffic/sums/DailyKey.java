package org.mailvane.traffic.sums;

import java.time.LocalDate;
import java.util.Comparator;
import org.mailvane.domains.DomainId;
import org.mailvane.reporters.Trust;
import org.mailvane.sources.Category;
import org.mailvane.traffic.store.Fact;

/**
 * Key of a row of sums; the order is that in which rows are written, so that writers can't
 * deadlock.
 *
 * @param trust what the facts count for; held ones, which add no messages, are with those that
 *     count in totals only
 */
public record DailyKey(DomainId domain, LocalDate day, int source, Category category, Trust trust)
        implements Comparable<DailyKey> {

    private static final Comparator<DailyKey> ORDER =
            Comparator.comparing(DailyKey::domain)
                    .thenComparing(DailyKey::day)
                    .thenComparingInt(DailyKey::source)
                    .thenComparing(DailyKey::category)
                    .thenComparing(DailyKey::trust);

    public DailyKey {
        trust = trust == Trust.HELD ? Trust.TOTALS : trust;
    }

    public static DailyKey of(Fact fact) {
        return new DailyKey(
                fact.outcome().domain(),
                fact.outcome().day(),
                fact.classification().source(),
                fact.classification().category(),
                fact.outcome().trust());
    }

    @Override
    public int compareTo(DailyKey other) {
        return ORDER.compare(this, other);
    }
}
