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
 * @param leftOut domains of reporters whose reports the sums leave out, since each of them alone
 *     would change the advice
 */
record ReportedMail(
        List<SenderSum> sums,
        List<SenderSum> longer,
        @Nullable Vouched vouched,
        long unverified,
        boolean settled,
        List<String> leftOut) {

    /** No reports show any. */
    static final ReportedMail NONE =
            new ReportedMail(List.of(), List.of(), null, 0, true, List.of());

    ReportedMail {
        sums = List.copyOf(sums);
        longer = List.copyOf(longer);
        leftOut = List.copyOf(leftOut);
    }

    /** Returns the same, with what is left without what nobody vouches for. */
    ReportedMail with(@Nullable Vouched others) {
        return new ReportedMail(sums, longer, others, unverified, settled, leftOut);
    }

    /** Returns the same by a part of the reports. */
    ReportedMail of(List<SenderSum> part, List<SenderSum> longerPart, List<String> without) {
        return new ReportedMail(part, longerPart, vouched, unverified, settled, without);
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
}
