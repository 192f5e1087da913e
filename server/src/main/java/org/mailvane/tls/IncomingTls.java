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
 * @param standing what the authentication of its mail showed
 * @param fromDomain the mail's From domain; empty where there is none
 */
public record IncomingTls(
        TlsReport report,
        List<DomainName> domains,
        @Nullable Long rawId,
        Standing standing,
        String fromDomain) {

    /** How far a report is relied on, by the authentication of its mail. */
    public enum Standing {
        /** A domain vouches for the mail, or a person handed the report over. */
        VERIFIED,
        /** Nobody vouches for the mail. Advice rests on it if a person accepted its reporter. */
        UNVERIFIED,
        /**
         * The mail fails DMARC, and its From domain asks to refuse such mail (RFC 9989, section
         * 5.3). The report is shown, and counts nowhere.
         */
        FAILED
    }

    /** Whether it counts nowhere. */
    boolean failed() {
        return standing == Standing.FAILED;
    }

    /** Whether somebody vouches for it. */
    boolean verified() {
        return standing == Standing.VERIFIED;
    }
}
