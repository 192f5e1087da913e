package org.mailvane.api;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.springframework.stereotype.Component;

/**
 * Which figures {@code /metrics} has: Mailvane's own, and of the frameworks' those that say how the
 * process, its memory, its disk, its requests and its connections to the database are.
 */
@Component
final class ShownFigures implements MeterFilter {

    private static final String OWN = "mailvane.";

    private static final Set<String> SHOWN =
            Set.of(
                    "disk.free",
                    "disk.total",
                    "hikaricp.connections.acquire",
                    "hikaricp.connections.active",
                    "hikaricp.connections.max",
                    "hikaricp.connections.pending",
                    "hikaricp.connections.timeout",
                    "http.server.requests",
                    "http.server.requests.active",
                    "jvm.gc.pause",
                    "jvm.memory.max",
                    "jvm.memory.used",
                    "jvm.threads.live",
                    "process.cpu.usage",
                    "process.files.max",
                    "process.files.open",
                    "process.start.time",
                    "process.uptime");

    /** Those that are made of observations come without a text of help. */
    private static final Map<String, String> HELP =
            Map.of(
                    "http.server.requests", "Answered HTTP requests",
                    "http.server.requests.active", "HTTP requests in progress",
                    "jvm.gc.pause", "Pauses of the JVM for garbage collection");

    private static final String REQUESTS = "http.server.requests";

    /** Labels of requests: a series for each path and method would be hundreds of them. */
    private static final Set<String> LABELS_OF_REQUESTS = Set.of("method", "status");

    @Override
    public Meter.Id map(Meter.Id id) {
        String help = HELP.getOrDefault(id.getName(), id.getDescription());
        Iterable<Tag> tags = id.getTagsAsIterable();
        if (id.getName().startsWith(REQUESTS)) {
            tags =
                    StreamSupport.stream(tags.spliterator(), false)
                            .filter(tag -> LABELS_OF_REQUESTS.contains(tag.getKey()))
                            .toList();
        }
        return new Meter.Id(id.getName(), Tags.of(tags), id.getBaseUnit(), help, id.getType());
    }

    @Override
    public MeterFilterReply accept(Meter.Id id) {
        return id.getName().startsWith(OWN) || SHOWN.contains(id.getName())
                ? MeterFilterReply.NEUTRAL
                : MeterFilterReply.DENY;
    }
}
