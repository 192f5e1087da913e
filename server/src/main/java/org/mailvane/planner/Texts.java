package org.mailvane.planner;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import org.mailvane.api.Percentage;
import org.mailvane.traffic.MessageSums;

/** Numbers in sentences. */
final class Texts {

    /** Names that are told one by one. */
    static final int MAX_NAMES = 3;

    private static final BigDecimal JUST_BELOW =
            BigDecimal.valueOf(PolicyPlan.PASSING_PERCENT).subtract(new BigDecimal("0.1"));

    private Texts() {}

    static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    static String messages(long number) {
        return number(number) + (number == 1 ? " message" : " messages");
    }

    /** Some of these, and how many more there are. */
    static String names(List<String> names) {
        String first = String.join(", ", names.subList(0, Math.min(MAX_NAMES, names.size())));
        int more = names.size() - MAX_NAMES;
        return more > 0 ? first + " and " + more + " more" : first;
    }

    static String days(int number) {
        return number + (number == 1 ? " day" : " days");
    }

    /**
     * How many passed, as {@link Percentage} has it, but never rounded up to what is needed: what
     * is too little reads so.
     */
    static String share(MessageSums sums) {
        return percentage(sums) + "%";
    }

    /** The same as a number. */
    static BigDecimal percentage(MessageSums sums) {
        BigDecimal rounded = Percentage.of(sums.dmarc(), sums.messages());
        boolean isEnough =
                Percent.isAtLeast(sums.dmarc(), PolicyPlan.PASSING_PERCENT, sums.messages());
        boolean looksEnough = rounded.intValue() >= PolicyPlan.PASSING_PERCENT;
        return looksEnough && !isEnough ? JUST_BELOW : rounded;
    }
}
