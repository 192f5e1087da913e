package org.mailvane.settings;

import java.net.URI;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The effective settings of one run: for each its value and where that came from.
 *
 * <p>They are read once, by {@link SettingsReader}, and do not change while the program runs.
 */
public final class Settings {

    private final Map<Setting, Value> values;

    Settings(Map<Setting, Value> values) {
        this.values = new EnumMap<>(values);
    }

    /**
     * A value and its origin.
     *
     * @param setting which one
     * @param text the value
     * @param origin for a person: {@code default}, {@code environment}, {@code flag --name}, {@code
     *     FILE:LINE}
     */
    public record Value(Setting setting, String text, String origin) {}

    /** Every setting with its value, in the order of {@link Setting}. */
    public List<Value> all() {
        return List.copyOf(values.values());
    }

    /** The folder of everything that this installation keeps on disk. */
    public Path dataDir() {
        return Path.of(text(Setting.DATA_DIR)).toAbsolutePath().normalize();
    }

    /** The configured database server; empty for the embedded one. */
    public Optional<DatabaseUrl> database() {
        return DatabaseUrl.parse(text(Setting.DATABASE_URL));
    }

    /** The host that HTTP listens on. */
    public String httpHost() {
        String address = text(Setting.HTTP_ADDRESS);
        String host = address.substring(0, address.lastIndexOf(':'));
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    /** The port that HTTP listens on; 0 lets the system choose one. */
    public int httpPort() {
        String address = text(Setting.HTTP_ADDRESS);
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }

    /** Base of every link, without a slash at its end; empty: made from the listening address. */
    public Optional<URI> publicUrl() {
        String url = text(Setting.PUBLIC_URL);
        return url.isEmpty()
                ? Optional.empty()
                : Optional.of(URI.create(url.replaceAll("/+$", "")));
    }

    /** Proxies whose word about a request's sender and address counts. */
    public Networks trustedProxies() {
        return Networks.parse(text(Setting.TRUSTED_PROXIES));
    }

    /** Calls a minute that each address has without a token; 0 for any number. */
    public int anonymousRate() {
        return Integer.parseInt(text(Setting.RATE_ANONYMOUS));
    }

    /** Calls a minute that each token has; 0 for any number. */
    public int tokenRate() {
        return Integer.parseInt(text(Setting.RATE_TOKEN));
    }

    /** Bytes of the largest unpacked report. */
    public long decompressedLimit() {
        return Long.parseLong(text(Setting.DECOMPRESSED_LIMIT_MB)) << 20;
    }

    /** Days that rows are kept; 0 for ever. */
    public int retentionDays() {
        return Integer.parseInt(text(Setting.RETENTION_DAYS));
    }

    private String text(Setting setting) {
        Value value = values.get(setting);
        if (value == null) {
            throw new IllegalStateException(setting + " was not read");
        }
        return value.text();
    }
}
