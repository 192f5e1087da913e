package org.mailvane.traffic.blocks;

import org.mailvane.traffic.store.RawResults;

/**
 * What reports say of rows beyond their sums.
 *
 * @param reporter who reported it
 * @param policyDomain whose policy it was about
 * @param envelopeFrom domain of the envelope sender; empty where that was not reported
 * @param envelopeTo domain of the envelope recipient; empty where that was not reported
 * @param raw the raw results
 */
public record RowResults(
        String reporter,
        String policyDomain,
        String envelopeFrom,
        String envelopeTo,
        RawResults raw) {

    /** Of rows whose results are gone. */
    static final RowResults NONE = new RowResults("", "", "", "", RawResults.NONE);
}
