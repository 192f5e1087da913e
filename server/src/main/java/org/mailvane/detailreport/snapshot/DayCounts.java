package org.mailvane.detailreport.snapshot;

import java.time.YearMonth;
import org.mailvane.domains.Messages;
import org.mailvane.sources.Category;
import org.mailvane.traffic.blocks.ReportedRows.DayMessages;

/** Messages of a month's days by category. */
final class DayCounts {

    private static final Category[] CATEGORIES = Category.values();

    private final YearMonth month;
    private final long[][] counts = new long[CATEGORIES.length][];

    DayCounts(YearMonth month) {
        this.month = month;
        for (int category = 0; category < counts.length; category++) {
            counts[category] = new long[month.lengthOfMonth() + 1];
        }
    }

    /**
     * Adds messages.
     *
     * @param day day of the month, from 1
     */
    @SuppressWarnings("EnumOrdinal") // only while it lives
    void add(int day, Category category, long messages) {
        long[] days = counts[category.ordinal()];
        days[day] = Messages.sum(days[day], messages);
    }

    void addTo(SnapshotBuilder builder) {
        for (int category = 0; category < counts.length; category++) {
            for (int day = 1; day < counts[category].length; day++) {
                builder.addDay(
                        new DayMessages(
                                month.atDay(day), CATEGORIES[category], counts[category][day]));
            }
        }
    }
}
