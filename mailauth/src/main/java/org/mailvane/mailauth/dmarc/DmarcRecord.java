package org.mailvane.mailauth.dmarc;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.report.ReportUri;
import org.mailvane.mailauth.tag.Tag;

/**
 * A DMARC record as it was read: whatever could be understood of it, with what is wrong.
 *
 * @param text the record
 * @param isDmarc whether it begins with {@code v=DMARC1}; if not, receivers see no DMARC record
 * @param p the policy of the domain itself; null where it is missing or invalid
 * @param sp the policy of its subdomains; null where it is missing or invalid
 * @param np the policy of subdomains that don't exist; null where it is missing or invalid
 * @param psd whether the domain is one that organisations register theirs below
 * @param testing whether {@code t=y} asks for one level less
 * @param pct to how many of a hundred messages old receivers apply the policy
 * @param rua where aggregate reports are to go, those that can be used
 * @param ruf where failure reports are to go, those that can be used
 * @param isUsable whether receivers find a policy in it (RFC 9989, section 4.10.1)
 * @param valid whether nothing is wrong with it
 * @param tags what it holds, in its order
 * @param findings what is to be said of the whole
 */
public record DmarcRecord(
        String text,
        boolean isDmarc,
        @Nullable DmarcPolicy p,
        @Nullable DmarcPolicy sp,
        @Nullable DmarcPolicy np,
        Psd psd,
        boolean testing,
        int pct,
        List<ReportUri> rua,
        List<ReportUri> ruf,
        boolean isUsable,
        boolean valid,
        List<Tag> tags,
        List<Finding> findings) {

    /** The {@code pct} of a record that has none: all messages (RFC 7489, section 6.3). */
    public static final int ALL = 100;

    /** What a record says of its place in the tree of names (RFC 9989, section 4.7). */
    public enum Psd {
        /** A public suffix: organisations are below it. */
        YES,
        /** An organisational domain. */
        NO,
        /** Nothing is said; the tree walk finds out. */
        UNKNOWN
    }

    /** A record that was read. */
    public DmarcRecord {
        rua = List.copyOf(rua);
        ruf = List.copyOf(ruf);
        tags = List.copyOf(tags);
        findings = List.copyOf(findings);
    }
}
