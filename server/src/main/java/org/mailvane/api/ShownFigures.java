package org.mailvane.api;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/**
 * Which figures {@code /metrics} has: Mailvane's own, and of the frameworks' those that say how the
 * process, its memory, its disk, its requests and its connections to the database are.
 */
@Component
final class ShownFigures implements MeterFilter {

    private static final List<String> SHOWN =
            List.of(
                    "mailvane.",
                    "disk.",
                    "hikaricp.connections",
                    "http.server.requests",
                    "jvm.gc.pause",
                    "jvm.memory.",
                    "jvm.threads.live",
                    "process.");

    /** Those that are made of observations come without a text of help. */
    private static final Map<String, String> HELP =
            Map.of(
                    "http.server.requests", "HTTP requests that were answered",
                    "http.server.requests.active", "HTTP requests that are being answered");

    @Override
    public Meter.Id map(Meter.Id id) {
        String help = HELP.get(id.getName());
        return help == null || id.getDescription() != null
                ? id
                : new Meter.Id(
                        id.getName(),
                        Tags.of(id.getTagsAsIterable()),
                        id.getBaseUnit(),
                        help,
                        id.getType());
    }

    @Override
    public MeterFilterReply accept(Meter.Id id) {
        return SHOWN.stream().anyMatch(id.getName()::startsWith)
                ? MeterFilterReply.NEUTRAL
                : MeterFilterReply.DENY;
    }
}
