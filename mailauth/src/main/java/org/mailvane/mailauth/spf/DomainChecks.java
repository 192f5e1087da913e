package org.mailvane.mailauth.spf;

import java.util.List;
import java.util.Optional;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsAnswer.Status;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.dns.MailHosts;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.mailauth.finding.DnsFindings;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingList;
import org.mailvane.mailauth.finding.SpfFindings;

/** Checks how a domain's SPF record is published, and which other records are published with it. */
final class DomainChecks {

    /** A name that is not in use: only a wildcard answers for it. */
    static final String PROBE = "mailvane-wildcard-probe";

    /** Octets of all TXT records at a name; with more, an answer may not fit (section 3.4). */
    static final int MAX_TEXTS_LENGTH = 512;

    private static final String SENDER_ID = "spf2.0";
    private static final String REFUSES_ALL = "v=spf1 -all";

    private final DnsName domain;
    private final Dns dns;
    private final SurveyWalk walk;

    DomainChecks(DnsName domain, Dns dns) {
        this.domain = domain;
        this.dns = dns;
        this.walk = new SurveyWalk(dns);
    }

    /** Surveys the domain; adds findings that are not about a record to {@code findings}. */
    SurveyedDomain survey(FindingList findings) {
        DnsAnswer answer = dns.ask(domain, RecordType.TXT);
        List<String> texts = answer.texts().stream().map(DnsRecord.Text::joined).toList();
        List<String> records = texts.stream().filter(SpfRecord::isSpf).toList();
        if (answer.status().isFailure()) {
            DnsFindings.of(answer, domain, RecordType.TXT).ifPresent(findings::add);
            return walk.domain(domain);
        }
        if (records.isEmpty()) {
            Optional<Finding> missing = DnsFindings.ofDomain(domain, answer, dns);
            findings.add(missing.orElseGet(() -> SpfFindings.RECORD_MISSING.with(domain)));
            DnsFindings.ofRecord(answer, domain, RecordType.TXT).ifPresent(findings::add);
        } else if (records.size() > 1) {
            findings.add(SpfFindings.RECORD_MULTIPLE, domain, records.size());
        }
        otherTexts(texts, !records.isEmpty(), findings);
        if (!answer.aliases().isEmpty()) {
            findings.add(SpfFindings.RECORD_ALIAS, domain, answer.aliases().getLast());
        }
        // These take few questions, and the record may take all of them.
        if (dns.ask(domain, RecordType.SPF).status() == Status.FOUND) {
            findings.add(SpfFindings.RECORD_TYPE_99, domain);
        }
        wildcards(records, findings);
        MailHosts mailHosts = MailHosts.of(domain, dns);
        boolean hasMx = dns.ask(domain, RecordType.MX).status() != Status.NO_DATA;
        SurveyedDomain surveyed = walk.domain(domain);
        surveyed.single()
                .filter(record -> !isRefusal(record) && isHost())
                .ifPresent(record -> {
                    if (mailHosts == MailHosts.REFUSED || mailHosts == MailHosts.MISSING) {
                        findings.add(SpfFindings.PARKED, domain);
                    } else if (!hasMx) {
                        findings.add(SpfFindings.NO_MX, domain);
                    }
                });
        return surveyed;
    }

    private void otherTexts(List<String> texts, boolean hasRecord, FindingList findings) {
        int length = 0;
        for (String text : texts) {
            length += text.length();
            String readable = DnsRecord.Text.readable(text);
            if (text.regionMatches(true, 0, SENDER_ID, 0, SENDER_ID.length())) {
                findings.add(SpfFindings.RECORD_SENDER_ID, domain, readable);
            } else if (!SpfRecord.isSpf(text)) {
                SpfParser.parse(text).findings().stream()
                        .filter(finding ->
                                finding.code().startsWith("spf.version.")
                                        && !finding.is(SpfFindings.VERSION_MISSING)
                                        && !finding.is(SpfFindings.VERSION_REPEATED))
                        .findFirst()
                        .ifPresent(finding ->
                                findings.add(
                                        hasRecord
                                                ? SpfFindings.RECORD_NEAR_MISS.with(readable)
                                                : finding.about(readable)));
            }
        }
        if (length > MAX_TEXTS_LENGTH) {
            findings.add(SpfFindings.RECORD_CROWDED, domain, length, MAX_TEXTS_LENGTH);
        }
    }

    private void wildcards(List<String> records, FindingList findings) {
        if (hasRecord(domain.below(PROBE))) {
            findings.add(SpfFindings.RECORD_WILDCARD, domain);
        }
        Optional<DnsName> parent = domain.parent().filter(name -> name.labels() > 1);
        if (!records.isEmpty()
                && parent.isPresent()
                && hasRecord(parent.flatMap(name -> name.below(PROBE)))) {
            findings.add(SpfFindings.RECORD_FROM_WILDCARD, domain, parent.get());
        }
    }

    private boolean hasRecord(Optional<DnsName> name) {
        return name.stream()
                .flatMap(probe -> dns.ask(probe, RecordType.TXT).texts().stream())
                .anyMatch(text -> SpfRecord.isSpf(text.joined()));
    }

    /** Whether mail can come from the name; others, as _spf.example.com, are only referred to. */
    private boolean isHost() {
        return domain.domain().isPresent();
    }

    private static boolean isRefusal(SurveyedRecord record) {
        return record.record().text().strip().equalsIgnoreCase(REFUSES_ALL);
    }
}
