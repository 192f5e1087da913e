package org.mailvane.intake;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.mailvane.intake.ImportProgress.Failure;
import org.mailvane.intake.ReadEnvelope.ReadReport;
import org.mailvane.reports.Limits;
import org.mailvane.reports.aggregate.AggregateRecord;
import org.mailvane.reports.aggregate.AggregateReport;

/** Reads one file and shows what it holds, storing nothing. */
public final class FileReading {

    private final ReadEnvelope read;

    private FileReading(ReadEnvelope read) {
        this.read = read;
    }

    /** Reads a file; what is wrong with it is among the {@link #failures}. */
    public static FileReading of(Path file, Limits limits) {
        Envelope envelope = new Envelope(file.toString(), 0, () -> taken(file));
        return new FileReading(new EnvelopeReader(limits).read(envelope));
    }

    private static RawMessage taken(Path file) throws IOException {
        try (InputStream input = Files.newInputStream(file)) {
            return RawMessage.read(input);
        }
    }

    /** Receives the aggregate reports of a file. */
    public interface ReportConsumer {

        /**
         * A report.
         *
         * @param records hands over its records, however many there are
         */
        void accept(AggregateReport report, Consumer<Consumer<AggregateRecord>> records);
    }

    /** Hands over the aggregate reports in their order. */
    public void forEachReport(ReportConsumer consumer) {
        for (ReadReport report : read.reports()) {
            consumer.accept(report.report(), report.records()::forEach);
        }
    }

    /** Whether there is an aggregate report in it. */
    public boolean hasReports() {
        return !read.reports().isEmpty();
    }

    /** Paths and codes of what is recognised, but not evaluated yet: TLS and failure reports. */
    public List<Failure> kept() {
        return remarks(Remark.Outcome.WAITING);
    }

    /** What could not be read. */
    public List<Failure> failures() {
        return remarks(Remark.Outcome.FAILED);
    }

    /** What is no report. */
    public List<Failure> nonReports() {
        return remarks(Remark.Outcome.NOT_A_REPORT);
    }

    private List<Failure> remarks(Remark.Outcome outcome) {
        List<Failure> found = new ArrayList<>();
        for (Remark remark : read.remarks()) {
            if (remark.outcome() == outcome) {
                found.add(Failure.of(remark));
            }
        }
        return found;
    }
}
