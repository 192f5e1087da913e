package org.mailvane.inspect;

import java.time.Clock;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;
import org.mailvane.mailauth.bimi.BimiInspection;
import org.mailvane.mailauth.bimi.BimiInspector;
import org.mailvane.mailauth.bimi.MarkRoots;
import org.mailvane.mailauth.dkim.DkimInspection;
import org.mailvane.mailauth.dkim.DkimInspector;
import org.mailvane.mailauth.dmarc.DmarcInspection;
import org.mailvane.mailauth.dmarc.DmarcInspector;
import org.mailvane.mailauth.dns.BoundedDns;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.dns.PublicSuffixes;
import org.mailvane.mailauth.dns.Selector;
import org.mailvane.mailauth.https.BoundedHttps;
import org.mailvane.mailauth.https.Https;
import org.mailvane.mailauth.mtasts.MtaStsInspection;
import org.mailvane.mailauth.mtasts.MtaStsInspector;
import org.mailvane.mailauth.mtasts.MtaStsPolicyInspection;
import org.mailvane.mailauth.mtasts.MtaStsPolicyInspector;
import org.mailvane.mailauth.report.ServiceAddresses;
import org.mailvane.mailauth.spf.SpfInspection;
import org.mailvane.mailauth.spf.SpfInspector;
import org.mailvane.mailauth.spf.SpfSurvey;
import org.mailvane.mailauth.tlsrpt.TlsRptInspection;
import org.mailvane.mailauth.tlsrpt.TlsRptInspector;
import org.mailvane.platform.settings.Settings;

/**
 * The library's inspectors, each within the bounds of one inspection ({@link BoundedDns}, {@link
 * BoundedHttps}). They serve HTTP and the command line alike and need no Spring.
 */
public final class Inspectors {

    private final Dns dns;
    private final Https https;
    private final PublicSuffixes suffixes = PublicSuffixes.bundled();
    private final ServiceAddresses service;
    private final Clock clock;
    private final LongSupplier nanos;

    /**
     * Makes inspectors that ask these.
     *
     * @param clock used to check whether certificates are valid today
     * @param nanos measures the time of an inspection
     */
    public Inspectors(Dns dns, Https https, Settings settings, Clock clock, LongSupplier nanos) {
        this(dns, https, new ReportMailboxes(settings), clock, nanos);
    }

    private Inspectors(
            Dns dns, Https https, ServiceAddresses service, Clock clock, LongSupplier nanos) {
        this.dns = dns;
        this.https = https;
        this.service = service;
        this.clock = clock;
        this.nanos = nanos;
    }

    /** Returns the same for somebody who takes reports at these addresses. */
    Inspectors withAddresses(ServiceAddresses addresses) {
        return new Inspectors(dns, https, addresses, clock, nanos);
    }

    /** Returns the DMARC record that holds for a domain. */
    public DmarcInspection dmarc(DomainName domain) {
        return dmarcInspector().inspect(domain, bounded());
    }

    /** Inspects the text of a DMARC record, wherever it is published. */
    public DmarcInspection dmarcRecord(String record) {
        return dmarcInspector().validate(record);
    }

    /** Returns the DKIM key of a selector. */
    public DkimInspection dkim(DomainName domain, Selector selector) {
        return new DkimInspector().inspect(domain, selector.value(), bounded());
    }

    /** Returns what a DKIM key record says. */
    public DkimInspection dkimRecord(String record) {
        return new DkimInspector().validate(record);
    }

    /** Returns the SPF record of a name, with all that it refers to. */
    public SpfInspection spf(DnsName name) {
        return new SpfInspector().inspect(name, bounded());
    }

    /** Returns what an SPF record says, with all that it refers to. */
    public SpfInspection spfRecord(String record) {
        return new SpfInspector().validate(record, bounded());
    }

    /**
     * As {@link #spf}, with more done within the same bounds.
     *
     * @param further gets what was found, and the DNS to go on with
     */
    SpfInspection spf(DnsName name, BiFunction<SpfSurvey, Dns, SpfInspection> further) {
        BoundedDns bounded = bounded();
        return further.apply(new SpfInspector().survey(name, bounded), bounded);
    }

    /** Returns the logo of a selector, with its certificate and the DMARC record that it needs. */
    public BimiInspection bimi(DomainName domain, Selector selector) {
        BoundedDns bounded = bounded();
        return new BimiInspector(dmarcInspector(), suffixes, MarkRoots.bundled())
                .inspect(
                        domain,
                        selector.value(),
                        bounded,
                        new BoundedHttps(https, bounded),
                        clock.instant());
    }

    /** Returns where TLS reports about a domain go. */
    public TlsRptInspection tlsRpt(DomainName domain) {
        return new TlsRptInspector(service).inspect(domain, bounded());
    }

    /** Returns the MTA-STS record of a domain. */
    public MtaStsInspection mtaSts(DomainName domain) {
        return new MtaStsInspector().inspect(domain, bounded());
    }

    /** Returns the MTA-STS policy of a domain, compared with its mail exchangers. */
    public MtaStsPolicyInspection mtaStsPolicy(DomainName domain) {
        BoundedDns bounded = bounded();
        return new MtaStsPolicyInspector()
                .inspect(domain, bounded, new BoundedHttps(https, bounded));
    }

    private DmarcInspector dmarcInspector() {
        return new DmarcInspector(suffixes, service);
    }

    private BoundedDns bounded() {
        return new BoundedDns(dns, nanos);
    }
}
