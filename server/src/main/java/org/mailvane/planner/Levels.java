package org.mailvane.planner;

import org.mailvane.mailauth.dmarc.DmarcPolicy;
import org.mailvane.mailauth.dmarc.DmarcRecord;
import org.mailvane.mailauth.dmarc.DmarcRecord.Effect;

/**
 * Policies of one record (RFC 9989, section 4.7).
 *
 * @param domain of the domain itself: {@code p}
 * @param subdomains of its subdomains: {@code sp}
 * @param missing of subdomains that don't exist: {@code np}
 */
record Levels(DmarcPolicy domain, DmarcPolicy subdomains, DmarcPolicy missing) {

    /** How many there are. */
    static final int NAMES = 3;

    /** Reports alone. */
    static final Levels NONE = all(DmarcPolicy.NONE);

    /** Returns the same for all. */
    static Levels all(DmarcPolicy policy) {
        return new Levels(policy, policy, policy);
    }

    /**
     * Returns what a record asks for: what is left out holds as {@code sp}, and that as {@code p}.
     */
    static Levels of(DmarcRecord record) {
        DmarcPolicy p = record.p();
        if (record.effect() != Effect.POLICY || p == null) {
            return NONE;
        }
        DmarcPolicy sp = record.sp() == null ? p : record.sp();
        return new Levels(p, sp, record.np() == null ? sp : record.np());
    }

    /** Whether a record asks receivers to hold back: some of them apply its policy only in part. */
    static boolean isPartial(DmarcRecord record) {
        return record.testing() || record.pct() < DmarcRecord.ALL;
    }

    /** Returns how far what a record asks for reaches with all receivers. */
    static Levels reached(DmarcRecord record) {
        return isPartial(record) ? of(record).inTestMode() : of(record);
    }

    /** One level less for each. */
    Levels inTestMode() {
        return new Levels(domain.inTestMode(), subdomains.inTestMode(), missing.inTestMode());
    }

    /** As it is stored. */
    String text() {
        return domain + " " + subdomains + " " + missing;
    }
}
