package org.mailvane.mailauth.tlsrpt;

import java.util.List;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.finding.TlsRptFindings;
import org.mailvane.mailauth.report.ServiceAddresses;

/** Looks at TLS-RPT records (RFC 8460, section 3). */
public final class TlsRptInspector {

    private final ServiceAddresses service;

    /** An inspector that knows the addresses of this service. */
    public TlsRptInspector(ServiceAddresses service) {
        this.service = service;
    }

    /** Looks at what a domain has. */
    public TlsRptInspection inspect(DomainName domain, Dns dns) {
        String query = "_smtp._tls." + domain;
        return new TlsRptInspection(
                query,
                false,
                List.of(),
                List.of(TlsRptFindings.RECORD_MISSING.with(query)),
                service.include(""),
                "");
    }
}
