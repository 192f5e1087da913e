package org.mailvane.platform.metrics;

import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Counts events and sums up how long they took, as {@link EventCounter} counts. */
public final class EventTimes implements MeterBinder {

    private final String name;
    private final String help;
    private final Series<Sum> sums;

    private static final class Sum {
        private final LongAdder count = new LongAdder();
        private final LongAdder nanos = new LongAdder();
    }

    /**
     * @param name with dots; Prometheus sees underscores, with {@code _seconds_count} and {@code
     *     _seconds_sum} at the end
     * @param help what takes the time
     * @param labels what events are told apart by
     */
    public EventTimes(String name, String help, Label... labels) {
        this.name = name;
        this.help = help;
        this.sums = new Series<>(List.of(labels), Sum::new);
    }

    /**
     * Counts an event.
     *
     * @param nanos how long it took
     * @param values of the labels, in their order
     */
    public void add(long nanos, String... values) {
        Sum sum = sums.of(values);
        sum.count.increment();
        sum.nanos.add(nanos);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        sums.forEach((tags, sum) ->
                FunctionTimer.builder(
                                name,
                                sum,
                                s -> s.count.sum(),
                                s -> s.nanos.sum(),
                                TimeUnit.NANOSECONDS)
                        .description(help)
                        .tags(tags)
                        .register(registry));
    }
}
