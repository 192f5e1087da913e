package org.mailvane.monitor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.mailvane.mailauth.dns.Dns;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.RecordType;
import org.mailvane.monitor.DnsObservation.Outcome;
import org.mailvane.monitor.DnsObservation.RecordKey;
import org.mailvane.monitor.RecordReader.Question;

/** One look at a domain's records. What is asked for twice within it is asked once. */
final class DomainCheck {

    /** Time after which no further record is read: a lease lasts twice as long. */
    static final Duration MAX_TIME = Duration.ofMinutes(15);

    private final RecordReader reader;
    private final Question question;
    private final Dns dns;
    private final LongSupplier nanos;
    private final Map<Asked, DnsAnswer> answers = new ConcurrentHashMap<>();

    private record Asked(DnsName name, RecordType type) {}

    /**
     * A check.
     *
     * @param nanos measures its time
     */
    DomainCheck(RecordReader reader, Question question, Dns dns, LongSupplier nanos) {
        this.reader = reader;
        this.nanos = nanos;
        this.question = question;
        this.dns =
                (name, type) -> {
                    Asked asked = new Asked(name, type);
                    DnsAnswer known = answers.get(asked);
                    if (known == null) {
                        known = dns.ask(name, type);
                        answers.put(asked, known);
                    }
                    return known;
                };
    }

    /** Reads one record after the other, while there is time. */
    List<DnsObservation> read() {
        long end = nanos.getAsLong() + MAX_TIME.toNanos();
        return question.keys().stream()
                .map(key ->
                        nanos.getAsLong() - end < 0
                                ? reader.read(question, key, dns)
                                : new DnsObservation(key, Outcome.FAILED, RecordContent.NOTHING))
                .toList();
    }

    /**
     * Reads all at once. What takes longer has failed.
     *
     * @param time how long all may take together
     */
    List<DnsObservation> readWithin(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        List<RecordKey> keys = question.keys();
        List<Future<DnsObservation>> futures = new ArrayList<>();
        // Not closed, which would wait for what takes too long.
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        try {
            for (RecordKey key : keys) {
                futures.add(threads.submit(() -> reader.read(question, key, dns)));
            }
            List<DnsObservation> readings = new ArrayList<>();
            for (int i = 0; i < keys.size(); i++) {
                readings.add(await(keys.get(i), futures.get(i), end));
            }
            return readings;
        } finally {
            threads.shutdownNow();
        }
    }

    private static DnsObservation await(RecordKey key, Future<DnsObservation> future, long end) {
        try {
            long left = Math.max(0, end - System.nanoTime());
            return future.get(left, TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            return new DnsObservation(key, Outcome.FAILED, RecordContent.NOTHING);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return new DnsObservation(key, Outcome.FAILED, RecordContent.NOTHING);
        } catch (ExecutionException defect) {
            throw new IllegalStateException(defect.getCause());
        }
    }

    /** Whether a text in DNS shows that the domain is the account's. */
    boolean isVerified(String token) {
        return reader.isVerified(question.domain(), token, dns);
    }
}
