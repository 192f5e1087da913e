package org.mailvane.cli;

import java.io.PrintWriter;
import java.net.InetAddress;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mailvane.reports.failure.FailureReport;
import org.mailvane.reports.failure.FailureReport.HeaderField;
import org.mailvane.reports.failure.FailureReport.Sample;
import tools.jackson.core.JsonGenerator;

/** Prints failure reports: as JSON with the names of the API's forensic data, and for a person. */
final class FailureReportOutput {

    private FailureReportOutput() {}

    /**
     * Writes a report as JSON. Absent texts are empty, absent other values are null; the body of
     * the mail is not shown.
     */
    static void write(JsonGenerator json, FailureReport report) {
        Sample sample = report.sample();
        json.writeStartObject();
        json.writeStringProperty("path", report.path());
        json.writeStringProperty("report_auth_failure", words(report.authFailure()));
        json.writeStringProperty("report_identity_alignment", words(report.identityAlignment()));
        json.writeStringProperty("report_delivery_result", report.deliveryResult());
        json.writeStringProperty("report_source_ip", address(report.sourceIp()));
        json.writePOJOProperty("report_source_port", report.sourcePort());
        json.writeStringProperty("report_reported_domain", words(report.reportedDomains()));
        json.writeStringProperty("report_reported_uri", words(report.reportedUris()));
        json.writeStringProperty("report_original_mail_from", report.originalMailFrom());
        json.writeStringProperty("report_original_rcpt_to", words(report.originalRcptTo()));
        json.writeStringProperty("report_original_envelope_id", report.originalEnvelopeId());
        json.writeStringProperty("report_arrival_date", date(report.arrivalDate()));
        json.writeStringProperty(
                "report_authentication_results", lines(report.authenticationResults()));
        json.writeStringProperty("report_dkim_domain", report.dkimDomain());
        json.writeStringProperty("report_dkim_identity", report.dkimIdentity());
        json.writeStringProperty("report_dkim_selector", report.dkimSelector());
        json.writeStringProperty("report_spf_dns", lines(report.spfDns()));
        json.writeStringProperty("report_user_agent", report.userAgent());
        json.writeNumberProperty("report_incidents", report.incidents());
        json.writeStringProperty("carrier_from", report.carrier().from());
        json.writeStringProperty("carrier_to", report.carrier().to());
        json.writeStringProperty("carrier_subject", report.carrier().subject());
        json.writeStringProperty("carrier_message_id", report.carrier().messageId());
        json.writeStringProperty("carrier_date", date(report.carrier().date()));
        json.writeStringProperty("subject", report.subject());
        json.writeStringProperty("received_datetime", date(report.received()));
        json.writeStringProperty("sample_return_path", sample.first("Return-Path"));
        json.writeStringProperty("sample_message_id", sample.first("Message-ID"));
        json.writeStringProperty("sample_header_to", sample.first("To"));
        json.writeStringProperty("sample_header_from", sample.first("From"));
        json.writeStringProperty("sample_reply_to", sample.first("Reply-To"));
        json.writePOJOProperty("sample_received_spf", sample.all("Received-SPF"));
        json.writePOJOProperty("sample_auth_results", sample.all("Authentication-Results"));
        json.writePOJOProperty("sample_dkim_signature", sample.all("DKIM-Signature"));
        json.writeArrayPropertyStart("sample_headers");
        for (HeaderField field : sample.headers()) {
            json.writeStartObject();
            json.writeStringProperty("name", field.name());
            json.writeStringProperty("value", field.value());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeStringProperty("content_hash", report.contentHash());
        RemarkOutput.write(json, report.remarks());
        json.writeEndObject();
    }

    private static String words(List<String> items) {
        return String.join(", ", items);
    }

    private static String lines(List<String> items) {
        return String.join("\n", items);
    }

    private static String address(@Nullable InetAddress address) {
        return address == null ? "" : IpText.of(address);
    }

    private static @Nullable String date(@Nullable Instant date) {
        return date == null ? null : date.toString();
    }

    /** Prints a report for a person: a line for the report, then what it says line by line. */
    static void print(PrintWriter out, FailureReport report) {
        Sample sample = report.sample();
        out.printf(
                "  %s of a mail for %s from %s, received %s, by %s%n",
                Printable.of(words(report.authFailure())),
                orDash(words(report.reportedDomains())),
                orDash(address(report.sourceIp())),
                report.received() == null ? "-" : report.received(),
                orDash(report.carrier().from()));
        RemarkOutput.print(out, report.remarks());
        line(out, "aligned", words(report.identityAlignment()));
        line(out, "result", report.deliveryResult());
        line(out, "envelope", envelope(report));
        report.authenticationResults().forEach(result -> line(out, "found", result));
        line(out, "from", sample.first("From"));
        line(out, "to", sample.first("To"));
        line(out, "subject", sample.first("Subject"));
        line(out, "id", sample.first("Message-ID"));
    }

    private static String envelope(FailureReport report) {
        return report.originalMailFrom().isEmpty() && report.originalRcptTo().isEmpty()
                ? ""
                : "<" + report.originalMailFrom() + "> to " + words(report.originalRcptTo());
    }

    private static void line(PrintWriter out, String name, String value) {
        if (!value.isEmpty()) {
            out.printf("    %-9s%s%n", name, Printable.of(value));
        }
    }

    private static String orDash(String text) {
        return text.isEmpty() ? "-" : Printable.of(text);
    }
}
