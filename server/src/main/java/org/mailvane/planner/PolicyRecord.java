package org.mailvane.planner;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dmarc.DmarcPolicy;
import org.mailvane.mailauth.dmarc.DmarcRecord;
import org.mailvane.mailauth.finding.DmarcFindings;
import org.mailvane.mailauth.report.ReportUri;
import org.mailvane.mailauth.tag.Tag;

/**
 * Writes DMARC records (RFC 9989, section 4.8): {@code v} first, {@code p} second as older readers
 * want it, and of the record that is there whatever receivers of today can use.
 */
final class PolicyRecord {

    /** Written by themselves, or dropped. */
    private static final Set<String> POLICIES = Set.of("v", "p", "sp", "np");

    /** Of RFC 7489, and no more of RFC 9989, which receivers of today ignore. */
    private static final Set<String> REMOVED = Set.of("rf", "ri");

    /** All others that RFC 9989 knows, with pct, which older receivers do. */
    private static final Set<String> KNOWN =
            Set.of("adkim", "aspf", "fo", "pct", "psd", "rua", "ruf", "t");

    /** What holds receivers back; a step that is taken is taken wholly. */
    private static final Set<String> PARTIAL = Set.of("t", "pct");

    /** A percentage that holds older receivers back; what is none does not. */
    private static final Pattern PART = Pattern.compile("\\d{1,2}");

    /** Where reports are to go. */
    private static final String RUA = "rua";

    /** Where reports of single messages are to go. */
    private static final String RUF = "ruf";

    /** Addresses that are kept of a tag in which others can't be read. */
    static final int MAX_ADDRESSES = 50;

    private final List<String> policies = new ArrayList<>();
    private final Map<String, String> rest = new LinkedHashMap<>();
    private String mailbox = "";

    private PolicyRecord(DmarcPolicy policy) {
        policies.add("v=DMARC1");
        policies.add("p=" + policy);
    }

    /** Returns a domain's first record. */
    static String first(DmarcPolicy policy, String mailbox) {
        PolicyRecord record = new PolicyRecord(policy);
        record.mailbox = mailbox;
        return record.text();
    }

    /**
     * Returns the record of an organisation's domain with other policies.
     *
     * @param before the record that is there
     * @param isWhole whether nothing is to hold receivers back any more
     * @param psdUnfit whether the domain is not a public suffix although the record says so
     * @param refused hosts that accept no reports
     * @param mailbox a further one for reports; empty for none
     */
    static String ofOrganization(
            DmarcRecord before,
            Levels levels,
            boolean isWhole,
            boolean psdUnfit,
            Set<String> refused,
            String mailbox) {
        PolicyRecord record = new PolicyRecord(levels.domain());
        if (before.sp() != null || levels.subdomains() != levels.domain()) {
            record.policies.add("sp=" + levels.subdomains());
        }
        if (before.np() != null || levels.missing() != levels.subdomains()) {
            record.policies.add("np=" + levels.missing());
        }
        record.keep(before, dropped(isWhole, psdUnfit), refused);
        record.mailbox = mailbox;
        return record.text();
    }

    /**
     * Returns the own record of a name within an organisation, where {@code sp} and {@code np}
     * count for nobody: they are left out.
     */
    static String ofSubdomain(
            DmarcRecord before,
            DmarcPolicy policy,
            boolean isWhole,
            boolean psdUnfit,
            Set<String> refused,
            String mailbox) {
        PolicyRecord record = new PolicyRecord(policy);
        record.keep(before, dropped(isWhole, psdUnfit), refused);
        record.mailbox = mailbox;
        return record.text();
    }

    /** Returns a separate record for a name that has had that of its organisation. */
    static String fromInherited(
            DmarcRecord above, DmarcPolicy policy, Set<String> refused, String mailbox) {
        PolicyRecord record = new PolicyRecord(policy);
        record.keep(above, dropped(true, true), refused);
        record.mailbox = mailbox;
        return record.text();
    }

    /** Returns the same record, which has reports sent to a further mailbox too. */
    static String withMailbox(DmarcRecord before, Set<String> refused, String mailbox) {
        PolicyRecord record = new PolicyRecord(Levels.of(before).domain());
        record.addIfThere("sp", before.sp());
        record.addIfThere("np", before.np());
        record.keep(before, Set.of(), refused);
        record.mailbox = mailbox;
        return record.text();
    }

    private static Set<String> dropped(boolean isWhole, boolean psdUnfit) {
        Set<String> dropped = new HashSet<>(isWhole ? PARTIAL : Set.of());
        if (psdUnfit) {
            dropped.add("psd");
        }
        return dropped;
    }

    private void addIfThere(String key, @Nullable DmarcPolicy policy) {
        if (policy != null) {
            policies.add(key + "=" + policy);
        }
    }

    private void keep(DmarcRecord before, Set<String> dropped, Set<String> refused) {
        Set<String> seen = new HashSet<>(POLICIES);
        seen.addAll(REMOVED);
        seen.addAll(dropped);
        boolean enforces = policies.stream().skip(1).anyMatch(policy -> !policy.endsWith("=none"));
        boolean asksForFailures = before.tags().stream().anyMatch(PolicyRecord::isRuf);
        for (Tag tag : before.tags()) {
            String key = tag.key().toLowerCase(Locale.ROOT);
            // Text without a name is not a DMARC tag.
            if (tag.meaning().isEmpty()
                    || !seen.add(key)
                    || isIdle(key, tag, enforces, asksForFailures)) {
                continue;
            }
            String value =
                    switch (key) {
                        case RUA -> addresses(tag, before.rua(), refused);
                        case RUF -> addresses(tag, before.ruf(), refused);
                        default -> tag.valid() ? tag.value().strip() : "";
                    };
            if (!value.isEmpty()) {
                rest.put(key, value);
            }
        }
    }

    /**
     * Whether a tag has no effect: a percentage that holds back nobody, not even receivers that
     * know RFC 7489 only, or without a policy; a test without a policy; options for failure reports
     * that nobody gets; and unknown tags.
     */
    private static boolean isIdle(String key, Tag tag, boolean enforces, boolean asksForFailures) {
        return switch (key) {
            case "pct" -> !enforces || !PART.matcher(tag.value().strip()).matches();
            case "t" -> !enforces;
            case "fo" -> !asksForFailures;
            default -> !POLICIES.contains(key) && !KNOWN.contains(key);
        };
    }

    private static boolean isRuf(Tag tag) {
        return tag.key().equalsIgnoreCase(RUF);
    }

    /**
     * Whether nothing in a record that receivers can use is without effect, so that it can stay as
     * it is.
     *
     * @param organizational whether it is that of an organisation's domain
     * @param refused hosts that take no reports
     */
    static boolean isTidy(DmarcRecord record, boolean organizational, Set<String> refused) {
        boolean enforces = !Levels.of(record).equals(Levels.NONE);
        boolean asksForFailures = record.tags().stream().anyMatch(PolicyRecord::isRuf);
        return record.p() != null
                && (organizational || (record.sp() == null && record.np() == null))
                && record.tags().stream()
                        .noneMatch(tag -> {
                            String key = tag.key().toLowerCase(Locale.ROOT);
                            return REMOVED.contains(key)
                                    || isIdle(key, tag, enforces, asksForFailures);
                        })
                && Stream.concat(record.rua().stream(), record.ruf().stream())
                        .allMatch(uri -> uri.size().isEmpty() && isServed(uri, refused))
                && record.findings().stream()
                        .noneMatch(finding ->
                                finding.code()
                                        .equals(DmarcFindings.RECORD_EMPTY_PIECE.entry().code()));
    }

    /** Whether receivers send reports there: they only send mail. */
    static boolean isServed(ReportUri uri, Set<String> refused) {
        return uri.isMail() && (uri.host() == null || !refused.contains(uri.host().value()));
    }

    /** Returns those that can be used, without sizes; unchanged where all can be used. */
    private static String addresses(Tag tag, List<ReportUri> usable, Set<String> refused) {
        List<String> kept =
                meant(tag, usable).stream()
                        .filter(uri -> isServed(uri, refused))
                        .map(ReportUri::text)
                        .distinct()
                        .toList();
        return tag.valid()
                        && kept.size() == usable.size()
                        && usable.stream().allMatch(uri -> uri.size().isEmpty())
                ? tag.value().strip()
                : String.join(",", kept);
    }

    /** Returns where a record is to have aggregate reports sent, as far as that can be read. */
    static List<ReportUri> meant(DmarcRecord record) {
        return record.tags().stream()
                .filter(tag -> tag.key().equalsIgnoreCase(RUA))
                .findFirst()
                .map(tag -> meant(tag, record.rua()))
                .orElse(List.of());
    }

    /** Mailboxes without {@code mailto:} too, which no receiver uses. */
    private static List<ReportUri> meant(Tag tag, List<ReportUri> usable) {
        return tag.valid()
                ? usable
                : Arrays.stream(tag.value().split(",", -1))
                        .map(ReportUri::parse)
                        .map(ReportUri::repaired)
                        .filter(uri -> uri.problem() == null)
                        .limit(MAX_ADDRESSES)
                        .toList();
    }

    private String text() {
        List<String> parts = new ArrayList<>(policies);
        if (!mailbox.isEmpty()) {
            String address = ReportUri.mailto(mailbox);
            String others = rest.get(RUA);
            if (others == null) {
                parts.add(RUA + "=" + address);
            } else if (Stream.of(others.split(",", -1))
                    .map(String::strip)
                    .noneMatch(address::equalsIgnoreCase)) {
                // Receivers need to send to the first two only (RFC 7489, section 6.2).
                rest.put(
                        RUA,
                        others.indexOf(',') < 0 ? others + "," + address : address + "," + others);
            }
        }
        rest.forEach((key, value) -> parts.add(key + "=" + value));
        return String.join("; ", parts);
    }
}
