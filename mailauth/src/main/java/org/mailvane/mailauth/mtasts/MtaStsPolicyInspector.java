package org.mailvane.mailauth.mtasts;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.mailvane.mailauth.dns.BoundedDns;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord.MailExchanger;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.mailauth.finding.DnsFindings;
import org.mailvane.mailauth.finding.Finding;
import org.mailvane.mailauth.finding.FindingList;
import org.mailvane.mailauth.finding.FindingPhrase;
import org.mailvane.mailauth.finding.FindingValue;
import org.mailvane.mailauth.finding.MtaStsFindings;
import org.mailvane.mailauth.https.Https;
import org.mailvane.mailauth.mtasts.MtaStsPolicy.Mode;
import org.mailvane.mailauth.mtasts.MtaStsPolicyInspection.MxHost;

/** Inspects the MTA-STS policy of a domain (RFC 8461, sections 3.2, 3.3 and 4.1). */
public final class MtaStsPolicyInspector {

    /** For how long the policy is waited for (RFC 8461, section 3.3). */
    public static final Duration MAX_TIME = Duration.ofSeconds(60);

    private static final String PATH = "/.well-known/mta-sts.txt";
    private static final String MEDIA_TYPE = "text/plain";

    /** Fetches the policy, judges it, and compares it with the domain's mail exchangers. */
    public MtaStsPolicyInspection inspect(DomainName domain, Dns dns, Https https) {
        String host = MtaStsInspector.HOST_LABEL + "." + domain;
        String url = "https://" + host + PATH;
        FindingList findings = new FindingList();
        if (host.length() > DomainName.MAX_LENGTH) {
            findings.add(MtaStsFindings.NAME_LONG, host);
            return new MtaStsPolicyInspection(
                    host, url, false, List.of(), List.of(), findings.toList());
        }
        // DNS comes first: a web server that takes its time would leave none for it.
        boolean isAnnounced = isAnnounced(domain, dns, findings);
        List<DnsName> hosts = hosts(domain, dns, findings);
        Optional<MtaStsPolicy> policy = fetch(host, url, dns, https, findings);
        if (isAnnounced && policy.filter(MtaStsPolicy::valid).isEmpty()) {
            findings.add(MtaStsFindings.ANNOUNCED_ONLY, MtaStsInspector.LABEL + "." + domain);
        }
        List<MxPattern> patterns = policy.map(MtaStsPolicy::patterns).orElse(List.of());
        policy.flatMap(MtaStsPolicy::mode)
                .ifPresent(mode -> compare(mode, patterns, hosts, findings));
        boolean valid = !findings.hasErrors() && policy.stream().allMatch(MtaStsPolicy::valid);
        return new MtaStsPolicyInspection(
                host,
                url,
                valid,
                policy.stream().toList(),
                hosts.stream()
                        .limit(MtaStsPolicyInspection.MAX_HOSTS)
                        .map(mx -> mxHost(mx, patterns))
                        .toList(),
                findings.toList());
    }

    /** Whether the record says that there is a policy. */
    private static boolean isAnnounced(DomainName domain, Dns dns, FindingList findings) {
        // Its name is as long as can be where that of the policy's host just fits.
        Optional<MtaStsInspector.Lookup> found = MtaStsInspector.lookup(domain, dns);
        if (found.isEmpty()) {
            findings.add(MtaStsFindings.NAME_LONG, MtaStsInspector.LABEL + "." + domain);
            return false;
        }
        MtaStsInspector.Lookup lookup = found.get();
        if (lookup.answer().status().isFailure()) {
            DnsFindings.of(lookup.answer(), new DnsName(lookup.name()), RecordType.TXT)
                    .ifPresent(findings::add);
            return false;
        }
        List<MtaStsRecord> genuine = lookup.genuine();
        if (genuine.isEmpty()) {
            // For a domain that does not exist, other findings are pointless.
            if (DnsFindings.ofDomain(DnsName.of(domain), lookup.answer(), dns).isEmpty()) {
                findings.add(MtaStsFindings.UNANNOUNCED, lookup.name());
            }
            return false;
        }
        if (genuine.size() > 1 || !genuine.getFirst().valid()) {
            findings.add(MtaStsFindings.ANNOUNCED_WRONGLY, lookup.name());
            return false;
        }
        return true;
    }

    /** The hosts that take the domain's mail, the preferred ones first. */
    private static List<DnsName> hosts(DomainName domain, Dns dns, FindingList findings) {
        DnsName name = DnsName.of(domain);
        DnsAnswer answer = dns.ask(name, RecordType.MX);
        return switch (answer.status()) {
            case FOUND -> {
                List<DnsName> hosts =
                        answer.exchangers().stream()
                                .sorted(Comparator.comparingInt(MailExchanger::preference))
                                .map(MailExchanger::exchange)
                                .filter(exchange -> !exchange.equals(DnsName.ROOT))
                                .distinct()
                                .toList();
                if (hosts.isEmpty()) {
                    findings.add(MtaStsFindings.HOSTS_REFUSE, domain);
                }
                yield hosts;
            }
            case NO_DATA -> implicitHost(name, dns, findings);
            case NO_SUCH_NAME -> {
                findings.add(DnsFindings.NXDOMAIN, domain);
                yield List.of();
            }
            case SERVER_FAILURE, TIMEOUT, NOT_ASKED -> {
                addFailure(answer, name, RecordType.MX, findings);
                yield List.of();
            }
        };
    }

    private static List<DnsName> implicitHost(DnsName name, Dns dns, FindingList findings) {
        DnsAnswer v4 = dns.ask(name, RecordType.A);
        DnsAnswer v6 = dns.ask(name, RecordType.AAAA);
        if (v4.status() == DnsAnswer.Status.FOUND || v6.status() == DnsAnswer.Status.FOUND) {
            findings.add(MtaStsFindings.HOSTS_IMPLICIT, name);
            return List.of(name);
        }
        if (v4.status().isFailure()) {
            addFailure(v4, name, RecordType.A, findings);
        } else if (v6.status().isFailure()) {
            addFailure(v6, name, RecordType.AAAA, findings);
        } else {
            findings.add(MtaStsFindings.HOSTS_MISSING, name);
        }
        return List.of();
    }

    private static void addFailure(
            DnsAnswer answer, DnsName name, RecordType type, FindingList findings) {
        DnsFindings.of(answer, name, type).ifPresent(findings::add);
    }

    private static Optional<MtaStsPolicy> fetch(
            String host, String url, Dns dns, Https https, FindingList findings) {
        Duration time = time(dns);
        if (time.isZero()) {
            findings.add(DnsFindings.NOT_ASKED, url);
            return Optional.empty();
        }
        Https.Request request = new Https.Request(url, MtaStsPolicyParser.MAX_BYTES, time);
        return switch (https.get(request)) {
            case Https.NoResponse none -> {
                findings.add(failure(none, host, url));
                yield Optional.empty();
            }
            case Https.Response response when response.status() != 200 -> {
                findings.add(wrongStatus(response, url));
                yield Optional.empty();
            }
            case Https.Response response -> {
                addMediaType(response.mediaType(), findings);
                yield Optional.of(MtaStsPolicyParser.parse(response.body()));
            }
        };
    }

    private static Duration time(Dns dns) {
        if (dns instanceof BoundedDns bounded && bounded.remaining().compareTo(MAX_TIME) < 0) {
            return bounded.remaining();
        }
        return MAX_TIME;
    }

    private static Finding failure(Https.NoResponse none, String host, String url) {
        FindingValue detail = detail(none);
        return switch (none.failure()) {
            case BAD_URL -> MtaStsFindings.FETCH_BAD_URL.with(url, detail);
            case NO_ADDRESS -> MtaStsFindings.FETCH_NO_ADDRESS.with(host);
            case DNS_FAILURE -> MtaStsFindings.FETCH_DNS.with(host, detail);
            case ADDRESS_REFUSED -> MtaStsFindings.FETCH_REFUSED.with(host, detail);
            case CONNECTION -> MtaStsFindings.FETCH_CONNECTION.with(host, detail);
            case TIMEOUT -> MtaStsFindings.FETCH_TIMEOUT.with(host);
            case CERTIFICATE_NAME -> MtaStsFindings.FETCH_CERTIFICATE_NAME.with(host, detail);
            case CERTIFICATE_DATE -> MtaStsFindings.FETCH_CERTIFICATE_DATE.with(host, detail);
            case CERTIFICATE_TRUST -> MtaStsFindings.FETCH_CERTIFICATE_TRUST.with(host, detail);
            case TLS -> MtaStsFindings.FETCH_TLS.with(host, detail);
            case TOO_LARGE -> MtaStsFindings.FETCH_TOO_LARGE.with(MtaStsPolicyParser.MAX_BYTES);
            case BAD_RESPONSE -> MtaStsFindings.FETCH_BAD_RESPONSE.with(host, detail);
        };
    }

    private static FindingValue detail(Https.NoResponse none) {
        Https.Reason reason = none.reason();
        String code = "fetch." + reason.code();
        return new FindingValue.Phrase(
                code, FindingValue.named(code, reason.arguments(), none.values().toArray()));
    }

    private static Finding wrongStatus(Https.Response response, String url) {
        int status = response.status();
        if (status >= 300 && status < 400) {
            String location = response.location();
            return MtaStsFindings.REDIRECT.with(
                    status, location.isEmpty() ? FindingPhrase.NO_LOCATION : location, url);
        }
        if (status == 404 || status == 410) {
            return MtaStsFindings.NOT_THERE.with(status, url);
        }
        if (status == 401 || status == 403 || status == 451) {
            return MtaStsFindings.FORBIDDEN.with(status, url);
        }
        return (status >= 500 ? MtaStsFindings.SERVER_ERROR : MtaStsFindings.STATUS)
                .with(status, url);
    }

    private static void addMediaType(String mediaType, FindingList findings) {
        if (mediaType.isEmpty()) {
            findings.add(MtaStsFindings.MEDIA_TYPE_MISSING);
        } else if (!mediaType.equals(MEDIA_TYPE)) {
            findings.add(MtaStsFindings.MEDIA_TYPE, mediaType);
        }
    }

    private static void compare(
            Mode mode, List<MxPattern> patterns, List<DnsName> hosts, FindingList findings) {
        if (mode == Mode.NONE || patterns.isEmpty() || hosts.isEmpty()) {
            return;
        }
        MtaStsFindings unmatched =
                mode == Mode.ENFORCE
                        ? MtaStsFindings.MX_UNMATCHED
                        : MtaStsFindings.MX_UNMATCHED_TESTING;
        Set<MxPattern> used = new HashSet<>();
        for (DnsName host : hosts) {
            List<MxPattern> matching =
                    patterns.stream().filter(pattern -> pattern.matches(host)).toList();
            used.addAll(matching);
            if (matching.isEmpty()) {
                findings.add(unmatched.with(host).about(MtaStsPolicy.MX));
            }
        }
        List<MxPattern> unused = new ArrayList<>(patterns);
        unused.removeAll(used);
        unused.forEach(pattern ->
                findings.add(MtaStsFindings.MX_UNUSED.with(pattern).about(MtaStsPolicy.MX)));
    }

    private static MxHost mxHost(DnsName host, List<MxPattern> patterns) {
        return patterns.stream()
                .filter(pattern -> pattern.matches(host))
                .findFirst()
                .map(pattern -> new MxHost(host.value(), true, pattern.toString()))
                .orElseGet(() -> new MxHost(host.value(), false, ""));
    }
}
