package org.mailvane.demo;

import java.time.Instant;
import java.util.SplittableRandom;

/**
 * Writes the TLS report of one domain and day (RFC 8460), as a domain's mail servers could have
 * earned it.
 */
final class DemoTls {

    private static final String SENDER = "192.0.2.130";
    private static final String RECEIVER = "198.51.100.25";
    private static final int SECONDS = 86_400;

    private DemoTls() {}

    /** How a domain's mail servers do. */
    enum Servers {
        /** MTA-STS is enforced, and all is well. */
        ENFORCED("sts"),
        /** MTA-STS is being tried out, while a certificate does not fit. */
        TESTING("sts"),
        /** DANE, of which a record was forgotten when the key changed. */
        DANE("tlsa"),
        /** Nothing is published. */
        NONE("no-policy-found");

        private final String policyType;

        Servers(String policyType) {
            this.policyType = policyType;
        }
    }

    /**
     * A report as JSON.
     *
     * @param reporter who reports
     * @param domain whose servers were tried
     * @param servers how they do
     * @param begin of the day, seconds since 1970
     * @param random decides the numbers
     */
    static String json(
            String reporter, String domain, Servers servers, long begin, SplittableRandom random) {
        int sessions = 40 + random.nextInt(160);
        int failed =
                switch (servers) {
                    case ENFORCED -> random.nextInt(8) == 0 ? 1 + random.nextInt(3) : 0;
                    case TESTING -> 5 + random.nextInt(20);
                    case DANE -> random.nextInt(3) == 0 ? 1 + random.nextInt(9) : 0;
                    case NONE -> 0;
                };
        return """
        {"organization-name": "%s",
         "date-range": {"start-datetime": "%s", "end-datetime": "%s"},
         "contact-info": "mailto:tls@%s",
         "report-id": "%d.%s@%s",
         "policies": [{
          "policy": {"policy-type": "%s", %s"policy-domain": "%s"},
          "summary": {"total-successful-session-count": %d, "total-failure-session-count": %d}%s}]}
        """
                .formatted(
                        reporter,
                        Instant.ofEpochSecond(begin),
                        Instant.ofEpochSecond(begin + SECONDS - 1),
                        reporter,
                        begin,
                        domain,
                        reporter,
                        servers.policyType,
                        policy(domain, servers),
                        domain,
                        sessions,
                        failed,
                        failed == 0 ? "" : failures(domain, servers, failed));
    }

    private static String policy(String domain, Servers servers) {
        return switch (servers) {
            case ENFORCED -> sts("enforce", domain);
            case TESTING -> sts("testing", domain);
            case DANE ->
                    "\"policy-string\": [\"3 1 1 %s\"], ".formatted("0123456789abcdef".repeat(4));
            case NONE -> "";
        };
    }

    private static String sts(String mode, String domain) {
        return """
        "policy-string": ["version: STSv1", "mode: %s", "mx: mx.%s", "max_age: 2592000"], \
        "mx-host": ["mx.%s"],\
        """
                .formatted(mode, domain, domain);
    }

    private static String failures(String domain, Servers servers, int failed) {
        String type =
                switch (servers) {
                    case ENFORCED -> "starttls-not-supported";
                    case TESTING -> "certificate-host-mismatch";
                    default -> "validation-failure";
                };
        return """
        ,
          "failure-details": [{"result-type": "%s", "sending-mta-ip": "%s",
           "receiving-mx-hostname": "mx.%s", "receiving-ip": "%s", "failed-session-count": %d}]\
        """
                .formatted(type, SENDER, domain, RECEIVER, failed);
    }
}
