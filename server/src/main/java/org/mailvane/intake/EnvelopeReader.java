package org.mailvane.intake;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.mailvane.intake.ReadEnvelope.ReadReport;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.reports.Limits;
import org.mailvane.reports.Problem;
import org.mailvane.reports.ReportKind;
import org.mailvane.reports.ReportReader;
import org.mailvane.reports.ReportSink;
import org.mailvane.reports.aggregate.AggregateRecord;
import org.mailvane.reports.aggregate.AggregateReport;
import org.mailvane.traffic.Incoming.Records;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads envelopes. It keeps its buffers, and so serves one thread. */
final class EnvelopeReader {

    /**
     * Records of one envelope that are held in memory. Reports beyond that are counted now and read
     * again while they are written.
     */
    static final int HELD_RECORDS = 5_000;

    /**
     * Distinct From domains of one report that are looked for; others count with its policy domain.
     */
    static final int MAX_HEADER_FROMS = 5_000;

    /** Remarks of one envelope that are kept: an archive may hold thousands of foreign files. */
    static final int MAX_REMARKS = 1_000;

    private static final Logger log = LoggerFactory.getLogger(EnvelopeReader.class);

    private final Limits limits;
    private final ReportReader reader;

    EnvelopeReader(Limits limits) {
        this.limits = limits;
        this.reader = new ReportReader(limits);
    }

    /** Reads an envelope; whatever is wrong with it becomes a remark. */
    ReadEnvelope read(Envelope envelope) {
        RawMessage raw;
        try {
            raw = envelope.content().get();
        } catch (RawMessage.TooLarge tooLarge) {
            return unread(
                    envelope,
                    Remark.tooLarge(envelope.name(), String.valueOf(tooLarge.getMessage())));
        } catch (IOException unreadable) {
            return unread(envelope, Remark.unreadable(envelope.name(), unreadable.toString()));
        }
        Collector collector = new Collector(envelope.name(), raw);
        try {
            reader.read(envelope.name(), raw, collector);
        } catch (IOException | RuntimeException defect) {
            log.error("Reading {} failed", envelope.name(), defect);
            return new ReadEnvelope(
                    envelope, raw, List.of(), List.of(Remark.internalError(envelope.name())));
        }
        return new ReadEnvelope(envelope, raw, collector.reports, collector.remarks);
    }

    private static ReadEnvelope unread(Envelope envelope, Remark why) {
        return new ReadEnvelope(envelope, null, List.of(), List.of(why));
    }

    /** Collects what one message holds. */
    private final class Collector implements ReportSink {

        private final String name;
        private final RawMessage raw;
        private final List<ReadReport> reports = new ArrayList<>();
        private final List<Remark> remarks = new ArrayList<>();
        private int held;
        private int index;
        private int restarts;
        private List<AggregateRecord> records = new ArrayList<>();
        private boolean tooMany;
        private Set<DomainName> headerFroms = new HashSet<>();
        private @Nullable String lastHeaderFrom;

        Collector(String name, RawMessage raw) {
            this.name = name;
            this.raw = raw;
        }

        @Override
        public void record(AggregateRecord record) {
            noteHeaderFrom(record.headerFrom());
            if (tooMany) {
                return;
            }
            if (held + records.size() >= HELD_RECORDS) {
                tooMany = true;
                records = new ArrayList<>();
                return;
            }
            records.add(record);
        }

        private void noteHeaderFrom(String headerFrom) {
            // Records of one domain stand together.
            if (!headerFrom.equals(lastHeaderFrom) && headerFroms.size() < MAX_HEADER_FROMS) {
                lastHeaderFrom = headerFrom;
                DomainName.parse(headerFrom).ifPresent(headerFroms::add);
            }
        }

        @Override
        public void restart() {
            restarts++;
            clear();
        }

        private void clear() {
            records = new ArrayList<>();
            tooMany = false;
            headerFroms = new HashSet<>();
            lastHeaderFrom = null;
        }

        @Override
        public void aggregate(AggregateReport report) {
            Optional<DomainName> policyDomain = DomainName.parse(report.policy().domain());
            if (policyDomain.isEmpty()) {
                add(
                        Remark.of(
                                new Problem(
                                        report.path(),
                                        Problem.Reason.NO_POLICY_DOMAIN,
                                        "The policy domain \""
                                                + report.policy().domain()
                                                + "\" is no host name.")));
            } else {
                Records all =
                        tooMany
                                ? new Again(name, raw, index, restarts)
                                : new Records.Held(List.copyOf(records));
                held += records.size();
                reports.add(new ReadReport(report, policyDomain.get(), headerFroms, all));
            }
            index++;
            restarts = 0;
            clear();
        }

        @Override
        public void recognised(ReportKind kind, String path) {
            add(Remark.kept(kind, path));
        }

        @Override
        public void problem(Problem problem) {
            add(Remark.of(problem));
        }

        private void add(Remark remark) {
            if (remarks.size() < MAX_REMARKS) {
                remarks.add(remark);
            }
        }
    }

    /** The records of a large report, read again from the message each time. */
    private final class Again implements Records.Streamed {

        private final String name;
        private final RawMessage raw;
        private final int wanted;
        private final int restarts;

        /**
         * @param wanted which of the message's aggregate reports, from 0
         * @param restarts how often its reading began again the first time
         */
        Again(String name, RawMessage raw, int wanted, int restarts) {
            this.name = name;
            this.raw = raw;
            this.wanted = wanted;
            this.restarts = restarts;
        }

        @Override
        public void read(Consumer<AggregateRecord> consumer) {
            // Another thread may be reading with the envelope reader's own.
            ReportReader again = new ReportReader(limits);
            try {
                again.read(name, raw, new Selecting(wanted, restarts, consumer));
            } catch (IOException impossible) {
                throw new UncheckedIOException("the message is in memory", impossible);
            }
        }
    }

    /**
     * Hands on the records of one report of a message. Reading the same bytes takes the same course
     * each time, so that records before the last restart of the first time are void this time too.
     */
    private static final class Selecting implements ReportSink {

        private final int wanted;
        private final Consumer<AggregateRecord> consumer;
        private int restartsLeft;
        private int index;

        Selecting(int wanted, int restarts, Consumer<AggregateRecord> consumer) {
            this.wanted = wanted;
            this.restartsLeft = restarts;
            this.consumer = consumer;
        }

        @Override
        public void record(AggregateRecord record) {
            if (index == wanted && restartsLeft == 0) {
                consumer.accept(record);
            }
        }

        @Override
        public void restart() {
            if (index == wanted) {
                restartsLeft--;
            }
        }

        @Override
        public void aggregate(AggregateReport report) {
            index++;
        }

        @Override
        public void recognised(ReportKind kind, String path) {
            // Only one report is wanted.
        }

        @Override
        public void problem(Problem problem) {
            // It was noted when the message was read for the first time.
        }
    }
}
