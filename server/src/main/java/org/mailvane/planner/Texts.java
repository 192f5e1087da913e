package org.mailvane.planner;

import java.math.BigDecimal;
import org.mailvane.api.binding.Percentage;
import org.mailvane.traffic.sums.MessageSums;

/** Numbers in messages. */
final class Texts {

    /** Names that are listed one by one. */
    static final int MAX_NAMES = 3;

    private static final BigDecimal JUST_BELOW =
            BigDecimal.valueOf(PolicyPlan.PASSING_PERCENT).subtract(new BigDecimal("0.1"));

    private Texts() {}

    /**
     * Returns how many passed, as {@link Percentage} has it, but never rounded up to what is
     * needed: what is too little reads so.
     */
    static BigDecimal percentage(MessageSums sums) {
        BigDecimal rounded = Percentage.of(sums.dmarc(), sums.messages());
        boolean isEnough =
                Percent.isAtLeast(sums.dmarc(), PolicyPlan.PASSING_PERCENT, sums.messages());
        boolean looksEnough = rounded.intValue() >= PolicyPlan.PASSING_PERCENT;
        return looksEnough && !isEnough ? JUST_BELOW : rounded;
    }
}
