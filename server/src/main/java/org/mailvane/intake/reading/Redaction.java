package org.mailvane.intake.reading;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.mailvane.intake.ledger.RawMessage;
import org.mailvane.intake.ledger.Remark.Outcome;
import org.mailvane.intake.reading.ReadEnvelope.ReadFailure;
import org.mailvane.platform.settings.Settings;
import org.mailvane.reports.Limits;
import org.mailvane.reports.Problem;
import org.mailvane.reports.ReportReader;
import org.mailvane.reports.ReportSink;
import org.mailvane.reports.aggregate.AggregateRecord;
import org.mailvane.reports.aggregate.AggregateReport;
import org.mailvane.reports.failure.FailureReport;
import org.mailvane.reports.failure.FailureReportWriter;
import org.mailvane.reports.tls.TlsReport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Sees to it that no body of a mail is kept that a failure report quotes, unless the settings say
 * so.
 *
 * <p>A message that holds failure reports and nothing else is kept as a copy of these reports
 * without bodies, which reads as the same reports. Of any other that holds one nothing is kept:
 * what is stored of it is stored, and what fails in it can be sent again as it came.
 */
@Component
class Redaction {

    private static final Logger log = LoggerFactory.getLogger(Redaction.class);

    private final Settings settings;
    private final Limits limits;

    Redaction(Settings settings, Limits limits) {
        this.settings = settings;
        this.limits = limits;
    }

    /** Returns the envelope with what may be kept of its message. */
    ReadEnvelope applied(ReadEnvelope read) {
        RawMessage raw = read.raw();
        if (settings.keepFailureBodies() || !read.holdsFailure() || raw == null) {
            return read;
        }
        return read.redactedTo(holdsFailuresOnly(read) ? copy(read, raw) : null);
    }

    private static boolean holdsFailuresOnly(ReadEnvelope read) {
        return !read.failures().isEmpty()
                && read.reports().isEmpty()
                && read.tlsReports().isEmpty()
                && read.unlisted().failed() == 0
                && read.remarks().stream().noneMatch(one -> one.outcome() == Outcome.FAILED);
    }

    private @Nullable RawMessage copy(ReadEnvelope read, RawMessage raw) {
        List<FailureReport> reports = read.failures().stream().map(ReadFailure::report).toList();
        try {
            RawMessage copy = raw.replacedBy(bytes(reports));
            List<String> hashes = reports.stream().map(FailureReport::contentHash).toList();
            if (hashesIn(copy).equals(hashes)) {
                return copy;
            }
            log.error("The failure reports in {} can't be kept", read.envelope().name());
        } catch (RuntimeException defect) {
            log.error("The failure reports in {} can't be kept", read.envelope().name(), defect);
        }
        // Better nothing than a body, or something that is going to be read as something else.
        return null;
    }

    /** A mail, or an archive of several. */
    private static byte[] bytes(List<FailureReport> reports) {
        if (reports.size() == 1) {
            return FailureReportWriter.write(reports.getFirst());
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            int number = 0;
            for (FailureReport report : reports) {
                zip.putNextEntry(new ZipEntry(++number + ".eml"));
                zip.write(FailureReportWriter.write(report));
                zip.closeEntry();
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    private List<String> hashesIn(RawMessage copy) {
        List<String> hashes = new ArrayList<>();
        try {
            new ReportReader(limits)
                    .read(
                            "copy",
                            copy,
                            new ReportSink() {
                                @Override
                                public void failure(FailureReport report) {
                                    hashes.add(report.contentHash());
                                }

                                @Override
                                public void record(AggregateRecord record) {
                                    throw other();
                                }

                                @Override
                                public void restart() {
                                    throw other();
                                }

                                @Override
                                public void aggregate(AggregateReport report) {
                                    throw other();
                                }

                                @Override
                                public void tls(TlsReport report) {
                                    throw other();
                                }

                                @Override
                                public void problem(Problem problem) {
                                    throw other();
                                }

                                private IllegalStateException other() {
                                    return new IllegalStateException("no failure report");
                                }
                            });
        } catch (IOException impossible) {
            throw new UncheckedIOException("the copy is in memory", impossible);
        } catch (IllegalStateException other) {
            return List.of();
        }
        return hashes;
    }
}
