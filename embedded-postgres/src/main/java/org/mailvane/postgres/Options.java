package org.mailvane.postgres;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

/**
 * How to open the embedded cluster.
 *
 * @param dataDirectory Mailvane's data directory ({@code MAILVANE_DATA_DIR}); made when it does not
 *     exist
 * @param role what kind of program this is
 * @param settings PostgreSQL settings by name that go before the built-in ones, for example {@code
 *     fsync=off} in tests; they are visible on PostgreSQL's command line, so never a secret
 * @param notices receives one-sentence notices for the person who waits (a command prints them on
 *     stderr); called from any thread
 * @param waitLimit how long to wait for another program: a server for the command that owns the
 *     cluster, a command for the owner that is still starting
 */
public record Options(
        Path dataDirectory,
        Role role,
        Map<String, String> settings,
        Consumer<String> notices,
        Duration waitLimit) {

    /**
     * Long enough for the crash recovery of a busy server, short enough that a person still waits.
     */
    public static final Duration DEFAULT_WAIT_LIMIT = Duration.ofMinutes(2);

    /** Copies the settings, so that later changes of the map have no effect. */
    public Options {
        settings = Map.copyOf(settings);
    }

    /** The usual options: no extra settings, {@link #DEFAULT_WAIT_LIMIT}. */
    public static Options of(Path dataDirectory, Role role, Consumer<String> notices) {
        return new Options(dataDirectory, role, Map.of(), notices, DEFAULT_WAIT_LIMIT);
    }

    /** The same with these extra PostgreSQL settings instead of the present ones. */
    public Options withSettings(Map<String, String> newSettings) {
        return new Options(dataDirectory, role, newSettings, notices, waitLimit);
    }

    /** The same with another wait limit. */
    public Options withWaitLimit(Duration newWaitLimit) {
        return new Options(dataDirectory, role, settings, notices, newWaitLimit);
    }
}
