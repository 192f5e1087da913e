package org.mailvane.net;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.mailvane.mailauth.dns.DnsAnswer;
import org.mailvane.mailauth.dns.DnsName;
import org.mailvane.mailauth.dns.DnsRecord;
import org.mailvane.mailauth.dns.RecordType;

/** Answers for as long as they may be kept, within bounds of time and memory. */
final class AnswerCache {

    /** Shortest time for what has records or surely has none: what comes at once comes as one. */
    static final Duration SHORTEST = Duration.ofSeconds(1);

    /** Longest time for records: who has just changed one, wants to see that. */
    static final Duration LONGEST = Duration.ofHours(1);

    /** Longest time for what is not there, for the same reason (RFC 2308, section 5: hours). */
    static final Duration LONGEST_NEGATIVE = Duration.ofMinutes(15);

    /** Time for failures (RFC 9520, section 3.2: from one second to five minutes). */
    static final Duration FAILURE = Duration.ofSeconds(5);

    /** Bytes of all entries, about. */
    static final long MAX_WEIGHT = 32L << 20;

    /** Bytes of an entry with nothing in it, about; so there are at most 65,536 of them. */
    static final int ENTRY_WEIGHT = 512;

    private static final int RECORD_WEIGHT = 64;

    private final Cache<Question, Kept> answers;
    private final Ticker ticker;

    /** What is asked. */
    record Question(DnsName name, RecordType type) {}

    private record Kept(DnsAnswer answer, long since) {}

    AnswerCache(Ticker ticker) {
        this(ticker, MAX_WEIGHT);
    }

    AnswerCache(Ticker ticker, long maxWeight) {
        this.ticker = ticker;
        answers =
                Caffeine.newBuilder()
                        .ticker(ticker)
                        .maximumWeight(maxWeight)
                        .weigher((Question question, Kept kept) -> weight(question, kept.answer))
                        .expireAfter(
                                Expiry.<Question, Kept>creating(
                                        (question, kept) -> time(kept.answer)))
                        // In the thread that stores: cheap, and so that bounds hold at once.
                        .executor(Runnable::run)
                        .build();
    }

    /** The answer, with the time that is left of it. */
    Optional<DnsAnswer> find(Question question) {
        @Nullable Kept kept = answers.getIfPresent(question);
        if (kept == null) {
            return Optional.empty();
        }
        DnsAnswer answer = kept.answer;
        long passed = TimeUnit.NANOSECONDS.toSeconds(ticker.read() - kept.since);
        if (passed <= 0 || answer.ttl() == 0) {
            return Optional.of(answer);
        }
        return Optional.of(
                new DnsAnswer(
                        answer.status(),
                        answer.records(),
                        answer.aliases(),
                        Math.max(0, answer.ttl() - passed)));
    }

    void keep(Question question, DnsAnswer answer) {
        answers.put(question, new Kept(answer, ticker.read()));
    }

    void forget(Question question) {
        answers.invalidate(question);
    }

    void forgetAll() {
        answers.invalidateAll();
    }

    /** How many are kept. */
    long size() {
        answers.cleanUp();
        return answers.estimatedSize();
    }

    private static Duration time(DnsAnswer answer) {
        if (answer.status().isFailure()) {
            return FAILURE;
        }
        Duration longest = answer.status().isVoid() ? LONGEST_NEGATIVE : LONGEST;
        Duration ttl = Duration.ofSeconds(Math.min(answer.ttl(), longest.toSeconds()));
        return ttl.compareTo(SHORTEST) < 0 ? SHORTEST : ttl;
    }

    private static int weight(Question question, DnsAnswer answer) {
        int weight = ENTRY_WEIGHT + question.name.value().length();
        for (DnsName alias : answer.aliases()) {
            weight += RECORD_WEIGHT + alias.value().length();
        }
        for (DnsRecord record : answer.records()) {
            weight += RECORD_WEIGHT + weight(record);
        }
        return weight;
    }

    private static int weight(DnsRecord record) {
        return switch (record) {
            case DnsRecord.Text text ->
                    text.strings().stream()
                            .mapToInt(string -> RECORD_WEIGHT + string.length())
                            .sum();
            case DnsRecord.MailExchanger mx -> mx.exchange().value().length();
            case DnsRecord.Target target -> target.name().value().length();
            case DnsRecord.StartOfZone zone ->
                    zone.primary().value().length() + zone.responsible().value().length();
            case DnsRecord.Other other -> other.data().length();
            case DnsRecord.Address address -> 0;
        };
    }
}
