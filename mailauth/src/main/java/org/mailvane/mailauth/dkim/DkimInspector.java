package org.mailvane.mailauth.dkim;

import java.util.List;
import java.util.Optional;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsAnswer.Status;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord.Text;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.mailauth.finding.DkimFindings;
import org.mailvane.mailauth.finding.DnsFindings;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingList;

/**
 * Looks at DKIM key records (RFC 6376, sections 3.6.1 and 3.6.2). It asks DNS at most three times.
 */
public final class DkimInspector {

    /** Texts at one selector that are shown; more than one is wrong already. */
    public static final int MAX_RECORDS = 20;

    /** A selector that is not in use: if it has a key, a wildcard answers for every name. */
    public static final String PROBE_SELECTOR = "mailvane-probe-q7x2k9v4";

    private static final String KEYS = "_domainkey";

    /**
     * Inspects the records at a selector.
     *
     * @param selector labels separated by dots, which may contain underscores
     */
    public DkimInspection inspect(DomainName domain, String selector, Dns dns) {
        FindingList findings = new FindingList();
        DnsName keys = DnsName.of(domain).below(KEYS).orElse(null);
        DnsName name = keys == null ? null : keys.below(selector).orElse(null);
        if (keys == null || name == null) {
            findings.add(DkimFindings.SELECTOR_INVALID, selector, domain);
            return new DkimInspection(
                    domain.value(),
                    selector,
                    selector + "." + KEYS + "." + domain,
                    false,
                    "",
                    findings.toList(),
                    List.of());
        }
        DnsAnswer answer = dns.ask(name, RecordType.TXT);
        Optional<DnsName> target =
                answer.aliases().isEmpty()
                        ? Optional.empty()
                        : Optional.of(answer.aliases().getLast());
        List<DkimRecord> records =
                answer.texts().stream()
                        .limit(MAX_RECORDS)
                        .map(text -> DkimParser.parse(text.readable()))
                        .toList();
        if (answer.status() == Status.FOUND) {
            judgeFound(answer, name, target, records, findings);
            judgeWildcard(keys, selector, dns, findings);
        } else {
            judgeMissing(answer, name, target, keys, DnsName.of(domain), dns, findings);
        }
        return new DkimInspection(
                domain.value(),
                selector,
                name.value(),
                !findings.hasErrors() && records.stream().allMatch(DkimRecord::valid),
                target.map(DnsName::value).orElse(""),
                findings.toList(),
                records);
    }

    /** Judges a record that may not be in DNS yet, as its text or as the strings of a zone file. */
    public DkimInspection validate(String record) {
        FindingList findings = new FindingList();
        String text = record.strip();
        // A text that can't be a record need not be parsed; the parser reports that it is too long.
        boolean isReadable = text.length() <= 2 * DkimParser.MAX_LENGTH;
        Optional<List<String>> strings = isReadable ? PastedText.strings(text) : Optional.empty();
        if (strings.isPresent()) {
            findings.add(DkimFindings.ZONE_FORM, strings.get().size());
            int longest = strings.get().stream().mapToInt(String::length).max().orElse(0);
            if (longest > Text.MAX_STRING_LENGTH) {
                findings.add(DkimFindings.STRING_LONG, longest);
            }
            text = String.join("", strings.get());
        } else if (text.length() > Text.MAX_STRING_LENGTH) {
            findings.add(DkimFindings.RECORD_UNSPLIT, text.length());
        }
        DkimRecord parsed = DkimParser.parse(text);
        return new DkimInspection(
                "",
                "",
                "",
                !findings.hasErrors() && parsed.valid(),
                "",
                findings.toList(),
                List.of(parsed));
    }

    private static void judgeFound(
            DnsAnswer answer,
            DnsName name,
            Optional<DnsName> target,
            List<DkimRecord> records,
            FindingList findings) {
        int count = answer.texts().size();
        target.ifPresent(alias -> findings.add(DkimFindings.CNAME, name, alias));
        if (count > 1) {
            findings.add(DkimFindings.RECORD_MULTIPLE, count, name);
        }
        if (count > records.size()) {
            findings.add(DkimFindings.RECORDS_CUT, records.size());
        }
        if (records.isEmpty()) {
            findings.add(DkimFindings.RECORD_MISSING, name);
        }
    }

    private static void judgeWildcard(
            DnsName keys, String selector, Dns dns, FindingList findings) {
        if (selector.equalsIgnoreCase(PROBE_SELECTOR)) {
            return;
        }
        DnsName probe = keys.below(PROBE_SELECTOR).orElse(null);
        List<Text> texts = probe == null ? List.of() : dns.ask(probe, RecordType.TXT).texts();
        if (probe == null || texts.isEmpty()) {
            return;
        }
        boolean isRevoked =
                texts.stream()
                        .limit(MAX_RECORDS)
                        .map(text -> DkimParser.parse(text.readable()))
                        .allMatch(DkimRecord::isRevoked);
        findings.add(isRevoked ? DkimFindings.WILDCARD_REVOKED : DkimFindings.WILDCARD, probe);
    }

    private static void judgeMissing(
            DnsAnswer answer,
            DnsName name,
            Optional<DnsName> target,
            DnsName keys,
            DnsName domain,
            Dns dns,
            FindingList findings) {
        DnsFindings.ofRecord(answer, target.orElse(name), RecordType.TXT).ifPresent(findings::add);
        if (!answer.status().isVoid()) {
            return;
        }
        if (target.isPresent()) {
            findings.add(DkimFindings.CNAME_TARGET_MISSING, name, target.get());
            return;
        }
        Optional<Finding> missing = DnsFindings.ofDomain(domain, answer, dns);
        if (missing.isPresent()) {
            findings.add(missing.get());
            return;
        }
        findings.add(DkimFindings.RECORD_MISSING, name);
        Status ofKeys = dns.ask(keys, RecordType.TXT).status();
        if (ofKeys == Status.NO_SUCH_NAME) {
            findings.add(DkimFindings.NO_KEYS, keys);
        } else if (ofKeys == Status.NO_DATA && answer.status() == Status.NO_SUCH_NAME) {
            findings.add(DkimFindings.OTHER_SELECTORS, keys);
        }
    }
}
