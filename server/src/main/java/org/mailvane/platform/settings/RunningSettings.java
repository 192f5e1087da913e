package org.mailvane.platform.settings;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The flags and environment variables of a running service, in a file in the data directory:
 * commands started beside it do not get these, and would use other addresses than it does. The file
 * contains no secrets, and it counts only while the process that wrote it is alive.
 */
public final class RunningSettings implements AutoCloseable {

    static final String FILE_NAME = "running.conf";

    /** What commands do or say depends on these; none of them can hold a secret. */
    private static final Set<Setting> SHARED =
            Set.of(
                    Setting.HTTP_ADDRESS,
                    Setting.PUBLIC_URL,
                    Setting.SMTP_LISTEN,
                    Setting.INTAKE_DOMAIN,
                    Setting.MAIL_FROM,
                    Setting.DNS_SERVERS,
                    Setting.FETCH_ALLOW,
                    Setting.FETCH_HTTPS_PORT,
                    Setting.MONITOR,
                    Setting.KEEP_FAILURE_BODIES,
                    Setting.DECOMPRESSED_LIMIT_MB,
                    Setting.RETENTION_DAYS,
                    Setting.RAW_RETENTION_DAYS);

    private static final String PROCESS = "# process ";
    private static final String EQUALS = "=";

    private final Path file;

    private RunningSettings(Path file) {
        this.file = file;
    }

    /**
     * Writes the file; closing this removes it.
     *
     * @param actual values in place of those that leave something open, such as port 0
     */
    public static RunningSettings write(Settings settings, Map<Setting, String> actual) {
        StringBuilder text = new StringBuilder(PROCESS).append(identity(ProcessHandle.current()));
        for (Settings.Value value : settings.all()) {
            if (SHARED.contains(value.setting()) && isGiven(value)) {
                text.append('\n')
                        .append(value.setting().variable())
                        .append(EQUALS)
                        .append(actual.getOrDefault(value.setting(), value.text()));
            }
        }
        Path file = settings.dataDir().resolve(FILE_NAME);
        Path fresh = settings.dataDir().resolve(FILE_NAME + ".new");
        try {
            Files.createDirectories(settings.dataDir());
            Files.writeString(fresh, text.append('\n'));
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return new RunningSettings(file);
    }

    /** Commands read the file of settings as well. */
    private static boolean isGiven(Settings.Value value) {
        return value.origin().startsWith("flag") || value.origin().startsWith("environment");
    }

    /** The settings of the service that runs on this data directory; none where there is none. */
    static Map<Setting, String> of(Path dataDir) {
        Map<Setting, String> values = new EnumMap<>(Setting.class);
        List<String> lines;
        try {
            lines = Files.readAllLines(dataDir.resolve(FILE_NAME), StandardCharsets.UTF_8);
        } catch (IOException none) {
            return values;
        }
        if (lines.isEmpty() || !isAlive(lines.getFirst())) {
            return values;
        }
        for (String line : lines) {
            int equals = line.indexOf(EQUALS);
            if (equals > 0) {
                Setting.ofVariable(line.substring(0, equals))
                        .filter(SHARED::contains)
                        .filter(setting -> setting.problemOf(line.substring(equals + 1)) == null)
                        .ifPresent(setting -> values.put(setting, line.substring(equals + 1)));
            }
        }
        return values;
    }

    private static boolean isAlive(String first) {
        if (!first.startsWith(PROCESS)) {
            return false;
        }
        String written = first.substring(PROCESS.length());
        int blank = written.indexOf(' ');
        String number = blank < 0 ? written : written.substring(0, blank);
        if (!number.matches("\\d{1,18}")) {
            return false;
        }
        Optional<ProcessHandle> process = ProcessHandle.of(Long.parseLong(number));
        return process.isPresent()
                && process.get().isAlive()
                && identity(process.get()).equals(written);
    }

    /** Numbers of processes are used again; a time goes with them. */
    private static String identity(ProcessHandle process) {
        return process.pid()
                + " "
                + process.info().startInstant().map(Instant::toString).orElse("unknown");
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException stays) {
            // It does not count any more: its process is gone.
        }
    }
}
