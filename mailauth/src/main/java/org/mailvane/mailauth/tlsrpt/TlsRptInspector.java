package org.mailvane.mailauth.tlsrpt;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsAnswer.Status;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.MailHosts;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.mailauth.finding.DnsFindings;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingList;
import org.mailvane.mailauth.finding.TlsRptFindings;
import org.mailvane.mailauth.report.ReportUri;
import org.mailvane.mailauth.report.ServiceAddresses;
import org.mailvane.mailauth.tlsrpt.TlsRptParser.Parsed;

/** Looks at TLS-RPT records (RFC 8460, section 3) and at what they need to be of use. */
public final class TlsRptInspector {

    /** Texts at the name that are shown; more than one is wrong already. */
    public static final int MAX_RECORDS = 20;

    /** Maximum number of hosts of addresses to look up. */
    public static final int MAX_HOSTS = 10;

    /** Mail servers whose TLSA records are looked for. */
    public static final int MAX_MAIL_SERVERS = 5;

    private static final String MTA_STS_BEGIN = "v=STSv1";

    private final ServiceAddresses service;

    private record Host(DnsName name, boolean isMail) {}

    /** An inspector that knows the addresses of this service. */
    public TlsRptInspector(ServiceAddresses service) {
        this.service = service;
    }

    /** Looks at what a domain has. It asks DNS a bounded number of questions. */
    public TlsRptInspection inspect(DomainName domain, Dns dns) {
        FindingList findings = new FindingList();
        Optional<DnsName> name = DnsName.of(domain).below("_smtp._tls");
        if (name.isEmpty()) {
            findings.add(TlsRptFindings.NAME_LONG, domain);
            return new TlsRptInspection(
                    "_smtp._tls." + domain, false, List.of(), findings.toList(), false, "");
        }
        DnsAnswer answer = dns.ask(name.get(), RecordType.TXT);
        Optional<DnsName> target =
                answer.aliases().isEmpty()
                        ? Optional.empty()
                        : Optional.of(answer.aliases().getLast());
        List<Parsed> all =
                answer.texts(MAX_RECORDS, TlsRptParser::isTlsRpt).stream()
                        .map(text -> TlsRptParser.parse(text.readable()))
                        .toList();
        List<Parsed> ours = all.stream().filter(one -> one.record().isTlsRpt()).toList();
        Optional<Finding> missing = DnsFindings.ofDomain(DnsName.of(domain), answer, dns);
        if (missing.isPresent()) {
            findings.add(missing.get());
        } else {
            judgeAnswer(answer, name.get(), target, ours.size(), findings);
        }
        if (ours.size() == 1) {
            judgeHosts(ours.getFirst().addresses(), dns, findings);
            judgePolicies(DnsName.of(domain), dns, findings);
        }
        List<TlsRptRecord> records = all.stream().map(Parsed::record).toList();
        return new TlsRptInspection(
                name.get().value(),
                !findings.hasErrors() && records.stream().allMatch(TlsRptRecord::valid),
                records,
                findings.toList(),
                ours.size() == 1
                        && ours.getFirst().record().valid()
                        && ours.getFirst().addresses().stream()
                                .anyMatch(uri -> uri.isMail() && service.include(uri.mailbox())),
                target.map(DnsName::value).orElse(""));
    }

    private static void judgeAnswer(
            DnsAnswer answer,
            DnsName name,
            Optional<DnsName> target,
            int count,
            FindingList findings) {
        if (answer.status() == Status.FOUND) {
            target.ifPresent(alias -> findings.add(TlsRptFindings.CNAME, name, alias));
            if (answer.texts().size() > MAX_RECORDS) {
                findings.add(TlsRptFindings.RECORDS_CUT, MAX_RECORDS);
            }
            if (count == 0) {
                findings.add(TlsRptFindings.RECORD_MISSING, name);
            } else if (count > 1) {
                findings.add(TlsRptFindings.RECORD_MULTIPLE, count, name);
            }
            return;
        }
        DnsFindings.ofRecord(answer, target.orElse(name), RecordType.TXT).ifPresent(findings::add);
        if (answer.status().isVoid()) {
            target.ifPresentOrElse(
                    alias -> findings.add(TlsRptFindings.CNAME_TARGET_MISSING, name, alias),
                    () -> findings.add(TlsRptFindings.RECORD_MISSING, name));
        }
    }

    /** Whether reports can be delivered at all; one finding for each host. */
    private static void judgeHosts(List<ReportUri> addresses, Dns dns, FindingList findings) {
        Map<Host, ReportUri> byHost = new LinkedHashMap<>();
        for (ReportUri uri : addresses) {
            if (uri.host() != null) {
                byHost.putIfAbsent(new Host(DnsName.of(uri.host()), uri.isMail()), uri);
            }
        }
        byHost.entrySet().stream()
                .limit(MAX_HOSTS)
                .forEach(entry -> {
                    if (entry.getKey().isMail()) {
                        judgeMailbox(entry.getKey().name(), entry.getValue(), dns, findings);
                    } else {
                        judgeServer(entry.getKey().name(), entry.getValue(), dns, findings);
                    }
                });
        if (byHost.size() > MAX_HOSTS) {
            findings.add(TlsRptFindings.HOSTS_CUT, MAX_HOSTS);
        }
    }

    private static void judgeMailbox(DnsName host, ReportUri uri, Dns dns, FindingList findings) {
        switch (MailHosts.of(host, dns)) {
            case PRESENT -> {}
            case REFUSED -> add(findings, TlsRptFindings.MAILBOX_REFUSED, uri.mailbox());
            case MISSING -> add(findings, TlsRptFindings.MAILBOX_WITHOUT_HOST, uri.mailbox());
            case UNKNOWN -> add(findings, TlsRptFindings.HOST_UNKNOWN, uri.mailbox());
        }
    }

    private static void judgeServer(DnsName host, ReportUri uri, Dns dns, FindingList findings) {
        Status v4 = dns.ask(host, RecordType.A).status();
        Status v6 = v4 == Status.FOUND ? v4 : dns.ask(host, RecordType.AAAA).status();
        if (v4.isVoid() && v6.isVoid()) {
            add(findings, TlsRptFindings.SERVER_MISSING, uri.text());
        } else if (v4 != Status.FOUND && v6 != Status.FOUND) {
            add(findings, TlsRptFindings.HOST_UNKNOWN, uri.text());
        }
    }

    private static void add(FindingList findings, TlsRptFindings kind, String value) {
        findings.add(kind.with(value).about("rua"));
    }

    /** Whether there is something that reports could be about. What is not known is not said. */
    private static void judgePolicies(DnsName domain, Dns dns, FindingList findings) {
        switch (MailHosts.of(domain, dns)) {
            case REFUSED, MISSING -> findings.add(TlsRptFindings.NO_MAIL);
            case UNKNOWN -> {}
            case PRESENT -> {
                if (isWithoutMtaSts(domain, dns) && isWithoutDane(domain, dns)) {
                    findings.add(TlsRptFindings.NO_POLICY);
                }
            }
        }
    }

    private static boolean isWithoutMtaSts(DnsName domain, Dns dns) {
        return domain.below("_mta-sts")
                .map(name -> dns.ask(name, RecordType.TXT))
                .map(answer ->
                        !answer.status().isFailure()
                                && answer.texts().stream()
                                        .noneMatch(text -> text.joined().startsWith(MTA_STS_BEGIN)))
                .orElse(true);
    }

    private static boolean isWithoutDane(DnsName domain, Dns dns) {
        DnsAnswer exchangers = dns.ask(domain, RecordType.MX);
        if (exchangers.status().isFailure()) {
            return false;
        }
        List<DnsName> servers =
                exchangers.exchangers().isEmpty()
                        ? List.of(domain)
                        : exchangers.exchangers().stream()
                                .map(DnsRecord.MailExchanger::exchange)
                                .limit(MAX_MAIL_SERVERS)
                                .toList();
        return servers.stream()
                .flatMap(server -> server.below("_25._tcp").stream())
                .allMatch(name -> dns.ask(name, RecordType.TLSA).status().isVoid());
    }
}
