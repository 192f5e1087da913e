package org.mailvane.api.binding;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Shares as the API shows them: 0 to 100 with one decimal. */
public final class Percentage {

    /** Stands where a share does not apply. */
    public static final BigDecimal NOT_APPLICABLE = BigDecimal.valueOf(-999);

    private static final int DECIMALS = 1;
    private static final BigDecimal WHOLE = BigDecimal.valueOf(100);

    private Percentage() {}

    /** The share of some messages in all; {@link #NOT_APPLICABLE} where there are none. */
    public static BigDecimal of(long some, long all) {
        return all == 0
                ? NOT_APPLICABLE
                : BigDecimal.valueOf(some)
                        .multiply(WHOLE)
                        .divide(BigDecimal.valueOf(all), DECIMALS, RoundingMode.HALF_UP);
    }

    /** A share as people read it: {@code 98.5%}, or {@code n/a} where it does not apply. */
    public static String text(BigDecimal share) {
        return share.compareTo(NOT_APPLICABLE) == 0 ? "n/a" : share.toPlainString() + "%";
    }
}
