package org.mailvane.cli;

import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.mailvane.intake.files.FileReading;
import org.mailvane.intake.files.FileReading.ReportConsumer;
import org.mailvane.intake.ledger.ImportProgress.Failure;
import org.mailvane.reports.Limits;
import org.mailvane.reports.aggregate.AggregateRecord;
import org.mailvane.reports.aggregate.AggregateReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.core.JsonGenerator;

/** {@code mailvane read}. */
@Command(
        name = "read",
        description = "Prints what report files contain. Stores nothing.",
        footer = {
            "",
            "Example: mailvane read --json google.com!example.com!1579132800!1579219199.zip"
        })
final class ReadCommand extends SettingsUser implements Callable<Integer> {

    @Option(names = "--json", description = "Print JSON, one object per file.")
    boolean json;

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = "Report files: XML, JSON, gzip, zip, email or mbox.")
    List<Path> files = List.of();

    @Override
    public Integer call() {
        Limits limits = Limits.DEFAULT.withUnpackedBytes(settings().decompressedLimit());
        boolean failed = false;
        for (Path file : files) {
            if (!Files.isRegularFile(file)) {
                notice(Printable.of(file + " is not a file."));
                failed = true;
                continue;
            }
            FileReading reading = FileReading.of(file, limits);
            for (Failure failure : reading.failures()) {
                notice("failed: " + Printable.of(failure.file() + ": " + failure.reason()));
                failed = true;
            }
            if (json) {
                printJson(file, reading);
            } else {
                printText(file, reading);
            }
            out().flush();
        }
        return failed ? Mailvane.SOME_FAILED : Mailvane.OK;
    }

    private static String kind(FileReading reading) {
        if (reading.hasAggregateReports()) {
            return "aggregate";
        }
        if (!reading.failureReports().isEmpty()) {
            return "failure";
        }
        return reading.tlsReports().isEmpty() ? "none" : "tls";
    }

    private void printJson(Path file, FileReading reading) {
        JsonGenerator generator = Json.MAPPER.createGenerator(out());
        generator.writeStartObject();
        generator.writeStringProperty("file", file.toString());
        generator.writeStringProperty("kind", kind(reading));
        generator.writeArrayPropertyStart("reports");
        reading.forEachReport(new JsonReports(generator));
        reading.failureReports().forEach(report -> FailureReportOutput.write(generator, report));
        reading.tlsReports().forEach(report -> TlsReportOutput.write(generator, report));
        generator.writeEndArray();
        generator.writeArrayPropertyStart("failures");
        for (Failure failure : reading.failures()) {
            generator.writePOJO(failure);
        }
        generator.writeEndArray();
        generator.writeEndObject();
        generator.close();
        out().println();
    }

    /** Writes reports as JSON, record by record. */
    private record JsonReports(JsonGenerator json) implements ReportConsumer {

        @Override
        public void begin(AggregateReport report) {
            json.writeStartObject();
            json.writeStringProperty("path", report.path());
            json.writeStringProperty("org_name", report.orgName());
            json.writeStringProperty("email", report.email());
            json.writeStringProperty("report_id", report.reportId());
            json.writeStringProperty("begin", report.begin().toString());
            json.writeStringProperty("end", report.end().toString());
            json.writeStringProperty("policy_domain", report.policy().domain());
            json.writePOJOProperty("policy", report.policy());
            json.writeNumberProperty("record_count", report.recordCount());
            json.writeNumberProperty("message_count", report.messageCount());
            json.writeNumberProperty("skipped_records", report.skippedRecords());
            RemarkOutput.write(json, report.remarks());
            json.writeArrayPropertyStart("records");
        }

        @Override
        public void record(AggregateRecord record) {
            writeRecord(json, record);
        }

        @Override
        public void end() {
            json.writeEndArray();
            json.writeEndObject();
        }
    }

    private static void writeRecord(JsonGenerator json, AggregateRecord record) {
        json.writeStartObject();
        json.writeStringProperty("source_ip", address(record.sourceIp()));
        json.writeNumberProperty("count", record.count());
        json.writeStringProperty("disposition", word(record.disposition()));
        json.writeStringProperty("dkim", passOrFail(record.dkimAligned()));
        json.writeStringProperty("spf", passOrFail(record.spfAligned()));
        json.writeStringProperty("header_from", record.headerFrom());
        json.writePOJOProperty("envelope_from", record.envelopeFrom());
        json.writePOJOProperty("envelope_to", record.envelopeTo());
        json.writePOJOProperty("reasons", record.reasons());
        json.writeArrayPropertyStart("dkim_results");
        record.dkim()
                .forEach(r -> {
                    json.writeStartObject();
                    json.writeStringProperty("domain", r.domain());
                    json.writeStringProperty("selector", r.selector());
                    json.writeStringProperty("result", word(r.result()));
                    json.writePOJOProperty("human_result", r.humanResult());
                    json.writeEndObject();
                });
        json.writeEndArray();
        json.writeArrayPropertyStart("spf_results");
        record.spf()
                .forEach(r -> {
                    json.writeStartObject();
                    json.writeStringProperty("domain", r.domain());
                    json.writeStringProperty("scope", r.scope());
                    json.writeStringProperty("result", word(r.result()));
                    json.writePOJOProperty("human_result", r.humanResult());
                    json.writeEndObject();
                });
        json.writeEndArray();
        json.writeEndObject();
    }

    private void printText(Path file, FileReading reading) {
        out().println(Printable.of(file + ": " + kind(reading)));
        reading.forEachReport(new TextReports());
        reading.failureReports().forEach(report -> FailureReportOutput.print(out(), report));
        reading.tlsReports().forEach(report -> TlsReportOutput.print(out(), report));
        for (Failure other : reading.nonReports()) {
            out().println("  " + Printable.of(other.file() + ": " + other.reason()));
        }
    }

    /** Prints reports for a person. */
    private final class TextReports implements ReportConsumer {

        @Override
        public void begin(AggregateReport report) {
            out().printf(
                            "  %s for %s, %s to %s, id %s: %,d records, %,d messages%n",
                            Printable.of(report.orgName()),
                            Printable.of(report.policy().domain()),
                            report.begin(),
                            report.end(),
                            Printable.of(report.reportId()),
                            report.recordCount(),
                            report.messageCount());
            RemarkOutput.print(out(), report.remarks());
        }

        @Override
        public void record(AggregateRecord record) {
            printRecord(record);
        }

        @Override
        public void end() {
            // The next report's first line is enough.
        }
    }

    private void printRecord(AggregateRecord record) {
        out().printf(
                        "    %-39s %,10d  dkim %-4s  spf %-4s  %-10s  from %s%n",
                        address(record.sourceIp()),
                        record.count(),
                        passOrFail(record.dkimAligned()),
                        passOrFail(record.spfAligned()),
                        word(record.disposition()),
                        Printable.of(record.headerFrom()));
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static String passOrFail(boolean aligned) {
        return aligned ? "pass" : "fail";
    }

    private static String address(InetAddress address) {
        return IpText.of(address);
    }
}
