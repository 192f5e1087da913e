package org.mailvane.reporters;

import org.mailvane.reporters.ReportAuthentication.Result;

/**
 * Who vouches for a report, and how much that is worth beside another report with the same key.
 *
 * @param weight how much it is worth
 * @param result what the authentication of its mail showed
 * @param domain the organizational domain that vouches for the mail, or, where none does, of its
 *     From address; empty where that is not known or a person handed the report over
 */
public record Vouching(Weight weight, Result result, String domain) {

    /** How much it is worth, in ascending order. */
    public enum Weight {
        /** The mail fails DMARC, and its From domain asks for quarantine or rejection. */
        FAILED,
        /** Nobody vouches for the mail. */
        UNVERIFIED,
        /** A domain vouches for the mail. Anyone can register one. */
        VERIFIED,
        /** A person handed the report over, or its reporter is accepted. */
        RELIED_ON
    }

    /**
     * Weighs a report.
     *
     * @param isReliedOn whether a person handed it over or its reporter is accepted, and advice
     *     rests on it
     */
    public static Vouching of(Result result, boolean isReliedOn, String domain) {
        Weight weight =
                switch (result) {
                    case FAILED -> Weight.FAILED;
                    case UNVERIFIED -> Weight.UNVERIFIED;
                    case VERIFIED -> Weight.VERIFIED;
                };
        return new Vouching(isReliedOn ? Weight.RELIED_ON : weight, result, domain);
    }

    /**
     * Returns whether both are of different domains and worth the same: then they are two reports,
     * whatever their keys are.
     */
    public boolean isApart(Vouching other) {
        return isOfAnotherDomain(other)
                && (weight == other.weight || (nobodyVouches() && other.nobodyVouches()));
    }

    /** Returns whether both domains are known and differ. */
    public boolean isOfAnotherDomain(Vouching other) {
        return !domain.isEmpty() && !other.domain.isEmpty() && !domain.equals(other.domain);
    }

    /** Returns whether a report is believed rather than another one that contradicts it. */
    public boolean outranks(Vouching other) {
        int more = weight.compareTo(other.weight);
        boolean isOfSameDomain = !domain.isEmpty() && domain.equals(other.domain);
        return more > 0 || (more == 0 && isOfSameDomain && result.compareTo(other.result) < 0);
    }

    private boolean nobodyVouches() {
        return weight.compareTo(Weight.VERIFIED) < 0;
    }
}
