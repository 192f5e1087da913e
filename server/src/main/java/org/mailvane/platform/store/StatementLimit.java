package org.mailvane.platform.store;

import java.time.Duration;

/**
 * How long a statement may take that this thread runs. The database cancels one that takes longer.
 *
 * <p>Requests have a limit, so that none waits for minutes in a statement whose plan is bad.
 * Background work and commands have none: nobody waits for them, and what they read or delete may
 * be very much. A request lifts its limit for work of which the same is true.
 */
public final class StatementLimit {

    /** How long a statement of a request may take: less than proxies usually wait for an answer. */
    public static final Duration OF_REQUESTS = Duration.ofSeconds(30);

    private static final ScopedValue<Duration> CURRENT = ScopedValue.newInstance();

    private StatementLimit() {}

    /** Runs work whose statements may take so long each. */
    public static <T, X extends Throwable> T within(
            Duration limit, ScopedValue.CallableOp<? extends T, X> work) throws X {
        return ScopedValue.where(CURRENT, limit).call(work);
    }

    /** Runs work whose statements may take as long as they need, whoever runs it. */
    public static void lifted(Runnable work) {
        ScopedValue.where(CURRENT, Duration.ZERO).run(work);
    }

    /** Returns the limit of the statements of this thread; zero where there is none. */
    static Duration current() {
        return CURRENT.orElse(Duration.ZERO);
    }
}
