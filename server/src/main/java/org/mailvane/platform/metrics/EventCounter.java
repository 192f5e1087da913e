package org.mailvane.platform.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.concurrent.atomic.DoubleAdder;

/**
 * Counts events. Every combination of labels is there from the start with 0: Prometheus sees no
 * increase in the first value of a series.
 */
public final class EventCounter implements MeterBinder {

    private final String name;
    private final String help;
    private final Series<DoubleAdder> counts;

    /**
     * @param name with dots; Prometheus sees underscores, and {@code _total} at the end
     * @param help what is counted
     * @param labels what events are told apart by
     */
    public EventCounter(String name, String help, Label... labels) {
        this.name = name;
        this.help = help;
        this.counts = new Series<>(List.of(labels), DoubleAdder::new);
    }

    /**
     * Counts events.
     *
     * @param values of the labels, in their order
     */
    public void add(long events, String... values) {
        counts.of(values).add((double) events);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        counts.forEach((tags, count) ->
                FunctionCounter.builder(name, count, DoubleAdder::sum)
                        .description(help)
                        .tags(tags)
                        .register(registry));
    }
}
