package org.mailvane.net;

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

/** Checks what the library may use: few libraries, no Spring, settings or figures. */
class ModuleWallTest {

    private static final Pattern DEPENDENCY =
            Pattern.compile(
                    "<dependency>\\s*<groupId>([^<]+)</groupId>\\s*<artifactId>([^<]+)</artifactId>(?!\\s*<scope>test)");

    private static final Pattern FORBIDDEN =
            Pattern.compile(
                    "import (static )?(org\\.mailvane\\.(?!net\\.|mailauth\\.dns\\.|mailauth\\.https\\.)"
                            + "|java\\.sql|javax\\.sql|io\\.micrometer|org\\.springframework"
                            + "|java\\.time\\.Clock).*");

    @Test
    void librariesAreTheseFewOnly() throws IOException {
        List<String> found = new ArrayList<>();
        Matcher matcher = DEPENDENCY.matcher(Files.readString(Path.of("pom.xml")));
        while (matcher.find()) {
            found.add(matcher.group(1) + ":" + matcher.group(2));
        }
        assertThat(found)
                .containsExactly(
                        "org.mailvane:mailvane-mailauth",
                        "org.jspecify:jspecify",
                        "org.apache.httpcomponents.client5:httpclient5",
                        "dnsjava:dnsjava",
                        "com.github.ben-manes.caffeine:caffeine");
    }

    @Test
    void nothingOfTheServerOrSpringIsUsed() throws IOException {
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
