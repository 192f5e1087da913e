package org.mailvane.cli;

import java.io.PrintWriter;
import java.util.List;
import org.mailvane.reports.tls.TlsReport;
import org.mailvane.reports.tls.TlsReport.Failure;
import org.mailvane.reports.tls.TlsReport.Policy;
import tools.jackson.core.JsonGenerator;

/** Prints TLS reports: as JSON with the names of RFC 8460, section 4.4, and for a person. */
final class TlsReportOutput {

    private TlsReportOutput() {}

    /** Writes a report as JSON; {@code path} and {@code remarks} are not the RFC's. */
    static void write(JsonGenerator json, TlsReport report) {
        json.writeStartObject();
        json.writeStringProperty("path", report.path());
        json.writeStringProperty("organization-name", report.organizationName());
        json.writeObjectPropertyStart("date-range");
        json.writeStringProperty("start-datetime", report.begin().toString());
        json.writeStringProperty("end-datetime", report.end().toString());
        json.writeEndObject();
        json.writeStringProperty("contact-info", report.contactInfo());
        json.writeStringProperty("report-id", report.reportId());
        json.writeArrayPropertyStart("policies");
        report.policies().forEach(policy -> write(json, policy));
        json.writeEndArray();
        RemarkOutput.write(json, report.remarks());
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, Policy policy) {
        json.writeStartObject();
        json.writeObjectPropertyStart("policy");
        json.writeStringProperty("policy-type", policy.writtenType());
        write(json, "policy-string", policy.policyString());
        json.writeStringProperty("policy-domain", policy.policyDomain());
        write(json, "mx-host", policy.mxHosts());
        json.writeEndObject();
        json.writeObjectPropertyStart("summary");
        json.writeNumberProperty("total-successful-session-count", policy.successfulSessions());
        json.writeNumberProperty("total-failure-session-count", policy.failedSessions());
        json.writeEndObject();
        json.writeArrayPropertyStart("failure-details");
        policy.failures().forEach(failure -> write(json, failure));
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, String name, List<String> texts) {
        json.writeArrayPropertyStart(name);
        texts.forEach(json::writeString);
        json.writeEndArray();
    }

    private static void write(JsonGenerator json, Failure failure) {
        json.writeStartObject();
        json.writeStringProperty("result-type", failure.resultType());
        json.writeStringProperty("sending-mta-ip", failure.sendingMtaIp());
        json.writeStringProperty("receiving-mx-hostname", failure.receivingMxHostname());
        json.writeStringProperty("receiving-mx-helo", failure.receivingMxHelo());
        json.writeStringProperty("receiving-ip", failure.receivingIp());
        json.writeNumberProperty("failed-session-count", failure.failedSessions());
        json.writeStringProperty("additional-information", failure.additionalInformation());
        json.writeStringProperty("failure-reason-code", failure.failureReasonCode());
        json.writeEndObject();
    }

    /** Prints a report for a person: a line for the report, each policy and each failure. */
    static void print(PrintWriter out, TlsReport report) {
        out.printf(
                "  %s, %s to %s, id %s: %,d policies%n",
                Printable.of(report.organizationName()),
                report.begin(),
                report.end(),
                Printable.of(report.reportId()),
                report.policies().size());
        RemarkOutput.print(out, report.remarks());
        report.policies().forEach(policy -> print(out, policy));
    }

    private static void print(PrintWriter out, Policy policy) {
        String mode = policy.mode();
        out.printf(
                "    %s%s for %s: %,d sessions with TLS, %,d without%n",
                Printable.of(policy.writtenType()),
                mode == null ? "" : " " + Printable.of(mode),
                Printable.of(policy.policyDomain()),
                policy.successfulSessions(),
                policy.failedSessions());
        for (Failure failure : policy.failures()) {
            out.printf(
                    "    %,10d  %s  from %s  to %s %s%n",
                    failure.failedSessions(),
                    Printable.of(failure.resultType()),
                    orDash(failure.sendingMtaIp()),
                    orDash(failure.receivingMxHostname()),
                    (Printable.of(failure.failureReasonCode())
                                    + " "
                                    + Printable.of(failure.additionalInformation()))
                            .strip());
        }
    }

    private static String orDash(String text) {
        return text.isEmpty() ? "-" : Printable.of(text);
    }
}
