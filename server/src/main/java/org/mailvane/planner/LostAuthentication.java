package org.mailvane.planner;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Mail of capable sources that passed DMARC, and would not as DNS is now: the keys or the SPF
 * records by which it passed are gone, or can't be used any more. Reports show it only days later.
 *
 * @param byKeys what passed lately by signatures alone whose keys are gone. Only the last days
 *     count, since a key that was replaced signs nothing any more
 * @param bySpf what passed on the judged days by SPF records of names below the domain alone
 * @param bySpfIn how many of the latter were in whose names
 * @param openNames names below the domain whose SPF record lets everybody send
 * @param broadNames those whose SPF record lets too many hosts send
 */
record LostAuthentication(
        Lapse byKeys,
        Lapse bySpf,
        Map<Target, Long> bySpfIn,
        List<String> openNames,
        List<String> broadNames) {

    /** Nothing that stood there lately is gone. */
    static final LostAuthentication NONE =
            new LostAuthentication(Lapse.NONE, Lapse.NONE, Map.of(), List.of(), List.of());

    LostAuthentication {
        bySpfIn = Map.copyOf(bySpfIn);
        openNames = List.copyOf(openNames);
        broadNames = List.copyOf(broadNames);
    }

    long bySpfIn(Target target) {
        return bySpfIn.getOrDefault(target, 0L);
    }

    /**
     * Such mail of some days.
     *
     * @param days when it was sent; null where there is none
     * @param passed messages that passed
     * @param lost those of them that would not now
     * @param names the names of the records or keys by which they passed, those with the most
     *     messages first
     */
    record Lapse(@Nullable JudgedDays days, long passed, long lost, List<String> names) {

        static final Lapse NONE = new Lapse(null, 0, 0, List.of());

        Lapse {
            names = List.copyOf(names);
        }
    }
}
