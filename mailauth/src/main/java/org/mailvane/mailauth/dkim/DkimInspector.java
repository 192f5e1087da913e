package org.mailvane.mailauth.dkim;

import java.util.List;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.finding.DkimFindings;

/** Looks at DKIM key records (RFC 6376, sections 3.6.1 and 3.6.2). */
public final class DkimInspector {

    /**
     * Looks at what stands at a selector.
     *
     * @param selector labels with dots between, which may have underscores
     */
    public DkimInspection inspect(DomainName domain, String selector, Dns dns) {
        String query = selector + "._domainkey." + domain;
        return new DkimInspection(
                domain.value(),
                selector,
                query,
                false,
                "",
                List.of(DkimFindings.RECORD_MISSING.with(query)),
                List.of());
    }

    /** Judges a record that may not be in DNS yet. */
    public DkimInspection validate(String record) {
        return new DkimInspection("", "", "", false, "", List.of(), List.of());
    }
}
