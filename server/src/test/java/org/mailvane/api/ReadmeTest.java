package org.mailvane.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mailvane.testing.SampleReport;
import org.mailvane.testing.TestService;

/** Runs the shell examples of the documents and compares what they print. */
class ReadmeTest {

    private static final String ADDRESS = "http://127.0.0.1:8080";
    private static final String SEPARATOR = "-- the next commands --";
    private static final String ANYTHING = "...";
    private static final long PATIENCE_SECONDS = 60;

    private static final Pattern BLOCK = Pattern.compile("```([a-z]*)\n(.*?)```\n", Pattern.DOTALL);

    /** Sets what the reader has to fill in. */
    private static final Pattern SETTINGS =
            Pattern.compile("BASE=" + ADDRESS + "\nTOKEN=mvt_\\.\\.\\.\n");

    @TempDir private Path folder;

    /**
     * Commands and what they print.
     *
     * @param commands for a shell
     * @param answer with three dots for what differs each time
     */
    private record Step(String commands, String answer) {}

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "docs/api-tour.md"})
    void examplesPrintWhatTheDocumentSays(String document) throws Exception {
        for (String program : List.of("bash", "curl")) {
            assumeTrue(isInstalled(program), program + " is not installed");
        }
        List<Step> steps = steps(Files.readString(Path.of("..", document)));
        try (TestService service = TestService.shared()) {
            String token = service.account("Readme").apiToken();
            Files.write(folder.resolve("report.xml.gz"), report());
            List<String> printed = run(steps, service.address(), token);
            for (int i = 0; i < steps.size(); i++) {
                Step step = steps.get(i);
                assertThat(printed.get(i).strip())
                        .as(step.commands())
                        .matches(pattern(step.answer().replace(ADDRESS, service.address())));
            }
        }
    }

    /** The file that the examples upload: what it is, its first bytes say, not its name. */
    private static byte[] report() {
        return SampleReport.about("example.com").record("192.0.2.1", 3, "none", true, true).xml();
    }

    private static boolean isInstalled(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    private static List<Step> steps(String document) {
        List<MatchResult> blocks = BLOCK.matcher(document).results().toList();
        int first = 0;
        while (!blocks.get(first).group(1).equals("sh")) {
            first++;
        }
        assertThat(SETTINGS.matcher(blocks.get(first).group(2)).matches())
                .as("the first example sets address and token")
                .isTrue();
        List<Step> steps = new ArrayList<>();
        for (int i = first + 1; i < blocks.size(); i++) {
            if (blocks.get(i).group(1).equals("sh")) {
                assertThat(blocks.get(i + 1).group(1))
                        .as("what follows %s", blocks.get(i).group(2))
                        .isEqualTo("text");
                steps.add(new Step(blocks.get(i).group(2), blocks.get(i + 1).group(2)));
            }
        }
        assertThat(steps).isNotEmpty();
        return steps;
    }

    /** One shell runs all, since what one step sets is used by the next. */
    private List<String> run(List<Step> steps, String address, String token)
            throws IOException, InterruptedException {
        String script =
                steps.stream()
                        .map(Step::commands)
                        .collect(Collectors.joining("\necho; echo '" + SEPARATOR + "'\n"));
        Path output = folder.resolve("output.txt");
        ProcessBuilder builder =
                new ProcessBuilder("bash", "-c", script)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile());
        builder.environment().put("BASE", address);
        builder.environment().put("TOKEN", token);
        Process process = builder.start();
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("the commands do not end");
        }
        List<String> printed =
                List.of(
                        Files.readString(output, StandardCharsets.UTF_8)
                                .split(Pattern.quote(SEPARATOR), -1));
        assertThat(printed).as("the output of each step").hasSameSizeAs(steps);
        return printed;
    }

    /** Returns the pattern of an answer, in which three dots match anything within a line. */
    private static Pattern pattern(String answer) {
        return Pattern.compile(
                Stream.of(answer.strip().split(Pattern.quote(ANYTHING), -1))
                        .map(Pattern::quote)
                        .collect(Collectors.joining(".*?")));
    }
}
