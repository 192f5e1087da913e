package org.mailvane.mailauth.dmarc;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.MailHosts;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.mailauth.finding.DmarcFindings;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.report.ReportUri;

/**
 * Whether reports reach the addresses of a record: their domains take mail, and those of other
 * organisations have agreed (RFC 9990, section 4).
 */
final class AddressCheck {

    /** Maximum number of domains to look up for one record. */
    static final int MAX_HOSTS = 10;

    /** Questions for one of them: its mail hosts, its organisation, its agreement. */
    static final int MAX_QUESTIONS_PER_HOST = 3 + TreeWalk.MAX_STEPS + 1;

    private static final String AGREEMENT = "._report._dmarc";

    private final DomainName policyDomain;
    private final DomainName organization;
    private final PublicSuffixes suffixes;
    private final Dns dns;
    private final Map<DomainName, Host> hosts = new HashMap<>();

    /** The state of one host. */
    private record Host(MailHosts mail, Agreement agreement, List<ReportUri> overrides) {}

    /** Whether a host takes reports about the domain. */
    private enum Agreement {
        /** It belongs to the same organisation, or it has agreed. */
        GIVEN,
        /** It has no record that says so. */
        MISSING,
        /** It has one, but an invalid one. */
        BROKEN,
        /** It has none, and only older receivers want one. */
        MISSING_FOR_OLD,
        /** DNS did not answer. */
        UNKNOWN,
        /** The name to ask for can't exist. */
        NAME_TOO_LONG
    }

    /**
     * A check of the record of one domain.
     *
     * @param organization its organisational domain
     */
    AddressCheck(
            DomainName policyDomain, DomainName organization, PublicSuffixes suffixes, Dns dns) {
        this.policyDomain = policyDomain;
        this.organization = organization;
        this.suffixes = suffixes;
        this.dns = dns;
    }

    /** Returns the findings about the addresses of a tag, {@code rua} or {@code ruf}. */
    List<Finding> findings(String key, List<ReportUri> addresses) {
        List<Finding> findings = new ArrayList<>();
        List<DomainName> mailHosts = hosts(addresses);
        for (DomainName name : mailHosts) {
            @Nullable Host host = look(name);
            if (host == null) {
                findings.add(DmarcFindings.URI_NOT_CHECKED.with(key, MAX_HOSTS));
                break;
            }
            mail(host.mail(), name, key).ifPresent(findings::add);
            agreement(host.agreement(), name).ifPresent(findings::add);
            for (ReportUri override : host.overrides()) {
                findings.add(
                        name.equals(override.host())
                                ? DmarcFindings.EXTERNAL_OVERRIDE.with(
                                        name, policyDomain, override.text())
                                : DmarcFindings.EXTERNAL_OVERRIDE_IGNORED.with(
                                        name, policyDomain, override.text(), agreementName(name)));
            }
        }
        return findings;
    }

    /** The mailboxes that hosts want reports in instead; call it after the findings. */
    List<String> overriding() {
        List<String> mailboxes = new ArrayList<>();
        hosts.forEach((name, host) ->
                host.overrides().stream()
                        .filter(override -> name.equals(override.host()))
                        .map(ReportUri::mailbox)
                        .forEach(mailboxes::add));
        return mailboxes;
    }

    private static List<DomainName> hosts(List<ReportUri> addresses) {
        List<DomainName> hosts = new ArrayList<>();
        for (ReportUri address : addresses) {
            @Nullable DomainName host = address.host();
            if (address.isMail() && host != null && !hosts.contains(host)) {
                hosts.add(host);
            }
        }
        return hosts;
    }

    private @Nullable Host look(DomainName name) {
        @Nullable Host known = hosts.get(name);
        if (known != null || hosts.size() == MAX_HOSTS) {
            return known;
        }
        MailHosts mail = MailHosts.of(DnsName.of(name), dns);
        Host host = agreementOf(name, mail);
        hosts.put(name, host);
        return host;
    }

    private Host agreementOf(DomainName name, MailHosts mail) {
        boolean otherByList =
                !suffixes.organizationalDomain(name)
                        .equals(suffixes.organizationalDomain(policyDomain));
        boolean other = !name.equals(policyDomain) && isOther(name, otherByList);
        if (name.equals(policyDomain) || (!other && !otherByList)) {
            return new Host(mail, Agreement.GIVEN, List.of());
        }
        Optional<DnsName> asked = DnsName.of(name).below(policyDomain + AGREEMENT);
        if (asked.isEmpty()) {
            return new Host(
                    mail, other ? Agreement.NAME_TOO_LONG : Agreement.MISSING_FOR_OLD, List.of());
        }
        DnsAnswer answer = dns.ask(asked.get(), RecordType.TXT);
        if (answer.status().isFailure()) {
            return new Host(mail, Agreement.UNKNOWN, List.of());
        }
        List<DmarcRecord> records =
                answer.texts().stream()
                        .map(DnsRecord.Text::readable)
                        .map(DmarcParser::parse)
                        .filter(DmarcRecord::isDmarc)
                        .toList();
        if (records.isEmpty()) {
            Agreement missing = answer.texts().isEmpty() ? Agreement.MISSING : Agreement.BROKEN;
            return new Host(mail, other ? missing : Agreement.MISSING_FOR_OLD, List.of());
        }
        return new Host(
                mail,
                Agreement.GIVEN,
                records.stream()
                        .flatMap(record -> record.rua().stream())
                        // Answers have no order; the result shall not depend on it.
                        .sorted(Comparator.comparing(ReportUri::text))
                        .limit(AddressList.SURE_ADDRESSES)
                        .toList());
    }

    /**
     * Returns whether a host belongs to another organisation; uses the list if the tree walk does
     * not show it.
     */
    private boolean isOther(DomainName name, boolean otherByList) {
        TreeWalk walk = TreeWalk.of(name, dns);
        return walk.failures().isEmpty()
                ? !walk.organizationalDomain().equals(organization)
                : otherByList;
    }

    private static Optional<Finding> mail(MailHosts mail, DomainName name, String key) {
        return switch (mail) {
            case PRESENT -> Optional.empty();
            case REFUSED -> Optional.of(DmarcFindings.MAILBOX_REFUSED.with(name, key));
            case MISSING -> Optional.of(DmarcFindings.MAILBOX_NO_HOST.with(name, key));
            case UNKNOWN -> Optional.of(DmarcFindings.MAILBOX_UNKNOWN.with(name, key));
        };
    }

    private Optional<Finding> agreement(Agreement agreement, DomainName name) {
        String asked = agreementName(name);
        return switch (agreement) {
            case GIVEN -> Optional.empty();
            case MISSING ->
                    Optional.of(
                            DmarcFindings.EXTERNAL_UNAUTHORIZED.with(name, policyDomain, asked));
            case BROKEN ->
                    Optional.of(DmarcFindings.EXTERNAL_BAD_RECORD.with(name, policyDomain, asked));
            case MISSING_FOR_OLD ->
                    Optional.of(DmarcFindings.EXTERNAL_OLD.with(name, policyDomain, asked));
            case UNKNOWN ->
                    Optional.of(DmarcFindings.EXTERNAL_UNKNOWN.with(name, policyDomain, asked));
            case NAME_TOO_LONG ->
                    Optional.of(DmarcFindings.EXTERNAL_NAME_TOO_LONG.with(name, policyDomain));
        };
    }

    private String agreementName(DomainName host) {
        return policyDomain + AGREEMENT + "." + host;
    }
}
