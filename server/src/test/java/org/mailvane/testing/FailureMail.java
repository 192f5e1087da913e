package org.mailvane.testing;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A failure report as a mail (RFC 6591), with a mail that failed and its body. */
public final class FailureMail {

    private final String domain;
    private String subject = "Your invoice";
    private String source = "192.0.2.1";
    private @Nullable String arrival = "Thu, 19 Nov 2026 08:00:00 +0000";
    private String date = "Thu, 19 Nov 2026 08:00:05 +0000";
    private String messageId = "<m1@mail.example>";
    private String carrierId = "<r1@receiver.example>";
    private String body = "Dear Bob, here is the secret.";
    private List<String> reported = new ArrayList<>();

    private FailureMail(String domain) {
        this.domain = domain;
        reported.add(domain);
    }

    /** A report about a domain. */
    public static FailureMail about(String domain) {
        return new FailureMail(domain);
    }

    /** The subject of the mail that failed, as its header has it. */
    public FailureMail subject(String text) {
        subject = text;
        return this;
    }

    public FailureMail source(String address) {
        source = address;
        return this;
    }

    /** When the receiver got the mail; null leaves it out. */
    public FailureMail arrival(@Nullable String text) {
        arrival = text;
        return this;
    }

    /** When the report was sent. */
    public FailureMail date(String text) {
        date = text;
        return this;
    }

    /** What tells the mail that failed from others. */
    public FailureMail message(String id) {
        messageId = "<" + id + "@mail.example>";
        return this;
    }

    /** What tells the carrying mail from others. */
    public FailureMail carrier(String id) {
        carrierId = "<" + id + "@receiver.example>";
        return this;
    }

    /** The body of the mail that failed. */
    public FailureMail body(String text) {
        body = text;
        return this;
    }

    /** The domains that it names as reported; none: its From has to say it. */
    public FailureMail reporting(String... domains) {
        reported = List.of(domains);
        return this;
    }

    public byte[] bytes() {
        return text().getBytes(StandardCharsets.UTF_8);
    }

    public String text() {
        StringBuilder fields = new StringBuilder();
        for (String name : reported) {
            fields.append("Reported-Domain: ").append(name).append('\n');
        }
        if (arrival != null) {
            fields.append("Arrival-Date: ").append(arrival).append('\n');
        }
        return """
        From: Postmaster <postmaster@receiver.example>
        To: ruf@%1$s
        Subject: FW: %2$s
        Message-ID: %3$s
        Date: %4$s
        MIME-Version: 1.0
        Content-Type: multipart/report; report-type=feedback-report; boundary=b

        --b
        Content-Type: text/plain

        This is an authentication failure report.
        --b
        Content-Type: message/feedback-report

        Feedback-Type: auth-failure
        User-Agent: Receiver/1.0
        Version: 1
        Auth-Failure: dmarc
        Original-Mail-From: <bounce@%1$s>
        Original-Rcpt-To: <bob@receiver.example>
        Source-IP: %5$s
        %6$sAuthentication-Results: receiver.example; dmarc=fail header.from=%1$s

        --b
        Content-Type: message/rfc822

        Return-Path: <bounce@%1$s>
        Received-SPF: fail (receiver.example: 192.0.2.1 is not allowed)
        Authentication-Results: inner.example; spf=fail
        DKIM-Signature: v=1; a=rsa-sha256; d=%1$s; s=s1; bh=; b=
        From: =?utf-8?Q?J=C3=BCrgen?= <ceo@%1$s>
        To: Bob <bob@receiver.example>
        Reply-To: <else@attacker.example>
        Subject: %2$s
        Message-ID: %7$s

        %8$s
        --b--
        """
                .formatted(domain, subject, carrierId, date, source, fields, messageId, body)
                .replace("\n", "\r\n");
    }
}
