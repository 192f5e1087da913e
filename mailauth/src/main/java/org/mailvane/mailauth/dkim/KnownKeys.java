package org.mailvane.mailauth.dkim;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Keys whose private halves are public: examples of RFCs and of test suites. The resource {@code
 * published-keys.txt} has their fingerprints and where they are published.
 */
final class KnownKeys {

    private static final Map<String, String> SOURCES = load();

    private KnownKeys() {}

    /** Returns where the private half of a key is published; empty if that is unknown. */
    static Optional<String> source(String fingerprint) {
        return Optional.ofNullable(SOURCES.get(fingerprint));
    }

    static int count() {
        return SOURCES.size();
    }

    private static Map<String, String> load() {
        try (InputStream file = KnownKeys.class.getResourceAsStream("published-keys.txt")) {
            if (file == null) {
                throw new IllegalStateException("published-keys.txt is missing in the library");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> line.split(" ", 2))
                    .collect(Collectors.toUnmodifiableMap(line -> line[0], line -> line[1]));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
