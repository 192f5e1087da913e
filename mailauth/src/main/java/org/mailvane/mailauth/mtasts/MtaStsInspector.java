package org.mailvane.mailauth.mtasts;

import java.util.List;
import java.util.Optional;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.mailauth.finding.DnsFindings;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingList;
import org.mailvane.mailauth.finding.MtaStsFindings;

/** Inspects the MTA-STS record of a domain (RFC 8461, section 3.1). */
public final class MtaStsInspector {

    /** Texts at the name that are shown; more than one is wrong already. */
    static final int MAX_RECORDS = 20;

    /** The label before the domain in the name of the record. */
    static final String LABEL = "_mta-sts";

    /** The label before the domain in the name of the host that has the policy. */
    static final String HOST_LABEL = "mta-sts";

    /** The answer for the name of the record, before any other query. */
    record Lookup(String name, DnsAnswer answer, List<MtaStsRecord> records) {

        /** Returns the records that senders do not discard. */
        List<MtaStsRecord> genuine() {
            return records.stream().filter(MtaStsRecord::isMtaSts).toList();
        }
    }

    /** Asks DNS for the record and judges it. */
    public MtaStsInspection inspect(DomainName domain, Dns dns) {
        Optional<Lookup> found = lookup(domain, dns);
        if (found.isEmpty()) {
            String name = LABEL + "." + domain;
            return new MtaStsInspection(
                    name, "", false, List.of(), List.of(MtaStsFindings.NAME_LONG.with(name)));
        }
        Lookup lookup = found.get();
        FindingList findings = new FindingList();
        Optional<Finding> missing = DnsFindings.ofDomain(DnsName.of(domain), lookup.answer(), dns);
        if (missing.isPresent()) {
            return new MtaStsInspection(
                    lookup.name(), "", false, List.of(), List.of(missing.get()));
        }
        addAnswer(lookup, findings);
        addRecords(lookup, findings);
        if (isMissing(lookup)) {
            addMisplaced(domain, lookup.name(), dns, findings);
        } else if (lookup.genuine().stream().anyMatch(MtaStsRecord::valid)) {
            addPolicyHost(domain, dns, findings);
        }
        boolean valid =
                !findings.hasErrors() && lookup.records().stream().allMatch(MtaStsRecord::valid);
        return new MtaStsInspection(
                lookup.name(),
                alias(lookup).map(DnsName::value).orElse(""),
                valid,
                lookup.records(),
                findings.toList());
    }

    /** Asks for the record; empty where its name would be too long. */
    static Optional<Lookup> lookup(DomainName domain, Dns dns) {
        return DnsName.of(domain)
                .below(LABEL)
                .map(name -> {
                    DnsAnswer answer = dns.ask(name, RecordType.TXT);
                    return new Lookup(name.value(), answer, records(answer));
                });
    }

    private static List<MtaStsRecord> records(DnsAnswer answer) {
        return answer.texts(MAX_RECORDS, MtaStsParser::isMtaSts).stream()
                .map(DnsRecord.Text::readable)
                .map(MtaStsParser::parse)
                .toList();
    }

    private static Optional<DnsName> alias(Lookup lookup) {
        List<DnsName> aliases = lookup.answer().aliases();
        return aliases.isEmpty() ? Optional.empty() : Optional.of(aliases.getLast());
    }

    private static boolean isMissing(Lookup lookup) {
        return !lookup.answer().status().isFailure() && lookup.genuine().isEmpty();
    }

    private static void addAnswer(Lookup lookup, FindingList findings) {
        DnsName asked = alias(lookup).orElseGet(() -> new DnsName(lookup.name()));
        DnsFindings.ofRecord(lookup.answer(), asked, RecordType.TXT).ifPresent(findings::add);
        alias(lookup)
                .filter(target -> !lookup.answer().status().isFailure())
                .ifPresent(target ->
                        findings.add(
                                isMissing(lookup)
                                        ? MtaStsFindings.RECORD_ALIAS_DANGLING
                                        : MtaStsFindings.RECORD_ALIAS,
                                lookup.name(),
                                target));
    }

    private static void addRecords(Lookup lookup, FindingList findings) {
        int genuine = lookup.genuine().size();
        int others = lookup.records().size() - genuine;
        if (isMissing(lookup)) {
            findings.add(MtaStsFindings.RECORD_MISSING, lookup.name());
        } else if (genuine > 1) {
            findings.add(MtaStsFindings.RECORD_MULTIPLE, genuine, lookup.name());
        }
        if (lookup.answer().texts().size() > MAX_RECORDS) {
            findings.add(MtaStsFindings.RECORDS_CUT, MAX_RECORDS);
        }
        if (genuine > 0 && others > 0) {
            findings.add(MtaStsFindings.RECORD_UNRELATED, lookup.name(), others);
        }
    }

    /** Looks at the places where a record is put by mistake. */
    private static void addMisplaced(
            DomainName domain, String name, Dns dns, FindingList findings) {
        DnsName self = DnsName.of(domain);
        List<DnsName> places =
                self.below(HOST_LABEL).map(host -> List.of(self, host)).orElse(List.of(self));
        for (DnsName place : places) {
            if (hasRecord(place, dns)) {
                findings.add(MtaStsFindings.RECORD_MISPLACED, place, name);
            }
        }
        // A domain of a single label above is a registry's, which has nothing to hand down.
        domain.parent()
                .filter(above -> above.parent().isPresent())
                .flatMap(above -> DnsName.of(above).below(LABEL))
                .filter(above -> hasRecord(above, dns))
                .ifPresent(
                        above -> findings.add(MtaStsFindings.RECORD_NOT_INHERITED, above, domain));
    }

    private static boolean hasRecord(DnsName place, Dns dns) {
        return dns.ask(place, RecordType.TXT).texts().stream()
                .anyMatch(text -> text.joined().startsWith(MtaStsParser.BEGIN));
    }

    private static void addPolicyHost(DomainName domain, Dns dns, FindingList findings) {
        DnsName.of(domain)
                .below(HOST_LABEL)
                .filter(host ->
                        dns.ask(host, RecordType.A).status().isVoid()
                                && dns.ask(host, RecordType.AAAA).status().isVoid())
                .ifPresent(host -> findings.add(MtaStsFindings.POLICY_HOST_MISSING, host));
    }
}
