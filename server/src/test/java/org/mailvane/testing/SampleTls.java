package org.mailvane.testing;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Builds a plain TLS report. */
public final class SampleTls {

    private final List<String> policies = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private String reporter = "Postbox One";
    private String reportId = "t-1";
    private String begin = "2026-11-19T00:00:00Z";
    private String end = "2026-11-19T23:59:59Z";

    private SampleTls() {}

    /** A report whose policies follow. */
    public static SampleTls report() {
        return new SampleTls();
    }

    /** With this reporter. */
    public SampleTls from(String name) {
        reporter = name;
        return this;
    }

    /** With this id. */
    public SampleTls id(String id) {
        reportId = id;
        return this;
    }

    /** Over this day (UTC). */
    public SampleTls day(String day) {
        return period(day + "T00:00:00Z", day + "T23:59:59Z");
    }

    /** With this period. */
    public SampleTls period(String from, String to) {
        begin = from;
        end = to;
        return this;
    }

    /** With a failure of the policy that is added next. */
    public SampleTls failure(String type, String sender, String host, long sessions) {
        failures.add(
                """
                {"result-type": "%s", "sending-mta-ip": "%s", "receiving-mx-hostname": "%s",
                 "receiving-ip": "203.0.113.25", "receiving-mx-helo": "%s",
                 "failed-session-count": %d, "failure-reason-code": "X509_V_ERR",
                 "additional-information": "https://postbox-one.example/tls/1"}\
                """
                        .formatted(type, sender, host, host, sessions));
        return this;
    }

    /** With one more policy, and the failures that were given. */
    public SampleTls policy(String type, String mode, String domain, long successful, long failed) {
        String lines =
                mode.isEmpty()
                        ? ""
                        : "\"policy-string\": [\"version: STSv1\", \"mode: %s\"],".formatted(mode);
        policies.add(
                """
                {"policy": {"policy-type": "%s", %s "policy-domain": "%s"},
                 "summary": {"total-successful-session-count": %d,
                  "total-failure-session-count": %d}, "failure-details": [%s]}\
                """
                        .formatted(
                                type,
                                lines,
                                domain,
                                successful,
                                failed,
                                String.join(",", failures)));
        failures.clear();
        return this;
    }

    /** The report as JSON. */
    public byte[] json() {
        return """
        {"organization-name": "%s", "contact-info": "tls@postbox-one.example", "report-id": "%s",
         "date-range": {"start-datetime": "%s", "end-datetime": "%s"}, "policies": [%s]}
        """
                .formatted(reporter, reportId, begin, end, String.join(",", policies))
                .getBytes(StandardCharsets.UTF_8);
    }
}
