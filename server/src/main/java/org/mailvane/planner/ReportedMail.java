package org.mailvane.planner;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The reported mail by which a domain is judged.
 *
 * @param sums who sent on the judged days
 * @param longer who sent on the days over which senders are looked for that never pass
 * @param vouched the judged days without what nobody vouches for; null: that was not asked, or
 *     nothing would be left
 * @param unverified messages of the judged days in reports that count in totals only, and so are
 *     not among the others
 * @param settled whether all of it is classified by what can be known
 * @param leftOut what strangers report besides, where accepted reporters report enough
 */
record ReportedMail(
        List<SenderSum> sums,
        List<SenderSum> longer,
        @Nullable Vouched vouched,
        long unverified,
        boolean settled,
        LeftOut leftOut) {

    /** No reports show any. */
    static final ReportedMail NONE =
            new ReportedMail(List.of(), List.of(), null, 0, true, LeftOut.NOTHING);

    ReportedMail {
        sums = List.copyOf(sums);
        longer = List.copyOf(longer);
    }

    /** Returns the same, with what is left without what nobody vouches for. */
    ReportedMail with(@Nullable Vouched others) {
        return new ReportedMail(sums, longer, others, unverified, settled, leftOut);
    }

    /**
     * Who sent on the judged days by a part of the reports.
     *
     * @param without the reporter whose reports are left out; empty: all that nobody has accepted
     *     and that are not well known
     */
    record Vouched(List<SenderSum> sums, String without) {

        Vouched {
            sums = List.copyOf(sums);
        }
    }

    /**
     * Reports of strangers on which the advice does not rest.
     *
     * @param isMuch whether they are so much that it is said
     * @param strangers the domains of those with the most messages, as far as they are known
     */
    record LeftOut(boolean isMuch, List<String> strangers) {

        static final LeftOut NOTHING = new LeftOut(false, List.of());

        LeftOut {
            strangers = List.copyOf(strangers);
        }
    }
}
