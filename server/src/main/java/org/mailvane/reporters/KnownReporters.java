package org.mailvane.reporters;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Domains from which well-known receivers send reports: what is verified as theirs is accepted. */
@Component
class KnownReporters {

    private final Set<String> domains;

    KnownReporters() {
        try (InputStream in = KnownReporters.class.getResourceAsStream("known-reporters.txt")) {
            this.domains =
                    new String(in.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .map(String::strip)
                            .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                            .collect(Collectors.toUnmodifiableSet());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Whether a domain, or one above it, is on the list. */
    boolean contains(String domain) {
        for (String name = domain; !name.isEmpty(); name = above(name)) {
            if (domains.contains(name)) {
                return true;
            }
        }
        return false;
    }

    private static String above(String name) {
        int dot = name.indexOf('.');
        return dot < 0 ? "" : name.substring(dot + 1);
    }
}
