package org.mailvane.postgres;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * PostgreSQL's command line with all our settings: there, and not in the cluster's configuration
 * file, because so a new version of Mailvane brings its own.
 */
final class ServerCommand {

    /**
     * For a machine with 1 to 2 GB of memory, most of which is the JVM's. {@code fsync} and {@code
     * synchronous_commit} stay on: that is PostgreSQL's default, and it is written here so that
     * nobody takes it for an oversight.
     */
    private static final Map<String, String> SETTINGS =
            Map.ofEntries(
                    Map.entry("listen_addresses", Cluster.HOST),
                    // Loopback with a password serves everybody; a socket's path may be too long,
                    // or its folder closed.
                    Map.entry("unix_socket_directories", ""),
                    Map.entry("fsync", "on"),
                    Map.entry("synchronous_commit", "on"),
                    Map.entry("max_connections", "60"),
                    Map.entry("shared_buffers", "128MB"),
                    Map.entry("effective_cache_size", "512MB"),
                    Map.entry("random_page_cost", "1.1"),
                    // Most queries take less time than their compilation.
                    Map.entry("jit", "off"),
                    // Replicas are not used, and COPY into a new partition then writes its rows
                    // once.
                    Map.entry("wal_level", "minimal"),
                    Map.entry("max_wal_senders", "0"),
                    Map.entry("max_wal_size", "512MB"),
                    Map.entry("min_wal_size", "80MB"),
                    Map.entry("log_min_messages", "warning"),
                    // Without the values of rows that are refused: they may be personal data.
                    Map.entry("log_error_verbosity", "terse"),
                    Map.entry("log_line_prefix", "%m [%p] "),
                    // Values are other people's data.
                    Map.entry("log_parameter_max_length_on_error", "0"),
                    // Some hundred bytes every five minutes for ever, in a file that grows until
                    // the next start.
                    Map.entry("log_checkpoints", "off"),
                    Map.entry("logging_collector", "off"),
                    Map.entry("log_timezone", "UTC"),
                    Map.entry("timezone", "UTC"));

    private ServerCommand() {}

    /**
     * PostgreSQL's command line for a port. It is public on most systems, so nothing secret may be
     * on it.
     */
    static List<String> of(Cluster cluster, int port, Map<String, String> extraSettings) {
        Map<String, String> settings = new LinkedHashMap<>(SETTINGS);
        settings.putAll(extraSettings);
        settings.put("port", Integer.toString(port));
        List<String> command =
                new ArrayList<>(
                        List.of(
                                cluster.binaries().program("postgres"),
                                "-D",
                                cluster.home().data().toString()));
        settings.forEach((name, value) -> {
            command.add("-c");
            command.add(name + "=" + value);
        });
        return command;
    }
}
