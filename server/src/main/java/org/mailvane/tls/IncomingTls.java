package org.mailvane.tls;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.reports.tls.TlsReport;

/**
 * A TLS report that is to be stored.
 *
 * @param report the report
 * @param domains the policy domains that it is about, of which it names at least one
 * @param rawId the message in which it came; null where that is not kept
 * @param failed whether its mail fails DMARC, and the From domain asks to refuse such mail: no
 *     advice rests on it
 */
public record IncomingTls(
        TlsReport report, List<DomainName> domains, @Nullable Long rawId, boolean failed) {}
