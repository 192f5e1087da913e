package org.mailvane.planner;

import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.mailvane.text.Message;
import org.mailvane.traffic.Days;
import org.mailvane.traffic.sums.AdviceBases;

/**
 * The days (UTC) by whose messages domains are judged.
 *
 * @param first the first
 * @param last the last
 */
record JudgedDays(LocalDate first, LocalDate last) {

    /**
     * Over how many days, the last of them with it, senders are looked for that never pass: what
     * sends once a month may have sent just before the judged days, and just after.
     */
    static final int LOOK_BACK = 90;

    /** Returns those of a moment. */
    static JudgedDays at(Instant now) {
        Days days = AdviceBases.judgedDays(now);
        return new JudgedDays(days.first(), days.last());
    }

    /** Returns the days over which senders are looked for that never pass; they end with these. */
    JudgedDays longer() {
        return new JudgedDays(last.minusDays(LOOK_BACK - 1L), last);
    }

    /**
     * Adds these days to a sentence whose pattern chooses by {@code dated}; nothing but that where
     * none were judged.
     *
     * @param longer whether those of the longer time are meant
     */
    static Message dated(Message sentence, @Nullable Instant judged, boolean longer) {
        if (judged == null) {
            return sentence.with("dated", "no");
        }
        JudgedDays days = longer ? at(judged).longer() : at(judged);
        return days.in(sentence.with("dated", "yes"));
    }

    /** Adds the first and the last day to a sentence. */
    Message in(Message sentence) {
        return sentence.with("begin", first).with("end", last);
    }

    /** Returns how many days have been seen, if the first of them was this one. */
    int observed(LocalDate since) {
        return Math.toIntExact(Math.max(0, ChronoUnit.DAYS.between(since, last) + 1));
    }
}
