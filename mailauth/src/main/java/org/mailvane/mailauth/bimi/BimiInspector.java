package org.mailvane.mailauth.bimi;

import java.time.Instant;
import java.util.List;
import org.mailvane.mailauth.bimi.BimiInspection.Authority;
import org.mailvane.mailauth.bimi.BimiInspection.Bimi;
import org.mailvane.mailauth.bimi.BimiInspection.Indicator;
import org.mailvane.mailauth.dmarc.DmarcInspector;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.finding.BimiFindings;
import org.mailvane.mailauth.https.Https;

/** Inspects the logos of domains. */
public final class BimiInspector {

    private final DmarcInspector dmarc;
    private final MarkRoots roots;

    /**
     * An inspector.
     *
     * @param dmarc which tells whether a domain's mail is protected
     * @param roots what mark certificates must lead to
     */
    public BimiInspector(DmarcInspector dmarc, MarkRoots roots) {
        this.dmarc = dmarc;
        this.roots = roots;
    }

    /**
     * Inspects one logo of a domain.
     *
     * @param selector which; {@code default} where a message names none
     * @param now the time for which certificates are judged
     */
    public BimiInspection inspect(
            DomainName domain, String selector, Dns dns, Https https, Instant now) {
        String query = selector + "._bimi." + domain;
        return new BimiInspection(
                new Bimi(
                        query,
                        domain.value(),
                        selector,
                        "",
                        "",
                        roots.certificates().isEmpty() && false,
                        List.of(),
                        List.of(BimiFindings.RECORD_MISSING.with(query)),
                        Authority.NONE,
                        Indicator.NONE),
                dmarc.inspect(domain, dns));
    }
}
