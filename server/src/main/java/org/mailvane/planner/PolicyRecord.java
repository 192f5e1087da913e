package org.mailvane.planner;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dmarc.DmarcPolicy;
import org.mailvane.mailauth.dmarc.DmarcRecord;
import org.mailvane.mailauth.tag.Tag;

/**
 * Writes DMARC records (RFC 9989, section 4.8): {@code v} first, {@code p} second as older readers
 * want it, and every valid tag of the record that is there.
 */
final class PolicyRecord {

    /** Written by themselves, or dropped. */
    private static final Set<String> POLICIES = Set.of("v", "p", "sp", "np");

    /** What holds receivers back; a step that is taken is taken wholly. */
    private static final Set<String> PARTIAL = Set.of("t", "pct");

    private final List<String> policies = new ArrayList<>();
    private final List<Tag> rest = new ArrayList<>();
    private String mailbox = "";

    private PolicyRecord(DmarcPolicy policy) {
        policies.add("v=DMARC1");
        policies.add("p=" + policy);
    }

    /** A domain's first record. */
    static String first(DmarcPolicy policy, String mailbox) {
        PolicyRecord record = new PolicyRecord(policy);
        record.mailbox = mailbox;
        return record.text();
    }

    /**
     * The record of an organisation's domain with other policies.
     *
     * @param before the record that is there
     * @param isWhole whether nothing is to hold receivers back any more
     * @param mailbox a further one for reports; empty for none
     */
    static String ofOrganization(
            DmarcRecord before, Levels levels, boolean isWhole, String mailbox) {
        PolicyRecord record = new PolicyRecord(levels.domain());
        if (before.sp() != null || levels.subdomains() != levels.domain()) {
            record.policies.add("sp=" + levels.subdomains());
        }
        if (before.np() != null || levels.missing() != levels.subdomains()) {
            record.policies.add("np=" + levels.missing());
        }
        record.keep(before, isWhole ? PARTIAL : Set.of());
        record.mailbox = mailbox;
        return record.text();
    }

    /**
     * The own record of a name within an organisation, where {@code sp} and {@code np} count for
     * nobody: they stay as they are.
     */
    static String ofSubdomain(
            DmarcRecord before, DmarcPolicy policy, boolean isWhole, String mailbox) {
        PolicyRecord record = new PolicyRecord(policy);
        record.addIfThere("sp", before.sp());
        record.addIfThere("np", before.np());
        record.keep(before, isWhole ? PARTIAL : Set.of());
        record.mailbox = mailbox;
        return record.text();
    }

    /** A record of its own for a name that has had that of its organisation. */
    static String fromInherited(DmarcRecord above, DmarcPolicy policy, String mailbox) {
        PolicyRecord record = new PolicyRecord(policy);
        record.keep(above, Set.of("t", "pct", "psd"));
        record.mailbox = mailbox;
        return record.text();
    }

    private void addIfThere(String key, @Nullable DmarcPolicy policy) {
        if (policy != null) {
            policies.add(key + "=" + policy);
        }
    }

    private void keep(DmarcRecord before, Set<String> dropped) {
        Set<String> seen = new HashSet<>(POLICIES);
        seen.addAll(dropped);
        for (Tag tag : before.tags()) {
            if (tag.valid() && seen.add(tag.key().toLowerCase(Locale.ROOT))) {
                rest.add(tag);
            }
        }
    }

    private String text() {
        List<String> parts = new ArrayList<>(policies);
        String address = mailbox.isEmpty() ? "" : "mailto:" + mailbox;
        boolean added = address.isEmpty();
        for (Tag tag : rest) {
            String value = tag.value().strip();
            if (!added && tag.key().equalsIgnoreCase("rua")) {
                value += "," + address;
                added = true;
            }
            parts.add(tag.key().toLowerCase(Locale.ROOT) + "=" + value);
        }
        if (!added) {
            parts.add(policies.size(), "rua=" + address);
        }
        return String.join("; ", parts);
    }
}
