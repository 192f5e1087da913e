package org.mailvane.mailauth.dmarc;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingKind;
import org.mailvane.mailauth.finding.Level;
import org.mailvane.mailauth.report.ReportUri;
import org.mailvane.mailauth.tag.Tag;

/**
 * A DMARC record as parsed: whatever could be understood of it, with what is wrong.
 *
 * @param text the record; a character is an octet where it comes from DNS
 * @param isDmarc whether it begins with {@code v=DMARC1}; if not, receivers see no DMARC record
 * @param effect what receivers get out of it
 * @param p the policy of the domain itself; null if it is missing or invalid
 * @param sp the policy of its subdomains; null if it is missing or invalid
 * @param np the policy of subdomains that don't exist; null if it is missing or invalid
 * @param psd what it says of its place in the tree of names
 * @param testing whether {@code t=y} asks for one level less
 * @param pct to how many of a hundred messages old receivers apply the policy
 * @param rua where aggregate reports are to go: the addresses that are well formed
 * @param ruf where failure reports are to go: the addresses that are well formed
 * @param tags what it holds, in its order
 * @param findings findings about the whole
 */
public record DmarcRecord(
        String text,
        boolean isDmarc,
        Effect effect,
        @Nullable DmarcPolicy p,
        @Nullable DmarcPolicy sp,
        @Nullable DmarcPolicy np,
        Psd psd,
        boolean testing,
        int pct,
        List<ReportUri> rua,
        List<ReportUri> ruf,
        List<Tag> tags,
        List<Finding> findings) {

    /** The {@code pct} of a record that has none: all messages (RFC 7489, section 6.3). */
    public static final int ALL = 100;

    /** The effect of a record for receivers (RFC 9989, section 4.10.1). */
    public enum Effect {
        /** Its policies. */
        POLICY,
        /** A policy is missing or invalid, but reports are requested: as {@code p=none}. */
        REPORTS_ONLY,
        /** Nothing: they apply no DMARC. */
        NONE
    }

    /** The position in the tree of names that a record declares (RFC 9989, section 4.7). */
    public enum Psd {
        /** A public suffix: organisations are below it. */
        YES,
        /** An organisational domain. */
        NO,
        /** Nothing is said; the tree walk finds out. */
        UNKNOWN
    }

    /** The mail that a policy applies to. */
    enum Target {
        DOMAIN,
        SUBDOMAIN,
        MISSING_SUBDOMAIN
    }

    /**
     * A policy of the record.
     *
     * @param policy what it asks for
     * @param tag which tag says so; empty if none does and {@code none} holds
     */
    record Choice(DmarcPolicy policy, String tag) {}

    /** A record that was read. */
    public DmarcRecord {
        rua = List.copyOf(rua);
        ruf = List.copyOf(ruf);
        tags = List.copyOf(tags);
        findings = List.copyOf(findings);
    }

    /** Whether nothing is wrong with it. */
    public boolean valid() {
        return findings.stream().noneMatch(finding -> finding.level() == Level.ERR)
                && tags.stream().allMatch(Tag::valid);
    }

    /**
     * Returns the requested policy (RFC 9989, sections 4.7 and 4.10.1); empty if receivers can't
     * use the record.
     */
    Optional<Choice> choice(Target target) {
        if (effect != Effect.POLICY) {
            return effect == Effect.NONE
                    ? Optional.empty()
                    : Optional.of(new Choice(DmarcPolicy.NONE, ""));
        }
        if (target == Target.MISSING_SUBDOMAIN && np != null) {
            return Optional.of(new Choice(np, "np"));
        }
        if (target != Target.DOMAIN && sp != null) {
            return Optional.of(new Choice(sp, "sp"));
        }
        return Optional.of(p == null ? new Choice(DmarcPolicy.NONE, "") : new Choice(p, "p"));
    }

    /** The same record, where some things are not said of tags of a name. */
    DmarcRecord without(String key, Set<FindingKind> kinds) {
        List<Tag> changed =
                tags.stream()
                        .map(tag -> tag.key().equalsIgnoreCase(key) ? tag.without(kinds) : tag)
                        .toList();
        return new DmarcRecord(
                text, isDmarc, effect, p, sp, np, psd, testing, pct, rua, ruf, changed, findings);
    }

    /** The same record, with more to say of the first tag of a name; without it, of the whole. */
    DmarcRecord with(String key, List<Finding> more) {
        if (more.isEmpty()) {
            return this;
        }
        List<Tag> changed = new ArrayList<>(tags);
        List<Finding> whole = new ArrayList<>(findings);
        int at = 0;
        while (at < changed.size() && !changed.get(at).key().equalsIgnoreCase(key)) {
            at++;
        }
        if (at < changed.size()) {
            changed.set(at, changed.get(at).with(more));
        } else {
            whole.addAll(more);
        }
        return new DmarcRecord(
                text, isDmarc, effect, p, sp, np, psd, testing, pct, rua, ruf, changed, whole);
    }
}
