package org.mailvane.mailauth.dmarc;

import java.util.List;
import java.util.Optional;
import org.mailvane.mailauth.dmarc.DmarcDiscovery.State;
import org.mailvane.mailauth.dmarc.DmarcInspection.Record;
import org.mailvane.mailauth.dmarc.EffectivePolicy.Origin;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.mailauth.finding.DmarcFindings;
import org.mailvane.mailauth.finding.FindingList;
import org.mailvane.mailauth.report.ServiceAddresses;

/** Inspects DMARC policies. */
public final class DmarcInspector {

    private final PublicSuffixes suffixes;
    private final ServiceAddresses service;

    /**
     * An inspector.
     *
     * @param suffixes for the organisational domain as older receivers find it
     * @param service which mailboxes are this service's own
     */
    public DmarcInspector(PublicSuffixes suffixes, ServiceAddresses service) {
        this.suffixes = suffixes;
        this.service = service;
    }

    /** Inspects the policy of a domain. */
    public DmarcInspection inspect(DomainName domain, Dns dns) {
        return discover(domain, dns).inspection();
    }

    /** The same, with what other parts of the program want to know. */
    public DmarcDiscovery discover(DomainName domain, Dns dns) {
        Optional<DnsName> name = DnsName.of(domain).below("_dmarc");
        DnsAnswer answer =
                name.map(n -> dns.ask(n, RecordType.TXT))
                        .orElse(DnsAnswer.without(DnsAnswer.Status.NO_SUCH_NAME));
        FindingList findings = new FindingList();
        List<DmarcRecord> records =
                answer.texts().stream()
                        .map(DnsRecord.Text::joined)
                        .map(DmarcParser::parse)
                        .filter(DmarcRecord::isUsable)
                        .toList();
        String query = name.map(DnsName::toString).orElse("");
        if (records.size() != 1) {
            findings.add(DmarcFindings.RECORD_MISSING, query);
        }
        Optional<EffectivePolicy> effective =
                records.size() != 1
                        ? Optional.empty()
                        : records.stream()
                                .findFirst()
                                .map(record ->
                                        new EffectivePolicy(
                                                Origin.OWN,
                                                domain,
                                                suffixes.organizationalDomain(domain),
                                                Optional.ofNullable(record.p())
                                                        .orElse(DmarcPolicy.NONE),
                                                "p",
                                                record));
        return new DmarcDiscovery(
                effective.isPresent() ? State.PRESENT : State.MISSING,
                effective,
                new DmarcInspection(
                        domain.value(),
                        effective.isPresent() ? domain.value() : "",
                        query,
                        !findings.hasErrors(),
                        service.include(""),
                        "",
                        findings.toList(),
                        records.stream().map(DmarcInspector::shown).toList()));
    }

    /** Validates a record that is given, without DNS. */
    public DmarcInspection validate(String record) {
        DmarcRecord read = DmarcParser.parse(record);
        return new DmarcInspection(
                "", "", "", read.valid(), false, "", List.of(), List.of(shown(read)));
    }

    private static Record shown(DmarcRecord record) {
        return new Record(
                record.text(), record.isDmarc(), record.valid(), record.findings(), record.tags());
    }
}
