package org.mailvane.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands open files whose names are not text in the locale's encoding. */
class RawArgumentsTest {

    @TempDir Path temp;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Test
    void argumentsAreTheLastOfTheCommandLine() {
        byte[] line = bytes("java\0-jar\0x.jar\0read\0a\u00e9\0/b/\u00e9 %\0a\u00ea\0c\0");
        RawArguments raw = RawArguments.of(line, "read", "a\ufffd", "/b/\ufffd %", "a\ufffd", "c");
        assertThat(raw.convert("a\ufffd").toUri().getRawPath()).endsWith("/a%E9");
        assertThat(raw.convert("/b/\ufffd %").toUri().getRawPath()).isEqualTo("/b/%E9%20%25");
        assertThat(raw.convert("a\ufffd").toUri().getRawPath()).endsWith("/a%EA");
        assertThat(raw.convert("a\ufffd")).isRelative();
        assertThat(raw.convert("c")).isEqualTo(Path.of("c"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"C", "C.UTF-8"})
    @Tag("slow")
    void readAndImportOpenThem(String locale) throws IOException, InterruptedException {
        assumeTrue(Files.exists(Path.of("/proc/self/cmdline")), "skipped: this is not Linux");
        Path folder = Path.of(URI.create(temp.toUri() + "f%E9"));
        Files.createDirectory(folder);
        Path file = Path.of(URI.create(folder.toUri() + "r%E9.xml"));
        Files.write(file, SampleFiles.aggregate("r-1"));
        Files.write(temp.resolve("r\u00e9.xml"), SampleFiles.aggregate("r-2"));
        assertThat(run(locale, "read", "f*/r*.xml")).contains("id r-1").contains("aggregate");
        assertThat(run(locale, "read", "r*.xml")).contains("id r-2");
        assertThat(run(locale, "import --dry-run", "f*/r*.xml")).containsPattern("Imported +1 ");
        assertThat(run(locale, "import --dry-run", "f*")).containsPattern("Imported +1 ");
    }

    /** A shell hands over what Java can't: the names as they are. */
    private String run(String locale, String command, String pattern)
            throws IOException, InterruptedException {
        Path out = Files.createTempFile("command-", ".out");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ProcessBuilder shell =
                new ProcessBuilder(
                                "sh",
                                "-c",
                                "exec \"$0\" -XX:TieredStopAtLevel=1 -cp \"$1\" "
                                        + Mailvane.class.getName()
                                        + " "
                                        + command
                                        + " "
                                        + pattern,
                                java,
                                System.getProperty("java.class.path"))
                        .directory(temp.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(out.toFile());
        shell.environment().keySet().removeIf(name -> name.startsWith("MAILVANE_"));
        shell.environment().putAll(Map.of("LC_ALL", locale));
        int code = shell.start().waitFor();
        String text = new String(Files.readAllBytes(out), StandardCharsets.ISO_8859_1);
        Files.delete(out);
        assertThat(code).as(text).isZero();
        return text;
    }
}
