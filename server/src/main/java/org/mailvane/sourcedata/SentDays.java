package org.mailvane.sourcedata;

import org.jspecify.annotations.Nullable;
import org.mailvane.api.binding.Coded;
import org.mailvane.domains.CountedDays;

/** The numbers of days up to today (UTC) that lists of sources can cover. */
enum SentDays implements Coded {
    /** As many as domains' counts cover, which is what is shown where nothing is said. */
    WEEK(CountedDays.NUMBER),
    MONTH(30),
    QUARTER(90);

    private final int number;

    SentDays(int number) {
        this.number = number;
    }

    /** Returns how many are asked for. */
    static int numberOf(@Nullable SentDays days) {
        return (days == null ? WEEK : days).number;
    }

    @Override
    public String code() {
        return String.valueOf(number);
    }
}
