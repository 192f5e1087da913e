package org.mailvane.planner;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import org.mailvane.traffic.MessageSums;

/** Numbers in sentences. */
final class Texts {

    private Texts() {}

    static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    static String messages(long number) {
        return number(number) + (number == 1 ? " message" : " messages");
    }

    static String days(int number) {
        return number + (number == 1 ? " day" : " days");
    }

    /** How many passed; never rounded up, so that what is too little reads so. */
    static String share(MessageSums sums) {
        return BigDecimal.valueOf(sums.dmarc())
                        .multiply(BigDecimal.valueOf(100))
                        .divide(BigDecimal.valueOf(sums.messages()), 1, RoundingMode.DOWN)
                + " %";
    }
}
