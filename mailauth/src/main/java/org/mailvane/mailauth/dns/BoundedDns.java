package org.mailvane.mailauth.dns;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * DNS for one inspection: no question is asked twice, and not more of them, nor for longer, than an
 * inspection may. What goes beyond is answered {@link DnsAnswer.Status#NOT_ASKED}.
 *
 * <p>For one thread at a time.
 */
public final class BoundedDns implements Dns {

    /** Questions of one inspection. */
    public static final int MAX_QUESTIONS = 200;

    /** Time of one inspection. */
    public static final Duration MAX_TIME = Duration.ofSeconds(60);

    private static final DnsAnswer NOT_ASKED = DnsAnswer.without(DnsAnswer.Status.NOT_ASKED);

    private final Dns dns;
    private final int maxQuestions;
    private final long maxNanos;
    private final LongSupplier nanos;
    private final long begin;
    private final Map<Question, DnsAnswer> answers = new HashMap<>();
    private int asked;
    private boolean refused;

    private record Question(DnsName name, RecordType type) {}

    /**
     * Bounds of an inspection that begins now.
     *
     * @param nanos a clock that only runs forward, such as {@code System::nanoTime}
     */
    public BoundedDns(Dns dns, LongSupplier nanos) {
        this(dns, MAX_QUESTIONS, MAX_TIME, nanos);
    }

    /** Custom bounds. */
    public BoundedDns(Dns dns, int maxQuestions, Duration maxTime, LongSupplier nanos) {
        this.dns = dns;
        this.maxQuestions = maxQuestions;
        this.maxNanos = maxTime.toNanos();
        this.nanos = nanos;
        this.begin = nanos.getAsLong();
    }

    @Override
    public DnsAnswer ask(DnsName name, RecordType type) {
        Question question = new Question(name, type);
        DnsAnswer known = answers.get(question);
        if (known != null) {
            return known;
        }
        if (isSpent()) {
            return NOT_ASKED;
        }
        asked++;
        DnsAnswer answer = dns.ask(name, type);
        answers.put(question, answer);
        refused |= answer.status() == DnsAnswer.Status.NOT_ASKED;
        return answer;
    }

    /** Returns the number of queries. */
    public int asked() {
        return asked;
    }

    /** Whether a question within these bounds was not asked, since there are narrower ones. */
    public boolean wasRefused() {
        return refused;
    }

    /** Whether nothing more is asked. */
    public boolean isSpent() {
        return asked >= maxQuestions || nanos.getAsLong() - begin >= maxNanos;
    }

    /** Returns the remaining time; never negative. */
    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, maxNanos - (nanos.getAsLong() - begin)));
    }
}
