package org.mailvane.intake.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.mailvane.intake.ledger.ImportProgress.Failure;
import org.mailvane.intake.ledger.RawMessage;
import org.mailvane.intake.ledger.Remark;
import org.mailvane.intake.reading.Envelope;
import org.mailvane.intake.reading.EnvelopeReader;
import org.mailvane.intake.reading.ReadEnvelope;
import org.mailvane.intake.reading.ReadEnvelope.ReadFailure;
import org.mailvane.intake.reading.ReadEnvelope.ReadReport;
import org.mailvane.intake.reading.ReadEnvelope.ReadTls;
import org.mailvane.reports.Limits;
import org.mailvane.reports.aggregate.AggregateRecord;
import org.mailvane.reports.aggregate.AggregateReport;
import org.mailvane.reports.failure.FailureReport;
import org.mailvane.reports.tls.TlsReport;
import org.mailvane.traffic.store.Incoming.PlacedConsumer;
import org.mailvane.traffic.store.Incoming.Records;

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

    /** Receives the aggregate reports of a file: for each its start, its records, its end. */
    public interface ReportConsumer {

        /** A report begins. */
        void begin(AggregateReport report);

        /** A record of it. */
        void record(AggregateRecord record);

        /** It ends. */
        void end();
    }

    /** Hands over the aggregate reports in their order. */
    public void forEachReport(ReportConsumer consumer) {
        HandOver handOver = new HandOver(read.reports(), consumer);
        for (ReadReport report : read.reports()) {
            if (report.records() instanceof Records.Streamed streamed) {
                // One more reading serves all the reports that are not in memory.
                streamed.message().read(handOver);
                break;
            }
        }
        handOver.upTo(Integer.MAX_VALUE);
    }

    /** Hands over reports in order: those in memory, and the others as their records come. */
    private static final class HandOver implements PlacedConsumer {

        private final List<ReadReport> reports;
        private final ReportConsumer consumer;
        private int next;
        private boolean begun;

        HandOver(List<ReadReport> reports, ReportConsumer consumer) {
            this.reports = reports;
            this.consumer = consumer;
        }

        @Override
        public void accept(int place, AggregateRecord record) {
            upTo(place);
            boolean awaited =
                    next < reports.size()
                            && reports.get(next).records() instanceof Records.Streamed streamed
                            && streamed.place() == place;
            if (awaited) {
                begin();
                consumer.record(record);
            }
        }

        /** Ends the reports before a place. */
        void upTo(int place) {
            while (next < reports.size() && reports.get(next).place() < place) {
                begin();
                if (reports.get(next).records() instanceof Records.Held held) {
                    held.list().forEach(consumer::record);
                }
                consumer.end();
                begun = false;
                next++;
            }
        }

        private void begin() {
            if (!begun) {
                begun = true;
                consumer.begin(reports.get(next).report());
            }
        }
    }

    /** Whether there is an aggregate report in it. */
    public boolean hasAggregateReports() {
        return !read.reports().isEmpty();
    }

    /** Returns the failure reports in it. */
    public List<FailureReport> failureReports() {
        return read.failures().stream().map(ReadFailure::report).toList();
    }

    /** Returns the TLS reports in it. */
    public List<TlsReport> tlsReports() {
        return read.tlsReports().stream().map(ReadTls::report).toList();
    }

    /** Returns what could not be read. */
    public List<Failure> failures() {
        return remarks(Remark.Outcome.FAILED);
    }

    /** Returns what is not a report. */
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
