package org.mailvane.web.inspector;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.mailvane.inspect.InspectionFinding;
import org.mailvane.mailauth.bimi.BimiInspection;
import org.mailvane.mailauth.dkim.DkimInspection;
import org.mailvane.mailauth.dkim.DkimRecord;
import org.mailvane.mailauth.dmarc.DmarcInspection;
import org.mailvane.mailauth.finding.Level;
import org.mailvane.mailauth.mtasts.MtaStsInspection;
import org.mailvane.mailauth.mtasts.MtaStsPolicyInspection;
import org.mailvane.mailauth.mtasts.MtaStsPolicyInspection.MxHost;
import org.mailvane.mailauth.spf.SpfInspection;
import org.mailvane.mailauth.tag.Tag;
import org.mailvane.mailauth.tag.TaggedRecord;
import org.mailvane.mailauth.tlsrpt.TlsRptInspection;
import org.mailvane.web.parts.FindingSign;

/**
 * The result of any inspection, as its page shows it.
 *
 * @param valid whether nothing is wrong
 * @param said what is to be said, the worst first
 * @param passed what is well, as keys of texts
 * @param records what was found at the name, with its tags
 * @param facts what else is known
 * @param hosts the mail exchangers that a policy was compared with
 * @param spf the tree of an SPF record; null of all else
 */
record Inspected(
        boolean valid,
        List<InspectionFinding> said,
        List<String> passed,
        List<? extends TaggedRecord> records,
        List<Fact> facts,
        List<MxHost> hosts,
        @Nullable SpfTree spf) {

    /** Findings that are shown at most; the API has all. */
    static final int MAX_SAID = 100;

    /**
     * Something that is known.
     *
     * @param key its name in the bundles
     * @param value as it was found
     */
    record Fact(String key, String value) {}

    /** Whether nothing is wrong with a tag, by itself or by what is said of its record's text. */
    static boolean isWell(TaggedRecord record, Tag tag) {
        return tag.valid()
                && record.messages().stream()
                        .filter(finding -> finding.level() == Level.ERR)
                        .noneMatch(finding -> finding.tag().equalsIgnoreCase(tag.key()));
    }

    /** Those that are shown. */
    List<InspectionFinding> shown() {
        return said.subList(0, Math.min(said.size(), MAX_SAID));
    }

    /**
     * Findings of one kind; errors of one place alone, since each place is fixed separately.
     *
     * @param first the one that is shown in full
     * @param further the others, which say the same of other values
     */
    record Alike(InspectionFinding first, List<InspectionFinding> further) {}

    /** Those that are shown, of which what says the same of many values is one. */
    List<Alike> alike() {
        Map<List<String>, List<InspectionFinding>> byKind = new LinkedHashMap<>();
        for (InspectionFinding each : shown()) {
            String place = each.finding().level() == Level.ERR ? each.where() : "";
            byKind.computeIfAbsent(List.of(each.finding().code(), place), kind -> new ArrayList<>())
                    .add(each);
        }
        return byKind.values().stream()
                .map(same -> new Alike(same.getFirst(), same.subList(1, same.size())))
                .toList();
    }

    /** How many more there are. */
    int left() {
        return said.size() - shown().size();
    }

    /**
     * Returns the state of the result: to be fixed, to be looked at, not known, open if there is
     * nothing and need not be, or well. A text that was meant as a record but is not one has to be
     * fixed.
     */
    String state() {
        if (!valid) {
            return records.stream().allMatch(TaggedRecord::valid)
                    ? FindingSign.ofInvalid(said.stream().map(InspectionFinding::finding))
                    : "fix";
        }
        return said.stream().anyMatch(each -> each.finding().level() == Level.WARN)
                ? "watch"
                : "ok";
    }

    static Inspected of(DmarcInspection result) {
        Facts facts = Facts.of(result.dnsQuery(), result.cname());
        if (!result.policyDomain().equals(result.domain())) {
            facts.add("policy-domain", result.policyDomain());
        }
        return tagged(
                result.valid(),
                InspectionFinding.of(result.messages(), result.records()),
                reports(result.ruaServiceUsage()),
                result.records(),
                facts);
    }

    static Inspected of(DkimInspection result) {
        Facts facts = Facts.of(result.query(), result.cname());
        for (DkimRecord key : result.records()) {
            facts.add("key-type", key.publicKeyLength() == 0 ? "" : key.keyType());
            facts.add(
                    "key-bits",
                    key.publicKeyLength() == 0 ? "" : String.valueOf(key.publicKeyLength()));
            facts.add("key-fingerprint", key.keyFingerprint());
        }
        return tagged(
                result.valid(),
                InspectionFinding.of(result.messages(), result.records()),
                List.of(),
                result.records(),
                facts);
    }

    static Inspected of(TlsRptInspection result) {
        Facts facts = Facts.of(result.dnsQuery(), result.cname());
        return tagged(
                result.valid(),
                InspectionFinding.of(result.messages(), result.records()),
                reports(result.ruaServiceUsage()),
                result.records(),
                facts);
    }

    static Inspected of(MtaStsInspection result) {
        Facts facts = Facts.of(result.dnsQuery(), result.cname());
        return tagged(
                result.valid(),
                InspectionFinding.of(result.messages(), result.records()),
                List.of(),
                result.records(),
                facts);
    }

    static Inspected of(MtaStsPolicyInspection result) {
        Facts facts = new Facts();
        facts.add("policy-url", result.policyUrl());
        return new Inspected(
                result.valid(),
                InspectionFinding.of(result.messages(), result.records()),
                List.of(),
                result.records(),
                facts.all,
                result.records().isEmpty() ? List.of() : result.mxHosts(),
                null);
    }

    static Inspected of(BimiInspection result) {
        BimiInspection.Bimi bimi = result.bimi();
        BimiInspection.Authority mark = bimi.authority();
        Facts facts = Facts.of(bimi.dnsQuery(), bimi.cname());
        if (!bimi.policyDomain().equals(bimi.domain())) {
            facts.add("record-domain", bimi.policyDomain());
        }
        facts.add("logo", bimi.indicator().indicatorUrl());
        facts.add("certificate", mark.certificateUrl());
        facts.add("certificate-type", (mark.certificateType() + " " + mark.markType()).strip());
        facts.add("certificate-issuer", mark.issuer());
        facts.add("certificate-subject", mark.subject());
        facts.add("certificate-names", String.join(", ", mark.subjectAlternativeNames()));
        facts.add("certificate-from", String.valueOf(mark.starts() == null ? "" : mark.starts()));
        facts.add("certificate-to", String.valueOf(mark.expires() == null ? "" : mark.expires()));
        return tagged(
                bimi.valid(),
                InspectionFinding.of(result),
                result.dmarc().valid() ? List.of("inspector.passed.dmarc") : List.of(),
                bimi.records(),
                facts);
    }

    static Inspected of(SpfInspection result) {
        return new Inspected(
                result.valid(),
                InspectionFinding.of(result),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                SpfTree.of(result));
    }

    private static List<String> reports(boolean here) {
        return here ? List.of("inspector.passed.reports") : List.of();
    }

    private static Inspected tagged(
            boolean valid,
            List<InspectionFinding> said,
            List<String> passed,
            List<? extends TaggedRecord> records,
            Facts facts) {
        return new Inspected(valid, said, passed, records, facts.all, List.of(), null);
    }

    /** Facts, of which what is empty is none. */
    private static final class Facts {

        private final List<Fact> all = new ArrayList<>();

        /** Those of every record: the name that was asked for, and what it is an alias of. */
        static Facts of(String name, String alias) {
            Facts facts = new Facts();
            facts.add("name", name);
            facts.add("alias", alias);
            return facts;
        }

        void add(String what, String value) {
            if (!value.isEmpty()) {
                all.add(new Fact("inspector.fact." + what, value));
            }
        }
    }
}
