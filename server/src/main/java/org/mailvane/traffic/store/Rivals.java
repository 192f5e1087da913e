package org.mailvane.traffic.store;

import java.util.List;
import org.mailvane.reporters.Trust;
import org.mailvane.reporters.Vouching;
import org.mailvane.traffic.store.ReportTable.Stored;

/**
 * What is stored under the key of a report that comes in.
 *
 * @param vouching who vouches for the report
 * @param trust what it would count for
 * @param stored those stored, those with its own row first
 */
record Rivals(String voucher, Vouching vouching, Trust trust, List<Stored> stored) {

    /** Returns the stored reports that can't be there together with this one. */
    List<Stored> contested() {
        return stored.stream().filter(there -> !isApart(there)).toList();
    }

    /** Whether both can be stored, since different domains sent them. */
    private boolean isApart(Stored there) {
        if (voucher.equals(there.voucher())) {
            return false;
        }
        if (vouching.isApart(there.vouching())) {
            return true;
        }
        // What is ignored keeps nobody else's out, but is not to count again by an upload of it.
        boolean isAnothers =
                vouching.domain().isEmpty()
                        ? !there.same() && !there.vouching().domain().isEmpty()
                        : vouching.isOfAnotherDomain(there.vouching());
        return there.ignored() && isAnothers;
    }

    /** Whether this report is believed rather than a stored one that contradicts it. */
    boolean outranks(Stored there) {
        return vouching.outranks(there.vouching())
                && !there.ignored()
                && (trust.counts() || !there.trust().counts());
    }

    /**
     * Whether a stored one with the same content has what the mail of this one shows: that is
     * better, or it is the same mail, and DNS did not answer the first time.
     */
    boolean showsMoreOf(Stored there) {
        boolean isBetter =
                vouching.outranks(there.vouching())
                        || (vouching.result().compareTo(there.vouching().result()) < 0
                                && !there.vouching().outranks(vouching));
        return isBetter || there.unanswered();
    }
}
