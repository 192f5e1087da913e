package org.mailvane.tls;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.reporters.ReportAuthentication;
import org.mailvane.reporters.ReportAuthentication.Result;
import org.mailvane.reports.tls.TlsReport;

/**
 * A TLS report that is to be stored.
 *
 * @param report the report
 * @param domains the policy domains that it is about, of which it names at least one
 * @param rawId the message in which it came; null where that is not kept
 * @param authentication what the authentication of its mail showed
 * @param voucher who vouches for it, as in {@link org.mailvane.reporters.VouchingDomains}
 */
public record IncomingTls(
        TlsReport report,
        List<DomainName> domains,
        @Nullable Long rawId,
        ReportAuthentication authentication,
        String voucher) {

    /**
     * Whether its mail fails DMARC, and the From domain asks to refuse such mail (RFC 9989, section
     * 5.3). Such a report is shown, and counts nowhere.
     */
    boolean failed() {
        return authentication.result() == Result.FAILED;
    }

    /** Whether a domain vouches for its mail, or a person handed it over. */
    boolean verified() {
        return authentication.isVerified();
    }

    /** Returns the mail's From domain; empty where there is none. */
    String fromDomain() {
        return authentication.fromDomain();
    }
}
