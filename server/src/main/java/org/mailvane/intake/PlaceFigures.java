package org.mailvane.intake;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Instant;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.mailvane.intake.ReportPlaces.Place;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/**
 * Figures of the mailboxes and watched folders. Each has its number in the setting as a label,
 * since its name holds an address.
 */
@Component
@Profile("service")
class PlaceFigures implements MeterBinder {

    private final List<ReportPlaces> places;

    PlaceFigures(List<ReportPlaces> places) {
        this.places = places;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        for (ReportPlaces some : places) {
            for (int i = 0; i < some.all().size(); i++) {
                bind(registry, some, i);
            }
        }
    }

    private static void bind(MeterRegistry registry, ReportPlaces places, int index) {
        gauge(
                registry,
                places,
                index,
                "last.success.timestamp.seconds",
                "When this server last read the mailbox or watched folder, in Unix time",
                place -> seconds(place.lastWell()));
        gauge(
                registry,
                places,
                index,
                "consecutive.failures",
                "Failed attempts to read the mailbox or watched folder since the last" + " success",
                Place::failures);
    }

    private static void gauge(
            MeterRegistry registry,
            ReportPlaces places,
            int index,
            String name,
            String help,
            ToDoubleFunction<Place> figure) {
        Gauge.builder(
                        "mailvane.source." + name,
                        places,
                        all -> figure.applyAsDouble(all.all().get(index)))
                .description(help)
                .tags(
                        Tags.of(
                                "source",
                                places.all().get(index).origin().code(),
                                "number",
                                String.valueOf(index + 1)))
                .register(registry);
    }

    private static double seconds(@Nullable Instant time) {
        return time == null ? Double.NaN : time.getEpochSecond();
    }
}
