package org.mailvane.reports.tls;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.mailvane.reports.Remark;

/**
 * An SMTP TLS report (RFC 8460): how often a sender reached a domain's mail servers by TLS, and why
 * not.
 *
 * <p>Texts are as the report gives them, trimmed and cut to the limits. A text that is absent is
 * empty, a list that is absent has no items.
 *
 * @param path the position of the report in the input
 * @param organizationName the reporting organisation; where the report names none, the domain of
 *     its contact, else {@code unknown}
 * @param contactInfo how to reach it
 * @param reportId the reporter's id; where the report has none, one derived from its content
 * @param begin start of the period
 * @param end end of the period; never before {@code begin}
 * @param policies what was found for each policy
 * @param mailSubject the subject of the mail that carried it (RFC 8460, section 5.3); empty if
 *     there is none
 * @param contentHash 128 bits over what the report itself says, as 32 hexadecimal digits: two
 *     copies of a report have the same, whatever their packing
 * @param remarks what was repaired, replaced or left out, each once
 */
public record TlsReport(
        String path,
        String organizationName,
        String contactInfo,
        String reportId,
        Instant begin,
        Instant end,
        List<Policy> policies,
        String mailSubject,
        String contentHash,
        List<Remark> remarks) {

    /** The same, whose policies that do not say whose they are belong to a domain. */
    public TlsReport about(String domain) {
        return new TlsReport(
                path,
                organizationName,
                contactInfo,
                reportId,
                begin,
                end,
                policies.stream().map(policy -> policy.about(domain)).toList(),
                mailSubject,
                contentHash,
                remarks);
    }

    /** The same with other remarks. */
    public TlsReport withRemarks(List<Remark> others) {
        return new TlsReport(
                path,
                organizationName,
                contactInfo,
                reportId,
                begin,
                end,
                policies,
                mailSubject,
                contentHash,
                others);
    }

    /** The kind of policy that a sender applied (RFC 8460, section 4.4). */
    public enum PolicyType {
        /** MTA-STS (RFC 8461). */
        STS,
        /** DANE (RFC 7672). */
        TLSA,
        /** Neither was found. */
        NO_POLICY_FOUND,
        /** The value in the report is not one of these. */
        UNKNOWN
    }

    /**
     * A policy and what became of the sessions under it.
     *
     * @param type its kind
     * @param writtenType its kind as the report writes it
     * @param policyString its lines: of an MTA-STS policy or of TLSA records
     * @param policyDomain whose policy it is, lower case; empty if the report does not say
     * @param mxHosts patterns of mail servers that it names
     * @param successfulSessions sessions with TLS as the policy wants it
     * @param failedSessions sessions without
     * @param failures details about failed sessions
     */
    public record Policy(
            PolicyType type,
            String writtenType,
            List<String> policyString,
            String policyDomain,
            List<String> mxHosts,
            long successfulSessions,
            long failedSessions,
            List<Failure> failures) {

        private Policy about(String domain) {
            return policyDomain.isEmpty()
                    ? new Policy(
                            type,
                            writtenType,
                            policyString,
                            domain,
                            mxHosts,
                            successfulSessions,
                            failedSessions,
                            failures)
                    : this;
        }

        /**
         * The mode of an MTA-STS policy, lower case: {@code enforce}, {@code testing}, {@code none}
         * (RFC 8461, section 3.2); null where its lines do not say.
         */
        public @Nullable String mode() {
            for (String line : policyString) {
                int colon = line.indexOf(':');
                if (colon > 0 && line.substring(0, colon).strip().equalsIgnoreCase("mode")) {
                    return line.substring(colon + 1).strip().toLowerCase(Locale.ROOT);
                }
            }
            return null;
        }
    }

    /** The reason why sessions failed. */
    public record Failure(
            String resultType,
            String sendingMtaIp,
            String receivingMxHostname,
            String receivingMxHelo,
            String receivingIp,
            long failedSessions,
            String additionalInformation,
            String failureReasonCode) {}
}
