package org.mailvane.intake.reading;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mailvane.intake.ledger.Counts;
import org.mailvane.intake.ledger.RawMessage;
import org.mailvane.intake.ledger.Remark;
import org.mailvane.intake.reading.ReadEnvelope.ReadFailure;
import org.mailvane.intake.reading.ReadEnvelope.ReadReport;
import org.mailvane.intake.reading.ReadEnvelope.ReadTls;
import org.mailvane.mailauth.dns.DomainName;
import org.mailvane.reporters.ReportAuthentication;
import org.mailvane.reports.Limits;
import org.mailvane.reports.Problem;
import org.mailvane.reports.ReportReader;
import org.mailvane.reports.ReportSink;
import org.mailvane.reports.aggregate.AggregateRecord;
import org.mailvane.reports.aggregate.AggregateReport;
import org.mailvane.reports.aggregate.DkimResult;
import org.mailvane.reports.aggregate.OverrideReason;
import org.mailvane.reports.aggregate.SpfResult;
import org.mailvane.reports.failure.FailureReport;
import org.mailvane.reports.tls.TlsReport;
import org.mailvane.text.Message;
import org.mailvane.traffic.store.Incoming;
import org.mailvane.traffic.store.Incoming.Records;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads envelopes. It keeps its buffers, and so serves one thread. */
public final class EnvelopeReader {

    /**
     * Records of one envelope that are kept in memory. Those of reports beyond that are counted now
     * and read again while they are written.
     */
    public static final int HELD_RECORDS = 5_000;

    /** Characters of these records: a single one may have hundreds of long results. */
    public static final long HELD_CHARACTERS = 2 << 20;

    /**
     * Distinct From domains of one envelope that are looked for; others count with its policy
     * domain.
     */
    public static final int MAX_HEADER_FROMS = 5_000;

    /**
     * Rows of the failure and TLS reports of one envelope: policies, their failures, single mails.
     * These reports are always kept in memory, so that further ones are refused.
     */
    static final long HELD_ROWS = 20_000;

    /** Characters of the mails that these failure reports show, for the same reason. */
    static final long HELD_FAILURE_CHARACTERS = 8 << 20;

    /** Remarks of one envelope that are kept; further ones are only counted. */
    public static final int MAX_REMARKS = 500;

    /** Names that a reason quotes. */
    private static final int NAMED = 3;

    private static final Logger log = LoggerFactory.getLogger(EnvelopeReader.class);

    private final Limits limits;
    private final ReportReader reader;

    public EnvelopeReader(Limits limits) {
        this.limits = limits;
        this.reader = new ReportReader(limits);
    }

    /** Reads an envelope; whatever is wrong with it becomes a remark. It is not authenticated. */
    public ReadEnvelope read(Envelope envelope) {
        RawMessage raw;
        try {
            raw = envelope.content().get();
        } catch (RawMessage.TooLarge tooLarge) {
            return ReadEnvelope.unread(
                    envelope, Remark.tooLarge(envelope.name(), tooLarge.reason()));
        } catch (IOException unreadable) {
            return ReadEnvelope.unread(
                    envelope, Remark.unreadable(envelope.name(), reason(unreadable)));
        }
        Collector collector = new Collector(envelope.name(), raw);
        try {
            collector.unpackedBytes = reader.read(envelope.name(), raw, collector);
        } catch (IOException | RuntimeException defect) {
            log.error("Reading {} failed", envelope.name(), defect);
            return collector
                    .readEnvelope(envelope, raw)
                    .withoutReports(Remark.internalError(envelope.name()));
        }
        return collector.readEnvelope(envelope, raw);
    }

    private static Message reason(IOException unreadable) {
        return switch (unreadable) {
            case RawMessage.Gone gone -> gone.reason();
            case NoSuchFileException gone -> Message.of("imports.file.gone");
            case AccessDeniedException denied -> Message.of("imports.file.denied");
            case FileSystemException problem ->
                    problem.getReason() == null
                            ? Message.of("imports.file.unreadable")
                            : unreadable(problem.getReason());
            default -> unreadable(String.valueOf(unreadable.getMessage()));
        };
    }

    private static Message unreadable(String reason) {
        return Message.of("imports.file.unreadable_reason").with("reason", reason);
    }

    /** Collects what one message holds. */
    private final class Collector implements ReportSink {

        private final Again again;
        private final List<ReadReport> reports = new ArrayList<>();
        private final List<ReadFailure> failures = new ArrayList<>();
        private final List<ReadTls> tlsReports = new ArrayList<>();
        private boolean holdsFailure;
        private long heldRows;
        private long heldFailureCharacters;
        private final List<Remark> remarks = new ArrayList<>();
        private Counts unlisted = Counts.NONE;
        private long unpackedBytes;
        private int place;
        private int restarts;
        private int heldRecords;
        private long heldCharacters;
        private int headerFromCount;
        private List<AggregateRecord> records = new ArrayList<>();
        private long characters;
        private long largestCount;
        private boolean tooMany;
        private Set<DomainName> headerFroms = new HashSet<>();
        private @Nullable String lastHeaderFrom;

        Collector(String name, RawMessage raw) {
            this.again = new Again(name, raw);
        }

        @Override
        public void record(AggregateRecord record) {
            noteHeaderFrom(record.headerFrom());
            largestCount = Math.max(largestCount, record.count());
            if (tooMany) {
                return;
            }
            characters += characters(record);
            records.add(record);
            if (heldRecords + records.size() > HELD_RECORDS
                    || heldCharacters + characters > HELD_CHARACTERS) {
                tooMany = true;
                records = new ArrayList<>();
            }
        }

        private void noteHeaderFrom(String headerFrom) {
            // Records of one domain are next to each other.
            if (!headerFrom.equals(lastHeaderFrom)
                    && headerFromCount + headerFroms.size() < MAX_HEADER_FROMS) {
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
            characters = 0;
            largestCount = 0;
            tooMany = false;
            headerFroms = new HashSet<>();
            lastHeaderFrom = null;
        }

        @Override
        public void aggregate(AggregateReport report) {
            Optional<DomainName> policyDomain = DomainName.parse(report.policy().domain());
            if (policyDomain.isEmpty()) {
                add(
                        Remark.noPolicyDomain(
                                report.path(),
                                Message.of("imports.domain.invalid")
                                        .with("domain", report.policy().domain())));
            } else {
                reports.add(
                        new ReadReport(
                                place,
                                report,
                                policyDomain.get(),
                                headerFroms,
                                recordsOfReport(),
                                largestCount));
                headerFromCount += headerFroms.size();
            }
            again.noteRestarts(restarts);
            place++;
            restarts = 0;
            clear();
        }

        private Records recordsOfReport() {
            if (tooMany) {
                return new Records.Streamed(again, place);
            }
            heldRecords += records.size();
            heldCharacters += characters;
            return new Records.Held(List.copyOf(records));
        }

        @Override
        public void failureFound() {
            holdsFailure = true;
        }

        @Override
        public void failure(FailureReport report) {
            List<DomainName> domains = names(report.reportedDomains());
            if (domains.isEmpty()) {
                add(noDomain(report.path(), report.reportedDomains()));
            } else if (heldFailureCharacters + characters(report) > HELD_FAILURE_CHARACTERS) {
                add(Remark.tooLargeReports(report.path(), HELD_FAILURE_CHARACTERS));
            } else if (isHeld(report.path(), 1)) {
                heldFailureCharacters += characters(report);
                failures.add(new ReadFailure(report, domains));
            }
        }

        @Override
        public void tls(TlsReport report) {
            if (report.policies().isEmpty()) {
                // Nothing went wrong, so nothing is reported about anybody.
                unlisted = unlisted.plus(Counts.imported(0, 0));
                return;
            }
            List<String> written =
                    report.policies().stream().map(TlsReport.Policy::policyDomain).toList();
            List<DomainName> domains = names(written);
            if (domains.isEmpty() && !written.stream().allMatch(String::isEmpty)) {
                add(noDomain(report.path(), written));
                return;
            }
            ReadTls read = new ReadTls(report, domains);
            if (isHeld(report.path(), read.rowCount())) {
                tlsReports.add(read);
            }
        }

        /** Whether there is room for so many more rows of failure and TLS reports. */
        private boolean isHeld(String path, long rows) {
            if (heldRows + rows > HELD_ROWS) {
                add(Remark.tooManyReports(path, HELD_ROWS));
                return false;
            }
            heldRows += rows;
            return true;
        }

        ReadEnvelope readEnvelope(Envelope envelope, RawMessage raw) {
            return new ReadEnvelope(
                    envelope,
                    raw,
                    TransportMessageInfo.of(raw),
                    ReportAuthentication.NONE,
                    reports,
                    failures,
                    tlsReports,
                    remarks,
                    unlisted,
                    holdsFailure,
                    false,
                    unpackedBytes);
        }

        @Override
        public void problem(Problem problem) {
            add(Remark.of(problem));
        }

        private void add(Remark remark) {
            if (remarks.size() < MAX_REMARKS) {
                remarks.add(remark);
                return;
            }
            // The last one stays in the list: it is what ended the reading, if a limit did.
            Remark replaced = remarks.set(MAX_REMARKS - 1, remark);
            unlisted = unlisted.plus(Counts.one(replaced.outcome()));
        }
    }

    private static List<DomainName> names(List<String> written) {
        return written.stream()
                .map(DomainName::parse)
                .flatMap(Optional::stream)
                .distinct()
                .toList();
    }

    private static Remark noDomain(String path, List<String> written) {
        List<String> named = written.stream().filter(name -> !name.isEmpty()).toList();
        return Remark.noPolicyDomain(
                path,
                named.isEmpty()
                        ? Message.of("imports.domain.none")
                        : Message.of("imports.domain.none_valid").with("domains", named, NAMED));
    }

    /** About how many characters the parts of a record have whose number or length is not fixed. */
    private static long characters(AggregateRecord record) {
        long characters = record.headerFrom().length();
        characters += length(record.envelopeFrom()) + length(record.envelopeTo());
        for (DkimResult result : record.dkim()) {
            characters += result.domain().length() + result.selector().length();
            characters += length(result.humanResult());
        }
        for (SpfResult result : record.spf()) {
            characters += result.domain().length() + length(result.humanResult());
        }
        for (OverrideReason reason : record.reasons()) {
            characters += reason.type().length() + reason.comment().length();
        }
        return characters;
    }

    private static long characters(FailureReport report) {
        return length(report.sample().body())
                + report.sample().headers().stream()
                        .mapToLong(field -> field.name().length() + (long) field.value().length())
                        .sum();
    }

    private static int length(@Nullable String text) {
        return text == null ? 0 : text.length();
    }

    /**
     * The records of a message's reports, read again each time.
     *
     * <p>Reading the same bytes takes the same course each time, so that records before the last
     * restart of the first time are void this time too.
     */
    private final class Again implements Incoming.Message {

        private final String name;
        private final RawMessage raw;
        private final List<Integer> restarts = new ArrayList<>();

        Again(String name, RawMessage raw) {
            this.name = name;
            this.raw = raw;
        }

        /** Notes how often the reading of the next report began again. */
        void noteRestarts(int count) {
            restarts.add(count);
        }

        @Override
        public void read(Incoming.PlacedConsumer consumer) {
            // Another thread may be reading with the envelope reader's own.
            ReportReader again = new ReportReader(limits);
            try {
                again.read(name, raw, new Placing(restarts, consumer));
            } catch (IOException impossible) {
                throw new UncheckedIOException("the message is in memory", impossible);
            }
        }
    }

    /** Hands on the records of a message with the place of their report. */
    private static final class Placing implements ReportSink {

        private final List<Integer> restarts;
        private final Incoming.PlacedConsumer consumer;
        private int place;
        private int restarted;

        Placing(List<Integer> restarts, Incoming.PlacedConsumer consumer) {
            this.restarts = restarts;
            this.consumer = consumer;
        }

        @Override
        public void record(AggregateRecord record) {
            // Beyond the last report there may be records of one that could not be read.
            if (place < restarts.size() && restarted == restarts.get(place)) {
                consumer.accept(place, record);
            }
        }

        @Override
        public void restart() {
            restarted++;
        }

        @Override
        public void aggregate(AggregateReport report) {
            place++;
            restarted = 0;
        }

        @Override
        public void failure(FailureReport report) {
            // Only records are wanted.
        }

        @Override
        public void tls(TlsReport report) {
            // Only records are wanted.
        }

        @Override
        public void problem(Problem problem) {
            // It was noted when the message was read for the first time.
        }
    }
}
