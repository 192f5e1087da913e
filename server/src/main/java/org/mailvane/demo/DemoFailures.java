package org.mailvane.demo;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** Writes a failure report (RFC 6591) about one mail that claimed to come from a domain. */
final class DemoFailures {

    private static final List<String> SUBJECTS =
            List.of(
                    "Your invoice is overdue",
                    "Password expires today",
                    "Voice message from the office",
                    "Delivery could not be made");

    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("EEE, d MMM yyyy HH:mm:ss Z", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    private static final int SECONDS = 86_400;

    private DemoFailures() {}

    /**
     * A mail that carries the report.
     *
     * @param reporter who reports
     * @param domain which the mail claimed to come from
     * @param begin of the day on which the mail came, seconds since 1970
     * @param random decides the rest
     */
    static String mail(String reporter, String domain, long begin, SplittableRandom random) {
        String date = DATE.format(Instant.ofEpochSecond(begin + random.nextInt(SECONDS)));
        String address = "203.0.113." + (100 + random.nextInt(150));
        String id = Long.toHexString(random.nextLong());
        return """
        From: Failure reports <dmarc@%1$s>
        To: <dmarc@%2$s>
        Subject: Failure report for %2$s
        Date: %3$s
        Message-ID: <report-%5$s@%1$s>
        Auto-Submitted: auto-generated
        MIME-Version: 1.0
        Content-Type: multipart/report; report-type=feedback-report; boundary="parts"

        --parts
        Content-Type: text/plain; charset=us-ascii

        A mail from %4$s claimed to come from %2$s and failed its policy.

        --parts
        Content-Type: message/feedback-report

        Feedback-Type: auth-failure
        User-Agent: Sample/1.0
        Version: 1
        Original-Mail-From: <bounce@sender.example>
        Original-Rcpt-To: <person@%1$s>
        Arrival-Date: %3$s
        Source-IP: %4$s
        Reported-Domain: %2$s
        Auth-Failure: dmarc
        Identity-Alignment: none
        Delivery-Result: reject
        Authentication-Results: mx.%1$s; spf=fail smtp.mailfrom=sender.example;
         dkim=none; dmarc=fail header.from=%2$s

        --parts
        Content-Type: text/rfc822-headers

        Return-Path: <bounce@sender.example>
        Received: from sender.example (%4$s) by mx.%1$s; %3$s
        From: Accounts <accounts@%2$s>
        To: <person@%1$s>
        Subject: %6$s
        Date: %3$s
        Message-ID: <%5$s@sender.example>

        --parts--
        """
                .formatted(
                        reporter,
                        domain,
                        date,
                        address,
                        id,
                        SUBJECTS.get(random.nextInt(SUBJECTS.size())));
    }
}
