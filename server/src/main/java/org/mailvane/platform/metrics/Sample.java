package org.mailvane.platform.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Something that figures are taken from and that takes time to read, as from the database. However
 * often somebody asks for figures, it is read once in {@link #KEPT}, by one thread, and nobody
 * waits longer than its patience for it: a database that is away or busy must not keep the other
 * figures back.
 */
public final class Sample<T> {

    /** How long what was read is given again. */
    public static final Duration KEPT = Duration.ofSeconds(10);

    /** How long figures wait for it, unless it says otherwise. */
    public static final Duration PATIENCE = Duration.ofSeconds(1);

    private static final Logger log = LoggerFactory.getLogger(Sample.class);

    private final Supplier<T> source;
    private final Clock clock;
    private final Duration patience;
    private final LongSupplier nanos;
    private @Nullable CompletableFuture<T> reading;
    private Instant begun = Instant.MIN;
    private long begunNanos;

    /**
     * @param source reads it; an exception means that there is none now
     */
    public Sample(Supplier<T> source, Clock clock) {
        this(source, clock, PATIENCE);
    }

    /**
     * As the other.
     *
     * @param patience how long figures wait for it
     */
    public Sample(Supplier<T> source, Clock clock, Duration patience) {
        this(source, clock, patience, System::nanoTime);
    }

    Sample(Supplier<T> source, Clock clock, Duration patience, LongSupplier nanos) {
        this.source = source;
        this.clock = clock;
        this.patience = patience;
        this.nanos = nanos;
    }

    /** Returns what was read last; null where it can't be read, or takes too long. */
    public @Nullable T current() {
        CompletableFuture<T> latest;
        long left;
        synchronized (this) {
            latest = reading;
            if (latest == null || (latest.isDone() && isOld(clock.instant()))) {
                latest = new CompletableFuture<>();
                reading = latest;
                begun = clock.instant();
                begunNanos = nanos.getAsLong();
                read(latest);
            }
            left = begunNanos + patience.toNanos() - nanos.getAsLong();
        }
        try {
            return latest.get(Math.max(0, left), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            return null;
        } catch (ExecutionException failed) {
            return null;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /** Also where the clock was set back. */
    private boolean isOld(Instant now) {
        return !begun.plus(KEPT).isAfter(now) || begun.isAfter(now);
    }

    private void read(CompletableFuture<T> into) {
        Thread.ofVirtual()
                .name("metrics")
                .start(() -> {
                    try {
                        into.complete(source.get());
                    } catch (RuntimeException | Error failed) {
                        log.debug("Figures can't be read", failed);
                        into.completeExceptionally(failed);
                    }
                });
    }

    /** Adds a gauge of it, which has no value where there is none. */
    public void gauge(
            MeterRegistry registry,
            String name,
            String help,
            List<Tag> tags,
            ToDoubleFunction<T> figure) {
        Gauge.builder(name, this, sample -> sample.value(figure))
                .description(help)
                .tags(tags)
                .register(registry);
    }

    /** Adds a gauge without labels. */
    public void gauge(
            MeterRegistry registry, String name, String help, ToDoubleFunction<T> figure) {
        gauge(registry, name, help, List.of(), figure);
    }

    private double value(ToDoubleFunction<T> figure) {
        T known = current();
        return known == null ? Double.NaN : figure.applyAsDouble(known);
    }
}
